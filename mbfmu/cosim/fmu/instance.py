"""A running FMU under a master: named numbers in and out, steps, and errors that say which FMU said what."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import chdir
from ctypes import Array, c_void_p, cast
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Discard, fmi2Fatal
from fmpy.model_description import ModelDescription, ModelVariable

from ...base.child_process import LOADING
from ...base.errors import MbfmuError
from ...base.model_description import differentiates
from ..system.followed_inputs import followed_inputs, times_held
from ..system.literals import start_of
from ..system.system import Value
from ..system.values import Places, Values
from ..system.variables import kind_of, numbers_of, scalar_variables
from .group import Group, group_of, references
from .log_messages import SAID, Messages, NamingErrors
from .pictures import split_outputs

DIFFERENCE = 1e-4  # of an input, relative and in its own unit: central differences of settled starts, which are known to 1e-9
MOST_STATES = 30  # whose derivatives, one by one, and matrix exponential take about as long as steps on trial, one for each input


class RunningFmu(Protocol):
    """What is asked of a running FMU at its start, whatever its FMI version.

    1. `outputs`        the values of all outputs, as of the last `read`
    2. `inputs`         the values last set, and start values where none was
    3. `set`            give inputs their values
    4. `read`           fetch all outputs, but those that only show where parts are
    """

    name: str
    outputs: Values
    inputs: Values

    def set(self, values: Mapping[str, Value]) -> None: ...
    def read(self) -> None: ...


class FmuInstance(ABC):
    """The co-simulation FMU of the file `fmu`, instantiated; raises MbfmuError with the FMU's own words when a call fails.

    `linked` are the names of outputs that others read, which are read even where they are pictures; `following` says whether inputs may change
    within steps, `events` whether it is used with Event Mode if it has one: not by those who set inputs between steps themselves.

    An FMI version is a file with a class that supplies:

    1. `version`                                 of FMI
    2. `functions`                               names of functions that a master in C calls, by what they do (structures.py of masters)
    3. `instantiated(description, folder)`       FMPy's object for it, whose log goes to `SAID`
    4. `accessor(variable)`                      the type in the names of the functions that get and set it
    5. `type_of(accessor)`, `c_type(accessor)`   the type of its numbers in C, and what a master in C calls it
    6. `calls(accessor, references, numbers)`    what fetches numbers of variables of that type, and what sets them, an array's one after the other
    7. `set_up(start_time, stop_time)`           what comes before the start values are set
    8. `initialize(start_time, stop_time)`       what leads into Initialization Mode
    9. `begin()`                                 what leads from there to where it can step
    10. `set_at_events(variable)`                whether an input may be set in Event Mode only
    11. `directional(unknowns, known, seed, count)`   `count` derivatives of variables along a seed of one variable, by references
    """

    version: int
    functions: Mapping[str, str]

    def __init__(
        self,
        name: str,
        description: ModelDescription,
        folder: Path,
        fmu: Path,
        linked: Collection[str] = (),
        following: bool = False,
        events: bool = True,
    ):
        self.name, self.called, self.description = name, f"{name} ({fmu})", description
        self.said = SAID[name] = Messages()
        self.has_events = events and bool(description.coSimulation.hasEventMode)
        self._status, self._ended = 0, False
        self.differenced = False  # whether derivatives were asked for that are differences
        self.followed = followed_inputs(description, fmu) if following else frozenset[str]()
        self.held_at = times_held(description)
        self._owners = {number: v for v in description.modelVariables for number in numbers_of(v)}
        plain, pictures = split_outputs(description, fmu, linked)
        self.differentiates = differentiates(fmu, "CoSimulation")
        self.inputs, self.outputs = _values(description.modelVariables), _values([*plain, *pictures])
        self.inputs.update(_starts(description))
        self._new = self.inputs.copy(), self.outputs.copy()
        self._given: dict[tuple[str, ...], list[Group]] = {}  # by names of numbers, since most are given or read again and again
        self._asked: dict[tuple[str, ...], tuple[Values, Places, list[Group]]] = {}
        self._setting, self._reading, self._asking = map(self.naming_errors, ("set values", "read outputs", "read values"))
        # FMPy leaves us in the FMU's folder when its library does not load
        with self.naming_errors("instantiate", LOADING), chdir(Path.cwd()):
            self.fmu = self.instantiated(description, folder)
        self.plain_groups, self.picture_groups = (self._groups_of(variables, self.outputs) for variables in (plain, pictures))

    @abstractmethod
    def instantiated(self, description: ModelDescription, folder: Path) -> Any: ...
    @abstractmethod
    def accessor(self, variable: ModelVariable) -> str: ...
    @abstractmethod
    def type_of(self, accessor: str) -> Any: ...
    @abstractmethod
    def c_type(self, accessor: str) -> str: ...
    @abstractmethod
    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]: ...
    @abstractmethod
    def set_up(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def initialize(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def begin(self) -> None: ...
    @abstractmethod
    def set_at_events(self, variable: ModelVariable) -> bool: ...
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
            self.begin()

    def set(self, values: Mapping[str, Value]) -> None:
        """Give numbers (inputs, or parameters before initialization) their values; the others of an array keep theirs."""
        self.inputs.update(values)
        self._give(tuple(values))

    def _give(self, names: tuple[str, ...]) -> None:
        if names not in self._given:
            self._given[names] = self._groups_of(self._owners_of(names), self.inputs)
        with self._setting:
            for group in self._given[names]:
                group.write()

    def read(self) -> None:
        """Fetch all outputs, but pictures that nothing is `linked` to."""
        self._read(self.plain_groups)

    def read_pictures(self) -> None:
        """Fetch the outputs that show where parts are."""
        self._read(self.picture_groups)

    def _read(self, groups: Iterable[Group]) -> None:
        with self._reading:
            for group in groups:
                group.read()

    def get(self, name: str) -> Value:
        """Fetch one number of any variable."""
        return self.values((name,))[name]

    def values(self, names: Sequence[str]) -> Values:
        """Fetch numbers of any variables, and the others of their arrays; they are valid until they are fetched again."""
        values, _ = self._fetched(tuple(names))
        return values

    def numbers(self, names: Sequence[str]) -> np.ndarray:
        """Fetch real numbers of any variables."""
        values, places = self._fetched(tuple(names))
        return values.reals[places].copy()

    def _fetched(self, names: tuple[str, ...]) -> tuple[Values, Places]:
        """Numbers of variables, and where the real ones of these names are among them."""
        if names not in self._asked:
            values = _values(owners := self._owners_of(names))
            self._asked[names] = values, values.places(filter(values.is_real, names)), self._groups_of(owners, values)
        values, places, groups = self._asked[names]
        with self._asking:
            for group in groups:
                group.read()
        return values, places

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
        value = float(self.get(known))
        h, found = DIFFERENCE * max(1.0, abs(value)), []
        for there in (value + h, value - h, value):
            self.set({known: there})
            found.append(self.numbers(unknowns))
        return ((found[0] - found[1]) / (2 * h)).tolist()

    def scalar(self, name: str) -> bool:
        """Say whether a number is a variable, and none of an array."""
        return self._owners[name].name == name

    @property
    def answers(self) -> bool:
        """Whether it is a linear system over a short step, by its own derivatives, of which many cost more than steps on trial."""
        return self.differentiates and 0 < len(self.description.derivatives) <= MOST_STATES

    def address(self, function: str) -> int:
        """Where a function of its library lies, 0 where it has none of this name."""
        found = getattr(self.fmu.dll, function, None)
        return cast(found, c_void_p).value or 0 if found else 0

    def call_name(self, verb: str, accessor: str) -> str:
        """The name of the function that gets or sets variables."""
        return f"fmi{self.version}{verb}{accessor}"

    def references(self, names: Sequence[str]) -> list[int]:
        """By what FMI knows the variables of numbers."""
        return [self._owners[name].valueReference for name in names]

    def input_groups(self, names: Iterable[str], at_events: bool = False) -> list[Group]:
        """What gives inputs their values, each with the others of its array: those that may be set only `at_events`, or those that need none."""
        return self._groups_of([v for v in self._owners_of(names) if self.set_at_events(v) == at_events], self.inputs)

    def values_of(self, names: Iterable[str]) -> Values:
        """Values for variables, with the other numbers of their arrays."""
        return _values(self._owners_of(names))

    def groups_of(self, names: Iterable[str], values: Values) -> list[Group]:
        """What fetches variables into such Values."""
        return self._groups_of(self._owners_of(names), values)

    def _owners_of(self, names: Iterable[str]) -> list[ModelVariable]:
        return [*dict.fromkeys(self._owners[name] for name in names)]

    def _groups_of(self, variables: Iterable[ModelVariable], values: Values) -> list[Group]:
        by_accessor: dict[str, list[ModelVariable]] = {}
        for variable in variables:
            by_accessor.setdefault(self.accessor(variable), []).append(variable)
        return [self._group(accessor, of, values) for accessor, of in by_accessor.items()]

    def _group(self, accessor: str, variables: list[ModelVariable], values: Values) -> Group:
        numbers = (self.type_of(accessor) * sum(len(numbers_of(v)) for v in variables))()
        return group_of(variables)(variables, values, accessor, numbers, *self.calls(accessor, references(variables), numbers))

    def terminate(self) -> None:
        """End a run: what comes next is `reset` or `close`."""
        with self.naming_errors("terminate"):
            self.fmu.terminate()
        self._ended = True

    def reset(self) -> None:
        """Have the FMU be as it was instantiated, with nothing said."""
        self.said.clear()
        SAID[self.name] = self.said  # another instance may have had its name meanwhile
        with self.naming_errors("reset"):
            self.fmu.reset()
        for values, new in zip((self.inputs, self.outputs), self._new):
            values.restore(new)
        self.differenced = self._ended = False

    def close(self) -> None:
        """Terminate and free the FMU, as far as the state it is in allows."""
        if self._status <= fmi2Discard and not self._ended:
            try:
                self.fmu.terminate()
            except FMICallException:
                pass  # the results are complete, and the instance is freed next
        if self._status == fmi2Fatal:
            return  # FMI forbids every further call, even freeing
        self.fmu.freeInstance()

    def naming_errors(self, action: str, within: float = 0.0) -> NamingErrors:
        """Return a context that raises MbfmuError with the FMU's own words for what goes wrong in it."""
        return NamingErrors(self.name, self.called, action, self.note_status, within)

    def note_status(self, status: int) -> None:
        """Remember what a call has returned."""
        self._status = status


def _values(variables: Iterable[ModelVariable]) -> Values:
    """Of the numbers of variables."""
    kinds = {number: kind_of(v) for v in variables for number in numbers_of(v)}
    return Values((n for n, kind in kinds.items() if kind == "Real"), (n for n, kind in kinds.items() if kind != "Real"))


def _starts(description: ModelDescription) -> dict[str, Value]:
    """The start values that an FMU states."""
    stated = [(number, kind_of(v), start_of(v)) for number, v in scalar_variables(description).items()]
    values = ((n, kind, start) for n, kind, start in stated if start is not None and not isinstance(start, list))
    return {n: start for n, kind, start in values if kind != "Real" or isinstance(start, float)}
