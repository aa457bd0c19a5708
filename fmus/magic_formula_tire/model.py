"""A tire of the Magic Formula 6.1 from a .tir file on a flat road, for the hub of a wheel."""

from mbfmu import BlockModel, FlatRoad, tire_block

model = BlockModel(
    "MagicFormulaTire",
    tire_block("invented.tir", FlatRoad()),
    "Tire of the Magic Formula 6.1 with relaxation on a flat road",
    start={"hub.pos": [0.0, 0.0, 0.3], "hub.lin_vel": [20.0, 0.0, 0.0], "hub.ang_vel": [0.0, 20.0 / 0.315, 0.0]},
)
