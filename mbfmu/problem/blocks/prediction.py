"""Force sides that look ahead: between communication points they predict the motion of their ports, and they return a force fitted to the next step.

The motion side says how its acceleration follows the force, so the force side knows the equations of both near the port:

    xi = (x, s, v),   xi_dot = F(xi) = (rates of its own states, v, a_free + inverse_mass f(xi)).

**Up to the present time** the motion side has felt the force that was read before the step, and a constant one. So from the time t on, at which its
motion was said, it moves by s + v tau + a tau^2 / 2 + jerk tau^3 / 6.

**For the step to come**, of the length h of the last one, the force must be constant again, since explicit masters hold it. The exponential
Rosenbrock-Euler method (Hochbruck and Ostermann, Exponential integrators, Acta Numerica 19, 2010, section 2.4) gives its mean
f + f_xi h phi_2(h J) F, with J = F_xi. A constant force with this mean leaves the right speed, but a position that is off by w f_dot h^3 / 12 in each
step, which adds up. Taken off in the step itself, by h^2 f_ddot / 12 less, phi_2 = 1/2 + z/6 + ... becomes psi = 1/2 + z/12 + ..., and
positions at communication points are of third order. psi is the rational function

    psi(z) = (1/2 + a z) / (1 + b z - a z^2),   a = 1/12 + b/2,

whose limit, -1/z, is the force in equilibrium. b is -1/4 where the step resolves the coupling, and -1 where it does not, so that coupled motion
with any stiffness and damping decays for any step (tests/problem/blocks/test_prediction.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Composed, Record, kernel, unknown
from ...base.spatial.rotations import cross
from ...model.declare.declarations import Handle, Input
from ...model.declare.element import Element
from ...model.declare.port import PortDeclaration
from ...model.ports import HUB, Member
from ..tables.expected_step import ExpectedStep
from ..tables.table import VariableTable, piece

RESOLVED, COARSE = 1.0, 2.0  # the size of h J between motion and force, below which b is -1/4 and above which it is -1


def forces_ahead(block: Element) -> int:
    """How many numbers the forces of its ports have."""
    return sum(6 if port.kind is HUB else 1 for port in force_sides(block).values())


def force_sides(block: Element) -> dict[str, PortDeclaration]:
    """The ports of a block that give the force, by name."""
    declared = {name: d for base in reversed(type(block).__mro__) for name, d in vars(base).items() if isinstance(d, PortDeclaration)}
    return {name: d for name, d in declared.items() if d.gives == "force"}


def interface_input(port: str, member: Member) -> Input:
    """The input by which a port hears of the inertia of the motion side."""
    declared = Input(member.unit, f"{member.description}, of the motion side", pieces=member.pieces)
    declared.name = f"{port}.{member.name}"
    return declared


@dataclass(frozen=True)
class PredictedPort:
    """One port while equations are written near its predicted motion: displacements `s` from `place` and speeds `v` (1 or 6).

    `felt` is the force during the last communication step, `present` that at the present motion. `members` are what members of a translational
    port are called in this one.
    """

    name: str
    hub: bool
    place: ca.MX  # the coordinate, or position and quaternion of a hub
    s: ca.MX
    v: ca.MX
    present: ca.MX
    felt: ca.MX
    members: Mapping[str, str]

    @property
    def size(self) -> int:
        """How many coordinates it has."""
        return self.s.numel()


class Prediction:
    """The equations of a block with ports that look ahead, in terms of the slots t, x, u, p and communication."""

    def __init__(self, block: Element, table: VariableTable, slots: Mapping[str, ca.MX]):
        self.t, self.x, self.u, self.communication = (slots[s] for s in ("t", "x", "u", "communication"))
        last = self.communication[0]
        expected = next(ref for handle, ref in table.of.items() if isinstance(handle, ExpectedStep))
        self.h = ca.if_else(last < 0, slots["p"][expected.start], last)
        self.ports: list[PredictedPort] = []
        first = 1
        for name, port in force_sides(block).items():
            self.ports.append(_near(name, port, self.communication, first))
            first += self.ports[-1].size
        self.refs = {
            handle.declaration.name: (handle.declaration, ref) for handle, ref in table.of.items() if isinstance(handle, Handle) and ref.slot == "u"
        }
        self.now = ca.MX.sym("now")  # the present time, when it is not differentiated by

    def inputs(self, u: Record) -> Record:
        """The inputs of the block with the motion of its ports near where it is predicted."""
        found = Record(u)
        for port in self.ports:
            if port.hub:
                pos, rot = _displaced(unknown(port.place), unknown(port.s))
                lin_vel, ang_vel = unknown(port.v[:3]), unknown(port.v[3:])
                found |= {f"{port.name}.{n}": v for n, v in dict(pos=pos, rot=rot, lin_vel=lin_vel, ang_vel=ang_vel).items()}
            else:
                names = (f"{port.name}.{port.members[n]}" for n in ("s", "v"))
                found |= dict(zip(names, (unknown(port.place + port.s, ()), unknown(port.v, ()))))
        return Record(found)

    def fitted(self, rates: ca.MX, outputs: Mapping[str, Any]) -> tuple[dict[str, Any], ca.MX]:
        """The outputs of a block with forces that are fitted to the step to come; and these forces, both near the predicted motion."""
        found = dict(outputs)
        wrenches = [self._wrench(port, outputs) for port in self.ports]
        self.wrenches = wrenches
        accelerations = [self._acceleration(port, w) for port, w in zip(self.ports, wrenches)]
        speeds = [port.v for port in self.ports]
        F = ca.densify(ca.vertcat(rates, *speeds, *accelerations, 1.0))  # the last is the time
        xi = ca.vertcat(self.x, *(port.s for port in self.ports), *speeds, self.t)
        n, m = xi.numel(), sum(port.size for port in self.ports)
        ahead = look_ahead(n, range(n - 1 - m, n - 1))(ca.densify(self.h * ca.jacobian(F, xi)), self.h * F)
        w = ca.vertcat(*wrenches)
        missed = self.communication[1 + m : 1 + 2 * m]
        w = w + ca.mtimes(ca.jacobian(w, xi), ahead) + missed
        for port, of in zip(self.ports, ca.vertsplit(w, np.cumsum([0, *(port.size for port in self.ports)]).tolist())):
            found |= self._given(port, of, outputs)
        return found, w

    def at_predicted(self, columns: list[ca.MX]) -> list[ca.MX]:
        """What was written near the predicted motion, at it."""
        columns = ca.substitute(columns, [port.present for port in self.ports], self.wrenches)
        places, predicted = [], []
        for port in self.ports:
            places += [port.place, port.s, port.v]
            place, v = self._predict(port)
            predicted += [place, ca.MX.zeros(port.size), v]
        return ca.substitute(ca.substitute(columns, places, predicted), [self.now], [self.t])

    def _said(self, port: PredictedPort, name: str) -> Composed:
        """What the motion side says."""
        declared, ref = self.refs[f"{port.name}.{port.members.get(name, name)}"]
        return piece(declared, self.u, ref)

    def _vector(self, port: PredictedPort, linear: str) -> ca.MX:
        """An acceleration or its rate (1 or 6)."""
        names = (linear, *([TURNING[linear]] if port.hub else []))
        return ca.vertcat(*(self._said(port, name).dense() for name in names))

    def _predict(self, port: PredictedPort) -> tuple[ca.MX, ca.MX]:
        """Where the port is now, and its speed."""
        tau, a, jerk = (
            unknown(self._elapsed(port), ()),
            unknown(self._vector(port, "a_free") + self._by(port, port.felt)),
            unknown(self._jerk(port, port.felt)),
        )
        if port.hub:
            moved = _hub_moved(tau, *(self._said(port, name) for name in ("pos", "rot", "lin_vel", "ang_vel")), a, jerk)
        else:
            moved = _axis_moved(tau, self._said(port, "s"), self._said(port, "v"), a, jerk)
        return moved[0].dense(), moved[1].dense()

    def _elapsed(self, port: PredictedPort) -> ca.MX:
        """The time since the motion was said; zero where nobody makes communication steps."""
        return ca.if_else(self.h > 0, self.now - self._said(port, "t").dense(), 0.0)

    def _acceleration(self, port: PredictedPort, wrench: ca.MX) -> ca.MX:
        """Under the force that was felt up to now, and under the present one from now on."""
        free = self._vector(port, "a_free") + self._jerk(port, port.felt) * self._elapsed(port)
        return free + self._jerk(port, port.present) * (self.t - self.now) + self._by(port, wrench)

    def _by(self, port: PredictedPort, wrench: ca.MX) -> ca.MX:
        """The acceleration by a force."""
        if not port.hub:
            return self._said(port, "inverse_mass").dense() * wrench
        return ca.mtimes(_square(_matrix(*(self._said(port, name) for name in ("inverse_mass", "inverse_inertia", "inverse_coupling")))), wrench)

    def _jerk(self, port: PredictedPort, wrench: ca.MX) -> ca.MX:
        """The rate of the acceleration without the force, while it is felt."""
        if not port.hub:
            return self._vector(port, "jerk_free") + self._said(port, "jerk_by_force").dense() * wrench
        names = ("jerk_by_force", "jerk_by_moment", "w_ddot_by_force", "w_ddot_by_moment")
        return self._vector(port, "jerk_free") + ca.mtimes(_square(_of_blocks(*(self._said(port, name) for name in names))), wrench)

    def _wrench(self, port: PredictedPort, outputs: Mapping[str, Any]) -> ca.MX:
        """The force of a port, or force and moment (6,) at the hub."""
        if not port.hub:
            return _column(outputs[f"{port.name}.{port.members['f']}"])
        given = [outputs[f"{port.name}.{name}"] for name in ("force", "moment", "point")]
        return _column(_at_hub(*given, unknown(port.place[:3] + port.s[:3])))

    def _given(self, port: PredictedPort, w: ca.MX, outputs: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs of a port that say so; the point of a hub's force goes on with the hub for half of the step."""
        if not port.hub:
            return {f"{port.name}.{port.members['f']}": unknown(w, ())}
        moved = unknown(port.v[:3] * self.h / 2)
        force, moment, point = _at_point(unknown(w), outputs[f"{port.name}.point"], unknown(port.place[:3] + port.s[:3]), moved)
        return {f"{port.name}.force": force, f"{port.name}.moment": moment, f"{port.name}.point": point}


TURNING = {"jerk_free": "w_ddot_free", "a_free": "w_dot_free"}


def _near(name: str, declared: PortDeclaration, communication: ca.MX, first: int) -> PredictedPort:
    kind = declared.kind
    sizes = (7, 6, 6, 6) if kind is HUB else (1, 1, 1, 1)
    place, s, v, present = (ca.MX.sym(f"{name}.{what}", size) for what, size in zip(("place", "s", "v", "present"), sizes))
    turning = {**TURNING, "inverse_mass": "inverse_inertia", "jerk_by_force": "w_ddot_by_moment", "s": "phi", "v": "w", "f": "tau"}
    straight = {key: key for key in turning}
    return PredictedPort(
        name=name,
        hub=kind is HUB,
        place=place,
        s=s,
        v=v,
        present=present,
        felt=communication[first : first + sizes[1]],
        members=turning if kind.name == "rotational" else straight,
    )


def _column(value: Any) -> ca.MX:
    return value.dense() if isinstance(value, Composed) else ca.MX(ca.DM(np.ravel(value)))


def look_ahead(n: int, moving: range) -> ca.Function:
    """psi(Z) F of this module's docstring for Z (n, n) and F (n,); numbers `moving` of xi are the speeds of ports."""
    Z, F = ca.SX.sym("Z", n, n), ca.SX.sym("F", n)
    size = ca.sqrt(sum((ca.fabs(Z[i, j] * Z[j, i]) for i in moving for j in range(n)), ca.SX(1e-300)))
    part = ca.fmin(ca.fmax((size - RESOLVED) / (COARSE - RESOLVED), 0.0), 1.0)
    b = -0.25 - 0.75 * part**2 * (3.0 - 2.0 * part)
    a = 1.0 / 12.0 + b / 2.0
    return ca.Function("look_ahead", [Z, F], [_solve(ca.SX.eye(n) + b * Z - a * ca.mtimes(Z, Z), 0.5 * F + a * ca.mtimes(Z, F))])


def _solve(A: ca.SX, b: ca.SX) -> ca.SX:
    """x of A x = b. Rows are scaled to 1: CasADi's Gram-Schmidt loses by how much they differ, as those of pressures and speeds do."""
    scale = 1.0 / ca.vertcat(*(reduce(ca.fmax, ca.horzsplit(ca.fabs(row))) for row in ca.vertsplit(A)))
    return ca.solve(ca.mtimes(ca.diag(scale), A), scale * b)


@kernel
def _axis_moved(tau, s, v, a, jerk):
    return s + v * tau + a[0] * tau**2 / 2 + jerk[0] * tau**3 / 6, v + a[0] * tau + jerk[0] * tau**2 / 2


@kernel
def _hub_moved(tau, pos, rot, lin_vel, ang_vel, a, jerk):
    """Position and quaternion (7,), and speeds (6,), after the time tau."""
    v = np.array([*lin_vel, *ang_vel])
    way, speeds = v * tau + a * (tau**2 / 2) + jerk * (tau**3 / 6), v + a * tau + jerk * (tau**2 / 2)
    half = 0.5 * way[3:]
    angle = (half @ half + 1e-24) ** 0.5  # of half a turn; no root at zero, where it has no derivative
    e = half * (np.sin(angle) / angle)
    return np.array([*(pos + way[:3]), *_product(np.cos(angle), e, rot)]), speeds


@kernel
def _displaced(place, s):
    """Position and quaternion next to a place, to first order."""
    return place[:3] + s[:3], place[3:] + _product(0.0, 0.5 * s[3:], place[3:])


def _product(cosine, e, rot):
    """The quaternion (cosine, e) times another."""
    return np.array([cosine * rot[0] - e @ rot[1:], *(cosine * rot[1:] + rot[0] * e + cross(e, rot[1:]))])


@kernel
def _matrix(linear, angular, coupling):
    """The inverse mass (6, 6) of its three parts."""
    full = lambda p: [[p[0], p[1], p[2]], [p[1], p[3], p[4]], [p[2], p[4], p[5]]]
    across = [[coupling[3 * i + j] for j in range(3)] for i in range(3)]
    transposed = [[across[j][i] for j in range(3)] for i in range(3)]
    upper = [a + b for a, b in zip(full(linear), across)]
    return np.array([*upper, *(a + b for a, b in zip(transposed, full(angular)))])


@kernel
def _of_blocks(a, b, c, d):
    """A matrix (6, 6) of four blocks, each (9,)."""
    rows = lambda left, right: [[*(left[3 * i + j] for j in range(3)), *(right[3 * i + j] for j in range(3))] for i in range(3)]
    return np.array([*rows(a, b), *rows(c, d)])


def _square(matrix: Composed) -> ca.MX:
    """A matrix (6, 6) of CasADi's."""
    return ca.reshape(matrix.dense(), 6, 6).T


@kernel
def _at_hub(force, moment, point, pos):
    return np.array([*force, *(moment + cross(point - pos, force))])


@kernel
def _at_point(w, point, pos, moved):
    """Force, moment and point whose moment about the hub is w's once the hub has `moved` for half of the step."""
    force = w[:3]
    return force, w[3:] - cross(point - pos, force), point + moved
