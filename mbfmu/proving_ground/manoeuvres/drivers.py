"""Parts of drivers: who keeps a speed, and who steers by a signal."""

from __future__ import annotations

from collections.abc import Callable

from .drive import Demand, Driver, Seen
from .vehicle import STEP, Vehicle

GAIN, RESET = 2.0, 0.7  # 1/s, 1/s2: by which the speed is kept


class SpeedKeeper:
    """Drives and brakes so that a car keeps a `speed` [m/s]; one that has no inputs for it keeps its speed by itself."""

    def __init__(self, vehicle: Vehicle, speed: float, step: float = STEP):
        self.speed, self._vehicle, self._step, self._sum = speed, vehicle, step, 0.0

    def __call__(self, seen: Seen) -> tuple[float, float]:
        """How much to drive and to brake [m/s2]."""
        if self._vehicle.drive is None:
            return 0.0, 0.0
        error = self.speed - seen["v_x"]
        wanted = GAIN * error + self._sum
        drive = self._vehicle.drive
        if wanted * drive.gain_at(seen["v_x"]) < drive.largest or error < 0.0:
            self._sum += RESET * error * self._step
        braked = self._vehicle.brake is not None
        return (max(wanted, 0.0), max(-wanted, 0.0)) if braked else (wanted, 0.0)


def steering_by(vehicle: Vehicle, speed: float, steer: Callable[[float], float]) -> Driver:
    """Who steers by a function of time [s], in rad of the front wheels, and keeps the speed [m/s]."""
    keeper = SpeedKeeper(vehicle, speed)

    def driver(time: float, seen: Seen) -> Demand:
        driven, braked = keeper(seen)
        return Demand(steer(time), driven, braked)

    return driver
