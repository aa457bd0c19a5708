"""What a path on the command line stands for: an FMU of any tool, or a model of ours."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Protocol

import numpy as np
from rich.console import Console
from rich.progress import Progress

from .analysis.simulate import simulate
from .cosim import simulate_fmu
from .cosim.description import describe_fmu, unit_of
from .load import load_problem


class Source(Protocol):
    """Something that has an interface and can be simulated alone."""

    def interface(self) -> dict[str, Any]:
        """Name, description, default experiment and variables."""

    def simulate(self, stop: float | None, interval: float | None, values: Mapping[str, float]) -> np.ndarray:
        """Results as a structured array with "time" [s]."""


class FmuSource:
    """An FMU, run by FMPy."""

    def __init__(self, path: Path):
        self.path = path

    def interface(self) -> dict[str, Any]:
        description = describe_fmu(self.path)
        experiment = description.defaultExperiment
        variables = [
            {
                "name": v.name, "causality": v.causality, "variability": v.variability, "unit": unit_of(v) or "",
                "start": v.start, "description": v.description or "",
            }
            for v in description.modelVariables
        ]  # fmt: skip
        return {
            "name": description.modelName, "description": description.description or "", "fmi_version": description.fmiVersion,
            "generation_tool": description.generationTool or "",
            "stop_time": float(experiment.stopTime) if experiment and experiment.stopTime else None, "variables": variables,
        }  # fmt: skip

    def simulate(self, stop: float | None, interval: float | None, values: Mapping[str, float]) -> np.ndarray:
        return simulate_fmu(self.path, stop_time=stop, output_interval=interval, start_values=values)


class ModelSource:
    """A model in a Python file or a URDF file, run in this process."""

    def __init__(self, path: Path):
        self.problem = load_problem(path)

    def interface(self) -> dict[str, Any]:
        variables = [
            {
                "name": v.name, "causality": v.causality, "variability": v.variability, "unit": v.unit,
                "start": (v.start[0] if v.shape == () else list(v.start)) if v.start else None, "description": v.description,
            }
            for v in self.problem.variables
        ]  # fmt: skip
        return {
            "name": self.problem.name, "description": self.problem.description, "states": list(self.problem.state_names),
            "stop_time": self.problem.stop_time, "variables": variables,
        }  # fmt: skip

    def simulate(self, stop: float | None, interval: float | None, values: Mapping[str, float]) -> np.ndarray:
        with bar(stop or self.problem.stop_time) as told:
            return simulate(self.problem, stop_time=stop, interval=interval, values=values, told=told)


@contextmanager
def bar(stop: float) -> Iterator[Callable[[float], None]]:
    """A progress bar up to the time `stop` [s], on a terminal only; yields what moves it."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("simulating", total=stop)
        yield lambda t: progress.update(task, completed=t)


def open_source(path: Path) -> Source:
    """The FMU or model at `path`; MbfmuError where there is none."""
    return FmuSource(path) if path.suffix == ".fmu" else ModelSource(path)
