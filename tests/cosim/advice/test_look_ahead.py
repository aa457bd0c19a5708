"""FMUs that look ahead by interface mass, in the linear systems of the advice: they step as the FMUs do."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import BlockModel, Body, BushingBlock, FreeMotion, Hub, JointForce, Model, Prismatic, SpringDamper, World, build_portable
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, RunStopped, System, simulate_system
from mbfmu.cosim.advice.advise import advise
from mbfmu.cosim.advice.first_look import first_look
from mbfmu.cosim.advice.limit import largest_stable_step
from mbfmu.cosim.advice.linearized_system import LinearizedSystem, linearized
from tests.example_scripts import example_scripts
from tests.tolerances import ADVISED, INTEGRATION, SMALL_MOTION

g, m, COUNT = 9.81, 10.0, 2  # m/s2, kg, carts
BUSHING = {"c": [1.5e4, 2e4, 2.5e4], "d": [20.0, 30.0, 40.0], "c_phi": [700.0, 800.0, 900.0], "d_phi": [1.0, 1.5, 2.0]}


@pytest.fixture(scope="module")
def carts(tmp_path_factory) -> System:
    """Carts on springs above each other without gravity, each of which moves the other."""
    folder, model = tmp_path_factory.mktemp("carts"), Model("Carts", tolerance=1e-10)
    model.world = World(g=0.0)
    frame = model.world.frame_b
    for i in range(COUNT):
        cart = model.add(f"cart{i}", Body(m=1.0))
        model.add(f"push{i}", JointForce(model.add(f"guide{i}", Prismatic(frame, cart.frame_a, n=[0, 0, 1]))))
        frame = cart.frame_a
    model.expose(ports={f"port{i}": model.elements[f"push{i}"] for i in range(COUNT)}, interface_mass=True)
    spring = build_portable(BlockModel("Spring", SpringDamper(c=1e4, d=20.0), interface_mass=True), folder)
    system = System({"carts": build_portable(model, folder), **{f"spring{i}": spring for i in range(COUNT)}}, stop_time=0.02, step_size=2e-3)
    for i in range(COUNT):
        system = system.connect(f"carts.port{i}", f"spring{i}.ends")
    return system


def starting(system: System, values: Mapping[str, float]) -> System:
    """With start values of the FMU that moves."""
    name = next(iter(system.components))
    return replace(system, components={**system.components, name: Component(system.components[name].fmu, values)})


def stepped(of: LinearizedSystem, start: Mapping[str, float], steps: int) -> dict[str, np.ndarray]:
    """What is exchanged at communication points behind the first step, from where outputs are off by `start`."""
    size, coupling, whole = of.system.step_size, of.coupling(of.system.method, 0), of.linear.whole
    x = np.linalg.lstsq(whole.C[[whole.outputs.index(name) for name in start]], [*start.values()])[0]
    w, taken = coupling.started(x, whole.C @ x, size)
    rows = [w := coupling.stepped(w, size) if i else w for i in range(steps - taken + 1)]
    return dict(zip(map(".".join, coupling.signals), np.array(rows)[:, coupling.newest_in_w].T))


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel", "newton"])
def test_carts_step_as_their_fmus(carts: System, method: str):
    """All is linear, so they agree but for the integration."""
    system = replace(carts, method=method)
    rows = simulate_system(starting(system, {"guide0.s_start": 0.01, "guide1.v_start": 0.3}), show_progress=False)
    found = stepped(linearized(system), {"carts.port0.s": 0.01, "carts.port1.v": 0.3, "carts.port0.v": 0.0, "carts.port1.s": 0.0}, len(rows) - 1)
    for name in (f"{of}.{what}" for i in range(COUNT) for of, what in ((f"carts.port{i}", "s"), (f"spring{i}", "ends.f"))):
        assert found[name] == pytest.approx(rows[name][1:], abs=INTEGRATION * np.abs(rows[name]).max()), name


@pytest.mark.slow
def test_a_body_on_a_loaded_bushing_steps_as_its_fmus(tmp_path: Path):
    """It hangs in equilibrium and moves a little along and about all axes."""
    model = Model("Body", tolerance=1e-10)
    model.world, model.body = World(g=g), Body(m=m, r_CM=[0.02, 0.03, -0.1], I=[0.3, 0.4, 0.5])
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.hub = Hub(model.body.at([0.02, 0.03, 0]))
    model.expose(ports={"hub": model.hub}, interface_mass=True)
    fmus = {
        "body": build_portable(model, tmp_path),
        "bushing": build_portable(BlockModel("Held", BushingBlock(**BUSHING), interface_mass=True), tmp_path),
    }
    system = System(fmus, stop_time=0.05, step_size=5e-3).connect("body.hub", "bushing.frame_b")
    speeds = [1e-3, -2e-3, 3e-3, 0.02, 0.03, -0.01]
    rest = {"motion.r_start[1]": -0.02, "motion.r_start[2]": -0.03, "motion.r_start[3]": -m * g / BUSHING["c"][2]}
    moving = dict(zip([f"motion.{of}_start[{i}]" for of in "vw" for i in (1, 2, 3)], speeds))
    still, rows = (simulate_system(starting(system, values), show_progress=False) for values in (rest, {**rest, **moving}))
    motion = [name for name in rows.dtype.names if name.startswith("body.hub.") and name.split(".")[2] in ("pos", "rot", "lin_vel", "ang_vel")]
    found = stepped(linearized(starting(system, rest)), {name: rows[name][0] - still[name][0] for name in motion}, len(rows) - 1)
    for name in (*motion, *(f"bushing.frame_b.{of}.{axis}" for of in ("force", "moment", "point") for axis in "xyz")):
        change = rows[name] - still[name]
        largest = max(np.abs(rows[other] - still[other]).max() for other in rows.dtype.names if other.rsplit(".", 1)[0] == name.rsplit(".", 1)[0])
        assert found[name] == pytest.approx(change[1:], abs=SMALL_MOTION * largest), name


def grows(system: System, step: float) -> bool:
    """Whether what moves at the start moves more in the last quarter of 800 steps than in the second one."""
    system = replace(starting(system, {"guide0.v_start": 1e-3}), step_size=step, stop_time=800 * step)
    try:
        v = np.abs(simulate_system(system, show_progress=False)["carts.port0.v"])
    except RunStopped:
        return True
    return bool(v[-200:].max() > v[200:400].max())


def test_stability_is_lost_where_it_is_said(carts: System):
    """Each spring feels the other cart's force a step late, which is what limits the step."""
    limit = largest_stable_step(linearized(carts).coupling("jacobi", 0), carts.step_size, 10.0, 0.0)
    assert not grows(carts, limit * (1 - ADVISED))
    assert grows(carts, limit * (1 + ADVISED))


def test_a_run_warns_of_its_step(carts: System):
    assert "is not stable (the limit is 0.005" in first_look(replace(carts, step_size=6e-3, stop_time=1.0), lambda t: None)
    assert first_look(replace(carts, step_size=1e-3, stop_time=1.0), lambda t: None) == ""


def test_who_takes_several_steps_in_one_is_named(carts: System):
    """It is looked at without interface mass, so only shorter steps are stable; in one FMU with the carts there is no such thing."""
    found = advise(replace(carts, divisors={"spring0": 2}, stop_time=1.0))
    assert found.divided == ("spring0",) and found.present.limit < 2e-3
    assert [merge.components for merge in found.merges] == [("carts", "spring0")]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_stability_of_the_excavator(tmp_path: Path, method: str):
    with example_scripts(library_file("cosim_examples/excavator/system.py").parent, tmp_path) as scripts:
        system = scripts["digging"](5e-3, interface_mass=True, method=method)
        limit = largest_stable_step(linearized(system).coupling(method, 0), system.step_size, system.stop_time, 0.0)
        assert not scripts["grows"](system, limit * (1 - ADVISED))
        assert scripts["grows"](system, limit * (1 + ADVISED))
