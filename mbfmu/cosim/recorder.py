"""Results in FMPy's convention: a structured array with field "time" and one field "component.variable" a signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
from fmpy.model_description import ModelDescription

from .fmu.instance import RunningFmu
from .fmu.pictures import linked_outputs, split_outputs
from .power.power import Power
from .power.power_ports import power_ports
from .system.names import Connector, connector_name, connector_of
from .system.system import System
from .system.values import Places, Values
from .system.variables import NUMBER_TYPES, numbers_of, scalar_variables


@dataclass(frozen=True)
class Columns:
    """What is recorded of a System: `outputs`, `inputs` that are connected or driven, and of each power port what its `dtype` names behind them.

    Outputs that only show where parts are, those of the components `shown`, are among them if `pictures` are wanted.
    """

    outputs: tuple[Connector, ...]
    inputs: tuple[Connector, ...]
    shown: tuple[str, ...]
    dtype: np.dtype


def columns(system: System, descriptions: Mapping[str, ModelDescription], pictures: bool = False) -> Columns:
    """The Columns of a System."""
    types = {(c, name): NUMBER_TYPES.get(v.type) for c, d in descriptions.items() for name, v in scalar_variables(d).items()}
    split = {c: split_outputs(d, system.components[c].fmu, linked_outputs(system, c)) for c, d in descriptions.items()}
    given = [(c, n) for c, (plain, shown) in split.items() for v in (*plain, *(shown if pictures else ())) for n in numbers_of(v)]
    taken = [target for _, target in system.connections] + [connector_of(name, system.components) for name in system.inputs]
    outputs, inputs = (tuple(connector for connector in connectors if types[connector]) for connectors in (given, taken))
    signals = [(connector_name(connector), types[connector]) for connector in (*outputs, *inputs)]
    energies = [(column, np.float64) for port in power_ports(system, descriptions) for column in port.columns]
    pictured = tuple(c for c, (_, shown) in split.items() if shown and pictures)
    return Columns(outputs, inputs, pictured, np.dtype([("time", np.float64), *signals, *energies]))


class Recorder:
    """Collects `count` rows of the Columns of running FMUs; an input's value is the one with which its FMU came to where it is.

    Of each power port it collects the mean power into its motion side in the step before, as that sees it, and the energy that coupling has
    created there since the start.
    """

    def __init__(self, recorded: Columns, instances: Mapping[str, RunningFmu], power: Power, rows: int):
        self._rows, self.count, self._power = np.zeros(rows, recorded.dtype), 0, power
        self._shown = [instances[name] for name in recorded.shown]
        self._reals: list[tuple[np.ndarray, Values, Places]] = []  # columns side by side, and where they come from
        self._others: list[tuple[np.ndarray, Values, str]] = []  # single columns
        for connectors, kind in ((recorded.outputs, "outputs"), (recorded.inputs, "inputs")):
            for component, run in groupby(connectors, key=itemgetter(0)):
                self._add(component, [name for _, name in run], getattr(instances[component], kind))

    def _add(self, component: str, names: Sequence[str], values: Values) -> None:
        """Add columns of one component, which stand side by side."""
        for real, run in groupby(names, key=values.is_real):
            of = [*run]
            if real:
                self._reals.append((self._block(connector_name((component, of[0])), len(of)), values, values.places(of)))
            else:
                self._others += [(self._rows[connector_name((component, name))], values, name) for name in of]

    def _block(self, first: str, count: int) -> np.ndarray:
        """So many columns of real numbers as one array, from a column on."""
        offset = (self._rows.dtype.fields or {})[first][1]
        return np.ndarray((len(self._rows), count), np.float64, self._rows, offset, (self._rows.itemsize, np.dtype(np.float64).itemsize))

    def record(self, time: float) -> None:
        """Add the row of the communication point `time` [s]."""
        for instance in self._shown:
            instance.read_pictures()
        row = self.count
        self._rows["time"][row] = time
        for column, values, places in self._reals:
            column[row] = values.reals[places]
        for column, values, name in self._others:
            column[row] = values.others[name]
        self._power.note_point()
        self.count += 1

    @property
    def result(self) -> np.ndarray:
        """The rows recorded so far."""
        rows, energies = self._rows[: self.count], self._power.at_points
        for (power, residual), (taken, given) in zip((port.columns for port in self._power.ports), np.moveaxis(energies, 0, -1)):
            rows[power][1:], rows[residual] = np.diff(taken) / np.diff(rows["time"]), taken - given
        return rows
