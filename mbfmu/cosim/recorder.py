"""Results in FMPy's convention: a structured array with field "time" and one field "component.variable" a signal."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np
from fmpy.model_description import ModelDescription

from .instance import Instance
from .pictures import linked_outputs, split_outputs
from .power import Power
from .power_ports import power_ports
from .system import Connector, System, connector_name, connector_of
from .variables import NUMBER_TYPES, numbers_of, scalar_variables


class Recorder:
    """Collects every output and every connected or driven input; an input's value is the one with which its FMU came to where it is.

    Of each power port it collects the mean power into its motion side in the step before, as that sees it, and the energy that coupling has
    created there since the start. Outputs that only show where parts are it collects if `pictures` are wanted.
    """

    def __init__(self, system: System, descriptions: Mapping[str, ModelDescription], rows: int, pictures: bool = False):
        known = {(c, name): v for c, d in descriptions.items() for name, v in scalar_variables(d).items()}
        types = {connector: NUMBER_TYPES.get(v.type) for connector, v in known.items()}
        split = {c: split_outputs(d, system.components[c].fmu, linked_outputs(system, c)) for c, d in descriptions.items()}
        self._pictures = [c for c, (_, shown) in split.items() if shown] if pictures else []
        outputs = [(c, n) for c, (plain, shown) in split.items() for v in (*plain, *(shown if pictures else ())) for n in numbers_of(v)]
        inputs = [target for _, target in system.connections] + [connector_of(name) for name in system.inputs]
        recorded = [connector for connector in outputs if types[connector]], [connector for connector in inputs if types[connector]]
        signals = [(connector_name(connector), types[connector]) for connectors in recorded for connector in connectors]
        self._outputs, self._inputs = map(_by_component, recorded)
        energies = [(column, np.float64) for port in power_ports(system, descriptions) for column in port.columns]
        self._before: tuple[float, Sequence[float]] = (system.start_time, [0.0] * (len(energies) // 2))
        self._rows = np.zeros(rows, dtype=[("time", np.float64), *signals, *energies])
        self._count = 0

    def record(self, time: float, instances: Mapping[str, Instance], power: Power) -> None:
        """Add the row of the communication point `time` [s]."""
        for component in self._pictures:
            instances[component].read_pictures()
        outputs = (value for component, names in self._outputs for value in map(instances[component].outputs.__getitem__, names))
        inputs = (value for component, names in self._inputs for value in map(instances[component].inputs.__getitem__, names))
        self._rows[self._count] = (time, *outputs, *inputs, *self._energies(time, power))
        self._count += 1

    def _energies(self, time: float, power: Power) -> list[float]:
        last, before = self._before
        now = [taken for taken, _ in power.energies]
        self._before = (time, now)
        powers = [(b - a) / (time - last) if time > last else 0.0 for a, b in zip(before, now)]
        return [number for pair in zip(powers, power.residuals) for number in pair]

    @property
    def result(self) -> np.ndarray:
        """The rows recorded so far."""
        return self._rows[: self._count]


def _by_component(connectors: Sequence[Connector]) -> list[tuple[str, list[str]]]:
    """The same in runs of one component: its name, and those of its variables."""
    return [(component, [name for _, name in run]) for component, run in groupby(connectors, key=itemgetter(0))]
