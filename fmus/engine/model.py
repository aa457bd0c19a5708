"""A combustion engine with a torque map, a clutch and a gear, which drives a shaft."""

from mbfmu import BlockModel, Engine

model = BlockModel(
    "Engine", Engine(), "Combustion engine with a torque map, a clutch and a gear", start={"throttle": 0.3, "ratio": 10.0, "shaft.w": 10.0}
)
