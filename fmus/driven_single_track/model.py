"""A car on a plane that is steered, driven and braked: the single-track model with load transfer."""

from mbfmu import BlockModel, DrivenSingleTrack

model = BlockModel("DrivenSingleTrack", DrivenSingleTrack(), "Car that is steered, driven and braked, its axles as one wheel each")
