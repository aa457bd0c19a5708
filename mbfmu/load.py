"""load_problem: a MODEL.py or a ROBOT.urdf becomes a Problem."""

from __future__ import annotations

import runpy
import sys
import traceback
from pathlib import Path

from .problem.compile import compile_problem
from .runtime.errors import MbfmuError
from .runtime.problem import Problem
from .urdf import read_urdf


def load_problem(path: Path, floating: bool = False) -> Problem:
    """The Problem declared in `path`: `model` of a Python file, or the robot of a URDF file (its base floating freely if asked).

    Raises MbfmuError where the file is missing, does not run, or declares no model.
    """
    if not path.is_file():
        raise MbfmuError(f"{path}: there is no such file")
    if path.suffix == ".urdf":
        return compile_problem(read_urdf(path, floating=floating))
    if path.suffix != ".py":
        raise MbfmuError(f"{path}: give a Python file that declares `model`, or a .urdf file")
    return compile_problem(_declared(path))


def _declared(path: Path) -> object:
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        names = runpy.run_path(str(path))
    except MbfmuError:
        raise
    except Exception as error:  # whatever a user's file may do wrong, told with its own line
        where = traceback.extract_tb(error.__traceback__)[-1]
        raise MbfmuError(f"{path} does not run: {type(error).__name__}: {error} (line {where.lineno} of {where.filename})") from error
    finally:
        sys.path.pop(0)
    if "model" not in names:
        raise MbfmuError(f"{path} declares no `model`: assign a Model or BlockModel to that name")
    return names["model"]
