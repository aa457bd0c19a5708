"""A tire for small slip on a flat road, for the hub of a wheel."""

from mbfmu import BlockModel, FlatRoad, LinearTire, tire_block

model = BlockModel(
    "LinearTire",
    tire_block(LinearTire, FlatRoad(), radius=0.32, c_z=2e5, d_z=500.0, c_kappa=20.0, c_alpha=15.0, sigma_kappa=0.3, sigma_alpha=0.5),
    "Linear tire with relaxation on a flat road",
    start={"hub.pos": [0.0, 0.0, 0.3], "hub.lin_vel": [20.0, 0.0, 0.0], "hub.ang_vel": [0.0, 20.0 / 0.3, 0.0]},  # 4 kN, rolling straight on
)
