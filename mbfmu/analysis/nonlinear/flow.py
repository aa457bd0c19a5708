"""The flow of a model: how it goes from one state to a later one, and the derivative of that in independent coordinates."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from ...engine.instance import Instance
from ...problem.between_steps import changes_with_time
from ...problem.blocks.python_block import refuse_program
from ...problem.compile import Declared, compile_problem
from ...problem.data.dependencies import running_dependencies
from ...problem.data.problem import MechanismStates, Problem
from ...problem.data.ref import Ref
from ..instant.derivatives import derivatives
from ..instant.drive import InputDriver, Inputs, Values, declared_for, inputs_of
from ..instant.independent_states import independent
from .variation import TOLERANCE, directions, vary

APPROACHES = 5  # of Newton's method, behind which a projection corrects the rest or gives up
DEPENDENT = 1e-9  # relative: rows that follow from others
OFF = 1e-9  # m or rad, and relative to the states: constraints are met


@dataclass(frozen=True)
class LocalCoordinates:
    """Independent coordinates near a state: all states change by `columns` (n, f) times what f independent ones do, these by `rows` (f, n) times
    that.

    `names` and `units` are those of the independent states, `motions` those of them that are motions of mechanisms.
    """

    rows: np.ndarray
    columns: np.ndarray
    names: tuple[str, ...]
    units: tuple[str, ...]
    motions: tuple[str, ...]

    def without(self, left_out: Collection[str]) -> LocalCoordinates:
        """The same but for some of the independent states."""
        kept = [i for i, name in enumerate(self.names) if name not in left_out]
        names, units = (tuple(of[i] for i in kept) for of in (self.names, self.units))
        return LocalCoordinates(rows=self.rows[kept], columns=self.columns[:, kept], names=names, units=units, motions=self.motions)


class Flow:
    """A started model that advances in time. States of elements on which no motion depends, as integrals of sensors, are in no frame.

    `values` and `inputs` are those of `simulate`. `driven` says whether time or an input's function of time is in the equations, `places` are the
    coordinates that make no difference to motion. Raises ProblemsFound
    and InvalidValue as `simulate` does, StepFailed where the start cannot be assembled, MbfmuError for a PythonBlock, which `what` cannot run.
    """

    def __init__(self, declared: Declared, values: Values, inputs: Inputs, what: str, rtol: float = TOLERANCE):
        self.problem = compile_problem(declared_for(declared, values))
        refuse_program(self.problem, what)
        if not self.problem.sizes.get("x", 0):
            raise MbfmuError(f"{what} needs states, and {self.problem.name} has none")
        self.instance, self.rtol = Instance(self.problem), rtol
        self._inputs, self._given = inputs_of(self.problem, inputs), dict[Ref, float]()
        self.drive = InputDriver(self.instance, values, self._inputs)
        self.drive.start()
        self.driven = self.drive.moving or self.drive.stepping or changes_with_time(self.problem)
        running = running_dependencies(self.problem, ("x",))
        depends = running.array("x_dot")
        moving = {name for of in self.problem.mechanisms for name in self.problem.state_names[of.first : of.first + of.nq + of.own + of.nv]}
        self._of_blocks = set(self.problem.state_names) - moving
        self._straight = not self.problem.manifolds and all(_straight(depends, of) for of in self.problem.mechanisms)
        self._frame: LocalCoordinates | None = None
        self._idle = {name for name, of in zip(self.problem.state_names, depends.T) if not of.any()}
        self.places = _places(self.problem, np.vstack([depends, running.array("g")]) if self.problem.sizes.get("m", 0) else depends)

    def report(self, progress: Callable[[float], None]) -> None:
        """Have `progress` hear now and then how far time has come [s]."""
        self.instance.passing = progress
        self.instance.report_progress_seldom()

    @property
    def t(self) -> float:
        """The present time [s]."""
        return self.instance.t

    @property
    def x(self) -> np.ndarray:
        """The present states (n)."""
        return self.instance.buffers["x"].copy()

    @property
    def modes(self) -> np.ndarray:
        """The present modes (m)."""
        return self.instance.buffers["m"].copy()

    @property
    def nominal(self) -> np.ndarray:
        """The nominal values of the states (n)."""
        return self.instance.nominal

    def turns(self, change: np.ndarray) -> np.ndarray:
        """The full turns that are nearest to a change of the states (n), of those that are angles."""
        angles = np.array([unit == "rad" for unit in self.problem.state_units])
        return np.where(angles, np.round(change / (2.0 * np.pi)), 0.0)

    @property
    def rates(self) -> np.ndarray:
        """How fast the states change here (n)."""
        self.instance.evaluate()
        return self.instance.buffers["x_dot"].copy()

    def set(self, of: Ref, value: float) -> None:
        """Have a parameter or an input another value from the next time on that the flow goes back."""
        self._given[of] = value

    def hold(self) -> bytes:
        """Remember the present instant, to go back to."""
        self._held = self.instance.save()
        return self._held

    def again(self, held: bytes) -> None:
        """Be again at an instant that was held."""
        self.instance.restore(held)
        self.drive = InputDriver(self.instance, {}, self._inputs)
        self.drive.hold(self.t)
        self.drive.at(self.t)

    def back(self, x: np.ndarray) -> None:
        """Go back to the instant that was held, with states x (n) there, brought onto the constraints; StepFailed where these are too far away."""
        self.again(self._held)
        for ref, value in self._given.items():
            self.instance.set(ref, value)
        self.instance.validate()
        self.instance.place(self.t, x)
        self._approach_constraints()
        self.instance.project()
        self._refuse_off()
        self.instance.settle()

    def _approach_constraints(self) -> None:
        """Newton's method on the residuals of constraints, by the smallest change in nominal values. A projection alone moves what has least mass, and that
        may be far."""
        n, nominal = self.x.size, self.nominal
        for _ in range(APPROACHES):
            self.instance.constraints()
            off = self._residuals()
            if not (np.abs(off) > OFF).any():
                return
            slots = tuple(f"{manifold.prefix}{slot}" for manifold in self.problem.manifolds for slot in ("phi", "psi"))
            columns = [np.concatenate(self.instance.constraint_tangents({"x": seed}, slots)) for seed in np.eye(n) * nominal]
            change = np.linalg.lstsq(np.array(columns).T[self._acting()], -off, rcond=DEPENDENT)[0]
            self.instance.place(self.t, self.x + nominal * change)

    def _acting(self) -> np.ndarray:
        """Which residuals count: of positions those of independent holonomic rows, of speeds those of independent rows."""
        found = [np.zeros(0, dtype=bool)]
        for manifold in self.problem.manifolds:
            independent_rows = self.instance.buffers[f"{manifold.prefix}independent"] > 0.0
            found += [independent_rows & np.array([row.holonomic for row in manifold.rows], dtype=bool), independent_rows]
        return np.concatenate(found)

    def _residuals(self) -> np.ndarray:
        """The residuals that count, as last evaluated."""
        found = [self.instance.buffers[f"{manifold.prefix}{slot}"] for manifold in self.problem.manifolds for slot in ("phi", "psi")]
        return np.concatenate([np.zeros(0), *found])[self._acting()]

    def _refuse_off(self) -> None:
        """A projection that is too far gives up and leaves the states where they are."""
        self.instance.constraints()
        allowed = OFF * (1.0 + np.abs(self.x).max())
        for manifold in self.problem.manifolds:
            independent_rows = self.instance.buffers[f"{manifold.prefix}independent"] > 0.0
            if (np.abs(self.instance.buffers[f"{manifold.prefix}phi"][independent_rows]) > allowed).any():
                raise StepFailed(f"at t = {self.t:.9g} s the states are too far from the constraints to be brought onto them")

    def sample(self, times: np.ndarray) -> np.ndarray:
        """Go on to the last of the `times` [s]; the outputs at each of them (times, m)."""
        return vary(self.instance, self.drive, times, directions(self.instance, np.zeros((self.x.size, 0))), self.rtol).outputs

    def frame(self, motions: tuple[str, ...] | None = None) -> LocalCoordinates:
        """Independent coordinates at the present state, the `motions` among them where they are given; always the same where motions are straight."""
        if self._straight and self._frame:
            return self._frame
        self.instance.outputs()
        A, _ = derivatives(self.instance, "x", self.instance.buffers["x"].size)
        try:
            found = independent(self.instance, A, motions)
        except MbfmuError as error:
            raise MbfmuError(f"at t = {self.t:.9g} s the coordinates of the start are no longer independent: {error}") from error
        kept = [i for i, name in enumerate(found.names) if not (found.own[i] and name in self._idle)]
        still = tuple(found.names[i] for i in kept if not (found.own[i] or found.speeds[i] or found.names[i] in self._of_blocks))
        if not kept:
            raise MbfmuError(f"nothing of {self.problem.name} can move in another way than it does: all its motion is prescribed")
        names, units = (tuple(of[i] for i in kept) for of in (found.names, found.units))
        self._frame = LocalCoordinates(rows=found.rows[kept], columns=found.columns[:, kept], names=names, units=units, motions=still)
        return self._frame

    def linear(self, frame: LocalCoordinates, along: Ref) -> tuple[np.ndarray, np.ndarray]:
        """The derivatives of the rates of the independent states by these (f, f), and by a number of a slot (f)."""
        self.instance.evaluate()
        A, _ = derivatives(self.instance, "x", self.instance.buffers["x"].size)
        (by_number,) = self.instance.directional({along.slot: self._seed(along, 1)[:, 0]}, ("x_dot",))
        return frame.rows @ A @ frame.columns, frame.rows @ by_number

    def carry(self, time: float, x: np.ndarray, along: Ref | None = None) -> np.ndarray:
        """Go on to a time [s]; what changes x (n, k) of the present states have become then, and behind them that of the number `along`, if given."""
        n = len(x)
        seeds = {} if along is None else {along.slot: self._seed(along, x.shape[1] + 1)}
        start = x if along is None else np.column_stack([x, np.zeros(n)])
        return vary(self.instance, self.drive, np.array([time]), directions(self.instance, start, **seeds), self.rtol).directions

    def _seed(self, of: Ref, count: int) -> np.ndarray:
        """Of `count` directions the last changes a number of a slot by one."""
        seeds = np.zeros((self.instance.buffers[of.slot].size, count))
        seeds[of.start, -1] = 1.0
        return seeds

    def go(self, time: float) -> None:
        """Go on to a time [s]."""
        self.carry(time, np.zeros((self.instance.buffers["x"].size, 0)))


def _places(problem: Problem, depends: np.ndarray) -> set[str]:
    """Lengths among the coordinates of mechanisms on which neither rates nor events depend (rows, n), as the place of a walker along its way."""
    coordinates = [i for of in problem.mechanisms for i in range(of.first, of.first + of.nq)]
    return {problem.state_names[i] for i in coordinates if problem.state_units[i] == "m" and not depends[:, i].any()}


def _straight(depends: np.ndarray, of: MechanismStates) -> bool:
    """Whether the rate of each coordinate depends on one speed alone, as x_dot (n, n) depends on x; rates are linear in speeds."""
    rates = depends[of.first : of.first + of.nq].copy()
    speeds = rates[:, of.first + of.nq + of.own :][:, : of.nv]
    return of.nq == of.nv and bool((speeds == np.eye(of.nv, dtype=bool)).all()) and int(rates.sum()) == of.nv
