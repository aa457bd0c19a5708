"""Joints: what lets one frame move relative to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import kernel, solve_spd
from ....base.spatial.placement import move_motion
from ...declare.declarations import Output, Parameter
from ...declare.dry_run import symbols
from ...declare.element import Element, declarations
from ...declare.frame import Frame
from ...declare.return_values import both, named, numbers
from ...declare.variable_types import Boolean
from ..freedoms import Freedoms
from .contract import declared_wrongly, refuse_uncounted, rehearse_motion


class Joint(Freedoms, Element):
    """Lets frame_b move relative to frame_a. A new joint supplies, beside what every element does:

    1. `nq`, `nv`: how many coordinates q and speeds v it has; each method takes q (nq,) and v (nv,).
    2. `layout(values)` -> L (3, 3), a rotation of floats: how joint axes stand in frame_a and frame_b; the methods below are written in
       axes so laid (a revolute joint turns about z), where constants are zeros and ones.
    3. `motion(q)` -> (R_ab, r_ab_a): R_ab (3, 3) takes vectors from frame_b to frame_a, r_ab_a (3,) [m] goes from the origin of frame_a to
       that of frame_b, resolved in frame_a. Where q is zero (of Euler parameters: no rotation), let the frames coincide.
    4. `subspace(q)` -> S (6, nv): S v is the motion of frame_b relative to frame_a, angular velocity [rad/s] above the velocity [m/s] of its
       origin, resolved in frame_b. Docstrings of joints show S in the axes of frame_b itself, which is diag(L, L) S of the code, L = `layout`.
    5. `bias(q, v)` -> (6,) [rad/s2, m/s2], the part of the relative acceleration (seen from frame_b) beside S v_dot: S_dot v, zero unless
       overridden, as fits a constant S.
    6. `rate(q, v)` -> q_dot (nq,); v itself unless overridden.
    7. `start(p)` -> (q (nq,), v (nv,)), from its parameters `..._start`; p is a Record of its parameters.
    8. `outputs(q, v, v_dot)` -> its declared outputs by name (v_dot (nv,) are the rates of v), and `coordinate_names`, `speed_names` with their
       `coordinate_units`, `speed_units`.

    Where it closes a loop, it is known by the pose of frame_b relative to frame_a, R = R_ab and r = r_ab_a, in laid-out axes too:

    9. `closure(R, r)` -> (6 - nv,), smooth, with independent rows, zero exactly where some `motion(q)` nearby is (R, r); and
       `closure_units`, "m" or "rad" for each row.
    10. `coordinates_from_pose(R, r, near)` -> q (nq,) with motion(q) = (R, r), on the turn (or with the sign) nearest to `near` (nq,).
    11. `speeds(q, V)` -> v (nv,) of a relative motion V (6,), resolved in frame_b: the v with S v nearest to V unless
       overridden.

    Where its speeds are vectors along axes, so that they change although a motion looks the same all the time, as those of a car that goes in a
    circle:

    12. `turning(q, v, spin)` -> (nq + nv, nq + nv), the linear rates of q and v in a motion that looks the same from axes that turn with frame_b;
        zero unless overridden. Where `spins` is True, frame_b may spin in these axes besides, by `spin` (3,), as a wheel does; its
        `angular_velocity(q, v)` (3,) are the first three speeds unless overridden.

    All of them are static (or of the class), plain NumPy on any kind of number. When a model is built they are compared with each other, and
    contradictions are refused.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    closure_units: ClassVar[tuple[str, ...]] = ()

    q_fixed = Parameter("1", "whether assembly keeps the coordinates at the start", False, start=True, type=Boolean())
    v_fixed = Parameter("1", "whether assembly keeps the speeds at the start", False, start=True, type=Boolean())

    @staticmethod
    def bias(q, v):
        return np.zeros(6)

    @classmethod
    def along(cls, q, x):
        """S x (6,); many coordinates of one joint find it without S."""
        return cls.subspace(q) @ x

    @classmethod
    def angular_velocity(cls, q, v):
        return v[:3]

    @classmethod
    def speeds(cls, q, V):
        S = cls.subspace(q)
        return solve_spd(S.T @ S, S.T @ V)

    def __init__(self, *attached: Any, **values: Any):
        refuse_uncounted(type(self))
        super().__init__(*attached, **values)

    def own_problems(self):
        return [f"{self.path} ({type(self).__name__}): {problem}" for problem in self.declared_wrongly()] or super().own_problems()

    @classmethod
    def declared_wrongly(cls) -> list[str]:
        """What is wrong with the names and units that its class declares."""
        return declared_wrongly(cls)

    def dry_run(self, dry_run):
        q, v, v_dot = symbols((self.nq,)), symbols((self.nv,)), symbols((self.nv,))
        dry_run.call("start", {"p": dry_run.parameters}, both(numbers((self.nq,)), numbers((self.nv,)), "coordinates, speeds"))
        dry_run.call("outputs", {"q": q, "v": v, "v_dot": v_dot}, named(declarations(type(self), Output), "outputs"))
        rehearse_motion(dry_run, type(self))

    def observe(self, see):
        coordinates = see.joint(self)
        return _outputs(type(self), coordinates.q, coordinates.v, coordinates.v_dot)


@kernel
def _outputs(joint, q, v, v_dot):
    return joint.outputs(q, v, v_dot)


@dataclass(frozen=True)
class Reversed:
    """A joint walked from frame_b to frame_a, with the same coordinates: the tree enters it from the other side.

    With X taking motions of b to a, frame_a moves relative to frame_b with -X S v, and its bias is -X bias (the rate of X
    acts on the relative motion with itself and vanishes).
    """

    joint: type[Joint]

    def motion(self, q):
        R, r = self.joint.motion(q)
        return R.T, -(R.T @ r)

    def subspace(self, q):
        back = self.motion(q)
        columns = self.joint.subspace(q).T
        return np.array([-move_motion(back, column) for column in columns]).reshape(self.joint.nv, 6).T

    def along(self, q, x):
        return self.subspace(q) @ x

    def bias(self, q, v):
        return -move_motion(self.motion(q), self.joint.bias(q, v))

    def speeds(self, q, V):
        return self.joint.speeds(q, -move_motion(self.joint.motion(q), V))
