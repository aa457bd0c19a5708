"""Cycles, damage and the worst places: the example of ASTM E1049, closed forms of sines, a cantilever that swings."""

from collections import Counter

import numpy as np
import pytest

from mbfmu import Fixed, FlexibleBody, Material, Model, RectangleSection, World, WorldForce, simulate
from mbfmu.analysis.strength.cycles import rainflow
from mbfmu.analysis.strength.damage import SNCurve, damage
from mbfmu.analysis.strength.hot_spots import surface_damage
from mbfmu.analysis.strength.worst_places import signed_von_mises, worst_places
from mbfmu.base.errors import MbfmuError
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.structure.beam import beam_data

from ...tolerances import ROUNDOFF

extract_cycles = pytest.importorskip("rainflow").extract_cycles  # of the extra mbfmu[strength]

CURVE = SNCurve(amplitude=80e6, exponent=5.0, cycles=2e6, ultimate=400e6)


def test_astm_example():
    """Figure 6 of ASTM E1049-85."""
    counted = rainflow([-2, 1, -3, 5, -1, 3, -4, 4, -2])
    found = Counter()
    for size, count in zip(counted.ranges, counted.counts):
        found[size] += count
    assert found == {3.0: 0.5, 4.0: 1.5, 6.0: 0.5, 8.0: 1.0, 9.0: 0.5}


def test_the_same_cycles_as_of_all_samples():
    """Of a random history with plateaus, among which only reversals are handed to the package."""
    history = np.repeat(np.cumsum(np.random.default_rng(0).integers(-3, 4, size=400)), 3).astype(float)
    counted, expected = rainflow(history), np.array([cycle[:3] for cycle in extract_cycles(history.tolist())])
    assert np.array_equal(np.stack([counted.ranges, counted.means, counted.counts], axis=1), expected)


@pytest.mark.parametrize("mean", [0.0, 100e6, -100e6])
def test_sine(mean):
    """n cycles of an amplitude S about a mean: n / N by Basquin and Goodman, and the amplitude of Goodman; compression does not help."""
    n, S = 50, 60e6
    found = damage(mean + S * np.cos(0.5 * np.pi * np.arange(4 * n + 1)), CURVE)
    amplitude = S / (1.0 - max(mean, 0.0) / 400e6)
    assert found.damage == pytest.approx(n / 2e6 * (amplitude / 80e6) ** 5, rel=ROUNDOFF)
    assert found.amplitude == pytest.approx(amplitude, rel=ROUNDOFF)
    assert found.life(10.0) == pytest.approx(10.0 / found.damage, rel=ROUNDOFF)


def test_mean_at_the_strength():
    assert damage([390e6, 420e6, 390e6, 420e6], CURVE).damage == np.inf
    assert damage([1e6, 1e6], CURVE).damage == 0.0


def test_signed_von_mises():
    """Of a tensile and a compressive stress, of shear, and of pressure alone."""
    stress = np.array([[5.0, 0, 0, 0, 0, 0], [0, -5.0, 0, 0, 0, 0], [0, 0, 0, 2.0, 0, 0], [-3.0, -3.0, -3.0, 0, 0, 0]])
    assert signed_von_mises(stress) == pytest.approx([5.0, -5.0, 2.0 * np.sqrt(3.0), 0.0], abs=ROUNDOFF)


def test_worst_place():
    """A load that is put on a cantilever at once: stress at the root swings between zero and twice the static one, and does the most damage."""
    model = Model("Swing")
    steel, section = Material(E=2.1e11, rho=7850.0, nu=0.3), RectangleSection(width=0.03, height=0.02)
    model.world = World(g=0.0)
    model.beam = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, section, steel, elements=4, modes=0), modes=1, zeta=0.0)
    model.root = Fixed(model.world.frame_b, model.beam.node("root"))
    model.push = WorldForce(model.beam.node("tip"))
    model.expose(inputs={"f": model.push.f}, start={"f": [0.0, 0.0, -40.0]}, outputs={"e": model.beam.e})
    result = simulate(model, stop_time=1.0, interval=2e-4)
    found = worst_places(model, model.beam, result, CURVE)
    worst, at = next(iter(found.items()))
    assert worst.startswith("root.") and at.damage > 0.0
    static = 40.0 * 0.01 / section.I_y  # at the root, of which one mode has most
    assert at.cycles.ranges.max() == pytest.approx(2.0 * static, rel=0.1)
    frequency = 3.5160 / (2 * np.pi) * np.sqrt(steel.E * section.I_y / (steel.rho * section.A))
    assert at.cycles.counts.sum() == pytest.approx(frequency, abs=1.0)
    assert found["tip.top"].damage < 1e-3 * at.damage
    data = build_tree(model).elastic_data(model.beam)
    surface, e = data.surface, np.stack([result["e[1]"]], axis=1)
    spread = surface_damage(np.moveaxis(surface.sigma, -1, 0), e, CURVE)
    nearest = [int(np.argmin(np.linalg.norm(surface.vertices - data.stresses[name].x, axis=1))) for name in found]
    assert spread[nearest] == pytest.approx([one.damage for one in found.values()], rel=ROUNDOFF)
    assert np.argmax(spread) in np.flatnonzero(surface.vertices[:, 0] == surface.vertices[:, 0].min())


def test_a_surface_that_breaks(monkeypatch):
    """Some vertices at a time: the second bears a tensile mean above the strength, the third nothing."""
    monkeypatch.setattr("mbfmu.analysis.strength.hot_spots.AT_ONCE", 1)
    pulled = np.zeros((1, 3, 6))
    pulled[0, :2, 0] = [100e6, 600e6]
    spread = surface_damage(pulled, np.array([[1.0], [0.5], [1.0], [0.5]]), CURVE)
    assert spread == pytest.approx([damage([100e6, 50e6, 100e6, 50e6], CURVE).damage, 1.0, 0.0], rel=ROUNDOFF)


def test_wrong_input():
    for name, value in (("amplitude", 0.0), ("exponent", -1.0), ("cycles", np.inf)):
        with pytest.raises(MbfmuError, match=f"^SNCurve: {name} = {value!r} must be positive"):
            SNCurve(**{"amplitude": 1.0, "exponent": 5.0, name: value})
    with pytest.raises(MbfmuError, match="^a history to count cycles of must be finite, and is nan at sample 1 .* of 2$"):
        rainflow([1.0, np.nan])
    with pytest.raises(MbfmuError, match=r"^a history .* is a row of numbers, not an array of shape \(1, 2\)$"):
        rainflow([[1.0, 2.0]])
