"""A running FMU under a master: named values in and out, steps, and errors that say which FMU said what."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager
from ctypes import byref
from math import isfinite
from pathlib import Path
from typing import Protocol

from fmpy import calloc, free
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import (
    FMU2Slave,
    fmi2CallbackAllocateMemoryTYPE,
    fmi2CallbackFreeMemoryTYPE,
    fmi2CallbackFunctions,
    fmi2CallbackLoggerTYPE,
    fmi2Discard,
    fmi2Fatal,
    fmi2OK,
)
from fmpy.logging import addLoggerProxy
from fmpy.model_description import ModelDescription

from ..runtime.errors import MbfmuError
from .description import fmu_type
from .system import Value


class Instance(Protocol):
    """What a master needs of a running FMU, whatever its FMI version.

    1. `outputs`  the values of all outputs by name, as of the last `read`
    2. `inputs`   the values last set, by name
    3. `set`      give inputs their values
    4. `read`     fetch all outputs
    5. `step`     advance from `start` by `size` seconds, then `read`
    """

    name: str
    outputs: Mapping[str, Value]
    inputs: Mapping[str, Value]

    def set(self, values: Mapping[str, Value]) -> None: ...
    def read(self) -> None: ...
    def step(self, start: float, size: float) -> None: ...


class Fmi2Instance:
    """An FMI 2 co-simulation FMU, instantiated; raises MbfmuError with the FMU's own words when a call fails."""

    def __init__(self, name: str, description: ModelDescription, folder: Path):
        self.name = name
        self.inputs: dict[str, Value] = {}
        self.outputs: dict[str, Value] = {}
        self._status = 0
        self._variables = {v.name: v for v in description.modelVariables}
        outputs = [v for v in description.modelVariables if v.causality == "output"]
        self._read_groups = {kind: [v for v in outputs if fmu_type(v) == kind] for kind in map(fmu_type, outputs)}
        # FMPy leaves us in the FMU's folder when its library does not load
        with self._naming_errors("instantiate"), chdir(Path.cwd()):
            self._fmu = FMU2Slave(
                guid=description.guid,
                modelIdentifier=description.coSimulation.modelIdentifier,
                unzipDirectory=str(folder),
                instanceName=name,
            )
            try:
                self._fmu.instantiate(callbacks=_callbacks(), loggingOn=True)
            except BaseException:
                self._fmu.freeLibrary()
                raise

    def enter_initialization(self, start_time: float, stop_time: float, values: Mapping[str, Value]) -> None:
        """Set start values and enter Initialization Mode."""
        with self._naming_errors("start the initialization"):
            self._fmu.setupExperiment(startTime=start_time, stopTime=stop_time)
        self.set(values)
        with self._naming_errors("enter the initialization"):
            self._fmu.enterInitializationMode()

    def exit_initialization(self) -> None:
        """Leave Initialization Mode: the FMU can step."""
        with self._naming_errors("finish the initialization"):
            self._fmu.exitInitializationMode()

    def set(self, values: Mapping[str, Value]) -> None:
        """Give variables (inputs, or parameters before initialization) their values."""
        with self._naming_errors("set values"):
            for kind in {fmu_type(self._variables[name]) for name in values}:
                names = [name for name in values if fmu_type(self._variables[name]) == kind]
                references = [self._variables[name].valueReference for name in names]
                getattr(self._fmu, f"set{kind}")(references, [values[name] for name in names])
        self.inputs.update(values)

    def read(self) -> None:
        """Fetch all outputs."""
        with self._naming_errors("read outputs"):
            for kind, variables in self._read_groups.items():
                fetched = getattr(self._fmu, f"get{kind}")([v.valueReference for v in variables])
                self.outputs.update((v.name, value) for v, value in zip(variables, fetched))

    def step(self, start: float, size: float) -> None:
        """Advance from `start` by `size` seconds and read the outputs, which must be numbers."""
        with self._naming_errors(f"step from t = {start:.9g} s by {size:.9g} s"):
            self._fmu.doStep(start, size)
        self.read()
        self.refuse_non_numbers(start + size)

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
                self._fmu.terminate()
            except FMICallException:
                pass  # the results are complete, and the instance is freed next
        if self._status == fmi2Fatal:
            return  # FMI forbids every further call, even freeing
        self._fmu.freeInstance()

    @contextmanager
    def _naming_errors(self, action: str) -> Iterator[None]:
        _said[self.name].clear()
        try:
            yield
            if interrupted(_said[self.name]):
                raise KeyboardInterrupt
        except Exception as error:  # FMPy raises bare exceptions from instantiate
            self._status = getattr(error, "status", fmi2Fatal)
            if interrupted(_said[self.name]):
                raise KeyboardInterrupt from None
            said = "; ".join(dict.fromkeys(_said[self.name])) or "the FMU logged nothing"
            raise MbfmuError(f"{self.name} could not {action}: {said} ({error})") from error


def interrupted(said: Iterable[str]) -> bool:
    """Say whether an FMU that runs in this Python has caught Ctrl-C in our place, which then shows in its words."""
    return any(KeyboardInterrupt.__name__ in message for message in said)


_said: defaultdict[str, list[str]] = defaultdict(list)
"""What each instance has logged during its last call; FMPy's proxy gives all of a process to the logger it was last told of."""


@fmi2CallbackLoggerTYPE
def _log(_environment, name, status, _category, message):
    if status != fmi2OK:
        _said[name.decode("utf-8", "replace")].append(message.decode("utf-8", "replace").strip())


def _callbacks() -> fmi2CallbackFunctions:
    callbacks = fmi2CallbackFunctions()
    callbacks.logger = _log
    callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    addLoggerProxy(byref(callbacks))
    return callbacks
