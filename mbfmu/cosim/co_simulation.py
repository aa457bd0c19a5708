"""One Co-Simulation FMU that runs alone, driven by signals.

Its communication steps end where signals jump or bend, if it takes steps of any size. Inputs that it cannot follow within a step are held over
parts of it, which are the shorter the faster they change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from .fmu.instance import FmuInstance
from .inputs.driven_inputs import DrivenInputs
from .simulate import running
from .system.input_follower import Inputs
from .system.system import Component, System, Value, connector_name
from .system.timeline import CommunicationStep, divided, timeline
from .system.variables import NUMBER_TYPES, kind_of, numbers_of

HELD = 1e-4  # of the size of an input: by no more it is off while it is held, if it is smooth
PARTS = 64  # of a step at most: an input that changes faster jumps


class LoneRun:
    """The FMU `instance`, which is at `time` [s], and the communication `steps` to take."""

    def __init__(self, instance: FmuInstance, description: ModelDescription, system: System, inputs: DrivenInputs):
        self.instance, self.time, self._inputs = instance, system.start_time, inputs
        self._variable = description.coSimulation.canHandleVariableCommunicationStepSize
        regular = timeline(system.start_time, system.stop_time, system.step_size) if system.stop_time > system.start_time else []
        self.steps = divided(regular, inputs.stops) if regular and self._variable else regular
        self._reals = inputs.real(instance.name)
        instance.listen(self._reals, inputs.others(instance.name))
        self._held = [name for name in self._reals if name not in instance.followed]
        self._order = 1 if any(instance.held_at[name] == 1.0 for name in self._held) else 2  # of what is off, by the length of parts

    def take(self, step: CommunicationStep) -> None:
        """Take a communication step."""
        name = self.instance.name
        for part in self._parts(step):
            given = Inputs(self._inputs.over(name, self._reals, part), self._inputs.others_at(name, part.start))
            self.instance.follow(given, part)
            self.instance.step(part.start, part.size)
            self.time = part.end

    def _parts(self, step: CommunicationStep) -> list[CommunicationStep]:
        if not (self._held and self._variable):
            return [step]
        off, _ = self._inputs.off(self.instance.name, self.instance, step)
        count = min(ceil((off / HELD) ** (1 / self._order)), PARTS) or 1
        return divided([step], step.start + step.size * np.arange(1, count) / count)


def alone(
    path: Path, description: ModelDescription, span: tuple[float, float], interval: float, values: Mapping[str, Value], inputs: Mapping[str, Any]
) -> System:
    """One FMU as a System that goes from one time to another [s], by steps of `interval` [s]."""
    name = description.modelName.replace(".", "_") or "FMU"
    driven = {connector_name((name, variable)): given for variable, given in inputs.items()}
    return System({name: Component(path, values)}, name=name, start_time=span[0], stop_time=span[1], step_size=interval, inputs=driven)


@contextmanager
def co_simulation(system: System, description: ModelDescription) -> Iterator[LoneRun]:
    """Yield the run of a System of one FMU at its start."""
    (name,) = system.components
    inputs = DrivenInputs(system, {name: description})
    with running(system, {name: description}) as instances:
        inputs.set(instances, system.start_time)
        instances[name].exit_initialization()
        yield LoneRun(instances[name], description, system, inputs)


class Table:
    """Collects numbers of `variables` of an FMU, arrays as arrays; texts are left out."""

    def __init__(self, instance: FmuInstance, variables: Sequence[ModelVariable], rows: int):
        kept = [v for v in variables if v.type in NUMBER_TYPES and v.name != "time"]
        self._instance, self._reals = instance, [v for v in kept if kind_of(v) == "Real"]
        self._others = [v for v in kept if kind_of(v) != "Real"]
        self._names = tuple(n for v in kept for n in numbers_of(v))
        self._dtype = np.dtype([("time", float), *((v.name, NUMBER_TYPES[v.type], tuple(v.shape or ())) for v in kept)])
        self._times, self._numbers = np.empty(rows), np.empty((rows, sum(len(numbers_of(v)) for v in self._reals)))
        self._places = instance.values(self._names).places(n for v in self._reals for n in numbers_of(v))
        self._values: list[list[Any]] = []
        self.count = 0

    def record(self, time: float) -> None:
        """Add a row for the present time [s]."""
        values = self._instance.values(self._names)
        self._times[self.count] = time
        self._numbers[self.count] = values.reals[self._places]
        self._values.append([values.others[n] for v in self._others for n in numbers_of(v)])
        self.count += 1

    @property
    def result(self) -> np.ndarray:
        """The rows recorded so far."""
        found = np.empty(self.count, self._dtype)
        found["time"] = self._times[: self.count]
        others = np.array(self._values, dtype=object).reshape(self.count, -1)
        for variables, numbers in ((self._reals, self._numbers[: self.count]), (self._others, others)):
            ends = np.cumsum([len(numbers_of(v)) for v in variables])
            for v, columns in zip(variables, np.split(numbers, ends[:-1], axis=1) if variables else ()):
                found[v.name] = columns.reshape(found[v.name].shape)
        return found
