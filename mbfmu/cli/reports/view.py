"""`mbfmu view`: what a path stands for, shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ...analysis.instant.drive import declared_for, wanted_inputs
from ...analysis.strength.damage import SNCurve
from ...base.choices import Choices
from ...base.errors import MbfmuError, ProblemsFound
from ...base.model_description import describe_fmu
from ...base.safe_zip import plain_name, unpacked
from ...cosim import System, with_inputs, with_values
from ...cosim.fmu.pictures import system_scene
from ...cosim.inputs.driven_inputs import wanted_inputs as fmu_inputs
from ...cosim.progress import bar
from ...cosim.simulate_fmu import span
from ...model.declare.model import Model
from ...model.signals.result_file import is_result
from ...problem.data.problem import Problem
from ...runs.load_any import load_any
from ...runs.loaded.fmu_values import fmu_values
from ...runs.loaded.run_inputs import Driven
from ...runs.loaded.start_values import start_values
from ...scene import Scene, build_scene, read_scene
from ...scene.fmu_scene import fmu_scene
from ...view import read_motion, view_fmu, view_fmu_start, view_model, view_result, view_start, view_system
from ...view.motion_file import checked
from ...view.run import watched_problem
from ..open_source import opened_system
from ..results import scene_file

SYSTEMS = (".ssd", ".ssp")


@dataclass(frozen=True)
class MotionRequest:
    """What of a motion is wanted: in which file, its start only or to which time [s], from which start values, what drives its inputs, and by which
    S-N curve it does damage."""

    output: Path | None = None
    at_start: bool = False
    stop: float | None = None
    literals: Mapping[str, str] = field(default_factory=dict)
    driven: Driven = Driven()
    curve: SNCurve | None = None

    def file(self, name: str) -> Path:
        """The file to write."""
        return Path(f"{plain_name(name)}.html") if self.output is None else self.output

    @property
    def runs(self) -> bool:
        """Whether it says anything of a run."""
        return self.at_start or self.stop is not None or bool(self.literals or self.driven)


def viewed(path: Path, result: Path | None, choices: Choices, wanted: MotionRequest) -> Path:
    """The file that shows the model, robot, FMU, system or result at `path`, moving as in `result` if one is given."""
    if wanted.at_start and wanted.curve:
        raise ProblemsFound(
            f"these options do not fit {path}:", ["--amplitude and --exponent are for the damage of a motion, and --start shows none"]
        )
    if is_result(path):
        return _of_result(path, result, wanted)
    if wanted.at_start and wanted.driven:
        raise ProblemsFound(f"these options do not fit {path}:", ["--input and --inputs drive a motion, and --start shows none: leave one out"])
    if result is not None:
        return _replayed(path, result, choices, wanted)
    if path.suffix.lower() == ".fmu":
        choices.refuse(path)
        return _of_fmu(path, wanted)
    with _found(path, choices) as found:
        return _of_system(found, path, wanted) if isinstance(found, System) else _of_model(found, wanted)


def _of_result(path: Path, result: Path | None, wanted: MotionRequest) -> Path:
    """A result beside its Scene."""
    if result is not None:
        raise MbfmuError(f"{path} and {result} are two results: give the model, FMU or system first, and then its result")
    _refuse_run(path, wanted)
    beside = scene_file(path)
    if not path.is_file():
        raise MbfmuError(f"{path}: there is no such file")
    if not beside.is_file():
        raise MbfmuError(
            f"{path} alone does not show what its parts look like: name the model, FMU or system first, as in `mbfmu view X.fmu {path}`, "
            "with a result of `mbfmu simulate --poses` or `mbfmu cosim --poses`"
        )
    scene = read_scene(beside.read_bytes(), str(beside))
    return _shown(scene, path, wanted)


def _shown(scene: Scene, result: Path, wanted: MotionRequest) -> Path:
    """The file that shows a result; cycles are counted in all of its rows."""
    motion = read_motion(result, scene, whole=wanted.curve is not None)
    return view_result(scene, motion, wanted.file(result.stem), curve=wanted.curve)


def _refuse_run(path: Path, wanted: MotionRequest) -> None:
    if wanted.runs:
        raise ProblemsFound(f"these options do not fit {path}:", ["--start, --stop, --set and inputs are for runs; a result is shown as it is"])


def _replayed(path: Path, result: Path, choices: Choices, wanted: MotionRequest) -> Path:
    _refuse_run(result, wanted)
    with _scene(path, choices) as scene:
        return _shown(scene, result, wanted)


@contextmanager
def _scene(path: Path, choices: Choices) -> Iterator[Scene]:
    """What there is to see at a path; mesh files are there meanwhile."""
    if path.suffix.lower() == ".fmu":
        choices.refuse(path)
        with unpacked(path, to_run=True) as folder:
            yield fmu_scene(folder, path)
        return
    with _found(path, choices) as found:
        if not isinstance(found, System):
            yield build_scene(found) if isinstance(found, Model) else watched_problem(found)[1]
        else:
            with system_scene(found) as scene:
                yield scene


@contextmanager
def shown(system: System, file: Path | None) -> Iterator[Callable[[np.ndarray], dict[str, str]]]:
    """What writes the `file` that shows a result of a system, and says so; without a file it does nothing. Refuses what cannot be shown at once."""
    if file is None:
        yield lambda result: {}
        return
    checked(file)
    with system_scene(system) as scene:
        yield lambda result: {"view": str(view_result(scene, result, file))}


@contextmanager
def _found(path: Path, choices: Choices) -> Iterator[Model | Problem | System]:
    """The mechanism, several that are connected, or the system at a path."""
    if path.is_dir() or path.suffix.lower() in SYSTEMS:
        with opened_system(path) as system:
            yield system
        return
    found = load_any(path, choices)
    if not isinstance(found, (Model, Problem, System)):
        raise MbfmuError(f"{path}: `model` there is a {type(found).__name__}, in which nothing moves that could be shown: give a Model")
    yield found


def _of_fmu(path: Path, wanted: MotionRequest) -> Path:
    description = describe_fmu(path)
    values, file = fmu_values(description, wanted.literals), wanted.file(description.modelName)
    if wanted.at_start:
        return view_fmu_start(path, file, values)
    with bar(*span(description, wanted.stop)) as progress:
        return view_fmu(path, file, wanted.stop, values, wanted.driven.inputs(fmu_inputs(description)), progress, wanted.curve)


def _of_system(system: System, path: Path, wanted: MotionRequest) -> Path:
    if wanted.at_start:
        raise ProblemsFound(f"these options do not fit {path}:", ["--start is for models and FMUs; --stop shows how a system begins"])
    driven = with_inputs(system, wanted.driven.file, wanted.driven.signals)
    changed = with_values(replace(driven, stop_time=system.stop_time if wanted.stop is None else wanted.stop), wanted.literals)
    with bar(changed.start_time, changed.stop_time) as progress:
        return view_system(changed, wanted.file(changed.name), progress, wanted.curve)


def _of_model(model: Model | Problem, wanted: MotionRequest) -> Path:
    settable = declared_for(model, wanted.literals)
    file, values = wanted.file(model.name), lambda problem: start_values(problem, wanted.literals)
    inputs = lambda problem: wanted.driven.inputs(wanted_inputs(problem))
    if wanted.at_start:
        return view_start(settable, file, values)
    with bar(0.0, model.stop_time if wanted.stop is None else wanted.stop) as progress:
        return view_model(settable, file, wanted.stop, values, progress, inputs, wanted.curve)
