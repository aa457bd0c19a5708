"""A run of an FMU of any tool, step by step."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from ..analysis.simulate.run import Run
from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..base.nearest import nearest
from ..base.safe_zip import unpacked
from ..cosim.co_simulation import alone
from ..cosim.fmu.instances import INSTANCES
from ..cosim.fmu.pictures import split_outputs
from ..cosim.inputs.driven_inputs import DrivenInputs, plain
from ..cosim.masters.columns import columns_of_one
from ..cosim.masters.coupling import coupling_of
from ..cosim.masters.master import Master
from ..cosim.simulate_fmu import span
from ..cosim.system.literals import start_of
from ..cosim.system.timeline import STEPS
from ..cosim.system.variables import numbers_of, scalar_variables, value_problem


class FmuRun(Run):
    """A Run of the Co-Simulation FMU at a path, in this process, which it can crash; up to a `stop_time` [s], by default that of the FMU."""

    _values: dict[str, Any]  # start values

    def __init__(self, path: Path, stop_time: float | None = None):
        self._path, self._description = path, describe_fmu(path)
        if self._description.fmiMajorVersion not in INSTANCES or self._description.coSimulation is None:
            raise MbfmuError(f"{path} offers no Co-Simulation of FMI 2.0 or 3.0, so it cannot be stepped")
        self._known = scalar_variables(self._description)
        self._arrays = {v.name: v for v in self._description.modelVariables if v.shape}
        self._plain, shown = split_outputs(self._description, path)
        self._pictures = {number for v in shown for number in numbers_of(v)}
        self._begin, self._stop = span(self._description, stop_time)
        self._open = ExitStack()
        self._folder = self._open.enter_context(unpacked(path, to_run=True))
        self._instance: Any = None
        self._master: Master | None = None
        self.reset()

    @property
    def time(self) -> float:
        return self._time

    @property
    def outputs(self) -> dict[str, Any]:
        return {v.name: self.get(v.name) for v in self._plain}

    @property
    def states(self) -> dict[str, float]:
        raise MbfmuError(f"{self._path} is an FMU, which keeps its states to itself: use its outputs, or open the .py or .urdf that it was made of")

    def set(self, name: str, value: Any) -> None:
        for number, given in self._numbers(name, value).items():
            variable = self._known[number]
            given = plain(variable, given)
            if problem := value_problem(self._description, number, given):
                raise MbfmuError(problem)
            if not self._started:
                self._values[number] = given
                continue
            if variable.causality != "input" and variable.variability != "tunable":
                raise MbfmuError(f"{number} is fixed: set it before the first step, or after reset()")
            self._instance.set({number: given})
            self._fresh = False

    def get(self, name: str) -> Any:
        variable = self._found(name)
        if name in self._arrays:
            return np.reshape([self.get(number) for number in numbers_of(variable)], variable.shape)
        given = self._values.get(name, start_of(variable))
        if not self._started and variable.causality != "output" and given is not None:
            return given
        self._start()
        if name in self._pictures:
            self._instance.read_pictures()
        elif not self._fresh:
            self._instance.read()
            self._fresh = True
        if variable.causality == "output":
            return self._instance.outputs[name]
        return self._instance.inputs.get(name, given) if variable.causality in ("parameter", "input") else self._instance.get(name)

    def reset(self) -> None:
        self._free()
        kind = INSTANCES[self._description.fmiMajorVersion]
        self._system = alone(self._path, self._description, (self._begin, self._stop), 1.0, {}, {})
        (name,) = self._system.components
        self._instance = kind(name, self._description, self._folder, self._path, events=False)
        self._time, self._values, self._started, self._fresh = self._begin, {}, False, False

    def save(self) -> Any:
        interface = self._description.coSimulation
        if not interface.canGetAndSetFMUstate:
            raise MbfmuError(f"{self._path} cannot save its state; reset() and step there again")
        self._stepped().expect_restores()
        with self._instance.naming_errors("save its state"):
            return self._instance.fmu.getFMUState(), self._time, self._instance.inputs.copy()

    def restore(self, state: Any) -> None:
        if not (isinstance(state, tuple) and len(state) == 3):
            raise MbfmuError("restore takes a state from save() of this run")
        self._start()
        with self._instance.naming_errors("restore its state"):
            self._instance.fmu.setFMUState(state[0])
        self._instance.inputs.restore(state[2])
        self._time, self._fresh = state[1], False

    def free(self) -> None:
        self._free()
        self._open.close()

    def go_on(self, h: float) -> None:
        self._stepped().run(np.array([(self._time, h, self._time + h, False)], dtype=STEPS))
        self._time, self._fresh = self._time + h, False

    def _stepped(self) -> Master:
        """What steps the FMU, started."""
        self._start()
        if self._master is None:
            (name,) = self._system.components
            descriptions, instances = {name: self._description}, {name: self._instance}
            nothing = DrivenInputs(self._system, descriptions)
            coupling = coupling_of(self._system, descriptions, instances, (name,), nothing)
            self._master = Master(coupling, descriptions, instances, nothing, columns_of_one(name, ()))
        return self._master

    def _start(self) -> None:
        self.refuse_closed()
        if self._started:
            return
        self._instance.enter_initialization(self._begin, self._stop, self._values)
        self._instance.exit_initialization()
        self._started = True

    def _free(self) -> None:
        if self._master is not None:
            self._master.free()
            self._master = None
        if self._instance is not None:
            self._instance.close()
            self._instance = None

    def _found(self, name: str) -> ModelVariable:
        known = {**self._known, **self._arrays}
        if name not in known:
            raise MbfmuError(f"{self._description.modelName} has no variable {name!r}{nearest(name, known)}")
        return known[name]

    def _numbers(self, name: str, value: Any) -> dict[str, Any]:
        """The numbers that a value is given to, by name."""
        variable = self._found(name)
        if name not in self._arrays:
            return {name: value}
        names, values = numbers_of(variable), np.ravel(value).tolist()
        if len(values) != len(names):
            raise MbfmuError(f"{name} takes {len(names)} numbers, not {len(values)}")
        return dict(zip(names, values))
