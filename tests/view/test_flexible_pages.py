"""Pages of flexible bodies in a browser: how they bend, and their stress, damage and heat in colour."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import (
    Fixed,
    FlexibleBody,
    Material,
    RectangleSection,
    SNCurve,
    ThermalLoad,
    World,
    beam_data,
    simulate,
)
from mbfmu.analysis.strength.hot_spots import surface_damage
from mbfmu.model.declare.model import Model
from mbfmu.view import view_model, view_result
from mbfmu.view.run import run, watched_problem
from tests.flexible_models import cantilever
from tests.tolerances import COLOURED

from .pages import MOVED, changed, pause, picture

pytestmark = pytest.mark.browser


def test_a_flexible_body_bends_and_shows_its_stress(opened, tmp_path):
    """What the page colours is the stress of the elastic coordinates, and the button changes what one sees."""
    model = cantilever()
    problem, scene = watched_problem(model)
    result = run(problem, None, {}, lambda t: None, {})
    page = opened(view_result(scene, result, tmp_path / "beam.html"))
    pause(page)
    row = len(result) - 1
    straight, bent = (picture(page, float(result["time"][at])) for at in (0, row))
    assert changed(straight, bent) > MOVED
    e = np.array([result[f"arm.mean_axes.e[{k}]"][row] for k in (1, 2, 3)])
    xx, yy, zz, xy, yz, zx = (model.arm.entered_at("root").surface.sigma @ e).T / 1e6
    wanted = np.sqrt(xx**2 + yy**2 + zz**2 - xx * yy - yy * zz - zz * xx + 3 * (xy**2 + yz**2 + zx**2))
    assert max(page.evaluate("window.mbfmu.stress('arm')")) == pytest.approx(wanted.max(), rel=COLOURED)
    page.click("text=stress")
    assert changed(bent, picture(page, float(result["time"][row]))) > MOVED / 10 and page.is_visible(".scale")


def test_hot_spots_of_a_flexible_body(opened, tmp_path):
    """The page colours what the run damages: the root of a beam that falls and swings, where a label tells how long it lasts."""
    pytest.importorskip("rainflow")
    model, curve = cantilever(), SNCurve(amplitude=40e6, exponent=4.0)
    page = opened(view_model(model, tmp_path / "beam.html", curve=curve))
    pause(page)
    problem, scene = watched_problem(model)
    result = simulate(problem, interval=problem.step_size)
    (shape,) = (one for node in scene.nodes for one in node.deformables)
    expected = surface_damage(shape.stress.array, np.stack([result[f"arm.mean_axes.e[{k}]"] for k in (1, 2, 3)], axis=1), curve).max()
    shown = np.array(page.evaluate("window.mbfmu.damage('arm')"))
    assert shown.max() == pytest.approx(expected, rel=COLOURED)
    before = picture(page, 0.1)
    assert not page.is_visible(".scale") and not page.is_visible(".hot")
    page.click(".panel >> text=damage")
    assert changed(before, picture(page, 0.1)) > MOVED / 10
    assert page.inner_text(".scale").startswith("damage of the run, 1 is failure") and page.is_visible(".hot")
    value, _, life = page.inner_text(".hot").partition(", lasts ")
    assert float(value) == pytest.approx(expected, rel=0.05) and life.split()[1] in ("s", "min", "h", "days", "years")  # of two digits
    page.click(".panel >> text=stress")
    page.wait_for_function("document.querySelector('.hot').textContent.endsWith('MPa')", timeout=10_000)  # as soon as a frame is drawn
    assert page.inner_text(".scale").startswith("von Mises stress in MPa")
    page.keyboard.press("s")
    assert not page.is_visible(".scale")


def test_a_warm_body_shows_the_stress_of_temperature(opened, tmp_path):
    """A bar between walls bears E alpha T all over."""
    model = Model("Warm", stop_time=0.1)
    ends, steel = {"a": (0, 0, 0), "b": (1, 0, 0)}, Material(2.1e11, 7850.0, alpha=1.2e-5)
    model.world = World(g=0.0)
    model.bar = FlexibleBody(beam_data(ends, RectangleSection(0.1, 0.1), steel, elements=2, modes=0, temperatures={"warm": 1.0}))
    model.left, model.right = Fixed(model.world.frame_b, model.bar.node("a")), Fixed(model.world.at([1, 0, 0]), model.bar.node("b"))
    model.heat = ThermalLoad(model.bar, temperature="warm")
    model.expose(inputs={"T": model.heat.T}, start={"T": 50.0})
    page = opened(view_model(model, tmp_path / "bar.html"))
    assert np.array(page.evaluate("window.mbfmu.stress('bar')")) == pytest.approx(126.0, rel=COLOURED)
