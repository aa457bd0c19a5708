"""An instance of an FMU as the checks drive it, whatever its version and interface: flat arrays in and out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from ctypes import POINTER, c_double
from math import prod
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Broken, Untestable
from .missing_library import is_within, missing_library
from .subject import UNREADABLE, CheckedFmu

NAME = "checked"  # of every instance
EULER = 1e-4  # of a communication step: how far one step of Model Exchange goes, which is only to move
SMALL = 1e-3  # of the size of a state: by how much it may move then, so that stiff models are not thrown off
ITERATIONS = 100  # of an event, beyond which an FMU does not settle
PLAIN: dict[str, type] = {"Real": float, "Float64": float, "Float32": float, "Boolean": bool}  # Python's types of values; of other ones int


class Running(ABC):
    """One instance, Instantiated when made; a call it refuses raises FMPy's FMICallException.

    `fmu` is FMPy's object, `time` [s] where the instance has come to, `said` what it has logged.
    """

    def __init__(self, subject: CheckedFmu, token: str | None = None, **options: object):
        self.subject, self.time = subject, subject.start_time
        self.said: list[str] = []
        self.fmu: Any = self._loaded(token)
        self.instantiate(**options)

    def _loaded(self, token: str | None) -> Any:
        """FMPy's object, with the library loaded; Untestable where the machine lacks what the library needs."""
        subject = self.subject
        try:
            return self.classes()[subject.interface](
                guid=subject.description.guid if token is None else token,
                modelIdentifier=subject.flags["modelIdentifier"],
                unzipDirectory=str(subject.folder),
                instanceName=NAME,
            )
        except Exception as error:  # FMPy raises bare exceptions
            needed = missing_library(str(error))
            if not needed or is_within(subject.folder, needed):
                raise
            raise Untestable(f"the FMU's library needs {needed}, which this machine does not have: install it, or check elsewhere") from error

    @classmethod
    @abstractmethod
    def classes(cls) -> dict[str, type]:
        """FMPy's class for each interface."""

    @abstractmethod
    def instantiate(self, **options: object) -> None:
        """Instantiate `fmu`."""

    @abstractmethod
    def enter_initialization(self, tolerance: float | None = None) -> None:
        """Enter Initialization Mode, after whatever must come before it; no stop time is given, as checks go on as long as they need."""

    @abstractmethod
    def settle(self) -> None:
        """Go from where initialization ended to where the instance can be moved."""

    @abstractmethod
    def derivatives(self) -> np.ndarray:
        """Derivatives of the continuous states."""

    @abstractmethod
    def update_discrete_states(self) -> tuple:
        """One iteration of an event, as FMPy gives it: whether more are needed comes first."""

    @abstractmethod
    def directional(self, unknowns: Sequence[ModelVariable], knowns: Sequence[ModelVariable], seed: np.ndarray) -> np.ndarray:
        """Directional derivatives of the unknowns."""

    def adjoint(self, unknowns: Sequence[ModelVariable], knowns: Sequence[ModelVariable], seed: np.ndarray) -> np.ndarray:
        """Adjoint derivatives by the knowns, where there are any: in FMI 3."""
        raise NotImplementedError

    @abstractmethod
    def output_derivatives(self, outputs: Sequence[ModelVariable]) -> np.ndarray:
        """First time derivatives of scalar outputs."""

    @abstractmethod
    def free(self) -> None:
        """Free the instance; its library stays loaded."""

    @abstractmethod
    def fmi_type(self, variable: ModelVariable) -> str:
        """The type by which the variable is got and set."""

    @abstractmethod
    def fetch(self, kind: str, variables: Sequence[ModelVariable]) -> list:
        """Values of variables of one type."""

    @abstractmethod
    def fetch_texts(self, variables: Sequence[ModelVariable]) -> list[bytes | None]:
        """Strings, each as the FMU gives it; None for a null pointer."""

    def get(self, variables: Sequence[ModelVariable]) -> np.ndarray:
        """Values of numeric variables as doubles, one after the other."""
        return np.array(self.exactly(variables), float)

    def exactly(self, variables: Sequence[ModelVariable]) -> list[Any]:
        """Values of numeric variables in their own types, one after the other: integers of 64 bits are more than a double holds."""
        parts: dict[int, Any] = {}
        for kind in dict.fromkeys(map(self.fmi_type, variables)):
            places = [i for i, v in enumerate(variables) if self.fmi_type(v) == kind]
            values = self.fetch(kind, [variables[i] for i in places])
            ends = np.cumsum([size(variables[i]) for i in places])
            parts.update((i, values[end - size(variables[i]) : end]) for i, end in zip(places, ends.tolist()))
        return [value for i in range(len(variables)) for value in parts[i]]

    def get_texts(self, variables: Sequence[ModelVariable]) -> list[bytes]:
        """Values of Strings, one after the other; raises Broken if the FMU gives a null pointer."""
        values = self.fetch_texts(variables) if variables else []
        if missing := [v.name for v, value in zip(variables, values) if value is None]:
            raise Broken(f"a null pointer is the String of {', '.join(missing[:3])}")
        return [value for value in values if value is not None]

    def set(self, variables: Sequence[ModelVariable], values: np.ndarray) -> None:
        """Give numeric variables their values, one after the other."""
        ends = np.cumsum([size(v) for v in variables])
        for kind in dict.fromkeys(map(self.fmi_type, variables)):
            places = [i for i, v in enumerate(variables) if self.fmi_type(v) == kind]
            flat = [PLAIN.get(kind, int)(x) for i in places for x in values[ends[i] - size(variables[i]) : ends[i]]]
            getattr(self.fmu, f"set{kind}")([variables[i].valueReference for i in places], flat)

    def set_named(self, values: dict[str, np.ndarray]) -> None:
        """Give numeric variables their values by name."""
        if values:
            chosen = [v for v in self.subject.numeric if v.name in values]
            self.set(chosen, np.concatenate([np.atleast_1d(values[v.name]) for v in chosen]))

    def start(self, tolerance: float | None = None) -> None:
        """Initialize, and go on to where the instance can be moved."""
        self.enter_initialization(tolerance)
        self.fmu.exitInitializationMode()
        self.settle()

    def iterate_event(self) -> None:
        """Update discrete states until they stay."""
        for _ in range(ITERATIONS):
            if not self.update_discrete_states()[0]:
                return

    def states(self) -> np.ndarray:
        """Continuous states."""
        return self._vector(self.fmu.getContinuousStates, self.subject.description.numberOfContinuousStates)

    def set_states(self, values: np.ndarray) -> None:
        """Set the continuous states."""
        x = np.array(values, float)
        self.fmu.setContinuousStates(x.ctypes.data_as(POINTER(c_double)), len(x))

    def nominals(self) -> np.ndarray:
        """Nominal values of the continuous states."""
        return self._vector(self.fmu.getNominalsOfContinuousStates, self.subject.description.numberOfContinuousStates)

    def indicators(self) -> np.ndarray:
        """Event indicators, NaN where the FMU writes none."""
        return self._vector(self.fmu.getEventIndicators, self.subject.description.numberOfEventIndicators, np.nan)

    def advance(self, size: float | None = None) -> None:
        """Move on by a communication step of `size` [s]; in Model Exchange by one of Euler's, at most EULER times as long."""
        size = self.subject.step_size if size is None else size
        if self.subject.is_model_exchange:
            self._euler(size * EULER)
        else:
            self.fmu.doStep(self.time, size)
            self.time += size

    def _euler(self, size: float) -> None:
        x, rates = self.states(), self.derivatives()
        change, most = np.abs(rates), SMALL * np.maximum(np.abs(x), np.abs(self.nominals()))
        moving = (change > 0) & (most > 0)
        size = min(size, float(np.min(most[moving] / change[moving], initial=np.inf)))
        x = x + size * rates
        self.time += size
        self.fmu.setTime(self.time)
        if len(x):
            self.set_states(x)
        if self.fmu.completedIntegratorStep()[0]:
            self.pass_event()

    def pass_event(self, change: Callable[[], None] = lambda: None) -> None:
        """Enter Event Mode from Continuous-Time Mode, make a change, settle there, and go back."""
        self.fmu.enterEventMode()
        change()
        self.iterate_event()
        self.fmu.enterContinuousTimeMode()

    def at_event(self, change: Callable[[], None]) -> None:
        """Make a change where discrete variables may change: in Event Mode, of Co-Simulation that was not told of it between steps."""
        if self.subject.is_model_exchange:
            self.pass_event(change)
        else:
            change()

    def bits(self) -> dict[str, bytes]:
        """All that can be read, to the last bit, by name."""
        readable = [v for v in self.subject.description.modelVariables if v.type not in UNREADABLE and not v.clocks]
        scalars = [v for v in self.subject.texts if not v.shape]
        found = dict(zip((v.name for v in scalars), self.get_texts(scalars)))
        place, values = 0, self.exactly(readable)
        for v in readable:
            found[v.name] = np.array(values[place : place + size(v)]).tobytes()
            place += size(v)
        if self.subject.is_model_exchange:
            found["the continuous states"], found["their derivatives"] = self.states().tobytes(), self.derivatives().tobytes()
            found["the event indicators"] = self.indicators().tobytes()
        return found

    @staticmethod
    def _vector(getter: Any, length: int, before: float = 0.0) -> np.ndarray:
        values = np.full(length, before)
        if length:
            getter(values.ctypes.data_as(POINTER(c_double)), length)
        return values


def roundings(variables: Sequence[ModelVariable]) -> np.ndarray:
    """What each number of the variables may be rounded by, relative to it: Float32 has seven digits."""
    return np.array([np.finfo(np.float32 if v.type == "Float32" else float).eps for v in variables for _ in range(size(v))])


def size(variable: ModelVariable) -> int:
    """How many numbers a variable holds."""
    return prod(variable.shape or (1,))
