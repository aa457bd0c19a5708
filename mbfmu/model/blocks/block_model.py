"""BlockModel: a block with the name of its FMU."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from ...base.one_line import one_line
from .base import Block
from .python_block import PythonBlock


@one_line
@dataclass(frozen=True)
class BlockModel:
    """A block with the name of its FMU.

    `start` gives the start values of inputs, and of outputs of a PythonBlock before its first update.
    With `interface_mass`, each port of a Block has inputs for the inverse mass of the motion side: its acceleration as a function of the force. In
    Co-Simulation, the block predicts the motion between communication points, and computes the force for the next step from this prediction.
    """

    name: str
    block: Block | PythonBlock
    description: str = ""
    start: Mapping[str, Any] = field(default_factory=dict)
    interface_mass: bool = False

    def __copy__(self) -> "BlockModel":
        """One with a block of its own."""
        return deepcopy(self)
