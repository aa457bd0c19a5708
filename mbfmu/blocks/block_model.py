"""BlockModel: a block with the name its FMU shall have."""

from dataclasses import dataclass

from .base import Block


@dataclass(frozen=True)
class BlockModel:
    """What a Model is to mechanics, for a block."""

    name: str
    block: Block
    description: str = ""
