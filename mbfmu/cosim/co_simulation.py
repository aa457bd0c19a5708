"""One Co-Simulation FMU that runs alone, driven by signals.

Its communication steps end where signals jump or bend, if it takes steps of any size. Inputs that it cannot follow within a step are held over
parts of it, which are the shorter the faster they change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from .fmu.instance import FmuInstance
from .inputs.driven_inputs import DrivenInputs
from .loaded_system import running
from .masters.columns import columns_of_one
from .masters.coupling import coupling_of
from .masters.master import Master
from .masters.recording import Recording
from .rows import Rows, rows_of
from .system.system import Component, System, Value, connector_name
from .system.timeline import Timeline, divided

HELD = 1e-4  # of the size of an input: by no more it is off while it is held, if it is smooth


class LoneRun:
    """The FMU `instance` at its start, with the communication steps to take."""

    def __init__(self, instance: FmuInstance, master: Master, steps: Iterable[np.ndarray], rows: Rows):
        self.instance, self._master, self._steps, self._rows = instance, master, steps, rows

    def run(self, progress: Callable[[float], None], each: bool = False) -> None:
        """Take all steps; `progress` is called with the time [s] now and then, or at `each` step.

        Raises MbfmuError with the words of the FMU if it fails.
        """
        for _ in self._rows.fill(self._master, self._steps, progress, each):
            pass

    @property
    def time(self) -> float:
        """How far it has come [s]."""
        return self._master.time

    @property
    def rows(self) -> np.ndarray:
        """The rows recorded so far, of those that went to a file the newest."""
        return self._rows.all[: self._master.row]


def alone(
    path: Path, description: ModelDescription, span: tuple[float, float], interval: float, values: Mapping[str, Value], inputs: Mapping[str, Any]
) -> System:
    """One FMU as a System that goes from one time to another [s], by steps of `interval` [s]."""
    name = description.modelName.replace(".", "_") or "FMU"
    driven = {connector_name((name, variable)): given for variable, given in inputs.items()}
    return System({name: Component(path, values)}, name=name, start_time=span[0], stop_time=span[1], step_size=interval, inputs=driven)


@contextmanager
def co_simulation(
    system: System,
    description: ModelDescription,
    recorded: Sequence[ModelVariable] = (),
    recording: Recording = Recording(),
    units: Mapping[str, str] | None = None,
) -> Iterator[LoneRun]:
    """Yield the run of a System of one FMU at its start; variables are `recorded`, arrays as arrays, with `units` in a file."""
    (name,) = system.components
    descriptions, inputs, columns = {name: description}, DrivenInputs(system, {name: description}), columns_of_one(name, recorded)
    plan, any_size = Timeline(system.start_time, system.stop_time, system.step_size), description.coSimulation.canHandleVariableCommunicationStepSize
    stops = inputs.stops if any_size else ()
    steps = (divided(block, stops, recorded=True) for block in plan.blocks())
    with rows_of(recording, columns.dtype, plan.count + len(stops) + 1, units or {}) as rows, running(system, descriptions) as instances:
        inputs.set(instances, system.start_time)
        instances[name].exit_initialization()
        coupling = coupling_of(system, descriptions, instances, (name,), inputs)
        with Master(coupling, descriptions, instances, inputs, columns, HELD if any_size else 0.0) as master:
            yield LoneRun(instances[name], master, steps, rows)
