"""The biped of fmus/biped by equations of its own: absolute angles, points in the complex plane, phases of a step in a fixed order, SciPy in time.

A point of the machine is hip + sum c_j exp(i q_j), real along the slope and imaginary across it; q_j are angles of trunk, thighs, shanks and feet.
Equations of motion with constraints, and plastic impacts, are linear systems. Where a heel strikes, the toe of the other foot is struck, too. It
leaves the ground then, as its knee is free.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

HIP, TRUNK, THIGHS, SHANKS, FEET = slice(0, 2), 2, (3, 4), (5, 6), (7, 8)  # places among the nine coordinates
SLOPE, G = 0.04, 9.81
THIGH, SHANK, SOLE, HEEL, TOE = 0.5, 0.46, 0.05, 0.03, 0.1
HIP_SPRING, MIDDLE, KNEE_SPRING, ANKLE = 90.0, (1200.0, 20.0), 0.8, (25.0, 0.8, 0.3)
TIGHT = {"method": "DOP853", "rtol": 1e-11, "atol": 1e-12}
LOCKS_FIRST = 1e3  # of forces that what is held bears, beside torques: a knee that is locked needs no torque
CONSISTENT = 1e-9  # m/s, N.s: of what must not be negative behind an impact

Driving = Callable[[float, np.ndarray], np.ndarray]  # at a time, with coordinates and speeds (18,): more generalized forces (9,)


def point(**along: complex) -> np.ndarray:
    """The numbers c (9,) of a point, by names of bodies, such as thigh_1."""
    places = {"trunk": TRUNK} | {f"{name}_{i + 1}": of[i] for name, of in (("thigh", THIGHS), ("shank", SHANKS), ("foot", FEET)) for i in range(2)}
    c = np.zeros(9, dtype=complex)
    for name, value in along.items():
        c[places[name]] = value
    return c


def on_leg(i: int, thigh: complex, shank: complex = 0.0, foot: complex = 0.0) -> np.ndarray:
    """A point of leg i, by where it is in the axes of each body: along its foot, and i times across."""
    return point(**{f"thigh_{i}": thigh, f"shank_{i}": shank, f"foot_{i}": foot})


MASSES = [(38.0, 1.6, TRUNK, point(trunk=0.25j))]
for leg in (1, 2):
    MASSES += [
        (14.0, 0.15, THIGHS[leg - 1], on_leg(leg, -0.325j)),
        (2.2, 0.005, SHANKS[leg - 1], on_leg(leg, -THIGH * 1j, -0.09j)),
        (0.25, 0.0025, FEET[leg - 1], on_leg(leg, -THIGH * 1j, -SHANK * 1j, 0.02 - 0.02j)),
    ]
SOLES = {(leg, name): on_leg(leg, -THIGH * 1j, -SHANK * 1j, x - SOLE * 1j) for leg in (1, 2) for name, x in (("heel", -HEEL), ("toe", TOE))}
M_ROTARY = np.zeros(9)
for _, moment, body, _ in MASSES:
    M_ROTARY[body] = moment


def place(c: np.ndarray, q: np.ndarray) -> complex:
    """Where a point is."""
    return q[0] + 1j * q[1] + c @ np.exp(1j * q)


def jacobian(c: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Its velocity (9,) by speeds."""
    J = 1j * c * np.exp(1j * q)
    J[HIP] = 1.0, 1j
    return J


def turning(c: np.ndarray, q: np.ndarray, v: np.ndarray) -> complex:
    """Its acceleration while speeds are constant."""
    return -(c * np.exp(1j * q)) @ v**2


def mass_matrix(q: np.ndarray) -> np.ndarray:
    """The mass matrix (9, 9)."""
    M = np.diag(M_ROTARY)
    for m, _, _, c in MASSES:
        J = jacobian(c, q)
        M = M + m * np.outer(J.conj(), J).real
    return M


def forces(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Generalized forces (9,) of weight, centrifugal forces and springs."""
    gravity, f = G * (np.sin(SLOPE) - 1j * np.cos(SLOPE)), np.zeros(9)
    for m, _, _, c in MASSES:
        f += m * (jacobian(c, q).conj() * (gravity - turning(c, q, v))).real
    thighs = list(THIGHS)
    lean, rate = q[TRUNK] - q[thighs].mean(), v[TRUNK] - v[thighs].mean()
    middle = -MIDDLE[0] * lean - MIDDLE[1] * rate
    f[TRUNK] += middle
    f[thighs] -= 0.5 * middle
    for i in range(2):
        thigh, shank, foot = THIGHS[i], SHANKS[i], FEET[i]
        act(f, TRUNK, thigh, -HIP_SPRING * (q[thigh] - q[TRUNK]))
        act(f, thigh, shank, -KNEE_SPRING * (q[shank] - q[thigh]))
        act(f, shank, foot, -ANKLE[0] * (q[foot] - q[shank] - ANKLE[2]) - ANKLE[1] * (v[foot] - v[shank]))
    return f


def energy(y: np.ndarray, slope: float) -> float:
    """Kinetic energy, and potential energy of weight and springs, on a slope."""
    q, v = y[:9], y[9:]
    down, lean = np.sin(slope) - 1j * np.cos(slope), q[TRUNK] - q[list(THIGHS)].mean()
    stored = MIDDLE[0] * lean**2 - 2.0 * G * sum(m * (place(c, q) * np.conj(down)).real for m, _, _, c in MASSES)
    for thigh, shank, foot in zip(THIGHS, SHANKS, FEET):
        springs = ((HIP_SPRING, q[thigh] - q[TRUNK]), (KNEE_SPRING, q[shank] - q[thigh]), (ANKLE[0], q[foot] - q[shank] - ANKLE[2]))
        stored += sum(c * turned**2 for c, turned in springs)
    return 0.5 * (v @ mass_matrix(q) @ v + stored)


def heat(y: np.ndarray) -> float:
    """What dampers take [W]."""
    v, thighs = y[9:], list(THIGHS)
    ankles = sum((v[foot] - v[shank]) ** 2 for foot, shank in zip(FEET, SHANKS))
    return MIDDLE[1] * (v[TRUNK] - v[thighs].mean()) ** 2 + ANKLE[1] * ankles


def act(f: np.ndarray, upper: int, lower: int, torque: float) -> None:
    """Add a torque between two bodies."""
    f[lower] += torque
    f[upper] -= torque


def torques_of_motors() -> np.ndarray:
    """What each torque u0 to u5 does on the coordinates (9, 6): of hips, knees and ankles, first leg first."""
    B = np.zeros((9, 6))
    for i in range(2):
        for k, (upper, lower) in enumerate(((TRUNK, THIGHS[i]), (THIGHS[i], SHANKS[i]), (SHANKS[i], FEET[i]))):
            B[lower, 2 * k + i], B[upper, 2 * k + i] = 1.0, -1.0
    return B


def undriven(t: float, y: np.ndarray) -> np.ndarray:
    """No forces beside those of the passive gait."""
    return np.zeros(9)


def missing_weight(q: np.ndarray, slope: float) -> np.ndarray:
    """Generalized forces (9,) of the weight here that those on another slope lack."""
    a = G * (np.sin(SLOPE) - np.sin(slope) + 1j * (np.cos(slope) - np.cos(SLOPE)))
    return sum(m * (jacobian(c, q).conj() * a).real for m, _, _, c in MASSES)


@dataclass(frozen=True)
class Held:
    """What is held: points of soles on the ground, and knees."""

    soles: tuple[tuple[int, str], ...]
    knees: tuple[int, ...]

    def rows(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows A (k, 9) that hold their velocities, and -A' v (k,)."""
        A, rest = [np.zeros((0, 9))], [np.zeros(0)]
        for sole in self.soles:
            J, a = jacobian(SOLES[sole], q), turning(SOLES[sole], q, v)
            A, rest = [*A, np.array([J.real, J.imag])], [*rest, np.array([-a.real, -a.imag])]
        for knee in self.knees:
            row = np.zeros((1, 9))
            row[0, SHANKS[knee - 1]], row[0, THIGHS[knee - 1]] = 1.0, -1.0
            A, rest = [*A, row], [*rest, np.zeros(1)]
        return np.vstack(A), np.concatenate(rest)

    def solve(self, q: np.ndarray, f: np.ndarray, A: np.ndarray, rest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """M a = f + A^T g, A a = rest: a (9,) and g (k,), the shortest where both ends of a foot make it redundant."""
        k = len(rest)
        whole = np.block([[mass_matrix(q), -A.T], [A, np.zeros((k, k))]])
        found = np.linalg.lstsq(whole, np.concatenate([f, rest]), rcond=1e-12)[0]
        return found[:9], found[9:]

    def loads(self, t: float, y: np.ndarray, driving: Driving) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations (9,) and forces of what holds (k,)."""
        q, v = y[:9], y[9:]
        return self.solve(q, forces(q, v) + driving(t, y), *self.rows(q, v))

    def rates(self, t: float, y: np.ndarray, driving: Driving) -> np.ndarray:
        """The rates (18,) of coordinates and speeds."""
        return np.concatenate([y[9:], self.loads(t, y, driving)[0]])

    def inputs(self, y: np.ndarray, slope: float) -> np.ndarray:
        """Inverse dynamics: the torques u0 to u5 with which it moves on another slope as it does here without any; locks bear what they can."""
        forces_held = LOCKS_FIRST * self.rows(y[:9], y[9:])[0].T
        return np.linalg.lstsq(np.hstack([torques_of_motors(), forces_held]), missing_weight(y[:9], slope), rcond=1e-12)[0][:6]

    def normal_forces(self, y: np.ndarray, slope: float, u: np.ndarray) -> np.ndarray:
        """Those of the ground on the soles, on another slope under torques."""
        q, v = y[:9], y[9:]
        f = forces(q, v) - missing_weight(q, slope) + torques_of_motors() @ u
        return self.solve(q, f, *self.rows(q, v))[1][1 : 2 * len(self.soles) : 2]

    def strike(self, y: np.ndarray, left: Sequence[tuple[int, str]]) -> np.ndarray:
        """Behind a plastic impact: what is held stops, and the soles that are `left` do not go into the ground, nor does the ground pull."""
        q, v = y[:9], y[9:]
        A, rest = self.rows(q, v)
        after, g = self.solve(q, mass_matrix(q) @ v, A, np.zeros(len(rest)))
        assert (g[1 : 2 * len(self.soles) : 2] >= -CONSISTENT).all()
        assert all((jacobian(SOLES[sole], q) @ after).imag >= -CONSISTENT for sole in left)
        return np.concatenate([q, after])


def height(sole: tuple[int, str]) -> Callable[[float, np.ndarray], float]:
    """The event in which a sole comes down to the ground, leg 1 behind it."""
    found = lambda t, y: place(SOLES[sole], y[:9]).imag
    found.direction = -1
    return found


def knee_gap(i: int) -> Callable[[float, np.ndarray], float]:
    """The event in which a knee becomes straight."""
    found = lambda t, y: y[THIGHS[i - 1]] - y[SHANKS[i - 1]]
    found.direction = -1
    return found


def step(t: float, y: np.ndarray, stands: int, driving: Driving = undriven) -> tuple[list, float, np.ndarray]:
    """A step from where one leg stands flat and the other one swings, to where that stands flat: solutions of the phases, and the end."""
    swings = 3 - stands
    flat, heel, toe = tuple((stands, name) for name in ("heel", "toe")), (swings, "heel"), (swings, "toe")
    phases = [
        (Held(flat, (stands,)), knee_gap(swings), Held(flat, (1, 2)), ()),
        (Held(flat, (1, 2)), height(heel), Held((heel, flat[1]), (1, 2)), flat[:1]),
        (Held((heel,), (swings,)), height(toe), Held((heel, toe), (swings,)), ()),
    ]
    runs = []
    for held, event, after, left in phases:
        event.terminal = True
        run = solve_ivp(partial(held.rates, driving=driving), (t, t + 2.0), y, events=event, dense_output=True, **TIGHT)
        assert run.status == 1
        t, y = run.t[-1], after.strike(run.y[:, -1], left)
        runs.append(run)
    return runs, t, y


def absolute(joints: dict[str, tuple[float, float]]) -> np.ndarray:
    """Coordinates and speeds (18,) from angles and rates of the trunk and of joints, while leg 1 stands flat with its heel at zero."""
    y = np.zeros((2, 9))
    y[:, TRUNK] = joints["trunk"]
    for i in range(2):
        y[:, THIGHS[i]] = y[:, TRUNK] + joints[f"hip_{i + 1}"]
        y[:, SHANKS[i]] = y[:, THIGHS[i]] + joints[f"knee_{i + 1}"]
        y[:, FEET[i]] = y[:, SHANKS[i]] + joints[f"ankle_{i + 1}"]
    heel = SOLES[1, "heel"]
    from_hip, velocity = place(heel, y[0]), jacobian(heel, y[0]) @ y[1]
    y[:, 0], y[:, 1] = (-from_hip.real, -velocity.real), (-from_hip.imag, -velocity.imag)
    return y.reshape(-1)


def joints_of(y: np.ndarray) -> dict[str, float]:
    """Place and angles as the model's outputs name them."""
    found = {"x": y[0], "z": y[1], "trunk": y[TRUNK]}
    for i in range(2):
        found |= {f"hip_{i + 1}": y[THIGHS[i]] - y[TRUNK], f"knee_{i + 1}": y[SHANKS[i]] - y[THIGHS[i]], f"ankle_{i + 1}": y[FEET[i]] - y[SHANKS[i]]}
    return found
