"""An FMU stepped as a test bench steps it: the time of each call of a step, by kind, and the events that the FMU reports in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import fmpy.fmi2
import fmpy.fmi3
import numpy as np
from fmpy.model_description import ModelVariable

from ..base.errors import MbfmuError
from ..base.fmu_pictures import without_index
from .excitation import start_values
from .instances import started
from .running_fmu import ITERATIONS, PLAIN, Running, size
from .subject import CO_SIMULATION, MODEL_EXCHANGE, CheckedFmu

SET, STEP, GET, EVENT = "set inputs", "do step", "get outputs", "Event Mode"
STATES, DERIVATIVES = "set time and states", "get derivatives"
COMPLETED, INDICATORS = "completed integrator step", "get event indicators"
EARLY = "early return"
ROUNDOFF = 1e-12  # of a time: what a return at the end of a step may be early by
HEADERS: dict[int, Any] = {2: fmpy.fmi2, 3: fmpy.fmi3}  # which have the types of each version


@dataclass(frozen=True)
class Place:
    """Where a run has come to: the time [s], and in Model Exchange the time of the next event [s] and the signs of the event indicators."""

    time: float
    next_event: float = np.inf
    signs: tuple[bool, ...] = ()


class TimedSteps(ABC):
    """An instance of an FMU, `place` where it has come to, and the times of its calls.

    `taken` has the time [s] of each kind of call in the step that is made, `reported` the events that the FMU reported in it. `over` says that the
    FMU has asked for the end of the run.
    """

    def __init__(self, subject: CheckedFmu, pictures: Collection[str] = ()):
        """Start an instance; `pictures` are outputs that are not read."""
        self.subject, self.place = subject, Place(subject.start_time)
        self.running = started(subject, **self.options())
        outputs = [v for v in subject.numeric if v.causality == "output" and without_index(v.name) not in pictures]
        self.set_inputs = call_of_all(self.running, "Set", subject.continuous_inputs)
        self.get_outputs = call_of_all(self.running, "Get", outputs)
        self.taken: dict[str, float] = {}
        self.reported: dict[str, None] = {}
        self.over = False

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """The kinds of calls in a step, in their order."""

    def options(self) -> dict[str, bool]:
        """How the FMU is instantiated."""
        return {}

    @abstractmethod
    def advance(self, end: float) -> None:
        """Move on to the time `end` [s], by timed calls."""

    def make(self, end: float) -> tuple[np.ndarray, str]:
        """Make a step to the time `end` [s]: set inputs to their start values, move on, get outputs.

        Returns the time [s] of each of the `kinds`, and the events that the FMU reported; "" if none.
        """
        self.taken, self.reported = dict.fromkeys(self.kinds, 0.0), {}
        self.timed(SET, self.set_inputs)
        self.advance(end)
        self.timed(GET, self.get_outputs)
        return np.array(list(self.taken.values())), ", ".join(self.reported)

    def repeat(self, end: float, times: int) -> list[np.ndarray]:
        """Make a step several times from the state before it; the FMU must be able to save its state."""
        state, place = self.running.fmu.getFMUState(), self.place
        found = [self.make(end)[0]]
        for _ in range(times - 1):
            self.running.fmu.setFMUState(state)
            self.place = place
            found.append(self.make(end)[0])
        self.running.fmu.freeFMUState(state)
        return found

    def timed(self, kind: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function, and add the time that it takes to those of its kind."""
        before = perf_counter()
        result = function(*arguments)
        self.taken[kind] += perf_counter() - before
        return result

    def iterated(self) -> tuple:
        """Update discrete states until they stay: what the FMU says at last."""
        for _ in range(ITERATIONS):
            found = self.running.update_discrete_states()
            self.over = self.over or bool(found[1])
            if not found[0]:
                return found
        raise MbfmuError(f"{self.subject.description.modelName} does not settle in Event Mode at t = {self.place.time:.9g} s")


class CoSimulationSteps(TimedSteps):
    """Steps of Co-Simulation; in FMI 3.0 with Event Mode and early return, where the FMU has an Event Mode."""

    @property
    def has_events(self) -> bool:
        return self.subject.version > 2 and bool(self.subject.claim("hasEventMode"))

    @property
    def kinds(self) -> tuple[str, ...]:
        return (SET, STEP, EVENT, GET) if self.has_events else (SET, STEP, GET)

    def options(self) -> dict[str, bool]:
        return {"eventModeUsed": True, "earlyReturnAllowed": True} if self.has_events else {}

    def advance(self, end: float) -> None:
        """One call, and where the FMU returns early others to the end of the step."""
        for _ in range(ITERATIONS):
            begin = self.place.time
            answer = self.timed(STEP, self.running.fmu.doStep, begin, end - begin) or (False, False, False, end)  # FMI 2.0 has none
            needs_event, over, early, reached = answer
            self.over = self.over or bool(over)
            self.place = Place(reached if early else end)
            if needs_event:
                self.reported[EVENT] = None
                self.timed(EVENT, self.pass_event)
            if not early:
                return
            self.reported[EARLY] = None
            if end - reached <= ROUNDOFF * max(abs(end), end - begin):
                self.place = Place(end)
                return
        raise MbfmuError(f"{self.subject.description.modelName} returned early {ITERATIONS} times in the step to t = {end:.9g} s")

    def pass_event(self) -> None:
        """Through Event Mode."""
        self.running.fmu.enterEventMode()
        self.iterated()
        self.running.fmu.enterStepMode()


class ModelExchangeSteps(TimedSteps):
    """Steps of Model Exchange by Euler's method, as tools in fixed steps make them, with events at the ends of steps."""

    kinds = (SET, DERIVATIVES, STATES, COMPLETED, INDICATORS, EVENT, GET)

    def __init__(self, subject: CheckedFmu, pictures: Collection[str] = ()):
        super().__init__(subject, pictures)
        self.pass_event()

    def advance(self, end: float) -> None:
        running = self.running
        rates = self.timed(DERIVATIVES, running.derivatives)
        x = running.states() + (end - self.place.time) * rates
        if not np.isfinite(x).all():
            raise MbfmuError(f"its states grow beyond all bounds before t = {end:.9g} s: Euler's method needs shorter steps")
        self.place = replace(self.place, time=end)
        self.timed(STATES, self._set_states, end, x)
        asked, over = self.timed(COMPLETED, running.fmu.completedIntegratorStep)
        signs = tuple(self.timed(INDICATORS, running.indicators) > 0)
        self.over = self.over or bool(over)
        if asked or signs != self.place.signs or self.place.next_event <= end:
            self.reported[EVENT] = None
            self.timed(EVENT, self.pass_event)

    def pass_event(self) -> None:
        """Through Event Mode."""
        self.running.fmu.enterEventMode()
        found = self.iterated()
        self.running.fmu.enterContinuousTimeMode()
        self.place = Place(self.place.time, found[5] if found[4] else np.inf, tuple(self.running.indicators() > 0))

    def _set_states(self, time: float, x: np.ndarray) -> None:
        self.running.fmu.setTime(time)
        if len(x):
            self.running.set_states(x)


STEPS: dict[str, type[TimedSteps]] = {CO_SIMULATION: CoSimulationSteps, MODEL_EXCHANGE: ModelExchangeSteps}


def call_of_all(running: Running, action: str, variables: Sequence[ModelVariable]) -> Callable[[], None]:
    """A function that gets, or sets to their start values, all these variables, by one call for each type with arrays that are made once."""
    kinds = dict.fromkeys(map(running.fmi_type, variables))
    calls = [_call(running, action, kind, [v for v in variables if running.fmi_type(v) == kind]) for kind in kinds]

    def call_all() -> None:
        for function, arguments in calls:
            function(*arguments)

    return call_all


def _call(running: Running, action: str, kind: str, variables: list[ModelVariable]) -> tuple[Callable[..., Any], tuple]:
    """A function of FMI that gets or sets variables of one type, and its arguments."""
    version = running.subject.version
    header = HEADERS[version]
    references = (getattr(header, f"fmi{version}ValueReference") * len(variables))(*(v.valueReference for v in variables))
    values = (getattr(header, f"fmi{version}{kind}") * sum(map(size, variables)))()
    if action == "Set":
        values[:] = [PLAIN.get(kind, int)(x) for x in start_values(variables)]
    counts = (len(values),) if version > 2 else ()
    return getattr(running.fmu, f"fmi{version}{action}{kind}"), (running.fmu.component, references, len(variables), values, *counts)
