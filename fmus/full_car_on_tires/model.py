"""A car of 19 bodies on four tires on a flat road.

Axes: x forward, y to the left, z up; the origin is on the ground below the middle of the front axle.
"""

from mbfmu import FlatRoad
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_tire

model, car = car_model("FullCarOnTires", "Car of 19 bodies on its tires", MID_SIZE_CAR, FlatRoad(), mid_size_tire)
