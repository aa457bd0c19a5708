"""load_problem: a MODEL.py or a ROBOT.urdf becomes a Problem."""

from __future__ import annotations

import runpy
import sys
import traceback
from pathlib import Path

from .blocks import BlockModel
from .model.model import Model
from .problem.compile import compile_problem
from .runtime.errors import MbfmuError
from .runtime.problem import Problem
from .urdf import read_urdf


def load_problem(path: Path, floating: bool = False) -> Problem:
    """The Problem declared in `path`: `model` of a Python file, or the robot of a URDF file (its base floating freely if asked).

    Raises MbfmuError where the file is missing, does not run, or declares no model, and where anything but a robot is to float.
    """
    if kind_of(path) == ".fmu":
        raise MbfmuError(f"{path} is an FMU already; give a .py or .urdf file to make one of")
    refuse_floating(path, floating)
    if not path.is_file():
        raise MbfmuError(f"{path}: there is no such file")
    return compile_problem(read_urdf(path, floating=floating) if kind_of(path) == ".urdf" else _declared(path))


def kind_of(path: Path) -> str:
    """The ending of `path`, ".py", ".urdf" or ".fmu"; MbfmuError for any other."""
    kind = path.suffix.lower()
    if kind in (".ssd", ".ssp"):
        raise MbfmuError(f"{path} is a system of FMUs: run it with `mbfmu cosim {path}`")
    if kind not in (".py", ".urdf", ".fmu"):
        raise MbfmuError(f"{path}: give a .py file that declares `model`, a .urdf file, or (to look at or simulate) an .fmu")
    return kind


def refuse_floating(path: Path, floating: bool) -> None:
    """MbfmuError if anything but a robot is to float."""
    if floating and kind_of(path) != ".urdf":
        raise MbfmuError(f"{path} cannot be given --floating, which frees a .urdf robot; declare a FreeMotion in the model")


def _declared(path: Path) -> Model | BlockModel | Problem:
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        names = runpy.run_path(str(path))
    except MbfmuError:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's file may do wrong, told with its own line
        what = error.msg if isinstance(error, SyntaxError) else error
        raise MbfmuError(f"{path} does not run: {type(error).__name__}: {what} ({_place(path, error)})") from error
    finally:
        sys.path.pop(0)
    if "model" not in names:
        raise MbfmuError(f"{path} declares no `model`: assign a Model or BlockModel to that name")
    if not isinstance(names["model"], (Model, BlockModel, Problem)):
        raise MbfmuError(f"{path}: model = {names['model']!r} is no Model, BlockModel or Problem")
    return names["model"]


def _place(path: Path, error: BaseException) -> str:
    """The line where it went wrong: of the file that cannot be parsed, or the last one reached in the user's own file."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f"line {error.lineno} of {error.filename}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == str(path)] or frames
    return f"line {own[-1].lineno} of {own[-1].filename}"
