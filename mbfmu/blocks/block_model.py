"""BlockModel: a block with the name its FMU shall have."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .base import Block


@dataclass(frozen=True)
class BlockModel:
    """What a Model is to mechanics, for a block; `start` gives inputs the values that they have where nobody sets them."""

    name: str
    block: Block
    description: str = ""
    start: Mapping[str, float] = field(default_factory=dict)
