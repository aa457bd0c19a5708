"""A bushing between two hubs, such as one of rubber between an arm and a body."""

from mbfmu import BlockModel, BushingBlock

model = BlockModel(
    "Bushing",
    BushingBlock(c=[2e6, 5e5, 2e6], d=[400.0, 200.0, 400.0], c_phi=[800.0, 60.0, 800.0], d_phi=[1.0, 0.2, 1.0]),
    "Springs and dampers in all six directions between two hubs",
)
