"""`mbfmu view`: what a path stands for, shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .choices import Choices
from .cosim import read_csv
from .cosim.progress import bar
from .driving.load import load_model
from .errors import MbfmuError, ProblemsFound
from .results import scene_file
from .safe_zip import plain_name
from .scene import read_scene
from .sources.start_values import start_values
from .view import view_model, view_result, view_start


def viewed(path: Path, choices: Choices, output: Path | None, at_start: bool, stop: float | None, literals: Mapping[str, str]) -> Path:
    """The file that shows the model, the robot or the result at `path`."""
    if path.suffix.lower() == ".csv":
        return _of_result(path, output, at_start or stop is not None or bool(literals))
    if path.suffix.lower() == ".fmu":
        raise MbfmuError(f"{path} is an FMU, which does not say what its parts look like: give the .py or .urdf file that it was built of")
    model = load_model(path, choices)
    file = _file(output, model.name)
    values = lambda problem: start_values(problem, literals)
    if at_start:
        return view_start(model, file, values)
    with bar(0.0, model.stop_time if stop is None else stop) as progress:
        return view_model(model, file, stop, values, progress)


def _of_result(path: Path, output: Path | None, more: bool) -> Path:
    if more:
        raise ProblemsFound(f"these options do not fit {path}:", ["--start, --stop and --set are for models; a result is shown as it is"])
    result, beside = read_csv(path), scene_file(path)
    if not beside.is_file():
        raise MbfmuError(f"{beside} is missing, which says what the parts in {path} look like: view the model instead, as in `mbfmu view MODEL.py`")
    return view_result(read_scene(beside.read_bytes(), str(beside)), result, _file(output, path.stem))


def _file(output: Path | None, name: str) -> Path:
    """The file to write."""
    return Path(f"{plain_name(name)}.html") if output is None else output
