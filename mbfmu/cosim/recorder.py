"""Results in FMPy's convention: a structured array with field "time" and one field "component.variable" a signal."""

from collections.abc import Mapping

import numpy as np
from fmpy.model_description import ModelDescription

from .instance import Instance
from .system import Port, System, port_name, port_of
from .variables import NUMBER_TYPES, scalar_variables


class Recorder:
    """Collects every output and every connected or driven input; an input's value is the one its FMU last stepped with."""

    def __init__(self, system: System, descriptions: Mapping[str, ModelDescription], rows: int):
        known = {(c, name): v for c, d in descriptions.items() for name, v in scalar_variables(d).items()}
        types = {port: NUMBER_TYPES.get(v.type) for port, v in known.items()}
        outputs = [port for port, v in known.items() if v.causality == "output"]
        inputs = [target for _, target in system.connections] + [port_of(name) for name in system.inputs]
        self._outputs: list[Port] = [port for port in outputs if types[port]]
        self._inputs: list[Port] = [port for port in inputs if types[port]]
        signals = [(port_name(port), types[port]) for port in self._outputs + self._inputs]
        self._rows = np.zeros(rows, dtype=[("time", np.float64), *signals])
        self._count = 0

    def record(self, time: float, instances: Mapping[str, Instance]) -> None:
        """Add the row of the communication point `time` [s]."""
        outputs = (instances[component].outputs[variable] for component, variable in self._outputs)
        inputs = (instances[component].inputs[variable] for component, variable in self._inputs)
        self._rows[self._count] = (time, *outputs, *inputs)
        self._count += 1

    @property
    def result(self) -> np.ndarray:
        """The rows recorded so far."""
        return self._rows[: self._count]
