"""Posture: a mechanism at one instant, as a controller or a planner sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...model.declare.model import Model
from ...model.elements.joints import Joint
from ...model.elements.parts import FlexibleBody
from ...problem.load_problem import load_model
from ...problem.mechanism.posture import PostureEquations
from ..simulate.problem_run import ProblemRun
from ..simulate.run import Run
from .arguments import bounds_of, numbers_of
from .frames import Frames, Seen
from .independent_speeds import asked_for, chosen, driven_first
from .instant import Instant, Mechanism
from .mass_properties import MassProperties
from .reach import Goal, nearest_coordinates, shortfall

SAME = 1e-9  # rad, m and their rates: what start values may be off


class Posture:
    """A mechanism at one instant: positions, speeds, frames, Jacobians, mass matrix and forces. No time passes.

    `model` is a Model, or the path of a Python file that declares `model`, or of a robot in URDF. The posture begins at the start of the model, with
    loops closed. `coordinates` and `speeds` name the numbers of `q` and `v`, in SI units. Coordinates are those of all joints. Speeds are
    independent: without loops those of all joints, with loops one for each degree of freedom. `independent` names these speeds. By default, mbfmu
    takes elastic speeds first, then the speeds of driven joints, then speeds in the order of declaration. Jacobians, mass matrix and forces belong
    to these speeds, column by column. Loops are closed in every result.

    Elastic coordinates of flexible bodies and their speeds are numbers of `q` and `v` like others; `place` and `reach` keep those that are not given.

    A posture ignores drives. Constraints that prescribe a motion by inputs or time (JointMotionInput, ...) and forces with inputs (JointTorque,
    PositionDrive, ...) have no effect.
    """

    model: Model
    _kind_of_run: type[ProblemRun] = ProblemRun

    def __init__(self, model: Model | str | Path, independent: Sequence[str] | None = None):
        self.model = _model(model)
        self._equations = equations = PostureEquations(self.model)
        self._frames, self._run = Frames(self.model, equations), self._kind_of_run(equations.problem)
        x, nq, n, nv = np.array([*self._run.states.values()]), equations.tree.nq, len(equations.coordinates), equations.tree.nv
        q, measured, others, speeds = np.split(x, [nq, n, x.size - nv])
        start = Instant(mechanism=Mechanism(equations, others), q=q, measured=measured, p=self._run.parameters, independent=[], v=np.zeros(0))
        start = replace(start, independent=self._choice(start, independent))
        self._now = replace(start, v=start.of_all(speeds))

    def __repr__(self) -> str:
        return f"<Posture of {self.model.name}: {len(self.coordinates)} coordinates, {len(self.speeds)} speeds>"

    def _choice(self, start: Instant, wanted: Sequence[str] | None) -> list[int]:
        """The numbers of the independent speeds among those of all joints."""
        joints, names = self._equations.joints, self._equations.speeds
        A, _, B, _ = start.mechanism.related(start.still, start.p)
        of_all = np.vstack((np.eye(A.shape[1]), B))
        if wanted is not None:
            return asked_for(wanted, names, A, of_all)
        declared = driven_first(self.model, [joint for joint in self.model.of_type(Joint) if joint in joints])
        in_order = [f"{of.path}.{name}" for of in (*self.model.of_type(FlexibleBody), *declared) for name in of.speed_names]
        return chosen(map(names.index, in_order), A, of_all)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the numbers of `q`: the coordinates of all joints; joints that close loops come last."""
        return self._equations.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        """The names of the numbers of `v`, of the columns of Jacobians, and of the rows of the mass matrix and of forces."""
        return tuple(self._equations.speeds[i] for i in self._now.independent)

    @property
    def q(self) -> np.ndarray:
        """The coordinates [rad, m, or 1 of Euler parameters]."""
        return np.concatenate((self._now.q, self._now.measured))

    @property
    def v(self) -> np.ndarray:
        """The independent speeds [rad/s, m/s]."""
        return self._now.v.copy()

    @property
    def limits(self) -> dict[str, tuple[float, float]]:
        """Lower and upper limit of each coordinate that has end stops, by name."""
        lower, upper = self._now.mechanism.limits(self._now.still, self._now.p)
        names = (f"{stop.joint.path}.{stop.joint.coordinate_names[0]}" for stop in self._equations.stops)
        return dict(zip(names, zip(lower.tolist(), upper.tolist())))

    def place(self, q: Mapping[str, float] | ArrayLike) -> None:
        """Set coordinates: all, in the order of `coordinates`, or some by name, {"elbow.phi": 0.3}.

        In loops, the coordinates of other joints follow with the smallest change. Independent speeds stay. Limits are ignored. Raises MbfmuError if
        the loops cannot close with these coordinates; the posture then stays as it was.
        """
        now = self._closed(self._now, numbers_of(q, self.coordinates, "coordinate"))
        if not np.isfinite(now.q).all():
            raise MbfmuError(f"{self.model.name}: Euler parameters must not all be zero")
        self._now = now

    def move(self, v: Mapping[str, float] | ArrayLike) -> None:
        """Set independent speeds: all, in the order of `speeds`, or some by name, {"elbow.w": 0.1}. All other speeds follow."""
        given = numbers_of(v, self.speeds, "independent speed")
        own = self.v
        own[[*given]] = [*given.values()]
        self._now = replace(self._now, v=own)

    def follow(self, run: Run, part: str = "") -> None:
        """Take the present coordinates and speeds of a run of the same model.

        In a run of a model made by `connect`, `part` is the name of this model in the connected model. Raises MbfmuError if the states of the run
        are not joint coordinates.
        """
        prefix, nq = part and f"{part}.", self._now.q.size
        states = {name.removeprefix(prefix): state for name, state in run.states.items() if name.startswith(prefix)}
        names = [*self.coordinates[:nq], *self._equations.speeds[: self._equations.tree.nv]]
        if missing := [name for name in names if name not in states]:
            wanted = f"follow needs a run of {self.model.name}, in a formulation whose coordinates are those of joints"
            raise MbfmuError(f"the run has no states {', '.join(missing[:6])}: {wanted}")
        q, speeds = np.split(np.array([states[name] for name in names]), [nq])
        near = np.array([states.get(name, value) for name, value in zip(self.coordinates[nq:], self._now.measured)])
        now = self._now.at(q, self._now.closed(q, near)[2])
        self._now = replace(now, v=now.of_all(speeds))

    def set(self, name: str, value: Any) -> None:
        """Set a tunable parameter, such as the mass of a payload. If this opens loops, they are closed again."""
        before = self._run.get(name)
        self._run.set(name, value)
        try:
            self._now = self._closed(replace(self._now, p=self._run.parameters), {})
        except MbfmuError:
            self._run.set(name, before)
            raise

    def pose(self, frame: Seen, relative_to: Seen | None = None) -> np.ndarray:
        """The homogeneous matrix T (4, 4) of a frame: T[:3, 3] is its position [m], T[:3, :3] takes vectors of the frame into the world.

        With `relative_to`, the pose is relative to that frame instead of the world. A frame is a Frame, a part, which stands for its frame_a, or a
        name such as "tool0" or "rod.frame_b".
        """
        R, r = self._frames.of(frame).place(self._now.still, self._now.p)
        if relative_to is not None:
            R_0, r_0 = self._frames.of(relative_to).place(self._now.still, self._now.p)
            R, r = R_0.T @ R, R_0.T @ (r - r_0)
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = R, r
        return T

    def velocity(self, frame: Seen) -> np.ndarray:
        """The velocity of a frame's origin [m/s], then its angular velocity [rad/s], (6,), both resolved in the world."""
        return self._frames.of(frame).jacobian(self._now.still, self._now.p) @ self._now.speeds

    def jacobian(self, frame: Seen) -> np.ndarray:
        """J (6, nv) with velocity(frame) = J @ v: three rows of the velocity of its origin, then three of its angular velocity, in the world."""
        return self._frames.of(frame).jacobian(self._now.still, self._now.p) @ self._now.followers

    def mass_matrix(self) -> np.ndarray:
        """M (nv, nv) of the independent speeds: the kinetic energy is v @ M @ v / 2."""
        return self._now.mass_matrix()

    def mass_properties(self) -> MassProperties:
        """The mass, the centre of mass and the moments of inertia about it of all bodies together, those on the ground included, in the world."""
        return self._now.mass_properties()

    def inverse_dynamics(self, accelerations: Mapping[str, float] | ArrayLike | None = None) -> np.ndarray:
        """The generalized forces (nv,) [N.m, N] that produce `accelerations` [rad/s2, m/s2] of the independent speeds, by default 0.

        They act in addition to gravity, springs, dampers, friction and end stops: they are M a + h, with the mass matrix M, the accelerations a, and
        the result h for zero accelerations. Raises MbfmuError if a force depends on a reaction, such as friction that reads the force of a guide.
        """
        given = {} if accelerations is None else numbers_of(accelerations, self.speeds, "independent speed")
        a = np.zeros(self._now.v.size)
        a[[*given]] = [*given.values()]
        return self._now.forces(self._now.moving, a)

    def holding_forces(self) -> np.ndarray:
        """The generalized forces (nv,) [N.m, N] that hold the mechanism still in this posture, against gravity and springs."""
        return self._now.forces(self._now.still, np.zeros(self._now.v.size))

    def reach(
        self,
        frame: Seen,
        position: ArrayLike,
        orientation: ArrayLike | None = None,
        limits: Mapping[str, tuple[float, float]] | None = None,
        tolerance: float = 1e-6,
    ) -> None:
        """Bring a frame to a position (3,) [m], and to an orientation if one is given, a rotation matrix (3, 3), both in the world.

        The search begins at the present coordinates, and keeps elastic coordinates, the limits of end stops and those in `limits` by name. If it
        fails, it begins again at other postures. Independent speeds stay. Raises MbfmuError if the frame ends farther from its goal than `tolerance`
        [m, rad]; the message gives the remaining distance, and the posture stays as it was.
        """
        goal, bounds = Goal.checked(position, orientation), bounds_of({**self.limits, **(limits or {})}, self.coordinates)
        now, seen, nq = self._now, self._frames.of(frame), self._now.q.size
        aim = lambda q: seen.aim(replace(now, q=q).still, now.p)
        found = nearest_coordinates(now.closed, aim, now.q, now.measured, goal, bounds[:, :nq], self._equations.elastic)
        reached, done = now.at(found, now.closed(found, now.measured)[2]).placed({})
        if done < 1.0:
            raise MbfmuError(f"{frame} cannot be brought there: the loops of {self.model.name} do not close near it")
        if wrong := shortfall(goal, aim(reached.q)[0], tolerance, np.concatenate((reached.q, reached.measured)), bounds, self.coordinates):
            raise MbfmuError(f"{frame} {wrong}")
        self._now = reached

    @property
    def start_values(self) -> dict[str, Any]:
        """The start parameters with which the model starts in this posture, for `simulate(..., values=...)`, a run or an FMU.

        Raises MbfmuError if a start value depends on parameters of the model and differs from this posture: it cannot be set.
        """
        handles = self._equations.start_parameters
        (numbers,) = self._now.mechanism.starts(self._now.moving, self._now.p)
        pieces = np.split(numbers, np.cumsum([int(np.prod(handle.declaration.shape)) for handle in handles])[:-1])
        values = {h: own.reshape(h.declaration.shape) for h, own in zip(handles, pieces)}
        following = {h: own for h, own in values.items() if h.declaration.name in h.element.expressions}
        if wrong := [h.name for h, own in following.items() if not np.allclose(own, h.numbers, rtol=0.0, atol=SAME)]:
            raise MbfmuError(f"{', '.join(wrong)}: follows from parameters of {self.model.name}, so it cannot be set to start in this posture")
        return {h.name: own if own.shape else float(own) for h, own in values.items() if h not in following}

    def _closed(self, now: Instant, given: Mapping[int, float]) -> Instant:
        """The instant with these coordinates, by number; MbfmuError where its loops cannot be closed with them."""
        reached, done = now.placed(given)
        if done < 1.0:
            told = ", ".join(f"{self.coordinates[i]} = {value:.6g}" for i, value in [*given.items()][:6])
            why = f"the loops of {self.model.name} cannot be closed" + (f" with {told}" if told else "")
            raise MbfmuError(f"{why}; from where it stands, {done:.1%} of the way can be gone")
        return reached


def _model(given: Model | str | Path) -> Model:
    """The Model itself, or that at a path."""
    if isinstance(given, Model):
        return given
    if not isinstance(given, (str, Path)):
        raise MbfmuError(f"a Posture is that of a Model, or of the path of one; {given!r} has no joints")
    if Path(given).suffix.lower() == ".fmu":
        raise MbfmuError(f"{given}: an FMU does not show its joints; give the .py or .urdf file that it was made of")
    return load_model(Path(given))
