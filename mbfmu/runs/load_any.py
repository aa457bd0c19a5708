"""What is at a path, as a Model, a BlockModel, a Problem or a System."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..base.choices import Choices
from ..base.errors import MbfmuError
from ..model.blocks import BlockModel
from ..model.declare.model import Model
from ..problem.data.problem import Problem
from ..problem.load import KINDS, load_model_or_system

if TYPE_CHECKING:
    from ..cosim import System


def load_any(path: Path, choices: Choices = Choices()) -> Model | BlockModel | Problem | System:
    """What `load_declared` gives, or the System that a Python file declares as `system`."""
    declared = load_model_or_system(path, choices)
    if isinstance(declared, KINDS):
        return declared
    from ..cosim import System  # here, since FMPy takes long to import

    if not isinstance(declared, System):
        raise MbfmuError(f"{path}: system = {declared!r} is no System")
    return declared
