"""load_declared: what a MODEL.py or a ROBOT.urdf declares."""

from __future__ import annotations

import ast
import runpy
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from ..base.choices import Choices, kind_of
from ..base.errors import MbfmuError, ProblemsFound
from ..model.blocks import BlockModel
from ..model.declare.model import Model
from ..model.declare.place_in_code import place, raised_at
from ..model.urdf import read_urdf
from .data.problem import Problem

KINDS = (Model, BlockModel, Problem)


def load_declared(path: Path, choices: Choices = Choices()) -> Model | BlockModel | Problem:
    """What is declared in `path`: `model` of a Python file, or the robot of a URDF file.

    Raises MbfmuError where the file is missing, does not run, or declares no model, and where `choices` do not fit.
    """
    declared = load_model_or_system(path, choices)
    if not isinstance(declared, KINDS):
        raise MbfmuError(f"{path} declares a system of FMUs, and no `model`: co-simulate it with `mbfmu cosim {path}`, or see it with `mbfmu view`")
    return declared


def load_model_or_system(path: Path, choices: Choices) -> Any:
    """What `load_declared` gives, or what a Python file without a `model` declares as `system`, whatever that is."""
    if kind_of(path) == ".fmu":
        raise MbfmuError(f"{path} is an FMU already; give the .py or .urdf file that it was made of")
    choices.refuse(path)
    if not path.is_file():
        raise MbfmuError(f"{path}: there is no such file")
    declared = read_urdf(path, choices.floating, choices.end_stops) if kind_of(path) == ".urdf" else _declared(path)
    if choices.formulation:
        if not isinstance(declared, Model):
            raise MbfmuError(f"--formulation does not fit {path}: it is for a Model, and `model` there is a {type(declared).__name__}")
        declared.formulation = choices.formulation
    return declared


def names_of(path: Path) -> Mapping[str, Any]:
    """The names that a Python file declares. Raises MbfmuError where it is missing or does not run, with the line of the file."""
    if not path.is_file():
        raise MbfmuError(f"{path}: there is no such file")
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        return _run(path)
    except ProblemsFound:
        raise
    except MbfmuError as error:
        at = _raised_in(path, error)
        raise MbfmuError(f"{error} ({at})" if at else str(error)) from error
    except (Exception, SystemExit) as error:  # whatever a user's file may do wrong, reported with its own line
        what = error.msg if isinstance(error, SyntaxError) else error
        raise MbfmuError(f"{path} does not run: {type(error).__name__}: {what} ({_place(path, error)})") from error
    finally:
        sys.path.pop(0)


def _declared(path: Path) -> Any:
    names = names_of(path)
    if "model" not in names and "system" in names:
        return names["system"]
    if "model" not in names:
        raise MbfmuError(f"{path} declares no `model`: assign a Model or BlockModel to that name")
    if not isinstance(names["model"], KINDS):
        raise MbfmuError(f"{path}: model = {names['model']!r} is no Model, BlockModel or Problem")
    return names["model"]


def _place(path: Path, error: BaseException) -> str:
    """The line where it went wrong: of the file that cannot be parsed, or the last one reached in the user's own file."""
    if isinstance(error, SyntaxError) and error.lineno:
        return place(str(error.filename), error.lineno)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return _raised_in(path, error) or place(last.filename, last.lineno)


def _raised_in(path: Path, error: BaseException) -> str:
    return raised_at(error, str(path)) or raised_at(error, str(path.resolve()))


def _run(path: Path) -> Mapping[str, Any]:
    """The names of a Python file that was run, as a module of its package where it imports from that."""
    levels = _levels(path)
    if not levels:
        return runpy.run_path(str(path))
    folder, names = path.resolve().parent, [path.stem]
    while len(names) <= levels or (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    with _importing(names[0], folder):
        return runpy.run_module(".".join(names))


@contextmanager
def _importing(package: str, folder: Path) -> Iterator[None]:
    """Have a package be that of `folder`. One of this name that was loaded from elsewhere would be taken for it, so it steps aside meanwhile."""
    others = _loaded(package)
    files = [Path(file) for module in others.values() if (file := getattr(module, "__file__", None))]
    if all(file.is_relative_to(folder / package) for file in files):
        others = {}
    for name in others:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in _loaded(package) if others else ():
            del sys.modules[name]
        sys.modules.update(others)


def _loaded(package: str) -> dict[str, ModuleType]:
    """The modules of a package that are loaded, with itself."""
    return {name: module for name, module in sys.modules.items() if name.partition(".")[0] == package}


def _levels(path: Path) -> int:
    """How many folders up the file imports from: 1 for `from .parts import arm`; 0 where it does not, or is no Python."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):  # told where it is run
        return 0
    return max((part.level for part in ast.walk(tree) if isinstance(part, ast.ImportFrom)), default=0)
