"""What is at a path, as a Problem or as a Model."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..base.choices import Choices
from ..base.errors import MbfmuError
from ..model.declare.model import Model
from .compile import Declared, compile_problem, with_settable
from .data.integrators import with_integrator
from .data.problem import Problem
from .load import load_declared


def load_problem(path: Path, choices: Choices = Choices(), pictures: bool = False, names: Iterable[str] = ()) -> Problem:
    """The Problem declared in `path`: `model` of a Python file, or the robot of a URDF file; see `load_declared`. `pictures` are for FMUs.

    Parameters of a Model that are among `names` can be set.
    """
    return chosen_problem(with_settable(load_declared(path, choices), names), choices, pictures)


def chosen_problem(declared: Declared, choices: Choices, pictures: bool = False) -> Problem:
    """The Problem of what is declared, with the integrator that was chosen."""
    problem = compile_problem(declared, pictures=pictures)
    return with_integrator(problem, choices.integrator) if choices.integrator else problem


def load_model(path: Path, choices: Choices = Choices()) -> Model:
    """The Model declared in `path`; MbfmuError, beside those of `load_declared`, where it is no mechanism."""
    declared = load_declared(path, choices)
    if not isinstance(declared, Model):
        raise MbfmuError(f"{path}: `model` there is a {type(declared).__name__}, in which nothing moves that could be shown: give a Model")
    return declared
