"""Coordinates: free motion in coordinates of the user's choice, also more of them than degrees of freedom."""

from typing import ClassVar

import numpy as np

from ....base.scalars import rate, solve_spd
from ....base.spatial import euler_parameters
from ...declare.dry_run import symbols
from ...declare.return_values import numbers
from .base import Joint


class Coordinates(Joint):
    """frame_b moves freely relative to frame_a, described as the user likes. A new kind supplies, beside `start` and `outputs`:

    1. `nq`, and `nv` of the same number: the speeds are the rates of the coordinates.
    2. `position(q)` -> r_ab_a (3,), which the paper calls R(r) (eq. 5), and `rotation(q)` -> R_ab (3, 3), S(u) there (eq. 7).
    3. `relations(q)` -> (nq - 6,), zero where the coordinates belong together (eq. 15), and `units`, the unit of each row.
    4. `coordinates_from_pose(R, r, near)`, if something asks for the coordinates of a relative pose.
    5. `euler_parameters`, where four Euler parameters begin in q, if that is so: linear systems then have small angles in their stead.

    The subspace follows by differentiation: its column of coordinate i, both parts resolved in frame_b, is

        S_i = [ axial(R_ab^T dR_ab/dq_i) ]    angular velocity, H(u) of eq. 8
              [     R_ab^T dr/dq_i       ]    velocity, G(r) of eq. 6

    where axial(skew(w)) = w. The frames coincide where `rotation` is the identity and `position` zero.
    Source: Schutte & Udwadia (2011), section 2.
    """

    units: ClassVar[tuple[str, ...]] = ()
    euler_parameters: ClassVar[int | None] = None

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        cls.spins = cls.euler_parameters is not None

    @classmethod
    def declared_wrongly(cls):
        wrong = [] if cls.nq == cls.nv >= 6 else [f"nq = {cls.nq} and nv = {cls.nv} must be the same, and at least 6"]
        if not wrong and (not isinstance(cls.units, tuple) or len(cls.units) != cls.nq - 6):
            wrong = [f"units = {cls.units!r} must be a tuple of {cls.nq - 6}, the unit of each relation of its {cls.nq} coordinates"]
        return wrong or super().declared_wrongly()

    def dry_run(self, dry_run):
        q = {"q": symbols((self.nq,))}
        dry_run.call("position", q, numbers((3,)))
        dry_run.call("rotation", q, numbers((3, 3)))
        dry_run.call("relations", q, numbers((len(self.units),)))
        super().dry_run(dry_run)

    @staticmethod
    def relations(q):
        return np.zeros(0)

    @staticmethod
    def closure(R, r):
        return np.zeros(0)

    @classmethod
    def motion(cls, q):
        return cls.rotation(q), cls.position(q)

    @classmethod
    def relative_motion(cls, q, q_dot):
        """The motion (6,) of frame_b relative to frame_a, resolved in frame_b: H u_dot and G r_dot."""
        R = cls.rotation(q)
        turning = R.T @ rate(cls.rotation, (q,), (q_dot,))
        w = [turning[2, 1], turning[0, 2], turning[1, 0]]
        return np.array([*w, *(R.T @ rate(cls.position, (q,), (q_dot,)))])

    @classmethod
    def subspace(cls, q):
        return np.array([cls.relative_motion(q, one) for one in np.eye(cls.nq)]).T

    @classmethod
    def angular_velocity(cls, q, v):
        Q = slice(cls.euler_parameters, cls.euler_parameters + 4)
        return euler_parameters.angular_velocity(q[Q], v[Q])

    @classmethod
    def turning(cls, q, v, spin):
        found = np.zeros((2 * cls.nq, 2 * cls.nq), np.result_type(q, v, spin))
        if cls.spins:
            first = cls.euler_parameters
            axes = euler_parameters.rotation(q[first : first + 4]) @ (cls.angular_velocity(q, v) - spin)
            for here in (slice(first, first + 4), slice(cls.nq + first, cls.nq + first + 4)):
                found[here, here] = euler_parameters.turned(axes, spin)
        return found

    @classmethod
    def bias(cls, q, v):
        return rate(lambda q: cls.relative_motion(q, v), (q,), (v,))

    @classmethod
    def speeds(cls, q, V):
        """Rates of the coordinates, of which the relations leave only those that give V."""
        related = [rate(cls.relations, (q,), (one,)) for one in np.eye(cls.nq)]
        rows = np.array([[*column, *tied] for column, tied in zip(cls.subspace(q).T, related)]).T
        wanted = np.array([*V, *np.zeros(len(cls.units))])
        return rows.T @ solve_spd(rows @ rows.T, wanted)
