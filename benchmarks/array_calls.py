"""A native FMU of FMI 2, as a quick master calls it: one call each for all its inputs, the step and all its outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes import Array, c_double, c_uint32, c_void_p, cast
from pathlib import Path
from typing import Any

import fmpy
from fmpy.fmi2 import FMU2Slave


class ArrayCalls:
    """An instance in Initialization Mode that reads `inputs` from an array and writes `outputs` into another, so that a master copies no numbers.

    `fmu` is the folder of an extracted FMU. Instances from one folder share its library.
    """

    def __init__(self, name: str, fmu: Path, start: Mapping[str, float], inputs: Sequence[str], outputs: Sequence[str]):
        description = fmpy.read_model_description(fmu)
        self._fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=str(fmu),
            instanceName=name,
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        self._fmu.instantiate()
        self._fmu.setupExperiment(startTime=0.0)  # with the tolerance that the FMU was built with
        references = {v.name: v.valueReference for v in description.modelVariables}
        self._fmu.setReal([references[name] for name in start], list(start.values()))
        self._fmu.enterInitializationMode()
        library, self._instance = self._fmu.dll, self._fmu.component  # without what FMPy's own functions add to a call
        self._set, self._step, self._get = library.fmi2SetReal, library.fmi2DoStep, library.fmi2GetReal
        self._inputs = (c_uint32 * len(inputs))(*(references[name] for name in inputs))
        self._outputs = (c_uint32 * len(outputs))(*(references[name] for name in outputs))

    def for_c(self) -> tuple[Any, ...]:
        """The instance, its functions set, step and get, the numbers of its inputs and outputs, and how many these are."""
        functions = (cast(f, c_void_p) for f in (self._set, self._step, self._get))
        return self._instance, *functions, self._inputs, self._outputs, len(self._inputs), len(self._outputs)

    def start(self) -> None:
        """Leave Initialization Mode."""
        self._fmu.exitInitializationMode()

    def set(self, values: Array[c_double]) -> None:
        """Set all inputs."""
        assert self._set(self._instance, self._inputs, len(self._inputs), values) == 0

    def step(self, t: float, size: float) -> None:
        """Take a communication step."""
        assert self._step(self._instance, t, size, 1) == 0

    def get(self, values: Array[c_double]) -> None:
        """Get all outputs."""
        assert self._get(self._instance, self._outputs, len(self._outputs), values) == 0

    def close(self) -> None:
        """Free the instance."""
        self._fmu.terminate()
        self._fmu.freeInstance()
