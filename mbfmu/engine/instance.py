"""One instance of a Problem in the engine: its numbers, and what can be done with them."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import POINTER, byref, c_double, c_int
from math import inf
from typing import Any

import numpy as np

from ..base.errors import MbfmuError
from ..problem.codegen.tables import slot_sizes
from ..problem.data.problem import Problem, Variable
from ..problem.data.ref import Ref
from .instance_host import Hosted

FOUND_BY = ("Newton's method at the start", "energy drainage and Newton's method", "energy drainage")  # as FoundBy in c/model/equilibrium.h


class Instance(Hosted):
    """The numbers of one run of `problem`, by slot in `buffers`; views, so that what is written there is what the engine sees."""

    def __init__(self, problem: Problem):
        super().__init__(problem)
        sizes = slot_sizes(problem)
        places = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist()))
        self._slots = {slot: slice(places[slot], places[slot] + size) for slot, size in sizes.items()}
        numbers, self._tangent, self._adjoint = (self._numbers(name) for name in ("numbers", "tangent", "adjoint"))
        self.buffers: Mapping[str, np.ndarray] = {slot: numbers[place] for slot, place in self._slots.items()}
        self._variables = {v.name: v for v in problem.variables}

    def _numbers(self, name: str) -> np.ndarray:
        total = max((place.stop for place in self._slots.values()), default=0)
        return np.ctypeslib.as_array(getattr(self._engine, f"handle_{name}")(self._address), (total,))

    @property
    def t(self) -> float:
        """The present time [s]."""
        return float(self.buffers["t"][0])

    def variable(self, name: str) -> Variable:
        """The variable called `name`; MbfmuError if there is none."""
        if name not in self._variables:
            raise MbfmuError(f"{self.problem.name} has no variable {name!r}; it has {', '.join(self._variables)}")
        return self._variables[name]

    def set(self, target: str | Ref, value: float | np.ndarray) -> None:
        """Store a number, or an array in the variable's shape; whether it is valid is asked when time moves on."""
        ref = target if isinstance(target, Ref) else self.variable(target).ref
        values = np.ravel(value)
        if values.size not in (1, ref.size):
            raise MbfmuError(f"{target} takes {ref.size} numbers, not {values.size}")
        ref.view(self.buffers)[:] = values
        self._engine.handle_touched(self._address, ref.slot == "u")

    def get(self, target: str | Ref) -> float | np.ndarray:
        """The numbers of a variable, in its shape, or of a Ref; outputs are those of the last `outputs()`."""
        if isinstance(target, Ref):
            return target.view(self.buffers).copy()
        variable = self.variable(target)
        values = variable.ref.view(self.buffers)
        return float(values[0]) if variable.shape == () else values.reshape(variable.shape).copy()

    def initialize(self, t: float = 0.0) -> None:
        """Start at time t [s] from the present inputs and parameters. A start in equilibrium that is asked for again goes on from the last one.

        Raises InvalidValue with everything that is wrong with them, StepFailed if the equations have no solution there.
        """
        self._do("initialize", t)

    def report_moved_starts(self) -> None:
        """Report start speeds and driven positions that the initialization, which must be the last thing done, has moved."""
        self._do("report_moved_starts")

    def report_locked(self) -> None:
        """Report joints to which constraints leave no motion, after the initialization, which must be the last thing done."""
        self._do("report_locked")

    def validate(self) -> None:
        """Refuse invalid inputs and parameters by InvalidValue, and derive anew what depends on changed parameters.

        Mechanisms whose constraints these have moved are assembled again, their states changed as little as can be; StepFailed where
        they cannot.
        """
        self._do("validate")

    def advance(self, t: float, tolerance: float | None = None) -> None:
        """Integrate to time t [s], to the relative tolerance, the Problem's if None is given, and compute the outputs there.

        StepFailed, InvalidValue: it cannot be done, and the instance is as before.
        """
        self._do("advance", t, self.problem.tolerance if tolerance is None else tolerance, byref(c_int()))

    def advance_to_stop(self, t: float, tolerance: float) -> None:
        """The same to a time [s] at which inputs jump: time events at it are left to what comes behind, and those just before it are not."""
        self._do("advance_to_stop", t, tolerance)

    def sample(self, times: np.ndarray, tolerance: float) -> np.ndarray:
        """Integrate to the last of the `times` [s], which ascend, as `advance` does, and give the outputs at each of them (times, outputs).

        The integrator's steps pass over times; outputs there are those of its dense output, brought onto the constraints. Where inputs follow a
        function of which nothing is known, or equations see the time, what comes does not show in the states: steps end at each of the times.
        """
        times = np.ascontiguousarray(times, dtype=float)
        if not times.size or not (np.diff(times, prepend=self.t) > 0).all():
            raise MbfmuError(f"the times of outputs must ascend from {self.t} s")
        found = np.empty((times.size, self.buffers["y"].size))
        start, rows = pointers(times, found)
        self._do("sample", start, times.size, rows, tolerance, self._longest)
        return found

    def vary(self, times: np.ndarray, X: np.ndarray, U: np.ndarray, P: np.ndarray, tolerance: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Integrate to the last of the `times` [s], which ascend, with the variational equations along k directions.

        X (n, k), U (inputs, k) and P (parameters, k) are the changes of the states at the present point, of the inputs and of the parameters. Gives
        the outputs y (times, m), their derivatives (times, m, k) along the directions, and those X (n, k) of the states at the end. Steps end at
        each of the times, and are no longer than the Problem's step size where nothing is known of what comes (see `sample`). StepFailed: it
        cannot be done, and the instance is as it was at the last of the times that was reached.
        """
        times = np.ascontiguousarray(times, dtype=float)
        if not times.size or not (np.diff(times, prepend=self.t) > 0).all():
            raise MbfmuError(f"the times of outputs must ascend from {self.t} s")
        by_direction = [np.array(changes.T, dtype=float, order="C") for changes in (X, U, P)]
        count, m = len(by_direction[0]), self.buffers["y"].size
        y, dy = np.empty((times.size, m)), np.empty((times.size, count, m))
        starts, found = (pointers(*arrays) for arrays in ((times, *by_direction), (y, dy)))
        self._do("vary", starts[0], times.size, count, *starts[1:], *found, tolerance, self._longest or self.problem.step_size)
        return y, dy.transpose(0, 2, 1), by_direction[0].T

    def drain(self, part: float, most: int, largest: np.ndarray) -> bool:
        """Let the mechanism come to rest by energy drainage, in at most `most` steps; whether it has.

        It has where speeds and accelerations are below `part` of the largest that were met, which `largest` (2) keeps from one call to the next. Time
        stands still. StepFailed: it cannot be done, and the instance is anywhere.
        """
        settled = c_int()
        self._do("drain", part, most, largest.ctypes.data_as(POINTER(c_double)), byref(settled))
        return bool(settled.value)

    def equilibrium(self) -> str:
        """Go to where the mechanisms come to rest from here, by energy drainage and Newton's method; what has found it.

        StepFailed names what is driven or keeps moving, and the instance is anywhere.
        """
        found_by = c_int()
        self._do("equilibrium", byref(found_by))
        return FOUND_BY[found_by.value]

    def start_sensors(self) -> None:
        """Start what nothing depends on, such as sensors that integrate, at the present point: how the model came there is not their past."""
        self._do("start_sensors")
        self._engine.handle_touched(self._address, False)

    @property
    def nominal(self) -> np.ndarray:
        """The nominal values of all states."""
        return np.array(self.problem.nominal_x or np.ones(self.buffers["x"].size))

    @property
    def evaluations(self) -> int:
        """How often the derivative was evaluated since the instance is new."""
        return int(self._engine.handle_evaluations(self._address))

    def evaluate(self) -> None:
        """The derivative and the indicators at the present point, in the present modes."""
        self._do("evaluate")

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """x_dot at time t and state x, in the present modes; the instance is left there."""
        self.place(t, x)
        self.evaluate()
        return self.buffers["x_dot"].copy()

    def place(self, t: float, x: np.ndarray) -> None:
        """Put the instance at time t [s] and state x, in the present modes."""
        self.buffers["t"][0], self.buffers["x"][:] = t, x
        self._engine.handle_touched(self._address, False)

    def settle(self) -> bool:
        """Set the modes by their indicators until they agree; whether any changed. StepFailed names those that never do."""
        changed = c_int()
        self._do("settle", byref(changed))
        return bool(changed.value)

    def integrated_outside(self, tolerance: float) -> None:
        """Say that others integrate from now on, with a tolerance: rigid contacts that jump no higher [m] come to rest."""
        self._engine.handle_integrated_outside(self._address, tolerance)

    @property
    def next_event(self) -> float:
        """The time [s] of the next time event, infinite where there is none."""
        return float(self.buffers["next"].min(initial=inf))

    def meet_events(self) -> None:
        """Have happen what is due at the present time: updates of what is sampled, which see the inputs of now."""
        self._do("meet_events")

    def outputs(self) -> np.ndarray:
        """Compute the outputs at the present state and inputs, in the modes that agree with them, and where inputs have put drives.

        Asking for them never changes what follows. StepFailed where they are not numbers, or beyond a limit of the problem.
        """
        self._do("outputs")
        return self.buffers["y"].copy()

    def pictures(self) -> np.ndarray:
        """Compute what shows where parts are, as `outputs` does; StepFailed where that is no numbers."""
        self._do("pictures")
        return self.buffers["pictures"].copy()

    def margins(self) -> np.ndarray:
        """How far each mode is from being left, by its indicator as last evaluated."""
        indicators = self.buffers["g"]
        return np.where(self.buffers["m"] > 0, indicators, -indicators)

    def accept(self) -> bool:
        """What follows an accepted step: mechanisms go back onto their constraints; whether the derivative is another then.

        StepFailed if the step has left the constraints.
        """
        moved = c_int()
        self._do("accept", byref(moved))
        return bool(moved.value)

    def project(self) -> None:
        """Bring the states onto the constraints, where they are off by more than roundoff."""
        self._do("project")

    def constraints(self) -> None:
        """Evaluate the residuals of constraints, their Jacobians and the mass metric at the present point."""
        self._do("constraints")

    def constraint_tangents(self, seeds: Mapping[str, np.ndarray], wanted: tuple[str, ...]) -> tuple[np.ndarray, ...]:
        """The derivatives of slots `wanted` (residuals phi and psi of manifolds) along `seeds`, where `constraints` was asked for last."""
        return self._sensitivity("constraint_tangents", self._tangent, seeds, wanted)

    def free_motions(self) -> tuple[np.ndarray, np.ndarray]:
        """What constraints leave free at the point evaluated last: the changes of x (n, k) of the speeds of each of k motions that holonomic rows
        allow, and of those that all rows allow. Both are orthonormal."""
        n = self.buffers["x"].size
        motion, speed, motions, speeds = np.empty((n, n)), np.empty((n, n)), c_int(), c_int()
        starts = pointers(motion, speed)
        self._do("free_motions", starts[0], byref(motions), starts[1], byref(speeds))
        return motion[: motions.value].T, speed[: speeds.value].T

    def start_tangents(self, seeds: Mapping[str, np.ndarray]) -> np.ndarray:
        """The derivatives of the start (x) along `seeds`, changes of the slot p, after the initialization.

        Exact where no mechanism is assembled, and in static equilibrium. StepFailed where nothing brings an equilibrium back that is moved.
        """
        return self._sensitivity("start_tangents", self._tangent, seeds, ("x",))[0]

    def save(self) -> bytes:
        """All that the future depends on, and the outputs."""
        state = ctypes.create_string_buffer(self._engine.handle_state_size(self._address))
        self._engine.handle_save(self._address, state)
        return state.raw

    def restore(self, state: bytes) -> None:
        """Go back to what `save` returned; what follows is then the same to the last bit."""
        size = self._engine.handle_state_size(self._address)
        if len(state) != size:
            raise MbfmuError(f"a state of {self.problem.name} has {size} bytes, not {len(state)}")
        self._do("restore", state)

    def directional(self, seeds: Mapping[str, np.ndarray], wanted: tuple[str, ...]) -> tuple[np.ndarray, ...]:
        """The derivatives of slots `wanted` (of x_dot, g, y) along `seeds`, changes of the slots t, x, u and p, at the point evaluated last.

        Exact, in the present modes.
        """
        return self._sensitivity("tangents", self._tangent, seeds, wanted)

    def reverse(self, seeds: Mapping[str, np.ndarray], wanted: tuple[str, ...]) -> tuple[np.ndarray, ...]:
        """The derivatives by slots `wanted` (of t, x, u, p) of the sum of x_dot, g and y weighted by `seeds`, at the point evaluated last."""
        return self._sensitivity("adjoints", self._adjoint, seeds, wanted)

    def _sensitivity(self, what: str, numbers: np.ndarray, seeds: Mapping[str, np.ndarray], wanted: tuple[str, ...]) -> tuple[np.ndarray, ...]:
        numbers[:] = 0.0
        for slot, seed in seeds.items():
            numbers[self._slots[slot]] = seed
        self._do(what)
        return tuple(numbers[self._slots[slot]].copy() for slot in wanted)

    def mode_name(self, i: int) -> str:
        """The name of mode i, counted from 0."""
        return self.problem.mode_names[i] if i < len(self.problem.mode_names) else f"mode {i + 1}"


def pointers(*arrays: np.ndarray) -> list[Any]:
    """Where the numbers of arrays lie, for the engine."""
    return [numbers.ctypes.data_as(POINTER(c_double)) for numbers in arrays]
