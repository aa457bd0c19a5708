"""What is run again and again with other values: a Problem in this process, or an FMU or a System in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..analysis.instant.drive import Inputs
from ..base.choices import kind_of
from ..cosim import System, open_system
from ..cosim.ssp.ssp import KINDS
from ..model.blocks import BlockModel
from ..model.declare.model import Model
from ..problem.compile import Declared, declared_in
from ..problem.data.problem import Problem
from .load_any import load_any


class Subject(Protocol):
    """1. `name`     what it is called
    2. `outputs`  the names of its outputs, as results have them
    3. `unknown`  what is wrong with names whose values are to be set
    4. `run`      a result with start values; `progress` hears how far time has come [s]
    5. `kept`     what is kept of such a result, by texts of `keep`, found where the run is: a result that is sent costs more than a short run
    6. `told`     what tells it from another, by words, in types of JSON
    7. `here`     whether it runs in the process that asks for it

    Pickled, it takes along all files that it needs.
    """

    @property
    def here(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def outputs(self) -> list[str]: ...
    def unknown(self, names: Iterable[str]) -> list[str]: ...
    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray: ...
    def kept(self, values: Mapping[str, Any], progress: Callable[[float], None], asked: Mapping[str, str]) -> dict[str, Any]: ...
    def told(self) -> dict[str, Any]: ...


@contextmanager
def opened_subject(
    model: Declared | System, stop_time: float | None, interval: float | None, inputs: Inputs, names: Iterable[str]
) -> Iterator[Subject]:
    """Yield a System or what is at the path of one, the FMU at a path, or the Problem of a model or of a .py or .urdf file.

    Runs will set the variables `names`. A CSV file of inputs is read once.
    """
    from .fmu_subject import fmu_subject  # here, since each kind imports what only it needs
    from .problem_subject import problem_subject
    from .system_subject import system_subject

    if isinstance(model, (str, Path)) and Path(model).suffix.lower() in KINDS:
        with open_system(model) as system:
            yield system_subject(system, stop_time, interval, inputs)
        return
    given = load_any(Path(model)) if isinstance(model, (str, Path)) and kind_of(Path(model)) == ".py" else model
    if isinstance(given, System):
        yield system_subject(given, stop_time, interval, inputs)
        return
    found = fmu_or_declared(given)
    yield fmu_subject(found, stop_time, interval, inputs) if isinstance(found, Path) else problem_subject(found, stop_time, interval, inputs, names)


def fmu_or_declared(given: Declared) -> Model | BlockModel | Problem | Path:
    """The path of an FMU, or what a .py or .urdf file declares, or what was declared already; MbfmuError for a path of anything else."""
    if isinstance(given, (str, Path)) and kind_of(Path(given)) == ".fmu":
        return Path(given)
    return declared_in(given)
