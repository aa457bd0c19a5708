"""compile_problem: whatever a user declared becomes a Problem."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from pathlib import Path

from ..base.errors import MbfmuError
from ..model.blocks import Block, BlockModel, PythonBlock
from ..model.declare.model import Model
from ..model.declare.settable import settable
from .blocks import python_block  # noqa: F401  registers how a PythonBlock is compiled
from .blocks.block import compile_block
from .blocks.course import with_course
from .blocks.prediction import force_sides
from .data.problem import Problem
from .load import load_declared
from .mechanism.mechanics import compile_model

Declared = Model | BlockModel | Problem | str | Path


@singledispatch
def compile_problem(declared: Declared | Block | PythonBlock, pictures: bool = False) -> Problem:
    """Compile a Model or a BlockModel into a Problem. A Problem, such as one made by `connect`, stays as it is.

    With `pictures`, the Problem includes the Scene that `mbfmu view` shows. `declared` may be the path of a Python file that declares one of these as
    `model`, or of a robot in URDF: "crane.py", "ur5.urdf". Paths work wherever a Model is taken. Raises ProblemsFound with all problems of the model,
    and MbfmuError if the file is missing or declares no model.
    """
    raise MbfmuError(f"{declared!r} is no Model, BlockModel or Problem, nor the path of one")


@compile_problem.register(Block)
@compile_problem.register(PythonBlock)
def _(declared: Block | PythonBlock, pictures: bool = False) -> Problem:
    kind = type(declared).__name__
    raise MbfmuError(f"a {kind} has no name yet: give BlockModel('{kind}', {kind}(...))")


@compile_problem.register
def _(declared: Model, pictures: bool = False) -> Problem:
    return compile_model(declared, pictures=pictures)


@compile_problem.register
def _(declared: BlockModel, pictures: bool = False) -> Problem:
    if pictures and isinstance(declared.block, Block):
        return with_course(compile_problem(declared), declared.block)
    if not declared.interface_mass:
        return compile_block(declared.block, declared.name, declared.description, declared.start)
    if not (isinstance(declared.block, Block) and force_sides(declared.block)):
        kind = type(declared.block).__name__
        raise MbfmuError(f"{declared.name}: interface_mass is for a Block with a port that gives the force, and {kind} has none: leave it out")
    return compile_block(declared.block, declared.name, declared.description, declared.start, True)


@compile_problem.register
def _(declared: Problem, pictures: bool = False) -> Problem:
    return declared


@compile_problem.register(str)
@compile_problem.register(Path)
def _(declared: str | Path, pictures: bool = False) -> Problem:
    return compile_problem(declared_in(declared), pictures)


def declared_in(declared: Declared) -> Model | BlockModel | Problem:
    """What is declared, where it is the path of a file, too; MbfmuError as `compile_problem` raises it."""
    return load_declared(Path(declared)) if isinstance(declared, (str, Path)) else declared


def with_settable(declared: Declared, names: Iterable[str]) -> Model | BlockModel | Problem:
    """What is declared; a Model with those parameters tunable that are among `names`, so that runs of it can set them."""
    found = declared_in(declared)
    return settable(found, names) if isinstance(found, Model) else found


def model_in(declared: Declared, wanted_for: str) -> Model:
    """The Model that is declared; MbfmuError, with what it is wanted for, where it is no mechanism."""
    found = declared_in(declared)
    if not isinstance(found, Model):
        raise MbfmuError(f"{wanted_for} needs a Model, whose joints it knows, not {found!r}")
    return found
