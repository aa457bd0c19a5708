"""A running FMU under a master: named numbers in and out, steps, and errors that say which FMU said what."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import chdir
from ctypes import Array, c_double, c_int32
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Discard, fmi2Fatal
from fmpy.model_description import ModelDescription, ModelVariable

from ...base.child_process import LOADING
from ...base.errors import MbfmuError
from ...base.model_description import differentiates
from ..system.history import Polynomial
from ..system.input_follower import InputFollower, Inputs, followed_inputs, times_held
from ..system.literals import start_of
from ..system.system import Value
from ..system.timeline import CommunicationStep
from ..system.values import Places, Values
from ..system.variables import kind_of, numbers_of, scalar_variables
from .group import Group, group_of, references
from .log_messages import SAID, NamingErrors
from .pictures import split_outputs

DIFFERENCE = 1e-4  # of an input, relative and in its own unit: central differences of settled starts, which are known to 1e-9


class RunningFmu(Protocol):
    """What a master needs of a running FMU, whatever its FMI version.

    1. `outputs`        the values of all outputs, as of the last `read`
    2. `inputs`         the values last set, and start values where none was
    3. `set`            give inputs their values
    4. `read`           fetch all outputs, but those that only show where parts are
    5. `read_pictures`  fetch those
    6. `listen`         be told which inputs are given over steps
    7. `follow`         give inputs what they are to be over a step
    8. `step`           advance from `start` by `size` seconds, then `read`
    9. `output_slopes`  the derivatives of outputs by time
    """

    name: str
    outputs: Values
    inputs: Values

    def set(self, values: Mapping[str, Value]) -> None: ...
    def read(self) -> None: ...
    def read_pictures(self) -> None: ...
    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None: ...
    def follow(self, given: Inputs, step: CommunicationStep) -> Polynomial: ...
    def step(self, start: float, size: float) -> None: ...
    def output_slopes(self, names: Sequence[str]) -> np.ndarray: ...


class FmuInstance(InputFollower, ABC):
    """The co-simulation FMU of the file `fmu`, instantiated; raises MbfmuError with the FMU's own words when a call fails.

    `linked` are the names of outputs that others read, which are read even where they are pictures; `following` says whether inputs may change
    within steps.

    An FMI version is a file with a class that supplies:

    1. `instantiated(description, folder)`       FMPy's object for it, whose log goes to `SAID`
    2. `accessor(variable)`                      the type in the names of the functions that get and set it
    3. `type_of(accessor)`                       the type of its numbers in C
    4. `calls(accessor, references, numbers)`    what fetches numbers of variables of that type, and what sets them, an array's one after the other
    5. `set_up(start_time, stop_time)`           what comes before the start values are set
    6. `initialize(start_time, stop_time)`       what leads into Initialization Mode
    7. `advance(start, size)`                    a step
    8. `change(taken)`                           have inputs be polynomials over the next step, those that it `follows`
    9. `slopes(references, orders, numbers)`     what fetches derivatives of outputs by time
    10. `directional(unknowns, known, seed, count)`   `count` derivatives of variables along a seed of one variable, by references
    """

    def __init__(self, name: str, description: ModelDescription, folder: Path, fmu: Path, linked: Collection[str] = (), following: bool = False):
        self.name, self._called = name, f"{name} ({fmu})"
        SAID[name].clear()
        self._status = 0
        self.rolls_back = False
        self.differenced = False  # whether derivatives were asked for that are differences
        self.followed = followed_inputs(description, fmu) if following else frozenset[str]()
        self.held_at = times_held(description)
        self._owners = {number: v for v in description.modelVariables for number in numbers_of(v)}
        plain, pictures = split_outputs(description, fmu, linked)
        self.differentiates = differentiates(fmu, "CoSimulation")
        self.inputs, self.outputs = _values(description.modelVariables), _values([*plain, *pictures])
        self.inputs.update(_starts(description))
        self._given: dict[tuple[str, ...], list[Group]] = {}  # by names of numbers, since most are given or read again and again
        self._asked: dict[tuple[str, ...], tuple[Values, Places, list[Group]]] = {}
        self._slopes: dict[tuple[str, ...], tuple[np.ndarray, Callable[[], Any]]] = {}
        self._setting, self._reading, self._asking = map(self.naming_errors, ("set values", "read outputs", "read values"))
        self.listen((), ())
        self._taken = Polynomial(0.0, np.zeros((1, 0)))
        # FMPy leaves us in the FMU's folder when its library does not load
        with self.naming_errors("instantiate", LOADING), chdir(Path.cwd()):
            self.fmu = self.instantiated(description, folder)
        self._plain, self._pictures = (self._groups_of(variables, self.outputs) for variables in (plain, pictures))

    @abstractmethod
    def instantiated(self, description: ModelDescription, folder: Path) -> Any: ...
    @abstractmethod
    def accessor(self, variable: ModelVariable) -> str: ...
    @abstractmethod
    def type_of(self, accessor: str) -> Any: ...
    @abstractmethod
    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]: ...
    @abstractmethod
    def set_up(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def initialize(self, start_time: float, stop_time: float) -> None: ...
    @abstractmethod
    def advance(self, start: float, size: float) -> None: ...
    @abstractmethod
    def change(self, taken: Polynomial) -> None: ...
    @abstractmethod
    def slopes(self, references: Array, orders: Array, numbers: Array) -> Callable[[], Any]: ...
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
        self._read(self._plain)

    def read_pictures(self) -> None:
        """Fetch the outputs that show where parts are."""
        self._read(self._pictures)

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

    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None:
        super().listen(reals, others)
        self._heard, self._names = self.inputs.places(reals), (*reals, *others)

    def follow(self, given: Inputs, step: CommunicationStep) -> Polynomial:
        """Give inputs what they are to be over a step, polynomials around its start or held values; return the polynomials as they are taken."""
        taken = self.as_taken(given.reals, step)
        self.inputs.reals[self._heard] = taken.coefficients[0]
        self.inputs.others.update(given.others)
        self._give(self._names)
        self._taken = taken
        if self.follows:
            with self.naming_errors("change inputs within a step"):
                self.change(taken)
        return taken

    def output_slopes(self, names: Sequence[str]) -> np.ndarray:
        """Fetch the derivatives of scalar outputs by time."""
        if (of := tuple(names)) not in self._slopes:
            memory, orders = (c_double * len(of))(), (c_int32 * len(of))(*[1] * len(of))
            self._slopes[of] = np.ctypeslib.as_array(memory), self.slopes(references(self._owners[name] for name in of), orders, memory)
        numbers, get = self._slopes[of]
        with self.naming_errors("differentiate outputs by time"):
            get()
        return numbers.copy()

    def scalar(self, name: str) -> bool:
        """Say whether a number is a variable, and none of an array."""
        return self._owners[name].name == name

    def step(self, start: float, size: float) -> None:
        """Advance from `start` by `size` seconds and read the outputs, which must be numbers; `inputs` are those of the end then."""
        with self.naming_errors(f"step from t = {start:.9g} s by {size:.9g} s"):
            self.advance(start, size)
        if self._taken.is_changing:
            self.inputs.reals[self._heard] = self._taken(start + size)
        self.read()
        self.refuse_non_numbers(start + size)

    def save(self) -> Any:
        """Save the state of the FMU, its inputs and outputs; later steps declare that they may be taken back."""
        self.rolls_back = True
        with self.naming_errors("save its state"):
            return self.fmu.getFMUState(), self.inputs.copy(), self.outputs.copy()

    def restore(self, saved: Any) -> None:
        """Make the FMU what it was."""
        state, inputs, outputs = saved
        with self.naming_errors("restore its state"):
            self.fmu.setFMUState(state)
        self.inputs.restore(inputs)
        self.outputs.restore(outputs)

    def release(self, saved: Any) -> None:
        """Give back the memory of what was saved."""
        with self.naming_errors("free a saved state"):
            self.fmu.freeFMUState(saved[0])

    def _owners_of(self, names: Iterable[str]) -> list[ModelVariable]:
        return [*dict.fromkeys(self._owners[name] for name in names)]

    def _groups_of(self, variables: Iterable[ModelVariable], values: Values) -> list[Group]:
        by_accessor: dict[str, list[ModelVariable]] = {}
        for variable in variables:
            by_accessor.setdefault(self.accessor(variable), []).append(variable)
        return [self._group(accessor, of, values) for accessor, of in by_accessor.items()]

    def _group(self, accessor: str, variables: list[ModelVariable], values: Values) -> Group:
        numbers = (self.type_of(accessor) * sum(len(numbers_of(v)) for v in variables))()
        return group_of(variables)(variables, values, numbers, *self.calls(accessor, references(variables), numbers))

    def refuse_non_numbers(self, time: float) -> None:
        """Raise MbfmuError naming every output that is NaN or infinite at `time` [s], before other FMUs step with it."""
        if not np.isfinite(self.outputs.reals).all():
            wrong = {name: value for name, value in self.outputs.items() if isinstance(value, float) and not isfinite(value)}
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

    def naming_errors(self, action: str, within: float = 0.0) -> NamingErrors:
        """Return a context that raises MbfmuError with the FMU's own words for what goes wrong in it."""
        return NamingErrors(self.name, self._called, action, self._note_status, within)

    def _note_status(self, status: int) -> None:
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
