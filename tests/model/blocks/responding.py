"""What a block's equations say at one instant."""

from mbfmu import Block
from mbfmu.base.scalars import Record


def respond(block: Block, u: dict, x: dict):
    """Its parameters, the rates of its states and its outputs."""
    p = Record((name, float(value)) for name, value in block.values.items())
    return p, *type(block).respond(p, Record(u), 0.0, Record(x))
