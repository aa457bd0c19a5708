"""An FMU that is run again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription

from ..analysis.instant.drive import Inputs
from ..base.model_description import describe_fmu
from ..base.shared_process import followed_in_turn
from ..cosim.fmu.pictures import split_outputs
from ..cosim.inputs.driven_inputs import wanted_inputs
from ..cosim.simulate_fmu import simulate_fmu
from ..cosim.system.variables import scalar_variables
from ..model.signals.columns import csv_inputs
from .digest import told_inputs
from .kept_values import kept_in
from .sent_file import SentFile, digest_of
from .settable_variables import not_settable


@dataclass(frozen=True)
class FmuSubject:
    """An FMU of any tool; runs follow each other in processes of their own, and may crash them."""

    here = False

    path: Path
    description: ModelDescription
    stop_time: float | None
    interval: float | None
    inputs: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What the FMU calls its model."""
        return self.description.modelName

    @property
    def outputs(self) -> list[str]:
        """The names of all outputs."""
        return [v.name for v in split_outputs(self.description, self.path)[0]]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """What is wrong with names that are to be set."""
        return not_settable(names, {name: v.causality for name, v in scalar_variables(self.description).items()})

    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray:
        """A run with these start values."""
        return followed_in_turn(simulate_fmu, *self._arguments(values), progress=progress)

    def kept(self, values: Mapping[str, Any], progress: Callable[[float], None], asked: Mapping[str, str]) -> dict[str, Any]:
        """What is kept of a run with these start values."""
        return followed_in_turn(_kept, asked, *self._arguments(values), progress=progress)

    def _arguments(self, values: Mapping[str, Any]) -> tuple:
        plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in values.items()}
        return self.path, self.stop_time, self.interval, plain, dict(self.inputs)

    def told(self) -> dict[str, Any]:
        """Its content, its times and what drives it."""
        times = {"stop time": self.stop_time, "interval": self.interval}
        return {"model": digest_of(self.path.read_bytes()), **times, "inputs": told_inputs(self.inputs)}

    def __reduce__(self) -> tuple:
        return _arrived, (SentFile(self.path), self.stop_time, self.interval, self.inputs)


def _kept(asked: Mapping[str, str], *arguments: Any, progress: Callable[[float], None]) -> dict[str, Any]:
    return kept_in(partial(simulate_fmu, progress=progress)(*arguments), asked)


def fmu_subject(path: Path, stop_time: float | None, interval: float | None, inputs: Inputs) -> FmuSubject:
    """The FMU at a path."""
    description = describe_fmu(path)
    driven = csv_inputs(inputs, wanted_inputs(description)) if isinstance(inputs, (str, Path)) else inputs or {}
    return FmuSubject(path=path, description=description, stop_time=stop_time, interval=interval, inputs=driven)


def _arrived(file: SentFile, stop_time: float | None, interval: float | None, inputs: Mapping[str, Any]) -> FmuSubject:
    return fmu_subject(file.path, stop_time, interval, inputs)
