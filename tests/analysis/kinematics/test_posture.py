"""What postures are told and asked: frames, names, parameters, runs, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

import mbfmu
from mbfmu import (
    BlockModel,
    Body,
    FixedTranslation,
    FreeMotion,
    JointMotionInput,
    JointTorque,
    KnifeEdge,
    MasslessPoint,
    Model,
    Pid,
    Planar,
    PositionDrive,
    Posture,
    Revolute,
    RevoluteEndStop,
    RotorInertia,
    Spherical,
    SpringDamperParallel,
    TorsionSpringDamper,
    Universal,
    World,
    build_portable,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.cli.library import library_file
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.joints import QuaternionCoordinates
from mbfmu.problem.load_problem import load_model

from ...mechanics.formulations.test_loops import LINKS
from ...model.urdf.test_accelerations import SMALL_ARM
from ...problem.linkages import four_bar
from ...random_loops import random_mechanism
from ...tolerances import INTEGRATION, INVERSE_KINEMATICS, LOOPS, ROUNDOFF

Y = [0, 1, 0]


def two_links() -> Model:
    """Two rods of 1 m and 0.5 m on hinges about y, with a tool of a length that can be tuned, a spring and a motor in the elbow."""
    model = Model("TwoLinks")
    model.world = World(g=10.0)
    model.upper, model.lower = Body(m=2.0, r_CM=[0.5, 0, 0]), Body(m=1.0, r_CM=[0.25, 0, 0])
    model.shoulder = Revolute(model.world.frame_b, model.upper.frame_a, n=Y, phi_start=0.2)
    model.elbow = Revolute(model.upper.at([1.0, 0, 0]), model.lower.frame_a, n=Y)
    model.tool = FixedTranslation(model.lower.at([0.5, 0, 0], n=Y, angle=np.pi / 2), r=[0, 0, 0.1])
    model.spring = TorsionSpringDamper(model.elbow, c=5.0, d=3.0)
    model.motor = JointTorque(model.elbow)
    model.expose(inputs={"tau": model.motor.tau}, outputs={"phi": model.shoulder.phi}, tunable=[model.tool.r, model.lower.m])
    return model


def test_frames_by_name_or_as_they_are():
    model = two_links()
    arm = Posture(model)
    arm.place([0.3, 0.4])
    end = np.array([np.cos(0.3) + 0.5 * np.cos(0.7), 0.0, -np.sin(0.3) - 0.5 * np.sin(0.7)])
    out = np.array([np.cos(0.7), 0.0, -np.sin(0.7)])  # z of a tool turned by a right angle points along the rod
    for frame, position in (("tool.frame_b", end + 0.1 * out), (model.tool.frame_b, end + 0.1 * out), (model.lower.at([0.5, 0, 0]), end)):
        np.testing.assert_allclose(arm.pose(frame)[:3, 3], position, atol=ROUNDOFF)
        arm.move([1.0, -2.0])
        np.testing.assert_allclose(arm.velocity(frame), arm.jacobian(frame) @ [1.0, -2.0], atol=ROUNDOFF)
        across = np.cross(Y, position)  # velocity of the point for a turn about the shoulder
        np.testing.assert_allclose(arm.jacobian(frame)[:, 0], [*across, 0.0, 1.0, 0.0], atol=ROUNDOFF)
    T = arm.pose(model.tool.frame_b, relative_to=model.lower)
    np.testing.assert_allclose(T, [[0, 0, 1, 0.6], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]], atol=ROUNDOFF)
    np.testing.assert_allclose(arm.pose("world"), np.eye(4), atol=ROUNDOFF)
    assert not arm.jacobian(model.world).any()


def test_a_frame_beside_its_carrier_is_aimed_at():
    model = two_links()
    arm = Posture(model)
    frame = model.lower.at([0.5, 0, 0], n=Y, angle=0.5)
    arm.place([0.3, 0.4])
    goal = arm.pose(frame)
    arm.place([0.0, 0.1])
    arm.reach(frame, goal[:3, 3], goal[:3, :3])
    np.testing.assert_allclose(arm.q, [0.3, 0.4], atol=INVERSE_KINEMATICS)


def test_a_parameter_that_is_tuned_counts():
    arm = Posture(two_links())
    arm.place([0.0, 0.0])
    arm.set("tool.r", [0.0, 0.0, 0.3])
    np.testing.assert_allclose(arm.pose("tool.frame_b")[:3, 3], [1.8, 0.0, 0.0], atol=ROUNDOFF)
    arm.set("lower.m", 4.0)
    np.testing.assert_allclose(arm.holding_forces(), [-10.0 * (2.0 * 0.5 + 4.0 * 1.25), -10.0 * 4.0 * 0.25], atol=10 * ROUNDOFF)
    with pytest.raises(MbfmuError, match="lower.m"):
        arm.set("lower.m", -1.0)
    with pytest.raises(MbfmuError, match="no variable 'lower.n'"):
        arm.set("lower.n", 1.0)


def test_what_follows_from_a_parameter_of_the_model_follows():
    model = Model("Rod")
    model.world = World()
    L = model.parameter("L", 0.5, "m")
    limit = model.parameter("limit", 1.0, "rad")
    model.rod = Body(m=1.0, r_CM=[L / 2, 0, 0], I=[0.1, 0.1, 0.1])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=Y, phi_start=0.1)
    model.stop = RevoluteEndStop(model.pivot, lower=-limit, upper=limit, c=100.0)
    arm = Posture(model)
    tip = model.rod.at([L, 0, 0])
    arm.place([0.0])
    for length in (0.5, 0.8):
        arm.set("L", length)
        np.testing.assert_allclose(arm.pose(tip)[:3, 3], [length, 0, 0], atol=ROUNDOFF)
        np.testing.assert_allclose(arm.holding_forces(), [-9.81 * length / 2], atol=10 * ROUNDOFF)
    arm.set("limit", 2.0)
    assert arm.limits == {"pivot.phi": (-2.0, 2.0)} and arm.start_values == {"pivot.phi_start": 0.0, "pivot.w_start": 0.0}
    with pytest.raises(MbfmuError, match="where pivot.phi is at its limit"):
        arm.reach(tip, [-0.8, 0.0, 0.0])


def test_forces_come_on_top_of_springs_and_dampers():
    arm = Posture(two_links())
    arm.place({"shoulder.phi": np.pi / 2, "elbow.phi": 0.4})
    arm.move({"elbow.w": 0.5})
    weight = -1.0 * 10.0 * 0.25 * np.cos(np.pi / 2 + 0.4)
    assert arm.holding_forces()[1] == pytest.approx(weight + 5.0 * 0.4, abs=10 * ROUNDOFF)
    assert arm.inverse_dynamics()[1] == pytest.approx(weight + 5.0 * 0.4 + 3.0 * 0.5, abs=10 * ROUNDOFF)
    rest = arm.inverse_dynamics()
    np.testing.assert_allclose(arm.inverse_dynamics({"elbow.w": 2.0}) - rest, arm.mass_matrix() @ [0.0, 2.0], atol=10 * ROUNDOFF)


def test_end_stops_push_where_a_posture_is_beyond_them():
    model = two_links()
    model.stop = RevoluteEndStop(model.elbow, lower=-1.0, upper=1.0, c=100.0)
    arm, free = Posture(model), Posture(two_links())
    for angle, pushed in ((0.9, 0.0), (1.2, 20.0), (-1.1, -10.0)):
        for posture in (arm, free):
            posture.place({"elbow.phi": angle})
        assert arm.holding_forces()[1] - free.holding_forces()[1] == pytest.approx(pushed, abs=100 * ROUNDOFF)


def test_a_run_of_connected_models_is_followed_by_the_name_of_the_part():
    cell = connect("Cell", {"arm": two_links(), "control": BlockModel("Control", Pid("rad", "N.m"))}, [("control.y", "arm.tau")])
    arm = Posture(two_links())
    with mbfmu.open(cell) as run:
        run.step(0.1)
        arm.follow(run, "arm")
        np.testing.assert_allclose(arm.q, [run.states["arm.shoulder.phi"], run.states["arm.elbow.phi"]], atol=ROUNDOFF)
        with pytest.raises(MbfmuError, match="the run has no states shoulder.phi"):
            arm.follow(run)


def test_a_run_is_followed_and_started_from_a_posture():
    model = four_bar(w=3.0)
    arm = Posture(model)
    with mbfmu.open(model) as run:
        run.step(0.3)
        arm.follow(run)
        states = run.states
    assert arm.v == pytest.approx(states["A.w"], abs=ROUNDOFF)
    model.expose(outputs={"phi": model.A.phi, "w": model.A.w, "C": model.C.phi})
    found = simulate(model, 0.01, values=arm.start_values)
    for name, own in (("phi", "A.phi"), ("C", "C.phi")):
        assert found[name][0] == pytest.approx(dict(zip(arm.coordinates, arm.q))[own], abs=LOOPS)
    assert found["w"][0] == pytest.approx(arm.v[0], abs=INTEGRATION)
    with mbfmu.open(two_links()) as other, pytest.raises(MbfmuError, match="the run has no states A.phi, B.phi, D.phi"):
        arm.follow(other)


def test_rotors_count_and_drives_do_not():
    model = two_links()
    model.rotor = RotorInertia(model.elbow, J=1e-3, ratio=50.0)
    model.servo = PositionDrive(model.elbow, c=200.0, d=20.0, torque_limit=50.0, speed_limit=2.0)
    geared, plain = Posture(model), Posture(two_links())
    for arm in (geared, plain):
        arm.place([0.3, 0.8])
    np.testing.assert_allclose(geared.mass_matrix() - plain.mass_matrix(), [[0, 0], [0, 2.5]], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(geared.inverse_dynamics([1.0, 2.0]) - plain.inverse_dynamics([1.0, 2.0]), [0.0, 5.0], atol=100 * ROUNDOFF)


def of_library(name: str) -> Model:
    return load_model(library_file(f"fmus/{name}/model.py"))


def random_loop(closing: list) -> Model:
    rng = np.random.default_rng(4)
    return random_mechanism(rng, rng.permutation(LINKS), closing).model


@pytest.mark.parametrize(
    "make, of",
    [
        (of_library, "slider_crank"),
        (of_library, "rolling_disk"),
        pytest.param(of_library, "spacecraft", marks=pytest.mark.slow),
        pytest.param(random_loop, [Universal], marks=pytest.mark.slow),
        (random_loop, [Spherical, Universal]),
    ],
)
def test_a_mechanism_that_nothing_drives_accelerates_as_in_a_run(make, of):
    """M a + h = 0: with loops, with rows that hold for speeds only, and freely in orbit; the run has the recursion, the posture inverse dynamics."""
    model = make(of)
    posture = Posture(model)
    with mbfmu.open(model) as run:
        run.step(0.05)
        posture.follow(run)
        time, states = run.time, run.states
    instance = Instance(compile_problem(model))
    instance.initialize()
    rates = dict(zip(states, instance.derivative(time, np.array([*states.values()]))))
    found = np.linalg.solve(posture.mass_matrix(), -posture.inverse_dynamics())
    truth = np.array([rates[speed] for speed in posture.speeds])
    np.testing.assert_allclose(found, truth, atol=LOOPS * np.abs(truth).max())


def test_drives_hold_nothing():
    model = two_links()
    model.drive = JointMotionInput(model.shoulder)
    model.expose(inputs={"s": model.drive.s})
    arm = Posture(model)
    assert arm.speeds == ("shoulder.w", "elbow.w")
    elbow = arm.q[1]
    arm.place({"shoulder.phi": 1.0})
    np.testing.assert_array_equal(arm.q, [1.0, elbow])


def test_what_may_slide_one_way_only_has_fewer_speeds_than_coordinates():
    model = Model("Sleigh")
    model.world, model.sleigh = World(), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.floor = Planar(model.world.frame_b, model.sleigh.frame_a, n=[0, 0, 1], n_x=[1, 0, 0])
    model.edge = KnifeEdge(model.world.frame_b, model.sleigh.frame_a)
    arm = Posture(model, independent=["floor.v_x", "floor.w"])
    arm.place({"floor.phi": 0.3, "floor.s_y": 2.0})
    arm.move([2.0, 0.5])
    np.testing.assert_allclose(arm.velocity("sleigh"), [2.0, 2.0 * np.tan(0.3), 0, 0, 0, 0.5], atol=LOOPS)


@pytest.mark.parametrize("ball", [Spherical, FreeMotion, QuaternionCoordinates])
def test_euler_parameters_are_of_length_one(ball):
    model = Model("Ball")
    model.world, model.ball = World(), Body(m=1.0, r_CM=[0.1, 0, 0], I=[0.1, 0.2, 0.3])
    model.joint = ball(model.world.frame_b, model.ball.frame_a)
    arm = Posture(model)
    Q = [name for name in arm.coordinates if ".Q[" in name]
    arm.place(dict(zip(Q, 2.0 * mbfmu.from_roll_pitch_yaw(0.1, 0.2, 0.3))) if ball is not QuaternionCoordinates else {})
    with pytest.raises(MbfmuError, match="Euler parameters must not all be zero|cannot be closed"):
        arm.place(dict.fromkeys(Q, 0.0))
    arm.reach("ball", arm.pose("ball")[:3, 3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    np.testing.assert_allclose(arm.pose("ball")[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=INVERSE_KINEMATICS)
    own = dict(zip(arm.coordinates, arm.q))
    assert np.linalg.norm([own[name] for name in Q]) == pytest.approx(1.0, abs=LOOPS)
    assert arm.mass_matrix().shape == (len(arm.speeds),) * 2 and len(arm.speeds) in (3, 6)


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda arm: arm.pose("lwer"), r"TwoLinks has no part 'lwer' \(did you mean 'lower'\?\)"),
        (lambda arm: arm.pose("lower.frame_c"), "lower has no frame 'frame_c'"),
        (lambda arm: arm.pose(3), "3 is no frame"),
        (lambda arm: arm.pose(two_links().lower), "on no part of TwoLinks"),
        (lambda arm: arm.place({"elbw.phi": 1.0}), r"no coordinate 'elbw.phi' \(did you mean 'elbow.phi'\?\)"),
        (lambda arm: arm.place([1.0]), "there are 2 numbers, one for each coordinate, not 1: shoulder.phi, elbow.phi"),
        (lambda arm: arm.place([1.0, np.nan]), "must be finite numbers"),
        (lambda arm: arm.move("fast"), "'fast' are no numbers"),
        (lambda arm: arm.inverse_dynamics([1.0, 2.0, 3.0]), "there are 2 numbers, one for each independent speed, not 3"),
        (lambda arm: arm.reach("lower", [1.0, 2.0]), "a position is three finite numbers"),
        (lambda arm: arm.reach("lower", [1.0, 0.0, 0.0], 2.0 * np.eye(3)), "an orientation is a rotation matrix"),
        (lambda arm: arm.reach("lower", [1.0, 0.0, 0.0], limits={"elbow.phi": 1.0}), "limits of elbow.phi must be a lower and a larger upper one"),
    ],
)
def test_what_makes_no_sense_is_said(ask, words):
    arm = Posture(two_links())
    with pytest.raises(MbfmuError, match=words):
        ask(arm)
    np.testing.assert_array_equal(arm.q, [0.2, 0.0])


def test_what_has_no_postures_is_refused(tmp_path: Path):
    path = build_portable(two_links(), tmp_path)
    with pytest.raises(MbfmuError, match="an FMU does not show its joints; give the .py or .urdf"):
        Posture(path)
    with mbfmu.open(path) as run, pytest.raises(MbfmuError, match="is an FMU, which keeps its states to itself"):
        Posture(two_links()).follow(run)
    with pytest.raises(MbfmuError, match="a Posture is that of a Model"):
        Posture(3.0)
    assert Posture(SMALL_ARM).speeds == ("turn.w", "lift_joint.w", "rod.v")
    model = two_links()
    model.point = MasslessPoint()
    model.rope = SpringDamperParallel(model.lower.frame_a, model.point.frame_a, c=100.0)
    model.rope_2 = SpringDamperParallel(model.world.frame_b, model.point.frame_a, c=100.0)
    with pytest.raises(MbfmuError, match="point: the place of a MasslessPoint follows from forces"):
        Posture(model)


def test_independent_speeds_of_a_tree_in_another_order():
    plain, swapped = Posture(two_links()), Posture(two_links(), independent=["elbow.w", "shoulder.w"])
    order = [plain.speeds.index(name) for name in swapped.speeds]
    for posture in (plain, swapped):
        posture.place({"elbow.phi": 0.4})
        posture.move({"shoulder.w": 0.5, "elbow.w": -0.2})
    assert swapped.v == pytest.approx(plain.v[order])
    assert swapped.mass_matrix() == pytest.approx(plain.mass_matrix()[np.ix_(order, order)], rel=ROUNDOFF)
    assert swapped.holding_forces() == pytest.approx(plain.holding_forces()[order], rel=ROUNDOFF)
    accelerations = np.array([1.0, 3.0])
    assert swapped.inverse_dynamics(accelerations) == pytest.approx(plain.inverse_dynamics(accelerations[order])[order], rel=ROUNDOFF)
