"""The motion subspace that each joint's docstring shows, written again in NumPy, against subspace, motion and SciPy's rotations."""

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, World
from mbfmu.model.elements.joints import (
    Coordinates,
    Cylindrical,
    Fixed,
    FreeMotion,
    Joint,
    Planar,
    Prismatic,
    QuaternionCoordinates,
    Revolute,
    Spherical,
    Universal,
)

from ...random_models import random_axes
from ...tolerances import FINITE_DIFFERENCE, ROUNDOFF
from .test_joints import KINDS

NONE = np.zeros(3)
STEP = 4e-3


def skew(r: np.ndarray) -> np.ndarray:
    return np.cross(np.eye(3), r)


def columns(*columns: Any) -> np.ndarray:
    """A subspace of columns, each angular velocity beside velocity."""
    return np.array([np.concatenate(column) for column in columns]).reshape(len(columns), 6).T


def N(Q: np.ndarray) -> np.ndarray:
    """Q_dot = N w: half the product of Q and the pure quaternion of w, in frame_b."""
    e, e4 = Q[:3], Q[3]
    return 0.5 * np.vstack([e4 * np.eye(3) + skew(e), -e])


def R_ab(Q: np.ndarray) -> np.ndarray:
    return Rotation.from_quat(Q).as_matrix()


def planar(p: Any, q: np.ndarray) -> np.ndarray:
    n_x = p["n_x"] - p["n"] * (p["n"] @ p["n_x"])
    n_x = n_x / np.linalg.norm(n_x)
    n_y, c, s = np.cross(p["n"], n_x), np.cos(q[2]), np.sin(q[2])
    return columns((NONE, c * n_x - s * n_y), (NONE, s * n_x + c * n_y), (p["n"], NONE))


def universal(p: Any, q: np.ndarray) -> np.ndarray:
    n_a, n_b = p["n_a"], p["n_b"]
    return columns((np.cos(q[1]) * n_a + np.sin(q[1]) * np.cross(n_a, n_b), NONE), (n_b, NONE))


def free(p: Any, q: np.ndarray) -> np.ndarray:
    return np.block([[np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), R_ab(q[3:]).T]])


def quaternions(p: Any, q: np.ndarray) -> np.ndarray:
    Q = q[3:]
    w_of_Q_dot = 2.0 / (Q @ Q) * np.column_stack([Q[3] * np.eye(3) - skew(Q[:3]), -Q[:3]])
    return np.block([[np.zeros((3, 3)), w_of_Q_dot], [R_ab(Q).T, np.zeros((3, 4))]])


@dataclass(frozen=True)
class Textbook:
    """A joint as its docstring has it: the lines of S, S(p, q) with p the joint's axes, and q_dot = rates(q) v."""

    lines: tuple[str, ...]
    S: Any
    rates: Any = lambda q: np.eye(len(q))
    at_zero: tuple[float, ...] = ()  # coordinates where the frames coincide, if they are not zero


TEXTBOOK: dict[type[Joint], Textbook] = {
    Fixed: Textbook(("the motion subspace S is (6, 0)",), lambda p, q: np.zeros((6, 0))),
    Revolute: Textbook(("S = [ n ]", "[ 0 ]"), lambda p, q: columns((p["n"], NONE))),
    Prismatic: Textbook(("S = [ 0 ]", "[ n ]"), lambda p, q: columns((NONE, p["n"]))),
    Cylindrical: Textbook(("S = [ n 0 ]", "[ 0 n ]"), lambda p, q: columns((p["n"], NONE), (NONE, p["n"]))),
    Planar: Textbook(("S = [ 0 0 n ]", "[ cos(phi) n_x - sin(phi) n_y sin(phi) n_x + cos(phi) n_y 0 ]"), planar),
    Universal: Textbook(("S = [ cos(phi_b) n_a + sin(phi_b) n_a x n_b n_b ]", "[ 0 0 ]"), universal),
    Spherical: Textbook(
        ("S = [ 1 ]", "[ 0 ]", "N(Q) = 1/2 [ e4 1 + skew(e) ]", "[ -e^T ]"), lambda p, q: np.eye(6)[:, :3], N, at_zero=(0.0, 0.0, 0.0, 1.0)
    ),
    FreeMotion: Textbook(
        ("S = [ 1 0 ]", "[ 0 R_ab^T ]", "N(Q) = 1/2 [ e4 1 + skew(e) ]", "[ -e^T ]"),
        free,
        lambda q: np.block([[np.zeros((3, 3)), np.eye(3)], [N(q[3:]), np.zeros((4, 3))]]),
        at_zero=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    ),
    QuaternionCoordinates: Textbook(
        ("S = [ 0 2/(Q^T Q) [ e4 1 - skew(e) -e ] ]", "[ R_ab^T 0 ]"), quaternions, at_zero=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    ),
}

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def joint_and_coordinates(kind: type[Joint]) -> tuple[Joint, np.ndarray]:
    """A joint about random axes, and coordinates it may have."""
    rng = np.random.default_rng(0)
    joint = kind(World().frame_b, Body(m=1.0).frame_a, **random_axes(rng, kind))
    q = rng.uniform(-1.5, 1.5, kind.nq)
    if TEXTBOOK[kind].at_zero:
        q[-4:] /= np.linalg.norm(q[-4:])
    return joint, q


def pose(joint: Joint, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R_ab and r_ab_a in the axes of the frames themselves."""
    L, (R, r) = joint.layout(joint.values), joint.motion(q)
    return L @ R @ L.T, L @ r


def slope(f: Any) -> np.ndarray:
    """df/ds at s = 0 by central differences and Richardson's extrapolation."""
    central = lambda h: (f(h) - f(-h)) / (2.0 * h)
    return (4.0 * central(STEP / 2) - central(STEP)) / 3.0


@every_kind
def test_the_docstring_shows_the_subspace(kind):
    shown = {" ".join(line.split()) for line in inspect.cleandoc(kind.__doc__).splitlines()}
    missing = [line for line in TEXTBOOK[kind].lines if not any(line in one for one in shown)]
    assert missing == []
    assert "coincide" in kind.__doc__


@every_kind
def test_the_subspace_is_that_of_the_docstring(kind):
    joint, q = joint_and_coordinates(kind)
    L = joint.layout(joint.values)
    S = np.kron(np.eye(2), L) @ np.array(kind.subspace(q), dtype=float)
    assert S.shape == (6, kind.nv)
    np.testing.assert_allclose(S, TEXTBOOK[kind].S(joint.values, q), atol=ROUNDOFF)


@every_kind
def test_the_subspace_of_the_docstring_is_how_frame_b_moves(kind):
    joint, q = joint_and_coordinates(kind)
    S, rates, (R, _) = TEXTBOOK[kind].S(joint.values, q), TEXTBOOK[kind].rates(q), pose(joint, q)
    for k in range(kind.nv):
        R_dot, r_dot = (slope(lambda s, i=i: pose(joint, q + s * rates[:, k])[i]) for i in (0, 1))
        np.testing.assert_allclose(R.T @ R_dot, skew(S[:3, k]), atol=FINITE_DIFFERENCE)
        np.testing.assert_allclose(R.T @ r_dot, S[3:, k], atol=FINITE_DIFFERENCE)


@every_kind
def test_rates_are_those_of_the_docstring(kind):
    _, q = joint_and_coordinates(kind)
    v = np.random.default_rng(1).normal(size=kind.nv)
    np.testing.assert_allclose(kind.rate(q, v), TEXTBOOK[kind].rates(q) @ v, atol=ROUNDOFF)  # Q^T Q = 1 here


@every_kind
def test_the_frames_coincide_where_the_docstring_says(kind):
    joint, _ = joint_and_coordinates(kind)
    R, r = pose(joint, np.array(TEXTBOOK[kind].at_zero or np.zeros(kind.nq)))
    np.testing.assert_allclose(R, np.eye(3), atol=ROUNDOFF)
    np.testing.assert_allclose(r, NONE, atol=ROUNDOFF)


@pytest.mark.parametrize("kind", [Revolute, Cylindrical, Planar])
def test_positive_angles_are_right_handed_about_n(kind):
    joint, q = joint_and_coordinates(kind)
    phi = kind.coordinate_names.index("phi")
    np.testing.assert_allclose(pose(joint, q)[0], Rotation.from_rotvec(q[phi] * joint.values["n"]).as_matrix(), atol=ROUNDOFF)


def test_the_universal_joint_turns_about_n_a_and_then_about_n_b():
    joint, q = joint_and_coordinates(Universal)
    first, second = (Rotation.from_rotvec(angle * joint.values[n]) for angle, n in zip(q, ("n_a", "n_b")))
    np.testing.assert_allclose(pose(joint, q)[0], (first * second).as_matrix(), atol=ROUNDOFF)


@pytest.mark.parametrize("kind", [Spherical, FreeMotion, QuaternionCoordinates])
def test_euler_parameters_turn_about_n_by_theta(kind):
    joint, q = joint_and_coordinates(kind)
    n, theta = np.array([2.0, -3.0, 6.0]) / 7.0, 0.8
    q[-4:] = [*(n * np.sin(theta / 2)), np.cos(theta / 2)]
    np.testing.assert_allclose(pose(joint, q)[0], Rotation.from_rotvec(theta * n).as_matrix(), atol=ROUNDOFF)


def test_own_coordinates_have_the_subspace_of_the_docstring():
    """S_i of Coordinates, by differences of the rotation and the position."""
    assert "S_i = [ axial(R_ab^T dR_ab/dq_i) ]" in Coordinates.__doc__
    _, q = joint_and_coordinates(QuaternionCoordinates)
    S, R = np.array(QuaternionCoordinates.subspace(q)), QuaternionCoordinates.rotation(q)
    for i, one in enumerate(np.eye(7)):
        dR, dr = (slope(lambda s, f=f, one=one: f(q + s * one)) for f in (QuaternionCoordinates.rotation, QuaternionCoordinates.position))
        np.testing.assert_allclose(skew(S[:3, i]), R.T @ dR, atol=FINITE_DIFFERENCE)
        np.testing.assert_allclose(S[3:, i], R.T @ dr, atol=FINITE_DIFFERENCE)
