"""What is at a path, as a Problem, as a Model, or as a System."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..blocks import BlockModel
from ..choices import Choices
from ..errors import MbfmuError
from ..model.model import Model
from ..problem.compile import compile_problem
from ..problem.data.problem import Problem
from ..problem.integrators import with_integrator
from ..problem.load import KINDS, load_declared, load_model_or_system

if TYPE_CHECKING:
    from ..cosim import System


def load_problem(path: Path, choices: Choices = Choices(), pictures: bool = False) -> Problem:
    """The Problem declared in `path`: `model` of a Python file, or the robot of a URDF file; see `load_declared`. `pictures` are for FMUs."""
    problem = compile_problem(load_declared(path, choices), pictures=pictures)
    return with_integrator(problem, choices.integrator) if choices.integrator else problem


def load_model(path: Path, choices: Choices = Choices()) -> Model:
    """The Model declared in `path`; MbfmuError, beside those of `load_declared`, where it is no mechanism."""
    declared = load_declared(path, choices)
    if not isinstance(declared, Model):
        raise MbfmuError(f"{path}: `model` there is a {type(declared).__name__}, in which nothing moves that could be shown: give a Model")
    return declared


def load_any(path: Path, choices: Choices = Choices()) -> Model | BlockModel | Problem | System:
    """What `load_declared` gives, or the System that a Python file declares as `system`."""
    declared = load_model_or_system(path, choices)
    if isinstance(declared, KINDS):
        return declared
    from ..cosim import System  # here, since FMPy takes long to import

    if not isinstance(declared, System):
        raise MbfmuError(f"{path}: system = {declared!r} is no System")
    return declared
