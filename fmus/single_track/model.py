"""A car on a plane at constant speed: the linear single-track model."""

from mbfmu import BlockModel, SingleTrack

model = BlockModel("SingleTrack", SingleTrack(), "Car at constant speed, its axles as one wheel each, with linear tires")
