"""Flexible bodies in every analysis: assembly, postures, superelements, constraints and forces on nodes, runs in all integrators, fits."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline

from mbfmu import (
    AccelerationSensor,
    Body,
    Distance,
    Fixed,
    FlexibleBody,
    FreeMotion,
    Hub,
    JointReaction,
    JointTorque,
    MasslessPoint,
    Material,
    Model,
    PointGravityWorld,
    PositionSensor,
    Posture,
    RectangleSection,
    Revolute,
    RotorInertia,
    Sine,
    SpringDamperParallel,
    TorsionSpringDamper,
    World,
    WorldForce,
    compile_problem,
    equilibrium,
    fit,
    inverse_dynamics,
    linearize,
    modes_near,
    simulate,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.beam import beam_data
from mbfmu.problem.data.problem import Problem

from ....tolerances import EIGENVALUE, INTEGRATION, INTERPOLATION, INVERSE_KINEMATICS, LOOPS, ROUNDOFF, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
FLAT = RectangleSection(width=0.03, height=0.02)  # bends up and down first
PLACES = {"root": [0, 0, 0], "middle": [0.5, 0, 0], "tip": [1, 0, 0]}
DATA = beam_data(PLACES, FLAT, STEEL, elements=2, modes=4)
MASS = STEEL.rho * FLAT.A
Y = [0, 1, 0]


def arm(modes: int = 1) -> Model:
    """On a hinge with a spring, with a load on its tip."""
    model = Model("Arm", step_size=1e-4)
    model.world = World()
    model.arm = FlexibleBody(DATA, modes=modes)
    model.pivot = Revolute(model.world.frame_b, model.arm.node("root"), n=Y)
    model.spring = TorsionSpringDamper(model.pivot, c=200.0, d=2.0)
    model.motor = JointTorque(model.pivot)
    model.load = Body(m=2.0)
    model.grip = Fixed(model.arm.node("tip"), model.load.frame_a)
    model.tip = PositionSensor(model.arm.node("tip"))
    model.expose(inputs={"tau": model.motor.tau}, outputs={"r": model.tip.r, "e": model.arm.e}, tunable=[model.arm.zeta])
    return model


@pytest.fixture(scope="module")
def problem() -> Problem:
    return compile_problem(arm())


def four_bar() -> Model:
    """With a flexible coupler."""
    model = Model("FourBar")
    model.world, model.crank, model.rocker = World(), Body(m=1.0, r_CM=[0.1, 0, 0]), Body(m=1.0, r_CM=[0.4, 0, 0])
    model.rod = FlexibleBody(DATA, modes=2)
    model.a = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=-1.0)
    model.b = Revolute(model.crank.at([0.2, 0, 0]), model.rod.node("root"), n=Y, phi_start=0.8)
    model.c = Revolute(model.world.at([1, 0, 0]), model.rocker.frame_a, n=Y, phi_start=-1.5)
    model.d = Revolute(model.rocker.at([0.8, 0, 0]), model.rod.node("tip"), n=Y)
    model.expose(outputs={"e": model.rod.e})
    return model


def clamped(off: float) -> Model:
    """At both ends, of which one is displaced."""
    model = Model("Clamped")
    data = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=1, modes=0)
    model.world, model.beam = World(g=0.0), FlexibleBody(data)
    model.left = Fixed(model.world.frame_b, model.beam.node("root"))
    model.right = Fixed(model.world.at([1, 0, off]), model.beam.node("tip"))
    model.reaction = JointReaction(model.right)
    model.expose(outputs={"f": model.reaction.f})
    return model


def test_assembly_keeps_elastic_coordinates():
    """Joints close a loop, and leave a coupler bent as it was declared."""
    model = four_bar()
    model.rod.e_start = [0.02, 0.0]
    start = simulate(model, stop_time=1e-3)[0]
    assert [start["e[1]"], start["e[2]"]] == pytest.approx([0.02, 0.0], abs=LOOPS)


def test_supports_apart():
    """A clamped beam fits between displaced supports only bent, for which 12 E I w / L^3 is needed; one that is to start straight is refused."""
    off = 1e-4
    problem = compile_problem(clamped(off))
    found = equilibrium(problem, values={"beam.q_fixed": False}).outputs
    assert found["f[3]"] == pytest.approx(12 * STEEL.E * FLAT.I_y * off, rel=1e-2)
    with pytest.raises(MbfmuError, match=r"fixed start coordinate of beam and the loop of right.* contradict each other: 0.1 mm at right remain"):
        equilibrium(problem)


def test_posture():
    """Place and reach move joints and keep elastic coordinates, whose speeds are independent; masses count the beam."""
    posture = Posture(arm())
    assert posture.speeds == ("pivot.w", "arm.e_dot[1]")
    whole = posture.mass_properties()
    assert whole.mass == pytest.approx(MASS + 2.0, rel=ROUNDOFF)
    assert whole.center_of_mass == pytest.approx(np.array([0.5 * MASS + 2.0, 0, 0]) / (MASS + 2.0), abs=ROUNDOFF)
    posture.place({"arm.e[1]": 0.01})
    off = posture.pose("load.frame_a")[:3, 3]
    c, s = np.cos(0.3), np.sin(0.3)
    posture.reach("load.frame_a", [c * off[0] + s * off[2], 0.0, c * off[2] - s * off[0]])
    assert posture.q == pytest.approx([0.3, 0.01], abs=INVERSE_KINEMATICS)
    assert posture.start_values["arm.e_start"] == pytest.approx([0.01], abs=ROUNDOFF)


def test_posture_of_a_loop():
    model = four_bar()
    posture = Posture(model)
    assert posture.speeds == ("a.w", "rod.e_dot[1]")  # the other mode bends the rod sideways
    posture.reach(model.crank.at([0.2, 0, 0]), [0.2 * np.cos(0.2), 0.0, 0.2 * np.sin(0.2)])
    named = dict(zip(posture.coordinates, posture.q))
    assert [named["a.phi"], named["rod.e[1]"], named["rod.e[2]"]] == pytest.approx([-0.2, 0.0, 0.0], abs=INVERSE_KINEMATICS)
    with pytest.raises(MbfmuError, match="^rod.middle.* is a node that nothing is attached to; put a PositionSensor on it"):
        posture.pose(model.rod.node("middle"))


def test_many_rows_on_a_flexible_body():
    """Welds of one beam are one superelement on the world, also behind the weld that is in the tree."""
    model = Model("Welded")
    model.world, model.beam = World(), FlexibleBody(beam_data({name: [i, 0, 0] for i, name in enumerate("abcd")}, FLAT, STEEL, elements=1), modes=1)
    for i, name in enumerate("abcd"):
        model.add(name, Fixed(model.world.at([float(i), 0, 0]), model.beam.node(name)))
    model.expose(outputs={"e": model.beam.e})
    assert simulate(model, stop_time=0.01)["e[1]"] == pytest.approx(0.0, abs=LOOPS)


ERRORS = {
    "bogacki_shampine": INTEGRATION,
    "radau": INTEGRATION,
    "adams": INTEGRATION,
    "heun": INTEGRATION,
    "runge_kutta": INTEGRATION,
    "linearly_implicit_euler": TRUNCATED_MODES,
    "rosenbrock": INTEGRATION,
}


def test_integrators(problem):
    run = lambda name: simulate(replace(problem, integrator=name), stop_time=0.1, interval=0.1)["r[3]"][-1]
    expected = run("dormand_prince")
    wrong = {name: run(name) - expected for name in ERRORS}
    assert all(abs(wrong[name]) <= allowed for name, allowed in ERRORS.items()), wrong


def test_inverse_dynamics(problem):
    """The torque of a motion, given to the arm, makes the same motion."""
    asked = inverse_dynamics(arm(), {"pivot.phi": Sine(0.2, 1.0)}, stop_time=0.1, interval=1e-3)
    torque = make_interp_spline(asked["time"], asked["pivot.tau"])
    moved = simulate(problem, stop_time=0.1, interval=1e-3, values={"pivot.w_start": 0.4 * np.pi}, inputs={"tau": lambda t: float(torque(t))})
    assert moved["r[3]"] == pytest.approx(asked["r[3]"], abs=INTERPOLATION)


def test_damping_is_found_again(problem):
    measured = simulate(problem, stop_time=0.3, interval=0.01, values={"arm.zeta": 0.05})
    found = fit(problem, {"time": measured["time"], "e[1]": measured["e[1]"], "tau": np.zeros(len(measured))}, ["arm.zeta"])
    assert found.values["arm.zeta"] == pytest.approx(0.05, rel=INTEGRATION)


def test_elastic_coordinates_are_outputs_and_pictures(problem):
    """One variable at two places, which pictures once took for themselves."""
    with_pictures = compile_problem(arm(), pictures=True)
    assert with_pictures.sizes["y"] == problem.sizes["y"]


def test_sparse_modes():
    """Shift and inversion in absolute coordinates, beside the dense matrix of joint coordinates."""
    rest = equilibrium(arm())
    dense = np.linalg.eigvals(linearize(rest).A)
    for mode in modes_near(rest, 10j, 2):
        assert np.abs(dense - mode.eigenvalue).min() <= EIGENVALUE


def springs_in_series(massless: bool) -> float:
    model = arm()
    if massless:
        model.point = MasslessPoint()
        model.below = SpringDamperParallel(model.arm.node("middle"), model.point.frame_a, c=1e3, s_unstretched=0.1)
        model.above = SpringDamperParallel(model.world.at([0.5, 0, 1]), model.point.frame_a, c=1e3, s_unstretched=0.2)
    else:
        model.both = SpringDamperParallel(model.arm.node("middle"), model.world.at([0.5, 0, 1]), c=500.0, s_unstretched=0.3)
    return simulate(model, stop_time=0.1)["r[3]"][-1]


def test_massless_point_on_a_node():
    assert springs_in_series(True) == pytest.approx(springs_in_series(False), abs=INTEGRATION)


def turned_disk(formulation: str) -> Mapping[str, float]:
    model = arm()
    model.formulation = formulation
    model.disk = Body(m=0.1, I=[1e-3] * 3)
    model.spin = Revolute(model.arm.node("middle"), model.disk.frame_a, n=Y)
    model.rotor, model.drive = RotorInertia(model.spin, J=0.01, ratio=5.0), JointTorque(model.spin)
    model.expose(inputs={"drive": model.drive.tau}, outputs={"w": model.spin.w})
    return simulate(model, stop_time=0.1, inputs={"drive": 3.0})[-1]


@pytest.mark.slow
def test_rotor_at_a_node():
    found, expected = turned_disk("articulated_body"), turned_disk("newton_euler")
    assert [found["w"], found["r[3]"]] == pytest.approx([expected["w"], expected["r[3]"]], rel=INTEGRATION)


@pytest.mark.slow
def test_linkage_on_a_node():
    """Which the recursion leaves to loops on the node, other formulations to all bodies together."""
    found = []
    for formulation in ("articulated_body", "kane"):
        model = arm()
        model.formulation = formulation
        model.frame, model.crank = Body(m=1.0, I=[0.1] * 3), Body(m=0.1, r_CM=[0.1, 0, 0])
        model.coupler, model.rocker = Body(m=0.1, r_CM=[0.1, 0, 0]), Body(m=0.1, r_CM=[0.1, 0, 0])
        model.on = Fixed(model.arm.node("middle"), model.frame.frame_a)
        model.j1 = Revolute(model.frame.frame_a, model.crank.frame_a, n=Y, phi_start=-1.5)
        model.j2 = Revolute(model.crank.at([0.2, 0, 0]), model.coupler.frame_a, n=Y, phi_start=1.5)
        model.j3 = Revolute(model.frame.at([0.2, 0, 0]), model.rocker.frame_a, n=Y, phi_start=-1.5)
        model.j4 = Revolute(model.coupler.at([0.21, 0, 0]), model.rocker.at([0.2, 0, 0]), n=Y)
        found.append(simulate(model, stop_time=0.05)["r[3]"][-1])
    assert found[0] == pytest.approx(found[1], abs=INTEGRATION)


def test_node_held_by_a_rod():
    """A beam on a hinge and a rod in its middle carries its load there: twice the load and the weight, less what the spring takes."""
    model = arm()
    model.rod = Distance(model.world.at([0.5, 0, -1]), model.arm.node("middle"), s=1.0)
    model.reaction = JointReaction(model.pivot)
    model.spring.c = 0.0
    model.expose(outputs={"f": model.reaction.f})
    found = equilibrium(model).outputs
    assert np.hypot(found["f[1]"], found["f[3]"]) == pytest.approx(2.0 * 9.81, rel=1e-2)


def test_gravity_that_is_not_uniform():
    """A beam on a circle around the earth has the tide's tension only, and stays on it."""
    r, mu = 7e6, 4e14
    model = Model("Orbit")
    model.world, model.beam = PointGravityWorld(mu=mu), FlexibleBody(DATA, modes=2)
    model.free = FreeMotion(model.world.frame_b, model.beam.frame_a, r_start=[r, 0, 0], v_start=[0, np.sqrt(mu / r), 0])
    model.end = PositionSensor(model.beam.node("middle"))
    model.expose(outputs={"r": model.end.r, "e": model.beam.e})
    found = simulate(model, stop_time=1.0)[-1]
    angle = np.sqrt(mu / r**3)
    assert found["r[2]"] == pytest.approx(r * np.sin(angle), abs=1e-4)
    assert abs(found["e[1]"]) < 1e-6


@pytest.mark.slow
def test_interface_mass_of_a_node():
    """What a force at the port of a hub on a node gives it is what inertia of the arm and its load let it have."""
    model = arm()
    model.hub, model.push = Hub(model.arm.node("middle")), WorldForce(model.arm.node("middle"))
    model.speed = AccelerationSensor(model.arm.node("middle"))
    model.expose(ports={"hub": model.hub}, inputs={"f": model.push.f}, outputs={"a": model.speed.a}, interface_mass=True)
    free, pushed = (simulate(model, stop_time=1e-3, inputs={"f[3]": f})[0] for f in (0.0, 1.0))
    assert free["hub.inverse_mass.zz"] == pytest.approx(pushed["a[3]"] - free["a[3]"], rel=ROUNDOFF * 100)
