"""Static equilibria: published and closed forms, least energy, every formulation, and what has none."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve, minimize, minimize_scalar
from scipy.spatial.transform import Rotation

from mbfmu import (
    BlockModel,
    Body,
    Bushing,
    EnergyError,
    FreeMotion,
    JointForce,
    JointLoad,
    JointMotionInput,
    JointTorque,
    MbfmuError,
    Model,
    Parameter,
    Pid,
    PotentialEnergy,
    Prismatic,
    Revolute,
    RevoluteEndStop,
    RevoluteFriction,
    State,
    SteadyJointMotion,
    TorsionSpringDamper,
    TranslationSpringDamper,
    World,
    compile_problem,
    connect,
    equilibrium,
    linearize,
)
from mbfmu.engine.instance import Instance
from mbfmu.problem.load_problem import load_model
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.library import FMUS, problem_of
from tests.tolerances import BALANCED, CATENARY, LEAST, OMAR, ROUNDOFF, SETTLED

g = 9.81
DOWN = [0, 1, 0]


def pendulum(phi: float, **hinge) -> Model:
    """Omar's: 1.7595 kg, 1.5 m; at phi = pi / 2 it hangs."""
    model = Model("Pendulum")
    model.world, model.rod = World(g=g), Body(m=1.7595, r_CM=[0.75, 0, 0], I=[0.1, 0.33, 0.33])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=DOWN, phi_start=phi, **hinge)
    model.expose(outputs={"phi": model.pivot.phi})
    return model


def slider_crank(c=300.0, crank=0.4, rod=1.0) -> Model:
    """A crank (along x at zero) and a rod in the vertical plane; the slider on the x axis is drawn by a spring that is slack at 0.5 m."""
    model = Model("SpringedSliderCrank")
    model.world = World(g=g)
    model.crank = Body(m=3.0, r_CM=[crank / 2, 0, 0], I=[0.01, 0.04, 0.04])
    model.rod = Body(m=4.0, r_CM=[rod / 2, 0, 0], I=[0.01, 0.33, 0.33])
    model.slider = Body(m=1.0, I=[0.01, 0.01, 0.01])
    model.bearing = Revolute(model.world.frame_b, model.crank.frame_a, n=DOWN, phi_start=-0.5)
    model.pin = Revolute(model.crank.at([crank, 0, 0]), model.rod.frame_a, n=DOWN, phi_start=0.7)
    model.guide = Prismatic(model.world.frame_b, model.slider.frame_a, n=[1, 0, 0], s_start=1.2)
    model.wrist = Revolute(model.rod.at([rod, 0, 0]), model.slider.frame_a, n=DOWN)
    model.spring = TranslationSpringDamper(model.guide, c=c, s_rel0=0.5)
    model.expose(outputs={"phi": model.bearing.phi, "s": model.guide.s})
    return model


def parallelogram(formulation: str, crank=0.4) -> Model:
    """Two equal cranks carry a coupler; with the pins in line, rows are redundant."""
    model = Model("Parallelogram", formulation=formulation)
    model.world = World(g=g)
    model.left, model.right = (Body(m=1.0, r_CM=[0, 0, -crank / 2], I=[0.02, 0.02, 0.02]) for _ in range(2))
    model.coupler = Body(m=3.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    model.a = Revolute(model.world.frame_b, model.left.frame_a, n=[0, -1, 0], phi_start=-2.0, w_start=3.0)
    model.b = Revolute(model.world.at([1, 0, 0]), model.right.frame_a, n=[0, -1, 0], phi_start=-2.0)
    model.c = Revolute(model.left.at([0, 0, -crank]), model.coupler.frame_a, n=[0, -1, 0], phi_start=2.0)
    model.d = Revolute(model.right.at([0, 0, -crank]), model.coupler.at([1, 0, 0]), n=[0, -1, 0])
    model.torque = JointTorque(model.a)
    model.expose(inputs={"a.t": model.torque.tau}, outputs={"phi": model.a.phi})
    return model


def test_omars_pendulum():
    found = equilibrium(pendulum(0.0, w_start=3.0))
    assert found.potential_energy == pytest.approx(-12.9455, abs=OMAR)
    assert found.outputs["phi"] == pytest.approx(np.pi / 2, abs=SETTLED)
    assert found.loads["pivot.f"].value == pytest.approx([-1.7595 * g, 0, 0], abs=SETTLED)
    assert (found.stability, found.kinetic_energy, next(iter(found.moved))) == ("stable", 0.0, "pivot.phi")
    assert found.acceleration <= BALANCED and found.evaluations > 0


def test_omars_chain_hangs():
    found = equilibrium(problem_of("chain_50"))
    angles = np.cumsum([found.outputs[f"phi{i}"] for i in range(1, 51)])
    assert found.outputs["potential_energy"] == pytest.approx(-32363.80, abs=0.01)
    assert np.abs(angles - np.pi / 2).max() < 1e-6
    assert found.acceleration <= BALANCED


def test_a_tangle_of_fifty_links_hangs():
    start = np.random.default_rng(1).uniform(-np.pi, np.pi, 50)
    found = equilibrium(problem_of("chain_50"), {f"hinge{i}.phi_start": phi for i, phi in enumerate(start, 1)})
    angles = np.cumsum([found.outputs[f"phi{i}"] for i in range(1, 51)])
    assert np.cos(angles) == pytest.approx(np.zeros(50), abs=1e-6)
    assert np.sin(angles) == pytest.approx(np.ones(50), abs=1e-6)
    assert found.stability == "stable"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_redundant_loop_in_every_formulation(formulation):
    """The torque about both cranks against the weight: tau = g sin(phi) (2 * 1 kg * 0.2 m + 3 kg * 0.4 m)."""
    tau = 8.0
    found = equilibrium(parallelogram(formulation), {"a.t": tau})
    assert np.sin(found.outputs["phi"]) == pytest.approx(tau / (g * 1.6), abs=SETTLED)
    assert np.cos(found.outputs["phi"]) > 0
    assert found.acceleration <= BALANCED


def test_a_slider_crank_with_a_spring_has_the_least_energy():
    found = equilibrium(slider_crank())

    def energy(phi: float) -> float:
        down = 0.4 * np.sin(phi)
        s = 0.4 * np.cos(phi) + np.sqrt(1.0 - down**2)
        return -g * (3.0 * down / 2 + 4.0 * down / 2) + 150.0 * (s - 0.5) ** 2

    grid = np.linspace(-np.pi, np.pi, 2001)
    near = grid[np.argmin([energy(phi) for phi in grid])]
    best = minimize_scalar(energy, bracket=(near - 0.01, near + 0.01), tol=ROUNDOFF)
    turned = (found.outputs["phi"] - best.x) / (2 * np.pi)
    assert turned == pytest.approx(round(turned), abs=CATENARY)
    assert found.potential_energy == pytest.approx(best.fun, abs=SETTLED)
    assert (found.stability, found.acceleration <= BALANCED) == ("stable", True)


def test_a_quarter_car_rests_on_its_springs():
    car = load_model(FMUS / "quarter_car" / "model.py")
    found, (spring, wheel, body) = equilibrium(car), (car.elements[name].values for name in ("suspension", "wheel", "body"))
    assert found.loads["suspension.f"].value == pytest.approx(body["m"] * g, rel=SETTLED)
    assert found.loads["tire.f"].value == pytest.approx((body["m"] + wheel["m"]) * g, rel=SETTLED)
    assert found.outputs["suspension_travel"] == pytest.approx(-body["m"] * g / spring["c"], rel=SETTLED)
    assert (found.stability, found.acceleration <= BALANCED) == ("stable", True)


def test_a_wheel_loader_stands_on_its_tires():
    loader = load_model(FMUS / "wheel_loader" / "model.py")
    problem = compile_problem(loader)
    found, moving = equilibrium(problem), Instance(problem)
    carried = sum(found.outputs[f"wheel_load_{corner}"] for corner in ("front_left", "front_right", "rear_left", "rear_right"))
    assert carried == pytest.approx(g * sum(body.values["m"] for body in loader.of_type(Body)), rel=SETTLED)
    assert found.acceleration <= BALANCED
    moving.initialize()
    moving.advance(1.0)
    assert found.evaluations < moving.evaluations  # than a second of its motion takes at its own tolerance


def hanging(links: int, length: float, weight: float, span: float, drop: float) -> tuple[np.ndarray, np.ndarray]:
    """How far below the horizontal each link of a chain between two pins leans [rad], and what holds it on its left: to the left and upward [N].

    What carries a link at its middle is the upward force less what hangs before: its lean has the tangent of that over the force to the left. Both
    follow from span and drop, where its right end is.
    """
    before = weight * (np.arange(links) + 0.5)
    lean = lambda forces: np.arctan2(forces[1] - before, forces[0])
    ends = lambda forces: length * np.array([np.cos(lean(forces)).sum(), np.sin(lean(forces)).sum()]) - [span, drop]
    forces = fsolve(ends, [weight * links / 4, weight * links / 2], xtol=ROUNDOFF)
    return lean(forces), forces


@pytest.mark.slow
@pytest.mark.parametrize("drop", [0.0, 0.2])
def test_a_chain_pinned_at_both_ends_hangs_as_a_discrete_catenary(drop: float):
    model, count, length = Model("Catenary"), 50, 0.02
    model.world = World(g=g)
    hanger, lean = model.world.frame_b, 1.2 * np.cos(np.pi * (np.arange(count) + 0.5) / count) + drop
    for i, turn in enumerate(np.diff(lean, prepend=0.0), 1):
        link = model.add(f"link{i}", Body(m=0.1, r_CM=[length / 2, 0, 0], I=[1e-6, 0.1 * length**2 / 12, 0.1 * length**2 / 12]))
        model.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=DOWN, phi_start=turn))
        hanger = link.at([length, 0, 0])
    model.last = Revolute(model.world.at([0.6, 0, -drop]), hanger, n=DOWN)
    found = equilibrium(model)
    angles = np.cumsum([found.states[f"hinge{i}.phi"] for i in range(1, count + 1)])
    lean, forces = hanging(count, length, 0.1 * g, 0.6, drop)
    for ours, theirs in ((np.cos(angles), np.cos(lean)), (np.sin(angles), np.sin(lean))):
        assert length * np.cumsum(ours) == pytest.approx(length * np.cumsum(theirs), abs=CATENARY)
    depth = length * (np.cumsum(np.sin(lean)) - np.sin(lean) / 2)
    assert found.potential_energy == pytest.approx(-0.1 * g * depth.sum(), rel=SETTLED)
    left, up = [-np.cos(angles[0]), 0, -np.sin(angles[0])], [-np.sin(angles[0]), 0, np.cos(angles[0])]
    assert [found.loads["hinge1.f"].value @ way for way in (left, up)] == pytest.approx(forces, rel=SETTLED)
    assert found.acceleration <= BALANCED


def test_a_body_far_off_on_a_bushing():
    """Turned by 2.5 rad and two metres away, it comes to where the bushing carries its weight: z = -m g / c, upright."""
    model = Model("Suspended")
    model.world, model.body = World(g=g), Body(m=2.0, I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[2, -1, 1], Q_start=[0, 0.6, 0, 0.8])
    model.bushing = Bushing(model.world.frame_b, model.body.frame_a, c=[100, 200, 300], c_phi=[10, 40, 90])
    found = equilibrium(model)
    assert [found.states[f"free.r[{i}]"] for i in (1, 2, 3)] == pytest.approx([0, 0, -2 * g / 300], abs=SETTLED)
    assert [abs(found.states[f"free.Q[{i}]"]) for i in (1, 2, 3, 4)] == pytest.approx([0, 0, 0, 1], abs=SETTLED)


class Maxwell(JointLoad):
    """A spring behind a damper: what it remembers is where the damper stands."""

    attachments = {"joint": Revolute}
    c = Parameter("N.m/rad", "stiffness", 20.0)
    d = Parameter("N.m.s/rad", "damping constant", 5.0)
    r_start = Parameter("rad", "angle of the damper at the start", 0.0, start=True)
    r = State("rad", "angle of the damper")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-p.c * (q[0] - u.r)])

    @staticmethod
    def rates(p, u, t, q, v):
        return {"r": p.c * (q[0] - u.r) / p.d}


def test_forces_with_a_memory_with_friction_and_with_stops():
    """A pendulum on its stop, from where it leans on a spring that creeps: c (phi - 1) = m g l cos(phi)."""
    model = pendulum(-0.2)
    model.creeping, model.friction = Maxwell(model.pivot), RevoluteFriction(model.pivot, dry=0.5)
    model.stop = RevoluteEndStop(model.pivot, lower=-1.0, upper=1.0, c=1e3, d=0.1)
    phi = brentq(lambda phi: 1e3 * (phi - 1.0) - 1.7595 * g * 0.75 * np.cos(phi), 1.0, 1.5, xtol=ROUNDOFF)
    found = equilibrium(model)
    assert (found.states["pivot.phi"], found.states["creeping.r"]) == pytest.approx((phi, phi), abs=SETTLED)
    assert (found.stability, found.acceleration <= BALANCED) == ("stable", True)


def test_a_controller_with_an_integral_holds_its_set_point():
    """The states of blocks come to rest too: the error is none, and the integral carries the weight."""
    lift = Model("Lift")
    lift.world, lift.cabin = World(g=g), Body(m=2.0)
    lift.guide = Prismatic(lift.world.frame_b, lift.cabin.frame_a, n=[0, 0, 1])
    lift.motor = JointForce(lift.guide)
    lift.expose(inputs={"f": lift.motor.f}, outputs={"s": lift.guide.s})
    pid = BlockModel("Pid", Pid("m", "N", k=100.0, T_d=0.2, y_min=-100.0, y_max=100.0))
    found = equilibrium(connect("Held", {"lift": lift, "pid": pid}, [("lift.s", "pid.measurement"), ("pid.y", "lift.f")]), {"pid.set_point": 0.7})
    assert found.outputs["lift.s"] == pytest.approx(0.7, abs=SETTLED)
    assert found.outputs["pid.y"] == pytest.approx(2.0 * g, rel=SETTLED)


@pytest.mark.parametrize("aside", [0.0, -9.81e-10])
def test_stiff_springs_far_from_the_origin_balance_as_well_as_places_can_be_told(aside):
    """At 100 m a place is known to 1e-14 m, by which the spring's acceleration differs by 1e-4 m/s2."""
    model = Model("Stiff")
    model.world, model.mass = World(g=g), Body(m=0.01)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1], s_start=100.0 + aside)
    model.spring = TranslationSpringDamper(model.guide, c=1e8, s_rel0=100.0)
    model.expose(outputs={"s": model.guide.s})
    assert equilibrium(model).outputs["s"] == pytest.approx(100.0 - 0.01 * g / 1e8, rel=ROUNDOFF)


def test_what_winds_up_is_named():
    """A controller that nobody hears integrates its error."""
    model, pid = Model("Lift"), BlockModel("Pid", Pid("m", "N", k=1.0, T_i=1.0, y_min=-1e9, y_max=1e9))
    model.world, model.cabin = World(g=g), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.cabin.frame_a, n=[0, 0, 1])
    model.spring = TranslationSpringDamper(model.guide, c=100.0)
    model.expose(outputs={"s": model.guide.s})
    unheard = connect("Unheard", {"lift": model, "pid": pid}, [("lift.s", "pid.measurement")])
    with pytest.raises(MbfmuError, match="pid.integral_state still changes .* it would change by 0.196 N/s"):
        equilibrium(unheard)


def test_prescribed_positions_are_held():
    model = pendulum(0.3)
    model.arm = Body(m=1.0, r_CM=[1, 0, 0], I=[1, 1, 1])
    model.elbow = Revolute(model.rod.at([1.5, 0, 0]), model.arm.frame_a, n=DOWN)
    model.drive = JointMotionInput(model.pivot)
    model.expose(inputs={"angle": model.drive.s})
    found = equilibrium(model, {"angle": 0.2})
    assert found.states["pivot.phi"] == pytest.approx(0.2, abs=SETTLED)
    assert found.states["elbow.phi"] == pytest.approx(np.pi / 2 - 0.2, abs=SETTLED)


def test_what_does_not_come_to_rest_is_named():
    stone = Model("Stone")
    stone.world, stone.body = World(g=g), Body(m=1.0, I=[1, 1, 1])
    stone.free = FreeMotion(stone.world.frame_b, stone.body.frame_a)
    with pytest.raises(MbfmuError, match=r"Stone does not come to rest: free.v\[3\] .* -9.81 m/s2"):
        equilibrium(stone)
    motor = Model("Motor")
    motor.world, motor.rotor = World(g=0), Body(m=1.0, I=[2, 2, 2])
    motor.shaft = Revolute(motor.world.frame_b, motor.rotor.frame_a, n=[0, 0, 1])
    motor.damper, motor.torque = TorsionSpringDamper(motor.shaft, d=0.1), JointTorque(motor.shaft)
    motor.expose(inputs={"tau": motor.torque.tau})
    assert equilibrium(motor).stability == "neutral"
    with pytest.raises(MbfmuError, match="shaft.w .* it would change by 1.5 rad/s2"):
        equilibrium(motor, {"tau": 3.0})
    motor.speed = SteadyJointMotion(motor.shaft, v=2.0)
    with pytest.raises(MbfmuError, match="speed prescribes a motion of 2 rad/s"):
        equilibrium(motor)


@pytest.mark.parametrize("asked", [{}, {"hold": {"pivot.phi": 0.4}, "find": ["motor.tau"]}])
def test_sensors_that_integrate_start_there(asked: dict[str, Any]):
    """The way to the equilibrium is not their past: a run from there has no error to begin with."""
    model = pendulum(0.3)
    model.motor, model.energy = JointTorque(model.pivot), EnergyError()
    model.expose(outputs={"error": model.energy.error})
    assert equilibrium(model, **asked).outputs["error"] == pytest.approx(0.0, abs=SETTLED)


@pytest.mark.parametrize("phi", [-0.3, -0.5, -0.7])
def test_roundoff_is_no_motion(phi: float):
    """Held where it starts, a slider-crank stays there; only the bob on its rod swings down."""
    model = slider_crank()
    model.bearing.phi_start, model.bearing.q_fixed, model.motor = phi, True, JointTorque(model.bearing)
    model.bob = Body(m=2.0, r_CM=[0, 0, -0.3], I=[0.1, 0.1, 0.1])
    model.hook = Revolute(model.rod.at([0.5, 0, 0]), model.bob.frame_a, n=DOWN, phi_start=0.3, q_fixed=True)
    moved = equilibrium(model, hold={"bearing.phi": phi}, find=["motor.tau"]).moved
    assert {name for name, by in moved.items() if by} == {"hook.phi"}


def test_the_linear_system_there():
    found = equilibrium(pendulum(0.3))
    (mode,) = linearize(found).modes()
    assert mode.eigenvalue.imag == pytest.approx(np.sqrt(1.7595 * g * 0.75 / (0.33 + 1.7595 * 0.75**2)), rel=SETTLED)
    assert found.linearization.A == pytest.approx(linearize(found).A)
    with pytest.raises(MbfmuError, match="values, inputs and a time of its own"):
        linearize(found, time=1.0)


def test_the_model_is_as_it_was():
    model = pendulum(0.3)
    model.energy, model.potential = EnergyError(), PotentialEnergy()
    before = [len(e.attachers) for e in model.elements.values()]
    assert set(equilibrium(model).outputs) == {"phi"}
    assert [len(e.attachers) for e in model.elements.values()] == before
    assert [v.name for v in compile_problem(model).variables if v.causality == "output"] == ["phi"]


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler_minimal"])
def test_a_second_parallel_rail_leaves_the_equilibrium_as_it_is(formulation: str):
    """Least energy of a slide on a frame that swings; rows of the second rail are rounding, and left it accelerating by 0.008 rad/s2."""
    turned = Rotation.from_rotvec(0.7 * np.array([1, 2, 3]) / np.sqrt(14))
    hinge, r_CM, axes = np.array([0.1, 0.2, 0.3]), np.array([0.1, 0.2, -0.5]), {"n": [1, 2, 3], "angle": 0.7}
    model = Model("Rails", formulation=formulation)
    model.world, model.frame, model.slide = World(g=g), Body(m=3.0, r_CM=r_CM, I=[1.0, 2.0, 2.5]), Body(m=1.0, I=[0.1, 0.2, 0.25])
    model.hinge = Revolute(model.world.at(hinge, **axes), model.frame.frame_a, n=[0, 1, 0])
    for name, place in (("rail", [0, 0, 0]), ("second", [0, 0.2, 0])):
        model.add(name, Prismatic(model.frame.at(place, **axes), model.slide.at(place, **axes), n=[1, 0, 0]))
    model.spring = TranslationSpringDamper(model.rail, c=50.0, d=1.0)
    found = equilibrium(model)

    def energy(q: np.ndarray) -> float:
        R = (turned * Rotation.from_rotvec([0.0, q[0], 0.0])).as_matrix()
        return float(3.0 * g * (R @ r_CM)[2] + 1.0 * g * (R @ turned.apply([q[1], 0.0, 0.0]))[2] + 25.0 * q[1] ** 2)

    least = minimize(energy, [0.0, 0.0], tol=1e-14).x
    assert found.acceleration <= BALANCED
    assert [found.states["hinge.phi"], found.states["rail.s"]] == pytest.approx(least, abs=LEAST)
