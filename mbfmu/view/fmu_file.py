"""An FMU with a Scene, or a System of such, as a file that shows its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..analysis.strength.damage import SNCurve
from ..base.child_process import followed
from ..base.errors import MbfmuError, ProblemsFound
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from ..cosim import simulate_fmu
from ..cosim.advice.advised_run import advised_run
from ..cosim.fmu.pictures import system_scene
from ..cosim.masters.recording import Recording
from ..cosim.simulate_fmu import own_interval, span
from ..cosim.system.system import System
from ..scene import Scene
from ..scene.fmu_scene import fmu_scene
from .motion_file import checked, shown_gaping, view_result
from .poses import entries, force_outputs, pose_outputs

SILENT: Callable[[float], None] = lambda t: None


def view_fmu(
    fmu: str | Path,
    path: str | Path,
    stop_time: float | None = None,
    values: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    progress: Callable[[float], None] = SILENT,
    curve: SNCurve | None = None,
) -> Path:
    """Run an FMU that contains a Scene, and write a file that plays its motion, as `view_model` does. Returns its path.

    The FMU runs in a process of its own, by default until the stop time [s] of its default experiment. `values` are the `start_values` of
    `simulate_fmu`, `inputs` its inputs, `curve` is that of `view_model`. Raises MbfmuError if the FMU has no Scene that can be
    shown, and what `simulate_fmu` raises.
    """
    file = checked(path)
    with unpacked(Path(fmu), to_run=True) as folder:
        scene = fmu_scene(folder, Path(fmu))
        return view_result(scene, _run(Path(fmu), scene, stop_time, values, inputs, progress), file, curve=curve)


def view_fmu_start(fmu: str | Path, path: str | Path, values: Mapping[str, Any] | None = None) -> Path:
    """Write a file that shows an FMU at its start, as `view_start` does. Returns its path."""
    file = checked(path)
    with unpacked(Path(fmu), to_run=True) as folder:
        scene, description = fmu_scene(folder, Path(fmu)), describe_fmu(Path(fmu))
        first = span(description, None)[0] + (own_interval(description) or 1e-3)
        try:
            result = _run(Path(fmu), scene, first, values, None, SILENT)
        except ProblemsFound:
            raise  # of values that cannot be used, before anything starts
        except MbfmuError as error:
            raise shown_gaping(scene, file, error, "the start values that the FMU was built with") from error
        return view_result(scene, result[:1], file, still=True)


def view_system(system: System, path: str | Path, progress: Callable[[float], None] = SILENT, curve: SNCurve | None = None) -> Path:
    """Co-simulate a System and write a file that plays the motion of all its FMUs that contain a Scene, in one world. Returns its path.

    The FMUs run in a process of their own. `curve` is that of `view_model`. Raises MbfmuError if none of them has a Scene, and
    what `simulate_system` raises.
    """
    file = checked(path)
    with system_scene(system) as scene:
        return view_result(scene, followed(advised_run, system, progress=progress, recording=Recording(pictures=True)), file, curve=curve)


def _run(fmu: Path, scene: Scene, stop: float | None, values: Any, inputs: Any, progress: Callable[[float], None]) -> np.ndarray:
    """A result with the outputs that the Scene names, one column for each of their numbers."""
    wanted = pose_outputs(scene) | force_outputs(scene)
    variables = {v.name for v in describe_fmu(fmu).modelVariables}
    recorded = [name for output, numbers in wanted.items() for name in (output, *numbers) if name in variables]
    result = followed(simulate_fmu, fmu, stop, None, values or {}, inputs or {}, recorded, progress=progress)
    return _one_by_one(result)


def _one_by_one(result: np.ndarray) -> np.ndarray:
    """A result with a column for each number of an array of FMI 3."""
    columns: dict[str, np.ndarray] = {}
    for name in result.dtype.names or ():
        numbers = result[name].reshape(len(result), -1).T
        columns |= dict(zip(entries(name, len(numbers)) if result[name].ndim > 1 else [name], numbers))
    found = np.empty(len(result), dtype=[(name, np.float64) for name in columns])
    for name, column in columns.items():
        found[name] = column
    return found
