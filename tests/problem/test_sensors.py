"""Accelerations and reactions against closed forms and against balances that do not use them."""

import numpy as np
import pytest

from mbfmu import Body, Fixed, FixedTranslation, FreeMotion, Model, Prismatic, Revolute, SpringDamperParallel, TorsionSpringDamper, World
from mbfmu.base.spatial.inertia import symmetric
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.forces import JointLoad
from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.sensors import (
    AccelerationSensor,
    DistanceSensor,
    JointReaction,
    OrientationSensor,
    PoseSensor,
    PositionSensor,
    VelocitySensor,
)
from mbfmu.problem.mechanism.mechanics import compile_model

from ..random_forces import ALL_FORCES, joint_for, random_inputs, random_values
from ..random_models import ALL_JOINTS, build, random_links, random_state
from ..running import IN_JOINT_COORDINATES, Running
from ..tolerances import BALANCE, RESIDUAL, ROUNDOFF

M, L, G = 2.0, 0.8, 9.81


def pendulum(backwards=False, **start):
    """A point mass on a rod turning about y; phi = 0 along x, gravity along -z."""
    model = Model("Pendulum")
    model.world = World(g=G)
    model.bob = Body(m=M, r_CM=[L, 0, 0])
    ends = [model.world.frame_b, model.bob.frame_a]
    model.pivot = Revolute(*reversed(ends), n=[0, -1, 0], **start) if backwards else Revolute(*ends, n=[0, 1, 0], **start)
    model.force = JointReaction(model.pivot)
    model.motion = AccelerationSensor(model.bob.at([L, 0, 0], [0, 1, 0], 0.3))
    model.expose(outputs={"f": model.force.f, "t": model.force.t, "a": model.motion.a, "z": model.motion.z})
    return model


def measure(model):
    running = Running(compile_model(model))
    return running.outputs_at(running.x)


PHI, W = 0.7, 1.9
W_DOT = G / L * np.cos(PHI)  # turning about +y takes x towards -z, where gravity pulls


@pytest.mark.parametrize("backwards", [False, True])
def test_pendulum_acceleration(backwards):
    """Centripetal w^2 L towards the pivot and w_dot L across."""
    shown = measure(pendulum(backwards, phi_start=PHI, w_start=W))
    along, across = np.array([np.cos(PHI), 0, -np.sin(PHI)]), np.array([-np.sin(PHI), 0, -np.cos(PHI)])
    np.testing.assert_allclose(shown["a"], -(W**2) * L * along + W_DOT * L * across, atol=10 * ROUNDOFF)
    np.testing.assert_allclose(shown["z"], [0, W_DOT, 0], atol=10 * ROUNDOFF)


def test_pendulum_reaction():
    """The rod pulls with m (w^2 L + g sin phi); across it, all of gravity accelerates the point."""
    shown = measure(pendulum(phi_start=PHI, w_start=W))
    np.testing.assert_allclose(shown["f"], [-M * (W**2 * L + G * np.sin(PHI)), 0, 0], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(shown["t"], np.zeros(3), atol=10 * ROUNDOFF)


def test_reaction_of_a_joint_declared_backwards():
    """Its frame_b is on the world, so the pendulum pulls on it: the opposite force, resolved in the world."""
    shown = measure(pendulum(backwards=True, phi_start=PHI, w_start=W))
    pull = M * (W**2 * L + G * np.sin(PHI)) * np.array([np.cos(PHI), 0, -np.sin(PHI)])
    np.testing.assert_allclose(shown["f"], pull, atol=10 * ROUNDOFF)
    np.testing.assert_allclose(shown["t"], np.zeros(3), atol=10 * ROUNDOFF)


@pytest.mark.parametrize("phi", [0.7, 3.0, 4.0, -6.0])
def test_pose_of_a_tool_in_seven_numbers(phi):
    model = pendulum(phi_start=phi)
    model.tool = PoseSensor(model.bob.at([L, 0, 0.1]))
    model.expose(outputs={"r": model.tool.r, "Q": model.tool.Q})
    shown, sign = measure(model), np.sign(np.cos(phi / 2))
    np.testing.assert_allclose(shown["r"], [L * np.cos(phi) + 0.1 * np.sin(phi), 0, 0.1 * np.cos(phi) - L * np.sin(phi)], atol=ROUNDOFF)
    np.testing.assert_allclose(shown["Q"], sign * np.array([0, np.sin(phi / 2), 0, np.cos(phi / 2)]), atol=ROUNDOFF)


def test_reaction_includes_the_load_on_the_joint():
    model = pendulum(phi_start=PHI)
    model.spring = TorsionSpringDamper(model.pivot, c=5.0, phi_rel0=0.1)
    assert measure(model)["t"][1] == pytest.approx(-5.0 * (PHI - 0.1), rel=10 * ROUNDOFF)


@pytest.mark.parametrize("backwards", [False, True])
def test_cantilever(backwards):
    """A box on a bracket bolted to the world: its weight, and the couple of its weight at the bolt's frame_b."""
    model = Model("Cantilever")
    model.world, model.bracket, model.box = World(g=G), FixedTranslation(r=[1.0, 0.5, 0]), Body(m=M, r_CM=[0.1, 0, 0])
    ends = [model.world.frame_b, model.bracket.frame_a]
    model.bolt = Fixed(*(reversed(ends) if backwards else ends))
    model.glue = Fixed(model.bracket.frame_b, model.box.frame_a)
    model.force = JointReaction(model.bolt)
    model.expose(outputs={"f": model.force.f, "t": model.force.t})
    shown, sign = measure(model), -1.0 if backwards else 1.0
    np.testing.assert_allclose(shown["f"], [0, 0, sign * M * G], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(shown["t"], sign * np.cross([1.1, 0.5, 0], [0, 0, M * G]), atol=10 * ROUNDOFF)


def test_bolt_between_moving_parts():
    """A rocket pushed by a spring: the bolt carries what accelerates the payload."""
    model = Model("Stack")
    model.world, model.stage, model.payload = World(g=0.0), Body(m=3.0, I=1.0), Body(m=1.0, I=1.0)
    model.rail = Prismatic(model.world.frame_b, model.stage.frame_a, n=[1, 0, 0], s_start=0.5)
    model.bolt = Fixed(model.stage.frame_a, model.payload.frame_a)
    model.spring = SpringDamperParallel(model.world.frame_b, model.stage.frame_a, c=8.0, s_unstretched=1.0)
    model.force = JointReaction(model.bolt)
    model.expose(outputs={"f": model.force.f})
    np.testing.assert_allclose(measure(model)["f"], [8.0 * 0.5 * 1.0 / 4.0, 0, 0], atol=ROUNDOFF)


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_a_free_motion_between_bodies_exerts_nothing(formulation):
    """Neither where the recursion passes through it nor where bodies move in absolute coordinates."""
    model = Model("Thrown")
    model.world, model.swing, model.ball = World(g=G), Body(m=3.0, I=1.0), Body(m=1.0, I=1.0)
    model.hinge = Revolute(model.world.frame_b, model.swing.at([1, 0, 0]), n=[0, 1, 0])
    model.flight = FreeMotion(model.swing.frame_a, model.ball.frame_a)
    model.force = JointReaction(model.flight)
    model.expose(outputs={"f": model.force.f, "t": model.force.t, "unique": model.force.f_unique})
    running = Running(compile_model(model, formulation))
    shown = running.outputs_at(running.x)
    np.testing.assert_allclose([shown["f"], shown["t"], shown["unique"]], [[0] * 3, [0] * 3, [1] * 3], atol=10 * ROUNDOFF)


def watched_tree(seed, formulation="articulated_body"):
    """A random tree with every load on joints, a reaction at every joint, and everything measured at every mass centre."""
    rng = np.random.default_rng(seed)
    model = build(random_links(rng, rng.permutation(ALL_JOINTS)), rng)
    values = {}
    for kind in (k for k in ALL_FORCES if issubclass(k, JointLoad)):
        load = model.add(kind.__name__, kind(rng.choice(model.of_type(joint_for(kind))), **random_values(rng, kind)))
        model.expose(inputs={f"{load.name}.{k}": getattr(load, k) for k in random_inputs(rng, kind)})
        values |= {f"{load.name}.{k}": u for k, u in random_inputs(rng, kind).items()}
    for joint in model.of_type(Joint):
        watch(model, joint.name, JointReaction(joint), "f", "t")
        watch(model, joint.name, PositionSensor(joint.frame_b), "r")
        watch(model, joint.name, OrientationSensor(joint.frame_b), "R")
    for body in model.of_type(Body):
        centre = body.at(body.values["r_CM"])
        for kind, names in ((PositionSensor, "r"), (OrientationSensor, "R"), (VelocitySensor, "vw"), (AccelerationSensor, "az")):
            watch(model, body.name, kind(centre), *names)
    ends = [body.at(rng.normal(size=3)) for body in model.of_type(Body)[:2]]
    model.ruler, model.end_a, model.end_b = DistanceSensor(*ends), PositionSensor(ends[0]), PositionSensor(ends[1])
    model.expose(outputs={"s": model.ruler.s, "ds": model.ruler.v, "end_a": model.end_a.r, "end_b": model.end_b.r})
    x = np.concatenate(random_state(rng, build_tree(model)))
    running = Running(compile_model(model, formulation), values)
    running.settle_at(x)
    return model, running, x


def watch(model, name, sensor, *outputs):
    """Adds a sensor and shows its outputs as `name.output`."""
    model.add(f"{name}_{type(sensor).__name__}", sensor)
    model.expose(outputs={f"{name}.{k}": getattr(sensor, k) for k in outputs})


@pytest.mark.parametrize("seed", range(3))
def test_rates_of_measurements(seed):
    """Velocities and accelerations are the rates of positions and velocities along the motion."""
    model, running, x = watched_tree(seed)
    now, rate = running.outputs_at(x), running.rates_at(x)
    for body in (b.name for b in model.of_type(Body)):
        spin = now[f"{body}.R"].T @ rate[f"{body}.R"]
        w = [spin[2, 1], spin[0, 2], spin[1, 0]]
        for shown, wanted in (("v", rate[f"{body}.r"]), ("w", w), ("a", rate[f"{body}.v"]), ("z", rate[f"{body}.w"])):
            np.testing.assert_allclose(now[f"{body}.{shown}"], wanted, rtol=RESIDUAL, atol=BALANCE)
    assert now["s"] == pytest.approx(np.linalg.norm(now["end_a"] - now["end_b"]), rel=ROUNDOFF)
    assert now["ds"] == pytest.approx(rate["s"], rel=BALANCE)


@pytest.mark.parametrize("formulation", IN_JOINT_COORDINATES)
@pytest.mark.parametrize("seed", range(2))
def test_newton_and_euler_hold_for_every_body(seed, formulation):
    """Reactions of its joints and its weight are what accelerates a body; loads on joints are in their reactions."""
    model, running, x = watched_tree(seed, formulation)
    now, g = running.outputs_at(x), model.world.values["g"] * model.world.values["n"]
    for body in model.of_type(Body):
        m, I = body.values["m"], symmetric(body.values["I"])
        at, R, w, z = (now[f"{body.name}.{k}"] for k in "rRwz")
        force, moment = m * g, np.zeros(3)
        for joint in model.of_type(Joint):
            sign = (joint.frame_b.part is body) * 1.0 - (joint.frame_a.part is body)
            f, t = (sign * now[f"{joint.name}.R"] @ now[f"{joint.name}.{k}"] for k in "ft")
            force, moment = force + f, moment + t + np.cross(now[f"{joint.name}.r"] - at, f)
        scale = max(np.abs(now[f"{j.name}.{k}"]).max() for j in model.of_type(Joint) for k in "ft")
        np.testing.assert_allclose(force, m * now[f"{body.name}.a"], atol=BALANCE * scale)
        np.testing.assert_allclose(R.T @ moment, I @ z + np.cross(w, I @ w), atol=BALANCE * scale)
