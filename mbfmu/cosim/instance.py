"""A running FMU under a master: named numbers in and out, steps, and errors that say which FMU said what."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Discard, fmi2Fatal
from fmpy.model_description import ModelDescription, ModelVariable

from ..errors import MbfmuError
from ..isolated import about_to
from ..model_description import differentiates
from .following import Follower, followed_inputs, times_held
from .history import Polynomial
from .literals import start_of
from .pictures import split_outputs
from .system import Value
from .timeline import Step
from .variables import numbers_of, plain_value, scalar_variables

DIFFERENCE = 1e-4  # of an input, relative and in its own unit: central differences of settled starts, which are known to 1e-9


class Instance(Protocol):
    """What a master needs of a running FMU, whatever its FMI version.

    1. `outputs`        the values of all outputs by name, as of the last `read`
    2. `inputs`         the values last set, by name
    3. `set`            give inputs their values
    4. `read`           fetch all outputs, but those that only show where parts are
    5. `read_pictures`  fetch those
    6. `follow`         give inputs what they are to be over a step
    7. `step`           advance from `start` by `size` seconds, then `read`
    """

    name: str
    outputs: dict[str, Value]
    inputs: dict[str, Value]

    def set(self, values: Mapping[str, Value]) -> None: ...
    def read(self) -> None: ...
    def read_pictures(self) -> None: ...
    def follow(self, inputs: Mapping[str, Polynomial | Value], step: Step) -> dict[str, Polynomial]: ...
    def step(self, start: float, size: float) -> None: ...


class Group(NamedTuple):
    """Variables that one call gets or sets: the type in its name, their references, and the names of all their numbers."""

    accessor: str
    references: list[int]
    names: list[str]


class FmuInstance(Follower, ABC):
    """The co-simulation FMU of the file `fmu`, instantiated; raises MbfmuError with the FMU's own words when a call fails.

    `linked` are the names of outputs that others read, which are read even where they are pictures; `following` says whether inputs may change
    within steps.

    An FMI version is a file with a class that supplies:

    1. `instantiated(description, folder)`       FMPy's object for it, whose log goes to `SAID`
    2. `accessor(variable)`                      the type in the names of the functions that get and set it
    3. `fetch(accessor, references, count)`      `count` numbers, those of an array one after the other
    4. `set_up(start_time, stop_time)`           what comes before the start values are set
    5. `initialize(start_time, stop_time)`       what leads into Initialization Mode
    6. `advance(start, size)`                    a step
    7. `change(inputs, at)`                      have inputs follow polynomials over the next step, from the time `at` on
    8. `slopes(references)`                      derivatives of outputs by time
    9. `directional(unknowns, known, seed, count)`   `count` derivatives of variables along a seed of one variable, by references
    """

    def __init__(self, name: str, description: ModelDescription, folder: Path, fmu: Path, linked: Collection[str] = (), following: bool = False):
        self.name, self._called = name, f"{name} ({fmu})"
        self.inputs: dict[str, Value] = {}
        self.outputs: dict[str, Value] = {}
        self._status = 0
        self.rolls_back = False
        self.differenced = False  # whether derivatives were asked for that are differences
        self.followed = followed_inputs(description, fmu) if following else frozenset[str]()
        self.held_at = times_held(description) if following else {}
        self._at_end: Mapping[str, Value] = {}
        self._starts = {number: start_of(v) for number, v in scalar_variables(description).items()}
        self._owners = {number: v for v in description.modelVariables for number in numbers_of(v)}
        plain, pictures = split_outputs(description, fmu, linked)
        self.differentiates = differentiates(fmu, "CoSimulation")
        self._read_groups, self._picture_groups = self._by_accessor(plain), self._by_accessor(pictures)
        self._groups: dict[tuple[str, ...], list[Group]] = {}  # by names of numbers, since most are given or read again and again
        # FMPy leaves us in the FMU's folder when its library does not load
        with self.naming_errors("instantiate"), chdir(Path.cwd()):
            self.fmu = self.instantiated(description, folder)

    @abstractmethod
    def instantiated(self, description: ModelDescription, folder: Path) -> Any: ...
    @abstractmethod
    def accessor(self, variable: ModelVariable) -> str: ...
    @abstractmethod
    def fetch(self, accessor: str, references: Sequence[int], count: int) -> Sequence[Value]: ...
    @abstractmethod
    def set_up(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def initialize(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def advance(self, start: float, size: float) -> None: ...
    @abstractmethod
    def change(self, inputs: Mapping[str, Polynomial], at: float) -> None: ...
    @abstractmethod
    def slopes(self, references: Sequence[int]) -> Sequence[float]: ...
    @abstractmethod
    def directional(self, unknowns: Sequence[int], known: int, seed: Sequence[float], count: int) -> Sequence[float]: ...

    def enter_initialization(self, start_time: float, stop_time: float, values: Mapping[str, Value]) -> None:
        """Set start values and enter Initialization Mode."""
        with self.naming_errors("start the initialization"):
            self.set_up(start_time, stop_time)
        self.set(values)
        with self.naming_errors("enter the initialization"):
            self.initialize(start_time, stop_time)

    def exit_initialization(self) -> None:
        """Leave Initialization Mode: the FMU can step."""
        with self.naming_errors("finish the initialization"):
            self.fmu.exitInitializationMode()

    def set(self, values: Mapping[str, Value]) -> None:
        """Give numbers (inputs, or parameters before initialization) their values; the others of an array keep theirs."""
        with self.naming_errors("set values"):
            self.give(values)

    def give(self, values: Mapping[str, Value]) -> None:
        """The same, where errors are named already."""
        self.inputs.update(values)
        for group in self._groups_of(values):
            numbers = [plain_value(self._owners[name], self.inputs.get(name, self._starts[name])) for name in group.names]
            getattr(self.fmu, f"set{group.accessor}")(group.references, numbers)

    def read(self) -> None:
        """Fetch all outputs, but pictures that nothing is `linked` to."""
        self._read(self._read_groups)

    def read_pictures(self) -> None:
        """Fetch the outputs that show where parts are."""
        self._read(self._picture_groups)

    def _read(self, groups: Iterable[Group]) -> None:
        with self.naming_errors("read outputs"):
            self.outputs.update(self._fetched(groups))

    def get(self, name: str) -> Value:
        """Fetch one number of any variable."""
        variable = self._owners[name]
        numbers = numbers_of(variable)
        with self.naming_errors(f"read {name}"):
            return self.fetch(self.accessor(variable), [variable.valueReference], len(numbers))[numbers.index(name)]

    def numbers(self, names: Sequence[str]) -> np.ndarray:
        """Fetch real numbers of any variables."""
        with self.naming_errors("read values"):
            found = dict(self._fetched(self._groups_of(names)))
        return np.array([found[name] for name in names], dtype=float)

    def _fetched(self, groups: Iterable[Group]) -> Iterator[tuple[str, Value]]:
        for group in groups:
            yield from zip(group.names, self.fetch(group.accessor, group.references, len(group.names)))

    def derivatives(self, unknowns: Sequence[str], knowns: Sequence[str]) -> np.ndarray:
        """How much variables (rows) change with others (columns), all real numbers: as the FMU says, else by differences, which set the knowns.

        An FMU may refuse some in Initialization Mode: ours by start values from which loops are put together.
        """
        return np.array([self._along(unknowns, known) for known in knowns]).T

    def _along(self, unknowns: Sequence[str], known: str) -> list[float]:
        if not self.differentiates:
            return self._difference(unknowns, known)
        try:
            return self._exact(unknowns, known)
        except MbfmuError:
            return self._difference(unknowns, known)

    def _exact(self, unknowns: Sequence[str], known: str) -> list[float]:
        of = {self._owners[name].name: self._owners[name] for name in unknowns}
        numbers, seed = [number for v in of.values() for number in numbers_of(v)], [float(n == known) for n in numbers_of(self._owners[known])]
        references = [v.valueReference for v in of.values()]
        with self.naming_errors(f"differentiate by {known}"):
            found = self.directional(references, self._owners[known].valueReference, seed, len(numbers))
        return [found[numbers.index(name)] for name in unknowns]

    def _difference(self, unknowns: Sequence[str], known: str) -> list[float]:
        self.differenced = True
        value = float(self.inputs.get(known, self.get(known)))
        h, found = DIFFERENCE * max(1.0, abs(value)), []
        for there in (value + h, value - h, value):
            self.set({known: there})
            found.append(self.numbers(unknowns))
        return ((found[0] - found[1]) / (2 * h)).tolist()

    def follow(self, inputs: Mapping[str, Polynomial | Value], step: Step) -> dict[str, Polynomial]:
        """Give inputs what they are to be over a step, held values or polynomials; return the polynomials as they are taken."""
        taken = {name: self.as_taken(name, given, step) for name, given in inputs.items() if isinstance(given, Polynomial)}
        self.set({name: taken[name](step.start) if name in taken else given for name, given in inputs.items()})  # type: ignore[misc]
        followed = {name: given for name, given in taken.items() if given.is_changing}
        self._at_end = {name: given(step.end) for name, given in followed.items()}
        if self.followed:
            with self.naming_errors("change inputs within a step"):
                self.change(followed, step.start)
        return taken

    def output_slopes(self, names: Sequence[str]) -> Sequence[float]:
        """Fetch the derivatives of scalar outputs by time."""
        with self.naming_errors("differentiate outputs by time"):
            return self.slopes([self._owners[name].valueReference for name in names])

    def scalar(self, name: str) -> bool:
        """Say whether a number is a variable, and none of an array."""
        return self._owners[name].name == name

    def step(self, start: float, size: float) -> None:
        """Advance from `start` by `size` seconds and read the outputs, which must be numbers; `inputs` are those of the end then."""
        with self.naming_errors(f"step from t = {start:.9g} s by {size:.9g} s"):
            self.advance(start, size)
        self.inputs.update(self._at_end)
        self.read()
        self.refuse_non_numbers(start + size)

    def save(self) -> Any:
        """Keep what the FMU is now, its inputs and outputs; from now on it is told that steps may be taken back."""
        self.rolls_back = True
        with self.naming_errors("save its state"):
            return self.fmu.getFMUState(), dict(self.inputs), dict(self.outputs)

    def restore(self, saved: Any) -> None:
        """Make the FMU what it was."""
        state, inputs, outputs = saved
        with self.naming_errors("restore its state"):
            self.fmu.setFMUState(state)
        self.inputs, self.outputs = dict(inputs), dict(outputs)

    def release(self, saved: Any) -> None:
        """Give back the memory of what was saved."""
        with self.naming_errors("free a saved state"):
            self.fmu.freeFMUState(saved[0])

    def _groups_of(self, numbers: Iterable[str]) -> list[Group]:
        names = tuple(numbers)
        if names not in self._groups:
            self._groups[names] = self._by_accessor(dict.fromkeys(self._owners[name] for name in names))
        return self._groups[names]

    def _by_accessor(self, variables: Iterable[ModelVariable]) -> list[Group]:
        groups: dict[str, Group] = {}
        for variable in variables:
            group = groups.setdefault(self.accessor(variable), Group(self.accessor(variable), [], []))
            group.references.append(variable.valueReference)
            group.names.extend(numbers_of(variable))
        return [*groups.values()]

    def refuse_non_numbers(self, time: float) -> None:
        """Raise MbfmuError naming every output that is NaN or infinite at `time` [s], before other FMUs step with it."""
        wrong = {name: value for name, value in self.outputs.items() if isinstance(value, float) and not isfinite(value)}
        if wrong:
            named = ", ".join(f"{self.name}.{name} = {value}" for name, value in wrong.items())
            raise MbfmuError(f"at t = {time:.9g} s {named}, not a finite number; try a smaller step_size, or look into {self.name}")

    def close(self) -> None:
        """Terminate and free the FMU, as far as the state it is in allows."""
        if self._status <= fmi2Discard:
            try:
                self.fmu.terminate()
            except FMICallException:
                pass  # the results are complete, and the instance is freed next
        if self._status == fmi2Fatal:
            return  # FMI forbids every further call, even freeing
        self.fmu.freeInstance()

    @contextmanager
    def naming_errors(self, action: str) -> Iterator[None]:
        SAID[self.name].clear()
        about_to(f"{self._called} was to {action}")
        try:
            yield
            if interrupted(SAID[self.name]):
                raise KeyboardInterrupt
        except Exception as error:  # FMPy raises bare exceptions from instantiate
            self._status = getattr(error, "status", fmi2Fatal)
            if interrupted(SAID[self.name]):
                raise KeyboardInterrupt from None
            said = "; ".join(dict.fromkeys(SAID[self.name])) or "the FMU logged nothing"
            raise MbfmuError(f"{self.name} could not {action}: {said} ({error})") from error


def interrupted(said: Iterable[str]) -> bool:
    """Say whether an FMU that runs in this Python has caught Ctrl-C in our place, which then shows in its words."""
    return any(KeyboardInterrupt.__name__ in message for message in said)


SAID: defaultdict[str, list[str]] = defaultdict(list)
"""What each instance has logged during its last call, by its name."""
