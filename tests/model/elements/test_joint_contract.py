"""Joints of a user's own are tried out before anything is built of them: what contradicts is refused, what agrees is taken."""

import sys

import numpy as np
import pytest

from mbfmu import Body, MbfmuError, Model, PositionSensor, Revolute, World, compile_problem, simulate
from mbfmu.base.spatial.rotations import about_axis, about_z
from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.joints.relative_turn import nearest_angle, nearest_parameters

from ...tolerances import ROUNDOFF
from .test_coordinates import CylinderCoordinates

PITCH = 1e-7  # m/rad: so small that turning alone looks the same


class Helix(Joint):
    """Turns about z and goes along it by a pitch."""

    nq = nv = 1
    closure_units = ("rad", "rad", "m", "m", "m")
    coordinate_names, speed_names = ("phi",), ("w",)
    coordinate_units, speed_units = ("rad",), ("rad/s",)
    pitch = PITCH

    @classmethod
    def motion(cls, q):
        return about_z(q[0]), np.array([0.0, 0.0, cls.pitch * q[0]])

    @classmethod
    def subspace(cls, q):
        return np.array([[0.0, 0.0, 1.0, 0.0, 0.0, cls.pitch]]).T

    @classmethod
    def closure(cls, R, r):
        return np.array([R[0, 2], R[1, 2], r[0], r[1], cls.pitch * R[1, 0] - np.sin(r[2] / cls.pitch) * cls.pitch])

    @classmethod
    def coordinates_from_pose(cls, R, r, near):
        return np.array([nearest_angle(R[0, 0], R[1, 0], near[0])])

    @staticmethod
    def start(p):
        return np.zeros(1), np.zeros(1)

    @staticmethod
    def outputs(q, v, v_dot):
        return {}


class Ball(Joint):
    """Turns freely, in a formula that is a rotation only where the Euler parameters have length one."""

    nq, nv = 4, 3
    closure_units = ("m",) * 3
    coordinate_names, coordinate_units = ("a", "b", "c", "d"), ("1",) * 4
    speed_names, speed_units = ("x", "y", "z"), ("rad/s",) * 3

    @staticmethod
    def motion(q):
        e, c = q[:3], q[3]
        across = np.array([[0.0, -e[2], e[1]], [e[2], 0.0, -e[0]], [-e[1], e[0], 0.0]])
        return np.eye(3) * (c * c - e @ e) + 2.0 * np.outer(e, e) + 2.0 * c * across, np.zeros(3)

    @staticmethod
    def subspace(q):
        return np.eye(6)[:, :3]

    @staticmethod
    def rate(q, v):
        a, b, c, d = q
        x, y, z = v
        return 0.5 * np.array([d * x - c * y + b * z, c * x + d * y - a * z, -b * x + a * y + d * z, -a * x - b * y - c * z])

    @staticmethod
    def closure(R, r):
        return r

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return nearest_parameters(R, near)

    @staticmethod
    def start(p):
        return np.array([0.0, 0.0, 0.6, 0.8]), np.zeros(3)

    @staticmethod
    def outputs(q, v, v_dot):
        return {}


class Crank(Joint):
    """Goes along z by what a crank of 1 cm leaves of a rod of 2 cm: no number far from its start."""

    nq = nv = 1
    coordinate_names, speed_names = ("s",), ("v",)
    coordinate_units, speed_units = ("m",), ("m/s",)

    @staticmethod
    def motion(q):
        return np.eye(3), np.array([0.0, 0.0, np.sqrt(4e-4 - q[0] * q[0])])

    @staticmethod
    def subspace(q):
        return np.array([[0.0, 0.0, 0.0, 0.0, 0.0, -q[0] / np.sqrt(4e-4 - q[0] * q[0])]]).T

    @staticmethod
    def bias(q, v):
        return np.array([0.0, 0.0, 0.0, 0.0, 0.0, -4e-4 * v[0] * v[0] / (4e-4 - q[0] * q[0]) ** 1.5])

    @staticmethod
    def start(p):
        return np.array([0.01]), np.zeros(1)

    @staticmethod
    def outputs(q, v, v_dot):
        return {}


class Drum(Joint):
    """Turns about z and rises along it as a rope that lies down on a drum lets it: at its start it only turns."""

    nq = nv = 1
    coordinate_names, speed_names = ("phi",), ("w",)
    coordinate_units, speed_units = ("rad",), ("rad/s",)

    @staticmethod
    def motion(q):
        return about_z(q[0]), np.array([0.0, 0.0, 0.2 * (1.0 - np.cos(q[0]))])

    @staticmethod
    def subspace(q):
        return np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.2 * np.sin(q[0])]]).T

    @staticmethod
    def bias(q, v):
        return np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.2 * np.cos(q[0]) * v[0] * v[0]])

    @staticmethod
    def start(p):
        return np.array([0.8]), np.zeros(1)

    @staticmethod
    def outputs(q, v, v_dot):
        return {}


class Coarse(Helix):
    pitch = 0.1


class Cartesian(CylinderCoordinates):
    coordinate_names, coordinate_units = tuple("abcdefgh"), ("1",) * 8
    speed_names, speed_units = tuple("ABCDEFGH"), ("1/s",) * 8
    start = staticmethod(lambda p: (np.array([1.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.6, 0.8]), np.zeros(8)))
    outputs = staticmethod(lambda q, v, v_dot: {})


@pytest.mark.parametrize("kind", [Helix, Coarse, Ball, Crank, Drum, Cartesian], ids=lambda kind: kind.__name__)
def test_joints_that_agree_with_themselves_are_taken(kind):
    assert kind(World().frame_b, Body(m=1.0).frame_a).own_problems() == []


def hanging(kind) -> Model:
    model = Model("Hanging")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.own = kind(model.world.frame_b, model.ball.frame_a)
    return model


def refused(model) -> str:
    with pytest.raises(MbfmuError) as caught:
        compile_problem(model)
    return str(caught.value)


def leave(*arguments):
    sys.exit(0)


MISTAKES = {
    "twice the identity": ({"motion": lambda q: (2.0 * np.eye(3), np.zeros(3))}, "motion returns no rotation at phi = "),
    "a mirror": ({"motion": lambda q: (-np.eye(3), np.zeros(3))}, "motion returns no rotation at phi = "),
    "a constant": ({"motion": lambda q: (np.eye(3), np.zeros(3))}, "subspace is not the derivative of motion: at phi = "),
    "a rotation alone": ({"motion": lambda q: np.eye(3)}, "motion returns an array of 3 x 3 numbers; it must return two values: R_ab"),
    "a lost pitch": (
        {"subspace": lambda q: np.eye(6)[:, 2:3]},
        "w = 1 rad/s, frame_b moves with (0, 0, 1, 0, 0, 1e-07) by motion and rate, with (0, 0, 1, 0",
    ),
    "a transposed subspace": ({"subspace": lambda q: np.eye(6)[2:3]}, "subspace returns an array of 1 x 6 numbers; it must return an array of 6 x 1"),
    "half a rate": ({"rate": lambda q, v: 0.5 * v}, "subspace is not the derivative of motion"),
    "no freedom": (
        {"motion": lambda q: (np.eye(3), np.zeros(3)), "subspace": lambda q: np.zeros((6, 1))},
        "subspace moves frame_b in 0 independent ways with 1 independent speeds",
    ),
    "a bias too many": (
        {"bias": lambda q, v: np.ones(6) * v[0] * v[0]},
        "bias must be (0, 0, 0, 0, 0, 0), the rate of subspace(q) @ v at constant v",
    ),
    "no closure": ({"closure": lambda R, r: None}, "closure returns None; it must return an array of 5 numbers"),
    "zeros": ({"closure": lambda R, r: np.zeros(5)}, "closure has 0 independent rows; a joint with nv = 1 needs 5"),
    "a row twice": ({"closure": lambda R, r: np.array([R[0, 2], R[1, 2], r[0], r[1], r[0]])}, "closure has 4 independent rows"),
    "open": ({"closure": lambda R, r: np.array([R[0, 2], R[1, 2], *r + 1.0])}, "closure is not zero where the joint can be: at phi = "),
    "another angle": ({"coordinates_from_pose": lambda R, r, near: -near}, "coordinates_from_pose is not the inverse of motion: at phi = "),
    "the first turn": (
        {"coordinates_from_pose": lambda R, r, near: np.array([np.arctan2(R[1, 0], R[0, 0])]), "pitch": 0.0, "closure": None},
        "coordinates_from_pose is not the inverse of motion: at phi = 6.",
    ),
    "speeds": ({"speeds": lambda q, V: 2.0 * V[2:3]}, "speeds does not invert subspace"),
    "a layout": ({"layout": lambda values: 2.0 * np.eye(3)}, "layout returns no rotation"),
    "names": ({"coordinate_names": "phi"}, "coordinate_names = 'phi' must be a tuple of 1, since nq = 1 and nv = 1"),
    "rows": ({"closure_units": ("m",)}, "closure_units = ('m',) must be a tuple of 5, since nq = 1 and nv = 1"),
    "units": ({"closure_units": ("kg",) * 5}, "closure_units has 'kg'; the unit of a row is one of m, rad, 1"),
    "an end": ({"start": leave}, "start raises SystemExit: 0"),
}


@pytest.mark.parametrize("own, words", MISTAKES.values(), ids=MISTAKES)
def test_joints_that_contradict_themselves_are_refused(own, words):
    methods = {name: staticmethod(given) if callable(given) else given for name, given in own.items()}
    if "closure" in own and own["closure"] is None:  # with no pitch, its closure is that of a Revolute
        methods["closure"] = staticmethod(lambda R, r: np.array([R[0, 2], R[1, 2], *r]))
    text = refused(hanging(type("Wrong", (Helix,), methods)))
    assert words in text and "own (Wrong): " in text, text
    assert len(text) < 800
    if any(callable(given) for given in own.values()):
        assert __file__ in text


def test_a_missing_bias_is_told_where_the_subspace_changes():
    without = {name: method for name, method in vars(Drum).items() if name not in ("bias", "__dict__", "__weakref__")}
    text = refused(hanging(type("Hasty", (Joint,), without)))
    assert "own (Hasty): subspace changes with the coordinates: at phi = " in text and f"of {__file__}" in text, text


@pytest.mark.parametrize("counts, words", [({"nq": None}, "nq = None"), ({"nv": 1.0}, "nv = 1.0"), ({"nv": -1}, "nv = -1")])
def test_a_joint_says_how_many_coordinates_it_has(counts, words):
    with pytest.raises(MbfmuError, match=rf"Uncounted.{words} must be a whole number >= 0: how many"):
        hanging(type("Uncounted", (Helix,), counts))


@pytest.mark.parametrize("formulation, why", [("articulated_body", "closes a loop"), ("udwadia_phohomsiri", "is a constraint in udwadia_phohomsiri")])
def test_a_joint_that_is_a_constraint_says_which(formulation, why):
    """Without a closure it was left open."""
    model = hanging(Drum)
    model.formulation = formulation
    if formulation == "articulated_body":
        model.hinge = Revolute(model.world.frame_b, model.ball.frame_a, phi_start=0.3)
    assert f"own (Drum): supplies no closure(R, r), but {why}" in refused(model)


def test_a_joint_that_only_turns_at_its_start_stands_where_it_says():
    """Between joints whose axes are neither parallel nor crossing, against a product of placements."""
    along, across = np.array([0.3, 0.4, 0.5]), np.array([1.0, 2.0, 2.0])
    model = Model("Chain")
    model.world, model.a, model.b, model.c = World(), Body(m=1.0, I=1.0), Body(m=1.0, I=1.0), Body(m=1.0, I=1.0)
    model.first = Revolute(model.world.frame_b, model.a.frame_a, n=along, phi_start=0.4)
    model.own = Drum(model.a.at([0.3, 0.1, -0.2]), model.b.frame_a)
    model.last = Revolute(model.b.at([0.2, 0.5, 0.7]), model.c.frame_a, n=across, phi_start=-0.6)
    model.tip = PositionSensor(model.c.at([0.1, 0.2, 0.3]))
    model.expose(outputs={"r": model.tip.r})
    shown = simulate(model, stop_time=0.01)
    drum = [0.3, 0.1, -0.2 + 0.2 * (1.0 - np.cos(0.8))] + about_z(0.8) @ ([0.2, 0.5, 0.7] + about_axis(across / 3.0, -0.6) @ [0.1, 0.2, 0.3])
    wanted = about_axis(along / np.sqrt(0.5), 0.4) @ drum
    np.testing.assert_allclose([shown[f"r[{i}]"][0] for i in (1, 2, 3)], wanted, atol=ROUNDOFF)
