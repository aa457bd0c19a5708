"""A running FMU of FMI 3.0."""

from collections.abc import Callable, Sequence
from ctypes import Array
from functools import partial
from pathlib import Path
from typing import Any

from fmpy import fmi3
from fmpy.fmi3 import FMU3Slave, fmi3OK
from fmpy.model_description import ModelDescription, ModelVariable

from ..system.history import Polynomial
from .instance import FmuInstance
from .log_messages import SAID


class Ended(Exception):
    """The FMU wants no further step; it can be freed."""

    status = fmi3OK


class Fmi3Instance(FmuInstance):
    """An FMI 3 co-simulation FMU, which handles events inside its steps; arrays are numbers called `r[1]`, `r[2]`, ..."""

    def __init__(self, *given: Any, **options: Any):
        self._course: Polynomial | None = None
        self._failed: list[Exception] = []
        super().__init__(*given, **options)

    def instantiated(self, description: ModelDescription, folder: Path) -> FMU3Slave:
        identifier = description.coSimulation.modelIdentifier
        token = description.instantiationToken
        fmu = FMU3Slave(guid=token, modelIdentifier=identifier, unzipDirectory=str(folder), instanceName=self.name)
        references = list(dict.fromkeys(self._owners[name].valueReference for name in sorted(self.followed)))
        within = {"intermediateUpdate": self._within_step, "requiredIntermediateVariables": references} if references else {}
        try:
            fmu.instantiate(loggingOn=True, logMessage=self._log, **within)
        except BaseException:
            fmu.freeLibrary()
            raise
        return fmu

    def accessor(self, variable: ModelVariable) -> str:
        return "Int64" if variable.type == "Enumeration" else variable.type

    def type_of(self, accessor: str) -> Any:
        return getattr(fmi3, f"fmi3{accessor}")

    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]:
        get, set_ = (getattr(self.fmu, f"fmi3{verb}{accessor}") for verb in ("Get", "Set"))
        given = self.fmu.component, references, len(references), numbers, len(numbers)
        return partial(get, *given), partial(set_, *given)

    def set_up(self, start_time: float, stop_time: float) -> None:
        """FMI 3 gets the times when it enters Initialization Mode."""

    def initialize(self, start_time: float, stop_time: float) -> None:
        self.fmu.enterInitializationMode(startTime=start_time, stopTime=stop_time)

    def advance(self, start: float, size: float) -> None:
        _, ends, _, _ = self.fmu.doStep(start, size, not self.rolls_back)
        if self._failed:
            raise self._failed.pop()
        if ends:
            raise Ended("it asks to end the simulation")

    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None:
        super().listen(reals, others)
        self._followed, self._places = self._groups_of(self._owners_of(self.follows), self.inputs), self.inputs.places(self.follows)

    def change(self, taken: Polynomial) -> None:
        self._course = taken.of(self.follows_at) if taken.is_changing else None

    def slopes(self, references: Array, orders: Array, numbers: Array) -> Callable[[], Any]:
        return partial(self.fmu.fmi3GetOutputDerivatives, self.fmu.component, references, len(references), orders, numbers, len(numbers))

    def directional(self, unknowns: Sequence[int], known: int, seed: Sequence[float], count: int) -> Sequence[float]:
        return self.fmu.getDirectionalDerivative(unknowns, [known], seed, count)

    def _within_step(self, _environment: Any, time: float, set_requested: bool, *_: Any) -> None:
        """Called by the FMU wherever it wants inputs; what is raised in a callback would be lost, so it is kept."""
        try:
            if set_requested and self._course is not None:
                self.inputs.reals[self._places] = self._course(time)
                for group in self._followed:
                    group.write()
        except Exception as error:
            self._failed.append(error)

    def _log(self, _environment, status, _category, message) -> None:
        if status != fmi3OK:
            SAID[self.name].append((message or b"").decode("utf-8", "replace").strip())
