"""Systems of FMUs that start in equilibrium together, against the closed form and the same model in one piece."""

from __future__ import annotations

from dataclasses import replace
from runpy import run_path

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import (
    Block,
    BlockModel,
    Body,
    FlatRoad,
    Input,
    JointForce,
    JointTorque,
    Model,
    Output,
    Parameter,
    Prismatic,
    Revolute,
    SpringDamper,
    TranslationSpringDamper,
    World,
    build_fmu,
    build_portable,
    connect,
    equilibrium,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, System, open_system, simulate_system, write_system
from tests.library import FMUS, problem_of
from tests.tolerances import LOOKING_AHEAD, ONE_OF_MANY, SETTLED

g, m, own, other = 9.81, 2.0, 100.0, 300.0
CORNERS = ("FL", "FR", "RL", "RR")


class Rope(Block):
    """A spring between two heights that pulls harder the longer it is."""

    s = Input("m", "height of its end")
    f = Output("N", "pull")
    c = Parameter("N/m", "stiffness", default=other)
    c3 = Parameter("N/m3", "hardening", default=0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": -p.c * u.s - p.c3 * u.s**3}


class Twist(Block):
    """A spring that turns to the angle of 3 rad."""

    phi = Input("rad", "angle")
    a = Output("rad/s2", "how it accelerates")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"a": 4.0 * (3.0 - u.phi)}


class Torsion(Block):
    """A spring that turns to the angle of 1 rad."""

    phi = Input("rad", "angle")
    tau = Output("N.m", "torque")
    c = Parameter("N.m/rad", "stiffness", default=50.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"tau": p.c * (1.0 - u.phi)}


def parallelogram() -> Model:
    """A rod that hangs level on two cranks from a trolley, which rolls where it likes."""
    model = Model("Parallelogram")
    model.world, model.trolley, model.rod = World(g=g), Body(m=5.0), Body(m=m, r_CM=[0.5, 0, 0])
    model.rail = Prismatic(model.world.frame_b, model.trolley.frame_a, n=[1, 0, 0])
    for side, x in (("left", 0.0), ("right", 1.0)):
        crank = model.add(side, Body(m=1.0, r_CM=[0, 0, -0.25]))
        model.add(f"{side}_pin", Revolute(model.trolley.at([x, 0, 0]), crank.frame_a, n=[0, 1, 0], phi_start=0.3))
        model.add(f"{side}_end", Revolute(crank.at([0, 0, -0.5]), model.rod.at([x, 0, 0]), n=[0, 1, 0], phi_start=-0.3))
    model.torque = JointTorque(model.left_pin)
    model.expose(inputs={"tau": model.torque.tau}, outputs={"phi": model.left_pin.phi})
    return model


def mass() -> Model:
    """A mass on a spring of its own, and the force of another."""
    model = Model("Mass")
    model.world, model.mass = World(g=g), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1])
    model.spring, model.force = TranslationSpringDamper(model.guide, c=own), JointForce(model.guide)
    model.expose(inputs={"f": model.force.f}, outputs={"s": model.guide.s})
    return model


def joined(mechanism, rope, **values) -> System:
    links = ((("mechanism", "s"), ("rope", "s")), (("rope", "f"), ("mechanism", "f")))
    components = {"mechanism": Component(mechanism, {"start_in_equilibrium": True}), "rope": Component(rope, values)}
    return System(components, links, stop_time=0.01, step_size=1e-3)


@pytest.mark.parametrize("version", [2, 3])
def test_a_mass_on_two_springs(tmp_path, version):
    """s = -m g / (c_own + c_other). The loop's gain is c_other / c_own = 3: sweeps would not find it."""
    fmus = build_portable(mass(), tmp_path, version), build_portable(BlockModel("Rope", Rope()), tmp_path, version)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / (own + other), rel=SETTLED)
    assert rows["rope.f"][0] == pytest.approx(m * g * other / (own + other), rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_by_differences(tmp_path):
    """Interpreted FMUs have no derivatives."""
    fmus = build_fmu(mass(), tmp_path), build_fmu(BlockModel("Rope", Rope()), tmp_path)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / (own + other), rel=SETTLED)


def test_as_in_one_model(tmp_path):
    """On a rope that hardens."""
    rope = BlockModel("Rope", Rope(c=10.0, c3=4e5))
    whole = equilibrium(connect("Whole", {"mass": mass(), "rope": rope}, [("mass.s", "rope.s"), ("rope.f", "mass.f")]))
    rows = simulate_system(joined(build_portable(mass(), tmp_path, 3), build_portable(rope, tmp_path, 3)), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(whole.outputs["mass.s"], rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_a_mass_that_only_another_fmu_holds(tmp_path):
    """It has no equilibrium of its own."""
    model = mass()
    del model.spring
    fmus = build_portable(model, tmp_path, 3), build_portable(BlockModel("Rope", Rope()), tmp_path, 3)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / other, rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_a_crane_on_its_hydraulics(tmp_path):
    """The controller has moved the crane to its set point, and a valve that is a little open makes up for what leaks.

    The mechanism stands as in one model; pressures may be others there, since a closed valve between equal ones is an equilibrium, too.
    """
    paths = {name: FMUS / folder / "model.py" for name, folder in (("crane", "crane"), ("hydraulics", "hydraulics"), ("pid", "pid"))}
    links = ["crane.stroke", "hydraulics.rod.s"], ["crane.stroke_rate", "hydraulics.rod.v"], ["crane.stroke", "pid.measurement"]
    links += ["hydraulics.rod.f", "crane.cylinder_force"], ["pid.y", "hydraulics.command"]
    whole = equilibrium(connect("Whole", paths, links))
    fmus = {name: build_portable(path, tmp_path) for name, path in paths.items()}
    rows = simulate_system(System(fmus, links, stop_time=0.1, step_size=1e-3, start_in_equilibrium=True), show_progress=False)
    for name in whole.outputs:
        assert np.ptp(rows[name]) <= SETTLED * max(1.0, abs(rows[name][0])), name
        if not name.startswith(("hydraulics.p", "hydraulics.o", "pid.y")):
            assert rows[name][0] == pytest.approx(whole.outputs[name], rel=SETTLED, abs=SETTLED), name


@pytest.mark.parametrize("version", [2, 3])
def test_fmus_of_other_tools(tmp_path, stub, version):
    """A pendulum whose states may be set, on a spring of ours that turns it: k sin x = c (phi_0 - x), solved here by bisection."""
    fmus = {"pendulum": stub(version=version), "spring": build_portable(BlockModel("Spring", Twist()), tmp_path, version)}
    links = ["pendulum.y", "spring.phi"], ["spring.a", "pendulum.u"]
    rows = simulate_system(System(fmus, links, stop_time=0.1, step_size=1e-2, start_in_equilibrium=True), show_progress=False)
    x = brentq(lambda x: 9.81 * np.sin(x) - 4.0 * (3.0 - x), 0.0, 1.5, xtol=1e-14)
    assert rows["pendulum.y"][0] == pytest.approx(x, rel=SETTLED)
    assert np.ptp(rows["pendulum.y"]) < SETTLED


def test_a_mechanism_with_a_loop(tmp_path):
    """Start values by which it is put together have differences only."""
    model = mass()
    model.second = Prismatic(model.world.at([1, 0, 0]), model.mass.at([1, 0, 0]), n=[0, 0, 1], s_start=0.3)
    fmus = build_portable(model, tmp_path, 3), build_portable(BlockModel("Rope", Rope()), tmp_path, 3)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / (own + other), rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_interface_mass_does_not_move_it(tmp_path):
    """Two carts above each other: a spring below carries both, and one between them the upper. Forces fitted to a step would balance elsewhere."""
    model = Model("Carts")
    model.world, model.lower, model.upper = World(g=g), Body(m=m), Body(m=m)
    model.slide = Prismatic(model.world.frame_b, model.lower.frame_a, n=[0, 0, 1])
    model.guide = Prismatic(model.lower.frame_a, model.upper.frame_a, n=[0, 0, 1])
    model.first, model.second = JointForce(model.slide), JointForce(model.guide)
    model.expose(ports={"first": model.first, "second": model.second}, interface_mass=True)
    carts, spring = build_portable(model, tmp_path), build_portable(BlockModel("Spring", SpringDamper(c=own, d=5.0), interface_mass=True), tmp_path)
    system = System({"carts": carts, "one": spring, "two": spring}, stop_time=0.01, step_size=1e-3, start_in_equilibrium=True)
    rows = simulate_system(system.connect("carts.first", "one.ends").connect("carts.second", "two.ends"), show_progress=False)
    assert rows["carts.first.s"][0] == pytest.approx(-2 * m * g / own, rel=SETTLED)
    assert rows["carts.second.s"][0] == pytest.approx(-m * g / own, rel=SETTLED)


def test_a_loop_that_may_also_stand_elsewhere(tmp_path, caplog):
    """The trolley's place is left as it is, and cranks turn to 50 (1 - phi) = (0.5 m + 2 x 0.25) g sin(phi), solved here by bisection."""
    fmus = {"cranks": build_portable(parallelogram(), tmp_path, 3), "spring": build_portable(BlockModel("Torsion", Torsion()), tmp_path, 3)}
    links = ["cranks.phi", "spring.phi"], ["spring.tau", "cranks.tau"]
    rows = simulate_system(System(fmus, links, stop_time=0.01, step_size=1e-3, start_in_equilibrium=True), show_progress=False)
    phi = brentq(lambda phi: 50.0 * (1.0 - phi) - (0.5 * m + 0.5) * g * np.sin(phi), 0.0, 1.0, xtol=1e-14)
    assert rows["cranks.phi"] == pytest.approx(phi, rel=SETTLED)
    assert "unstable" not in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("interface_mass", [False, True])
def test_a_car_on_four_tires(tmp_path, monkeypatch, interface_mass):
    """As the same car on tires in one FMU, but that tires may push against each other; together they carry its weight."""
    monkeypatch.chdir(tmp_path)
    wheels = run_path(str(FMUS.parent / "cosim_examples" / "full_car" / "system.py"))["wheels"]
    system = replace(wheels(FlatRoad(), 1e-3, 0.0, interface_mass), start_in_equilibrium=True, stop_time=5e-3)
    rows = simulate_system(system, show_progress=False)
    whole = equilibrium(problem_of("full_car_on_tires")).outputs
    loads = np.array([rows[f"tire_{corner}.hub.force.z"][0] for corner in CORNERS])
    expected = [whole[f"tire_force_{corner}[3]"] for corner in CORNERS]
    assert loads == pytest.approx(expected, rel=ONE_OF_MANY)
    assert loads.sum() == pytest.approx(sum(expected), rel=SETTLED)
    assert np.ptp(rows["car.position[3]"]) < SETTLED and np.ptp(rows["car.yaw"]) < SETTLED


@pytest.mark.slow
def test_a_car_on_tires_that_start_elsewhere(tmp_path):
    """These start in one place and roll there, have another radius, and pull to one side."""
    fmus = {f"tire_{corner}": build_portable(FMUS / "magic_formula_tire" / "model.py", tmp_path) for corner in CORNERS}
    system = System(
        {"car": build_portable(FMUS / "full_car" / "model.py", tmp_path), **fmus}, stop_time=5e-3, step_size=1e-3, start_in_equilibrium=True
    )
    for corner in CORNERS:
        system = system.connect(f"car.wheel_{corner}", f"tire_{corner}.hub")
    rows = simulate_system(system, show_progress=False)
    loads = [rows[f"tire_{corner}.hub.force.z"][0] for corner in CORNERS]
    assert sum(loads) == pytest.approx(1435.4 * g, rel=ONE_OF_MANY)  # a pull of 0.3 mN forward is left, which only wheels pushed askew could balance
    assert np.ptp(rows["car.position[1]"]) < SETTLED and np.ptp(rows["car.position[3]"]) < SETTLED


def excavator(interface_mass: bool) -> tuple[np.ndarray, dict]:
    """The excavator of cosim_examples as it settles where controllers want each rod 10 cm farther out, and outputs of the same in one model."""
    script = run_path(str(FMUS.parent / "cosim_examples" / "excavator" / "system.py"))
    farther = {f"{name}_pid.set_point": stroke + 0.1 for name, stroke in script["START"].items()}
    system = replace(script["digging"](5e-3, interface_mass), inputs=farther, start_in_equilibrium=True, stop_time=5e-3)
    rows = simulate_system(system, show_progress=False)
    whole = equilibrium(connect("Whole", script["models"](5e-3, interface_mass=False), script["LINKS"]), inputs=farther)
    return rows, whole.outputs


@pytest.mark.slow
def test_an_excavator_on_its_hydraulics(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows, whole = excavator(interface_mass=False)
    assert {name: rows[name][0] for name in whole} == pytest.approx(whole, rel=SETTLED, abs=SETTLED)


@pytest.mark.slow
def test_an_excavator_whose_cylinders_look_ahead(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows, whole = excavator(interface_mass=True)
    for name in ("boom", "arm", "bucket"):
        for output in (f"excavator.{name}_jack.s", f"{name}_cylinder.rod.f"):
            assert rows[output][0] == pytest.approx(whole[output], rel=LOOKING_AHEAD), output


def test_an_unstable_equilibrium_is_a_warning(tmp_path, caplog):
    """m s'' = (c - own) s: grows with the rate sqrt((c - own) / m)."""
    fmus = build_portable(mass(), tmp_path, 3), build_portable(BlockModel("Rope", Rope(c=-other)), tmp_path, 3)
    simulate_system(joined(*fmus), show_progress=False)
    assert f"small motions grow e-fold in {1 / np.sqrt((other - own) / m):.4g} s" in caplog.text


def test_what_keeps_moving_is_named(tmp_path):
    model = mass()
    del model.spring
    fmus = build_portable(model, tmp_path, 3), build_portable(BlockModel("Rope", Rope(c=0.0)), tmp_path, 3)
    with pytest.raises(MbfmuError, match=r"do not vanish: der\(mechanism.guide.v\)"):
        simulate_system(joined(*fmus), show_progress=False)


def test_it_travels_with_the_system(tmp_path):
    fmus = build_portable(mass(), tmp_path, 3), build_portable(BlockModel("Rope", Rope()), tmp_path, 3)
    links = ["mechanism.s", "rope.s"], ["rope.f", "mechanism.f"]
    write_system(System(dict(zip(("mechanism", "rope"), fmus)), links, start_in_equilibrium=True), tmp_path / "system.ssp")
    with open_system(tmp_path / "system.ssp") as read:
        assert read.start_in_equilibrium
