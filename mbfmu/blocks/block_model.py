"""BlockModel: a block with the name its FMU shall have."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .base import Block
from .python_block import PythonBlock


@dataclass(frozen=True)
class BlockModel:
    """A block with the name that its FMU shall have.

    `start` gives inputs the values that they have where nobody sets them, and outputs of a PythonBlock those before its first update.
    """

    name: str
    block: Block | PythonBlock
    description: str = ""
    start: Mapping[str, Any] = field(default_factory=dict)
