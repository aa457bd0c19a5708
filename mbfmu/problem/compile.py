"""compile_problem: whatever a user declared becomes a Problem."""

from __future__ import annotations

from functools import singledispatch

from ..blocks import Block, BlockModel, PythonBlock
from ..errors import MbfmuError
from ..model.model import Model
from . import python_block  # noqa: F401  registers how a PythonBlock is compiled
from .block import compile_block
from .data.problem import Problem
from .mechanics import compile_model

Declared = Model | BlockModel | Problem


@singledispatch
def compile_problem(declared: Declared | Block | PythonBlock, pictures: bool = False) -> Problem:
    """The Problem of a Model, with its Scene if `pictures` are wanted, of a BlockModel, or of a Problem itself (one made by `connect`, say)."""
    raise MbfmuError(f"{declared!r} is no Model, BlockModel or Problem")


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
    return compile_block(declared.block, declared.name, declared.description, declared.start)


@compile_problem.register
def _(declared: Problem, pictures: bool = False) -> Problem:
    return declared
