"""An FMU of any tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from fmpy.model_description import ModelVariable

from ...base.errors import MbfmuError
from ...base.fmu_pictures import pictures_of, without_index
from ...base.model_description import describe_fmu, items_of, platforms_of, unit_of
from ...cosim.fmu.pictures import split_outputs
from ...cosim.system.literals import start_of
from ...cosim.system.system import Value
from ...cosim.system.wiring import ports_of_fmu
from ...fmu.package.kind import fmu_kind, fmu_requirements
from .fmu_values import fmu_values
from .interface import Interface, SourceVariable, listed

if TYPE_CHECKING:
    from .run_inputs import Driven


class FmuSource:
    """An FMU, run by FMPy in a process of its own; with `poses` results have the outputs that show where parts are."""

    def __init__(self, path: Path, poses: bool):
        self.path, self.description = path, describe_fmu(path)
        if poses and not pictures_of(path).outputs:
            raise MbfmuError(f"{path} has no outputs that show where parts are: leave out --poses, or build it with pictures")
        self.recorded = [v.name for v in self.description.modelVariables if v.causality == "output"] if poses else None

    def interface(self) -> Interface:
        d = self.description
        stated = [getattr(d.defaultExperiment, time, None) for time in ("startTime", "stopTime", "stepSize")]
        start, stop, step = (None if time is None else float(time) for time in stated)
        pictures = pictures_of(self.path)
        variables = [
            SourceVariable(
                name=v.name,
                causality=v.causality,
                variability=v.variability,
                type=_type_of(v),
                unit=unit_of(v) or "",
                start=_start_of(v),
                description=v.description or "",
            )
            for v in d.modelVariables
            if v.causality != "output" or without_index(v.name) not in pictures.outputs
        ]
        kinds = {"Model Exchange": d.modelExchange, "Co-Simulation": d.coSimulation, "Scheduled Execution": d.scheduledExecution}
        return Interface(
            name=d.modelName,
            description=d.description or "",
            fmi_version=d.fmiVersion,
            generation_tool=d.generationTool or "",
            start_time=start,
            stop_time=stop,
            step_size=step,
            variables=variables,
            kinds=[kind for kind, there in kinds.items() if there],
            platforms=platforms_of(self.path),
            pictures=str(pictures),
            ports=[str(port) for port in ports_of_fmu(d).values()],
            **(_made(self.path) if d.generationTool == "mbfmu" else {}),
        )

    def simulate(
        self,
        stop: float | None,
        interval: float | None,
        literals: Mapping[str, str],
        driven: Driven,
        signals: Sequence[str] | None = None,
        file: Path | None = None,
        real_time: bool = False,
    ) -> np.ndarray:
        from ...base.child_process import followed
        from ...cosim.inputs.driven_inputs import wanted_inputs
        from ...cosim.progress import bar
        from ...cosim.simulate_fmu import simulate_fmu, span
        from ...model.signals.chosen_names import chosen

        values = fmu_values(self.description, literals)
        inputs = driven.inputs(wanted_inputs(self.description))
        names = self.recorded or [v.name for v in split_outputs(self.description, self.path)[0]]
        output = self.recorded if signals is None else chosen(names, signals)
        with bar(*span(self.description, stop)) as progress:
            return followed(simulate_fmu, self.path, stop, interval, values, inputs, output, progress=progress, real_time=real_time, file=file)


def _type_of(variable: ModelVariable) -> str:
    return listed(variable.declaredType.name, items) if (items := items_of(variable)) else variable.type


def _start_of(variable: ModelVariable) -> Value | list[Value] | None:
    """The start value; of an enumeration the name of the item."""
    names: dict[Any, Value] = {number: name for name, number in items_of(variable).items()}
    start = start_of(variable)
    return [names.get(each, each) for each in start] if isinstance(start, list) else names.get(start, start)


def _made(path: Path) -> dict:
    """What kind of FMU of ours it is."""
    return {"made": fmu_kind(path), "requirements": fmu_requirements(path)}
