"""Reactions of closed and redundant mechanisms against statics, and what redundancy leaves open, in every formulation."""

import numpy as np
import pytest

from mbfmu import Body, JointReaction, Model, PointOnLine, Prismatic, Revolute, SineJointMotion, Spherical, World
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import BALANCE
from .linkages import Y

G, M, WIDTH, HEIGHT, SPAN, RISE = 9.81, 20.0, 0.9, 2.0, 3.0, 1.2
Z = [0, 0, 1]
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)


def watched(model, *joints):
    for joint in joints:
        sensor = model.add(f"{joint.name}_reaction", JointReaction(joint))
        model.expose(outputs={f"{joint.name}.{k}": getattr(sensor, k) for k in ("f", "t", "f_unique", "t_unique")})
    return model


def at_rest(model, formulation):
    """All outputs by name."""
    running = Running(compile_model(model, formulation))
    return running.outputs_at(running.x)


def door(upper):
    """A door in the plane x, z on a hinge at its foot, and what `upper` puts at its head; its weight is half its width out."""
    model = Model("Door")
    model.world, model.leaf = World(g=G), Body(m=M, r_CM=[WIDTH / 2, 0, HEIGHT / 2], I=[1, 2, 1])
    upper(model, model.world.at([0, 0, HEIGHT]), model.leaf.at([0, 0, HEIGHT]))
    return model


def two_hinges(model, frame, head):
    model.foot, model.head = Revolute(model.world.frame_b, model.leaf.frame_a, n=Z), Revolute(frame, head, n=Z)


def socket_and_guide(model, frame, head):
    model.foot, model.guide = Spherical(model.world.frame_b, model.leaf.frame_a), PointOnLine(frame, head, n=Z)


@every_formulation
def test_a_door_on_two_hinges(formulation):
    """How they share its weight is open, but for the torque about their axis; together they carry it and hold it upright."""
    model = door(two_hinges)
    found = at_rest(watched(model, model.foot, model.head), formulation)
    f, t = (sum(found[f"{name}.{k}"] for name in ("foot", "head")) for k in "ft")
    np.testing.assert_allclose(f, [0, 0, M * G], atol=BALANCE * M * G)
    moment = t + np.cross([0, 0, HEIGHT], found["head.f"]) + np.cross([WIDTH / 2, 0, HEIGHT / 2], [0, 0, -M * G])
    np.testing.assert_allclose(moment, np.zeros(3), atol=BALANCE * M * G)
    for name in ("foot", "head"):
        assert found[f"{name}.f_unique"].tolist() == [0, 0, 0] and found[f"{name}.t_unique"].tolist() == [0, 0, 1]


@every_formulation
def test_a_door_on_a_socket_and_a_guide(formulation):
    """Statically determinate: the socket carries its weight, and the two hold it by a couple of forces."""
    model = door(socket_and_guide)
    model.expose(outputs={"guide.f": model.guide.f, "guide.unique": model.guide.unique})
    found = at_rest(watched(model, model.foot), formulation)
    pull = M * G * WIDTH / 2 / HEIGHT
    np.testing.assert_allclose(found["foot.f"], [pull, 0, M * G], atol=BALANCE * M * G)
    np.testing.assert_allclose(found["foot.t"], np.zeros(3), atol=BALANCE * M * G)
    np.testing.assert_allclose(found["guide.f"], [-pull, 0, 0], atol=BALANCE * M * G)
    assert all(found[name].all() for name in ("foot.f_unique", "foot.t_unique", "guide.unique"))


@every_formulation
def test_a_three_hinge_arch_in_a_lift(formulation):
    """Thrust and shear of an unsymmetrical arch under its weight, in a lift that starts upwards: all forces in its plane are unique."""
    model, left, right = Model("Arch"), 0.8 * M, 1.5 * M
    model.world, model.floor = World(g=G), Body(m=1.0)
    model.shaft = Prismatic(model.world.frame_b, model.floor.frame_a, n=Z)
    model.lift = SineJointMotion(model.shaft, amplitude=-0.1, frequency=1.0, phase=np.pi / 2)
    length = np.hypot(SPAN / 2, RISE)
    for name, mass in (("left", left), ("right", right)):
        model.add(name, Body(m=mass, r_CM=[length / 2, 0, 0], I=[0.01, 1, 1]))
    slope = np.arctan2(RISE, SPAN / 2)
    model.A = Revolute(model.floor.frame_a, model.left.frame_a, n=Y, phi_start=-slope)
    model.B = Revolute(model.floor.at([SPAN, 0, 0]), model.right.frame_a, n=Y, phi_start=slope - np.pi)
    model.crown = Revolute(model.left.at([length, 0, 0]), model.right.at([length, 0, 0]), n=Y, phi_start=2 * slope - np.pi)
    found = at_rest(watched(model, model.A, model.B, model.crown), formulation)
    g = G + 0.1 * (2 * np.pi) ** 2
    B = g * (left / 4 + right * 3 / 4)  # moments of all about A
    A = g * (left + right) - B
    thrust = (A * SPAN / 2 - left * g * SPAN / 4) / RISE  # moments of the left half about the crown
    on_left = in_world(found["A.f"], -slope)
    on_right = in_world(found["B.f"], slope - np.pi)
    np.testing.assert_allclose(on_left, [thrust, 0, A], atol=BALANCE * M * G)
    np.testing.assert_allclose(on_right, [-thrust, 0, B], atol=BALANCE * M * G)
    np.testing.assert_allclose(in_world(found["crown.f"], slope - np.pi), [thrust, 0, right * g - B], atol=BALANCE * M * G)
    for name in ("A", "B", "crown"):
        assert found[f"{name}.f_unique"].tolist() == [1, 0, 1] and found[f"{name}.t_unique"].tolist() == [0, 1, 0]


def in_world(f, angle):
    """A force resolved in a frame that is turned by `angle` about y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ f
