"""A block whose inputs are all there is to move, as many as its parameters."""

from mbfmu import BlockModel, DoubleLaneChange

model = BlockModel("Lane", DoubleLaneChange())
