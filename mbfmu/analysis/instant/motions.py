"""The small motions of a mechanism: deviations in which no Euler parameter is left, and how their axes turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag

from ...base.spatial import euler_parameters
from ...engine.instance import Instance
from ...problem.data.problem import MechanismStates
from .moving_axes import joint_pieces

STILL = 1e-13  # of rates of coordinates, in SI units: smaller ones are rounding


@dataclass(frozen=True)
class Motions:
    """Deviations of the states (q, own, v) of a mechanism are `columns` times those of (motions, own, speeds), which are `rows` times those.

    Small rotations are three angles along the axes of a joint's angular velocity. `turning` is the rate of `columns`, as far as `rows` see it.
    `standing` and `along` are the rates (n, n) at which axes that stand, and axes that turn along with bodies, change relative to these columns.
    `names` are those of motions: of coordinates where these are the motions, else after the `speeds`, whose `units` are given.
    """

    columns: np.ndarray
    rows: np.ndarray
    turning: np.ndarray
    standing: np.ndarray
    along: np.ndarray
    names: list[str]
    speeds: list[str]
    units: list[str]


def motions(instance: Instance, of: MechanismStates, A: np.ndarray, following: int) -> Motions:
    """The motions of a mechanism at the present state of an instance, whose x_dot has the derivatives A by x.

    Of its states the first `following` follow coordinates: their rates are E v, so that they change by E times small motions. Of Euler parameters
    whose rates are speeds the motions are the three angles that turn them, and the speeds are those of a body that turns.
    """
    here = slice(of.first, of.first + of.nq + of.own + of.nv)
    problem, own = instance.problem, of.nq + of.own - following
    E = A[here, here][:following, of.nq + of.own :]
    speeds, units = list(problem.state_names[here][of.nq + of.own :]), list(problem.state_units[here][of.nq + of.own :])
    names = _names(list(problem.state_names[here]), speeds, E[: of.nq])
    S, S_dot, F, F_dot = _turned(instance, of)
    E_dot = _rate(instance, of, E)
    for _, v in reversed(of.euler_rates):
        stem = speeds[v].removesuffix("_dot[1]").rpartition(".")[0]
        angular = [f"{stem}.w[{i}]" for i in (1, 2, 3)]
        speeds[v : v + 4], units[v : v + 4], names[v : v + 4] = angular, ["rad/s"] * 3, [f"motion of {name}" for name in angular]
    n, none = S.shape[1], np.zeros
    q = E[: of.nq] @ S
    columns = np.block([[E @ S, none((following, own + n))], [none((own, n)), np.eye(own), none((own, n))], [F, none((of.nv, own)), S]])
    back = np.linalg.pinv(q), np.linalg.pinv(S)
    rows = block_diag(np.hstack([back[0], none((n, following - of.nq))]), np.eye(own), back[1])
    rows[n + own :, : of.nq] = -back[1] @ F @ back[0]
    turning = np.zeros_like(columns)
    turning[: of.nq, :n] = E_dot @ S + E[: of.nq] @ S_dot
    turning[following + own :, :n], turning[following + own :, n + own :] = F_dot, S_dot
    standing, along = (block_diag(part, np.zeros((own, own)), part) for part in _axes(instance, of, S, S_dot))
    return Motions(columns=columns, rows=rows, turning=turning, standing=standing, along=along, names=names, speeds=speeds, units=units)


def _axes(instance: Instance, of: MechanismStates, S: np.ndarray, S_dot: np.ndarray) -> Iterator[np.ndarray]:
    """The rates of axes that stand, then of those that turn along with bodies, relative to the axes of the speeds, of which v are S times."""
    x, first = instance.buffers["x"], of.first + of.nq + of.own
    standing, along = np.zeros((2, of.nv, of.nv))
    for joint, q, v in joint_pieces(of):
        here = np.ix_(*[[number - first for number in v]] * 2)
        along[here] = joint.turning(x[q], x[v], np.zeros(3))[joint.nq :, joint.nq :]
        if joint.spins:
            standing[here] = joint.turning(x[q], x[v], joint.angular_velocity(x[q], x[v]))[joint.nq :, joint.nq :]
    return (np.linalg.pinv(S) @ (G @ S - S_dot) for G in (standing, along))


def _names(states: list[str], speeds: list[str], E: np.ndarray) -> list[str]:
    """The names of the small motions: of coordinates where these are the motions, else after the speeds."""
    found = []
    for k, speed in enumerate(speeds):
        moved = np.flatnonzero(E[:, k])
        alone = len(moved) == 1 and E[moved[0], k] == 1.0 and np.count_nonzero(E[moved[0]]) == 1
        found.append(states[moved[0]] if alone else f"motion of {speed}")
    return found


def _rate(instance: Instance, of: MechanismStates, E: np.ndarray) -> np.ndarray:
    """E_dot (nq, nv) of the rates E v of coordinates, which are linear in v: column k is the rate of E v at the k-th unit speed.

    The instance comes back to where it was.
    """
    x, x_dot = instance.buffers["x"].copy(), instance.buffers["x_dot"].copy()
    q, v = slice(of.first, of.first + of.nq), of.first + of.nq + of.own
    E_dot, along = np.zeros((of.nq, of.nv)), np.zeros(x.size)
    along[q] = x_dot[q]
    if np.abs(along).max(initial=0.0) <= STILL:
        return E_dot
    for k in _turns(E[: of.nq]):
        unit = x.copy()
        unit[v : v + of.nv] = np.eye(of.nv)[k]
        instance.derivative(instance.t, unit)
        E_dot[:, k] = instance.directional({"x": along}, ("x_dot",))[0][q]
    instance.derivative(instance.t, x)
    return E_dot


def _turns(E: np.ndarray) -> list[int]:
    """The speeds that may move coordinates otherwise in another state: those that are not the rates of one."""
    return [k for k in range(E.shape[1]) if not (np.count_nonzero(E[:, k]) == 1 and E[:, k].max() == 1.0)]


def _turned(instance: Instance, of: MechanismStates) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Deviations of v are S times those of speeds and F times motions, and those of q in its rates are S times motions; with the rates of S and F.

    S is the identity and F zero, but for Euler parameters Q with Q_dot = turning(Q, w) among the speeds.
    """
    x, x_dot = instance.buffers["x"], instance.buffers["x_dot"]
    first = of.first + of.nq + of.own
    S, F, (S_dot, F_dot) = np.eye(of.nv), np.zeros((of.nv, of.nv)), np.zeros((2, of.nv, of.nv))
    left = np.ones(of.nv, bool)
    for q, v in of.euler_rates:
        Q, rate, acceleration = x[of.first + q :][:4], x[first + v :][:4], x_dot[first + v :][:4]
        P, P_dot = _by_rotation(Q), _by_rotation(rate)
        w = np.linalg.pinv(P) @ rate
        w_dot = np.linalg.pinv(P) @ (acceleration - P_dot @ w)
        four, three = slice(v, v + 4), slice(v, v + 3)
        S[four, four], left[v + 3] = 0.0, False
        S[four, three], S_dot[four, three] = P, P_dot
        F[four, three] = _by_parameters(w) @ P
        F_dot[four, three] = _by_parameters(w) @ P_dot + _by_parameters(w_dot) @ P
    return S[:, left], S_dot[:, left], F[:, left], F_dot[:, left]


def _by_rotation(Q: np.ndarray) -> np.ndarray:
    """The derivative (4, 3) of turning(Q, w) by w."""
    return np.array([euler_parameters.turning(Q, w) for w in np.eye(3)]).T


def _by_parameters(w: np.ndarray) -> np.ndarray:
    """The derivative (4, 4) of turning(Q, w) by Q."""
    return np.array([euler_parameters.turning(Q, w) for Q in np.eye(4)]).T
