"""Vehicle: a car as manoeuvres see it, whatever it is made of.

A Model, a BlockModel, a Problem or an FMU becomes a Vehicle by the names of its variables. How strongly and to which side its own inputs steer, drive
and brake it is measured in short runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError
from ...problem.data.problem import Problem

SLOW, CRUISE = 4.0, 15.0  # m/s: at which driving is measured
STEP = 0.01  # s: between two looks of a driver, by which inputs are held


@dataclass(frozen=True)
class Actuator:
    """Inputs of a car that one demand moves: each gets the demand times `gain` times its weight in `inputs`.

    An actuator with `rate` takes the rate of its demand, such as the input `steer_rate` of a DrivenSingleTrack. `largest` is what its input takes at
    most, such as 1 of a pedal pressed down. Where gears lie between, `gain` is that at 15 m/s and above, `slow_gain` that at 4 m/s and below.
    """

    inputs: Mapping[str, float]
    gain: float = 1.0
    rate: bool = False
    largest: float = inf
    slow_gain: float | None = None

    def gain_at(self, speed: float) -> float:
        """The input for a demand of one, at a speed [m/s]."""
        return self.gain if self.slow_gain is None else float(np.interp(abs(speed), (SLOW, CRUISE), (self.slow_gain, self.gain)))


@dataclass(frozen=True)
class Handling:
    """How a car steers at a crawl and a little above it: found by `measured_handling`.

    `ratio` is the steering input for each radian of the front wheels' angle, positive to the left (an angle of wheels is that of the single-track
    model: wheelbase by radius at a crawl). `slowness` [s2/m2] is one over the square of the characteristic speed. `ahead` [m] is where the car's
    position is measured, ahead of its rear axle.
    """

    ratio: float
    slowness: float
    ahead: float


@dataclass(frozen=True)
class Vehicle:
    """A car that a manoeuvre can drive.

    `subject` is a Problem or the path of an FMU. `outputs` are its outputs by channel (mbfmu.proving_ground.manoeuvres.channels), `speed` is the
    parameter that is its speed at the start. Steering is demanded in rad of the front wheels, to the left; `drive` and `brake` are demanded in m/s2,
    `gust` in m/s, of air that moves along y in the world. A car without `drive` keeps its speed by itself. Lengths in m.
    """

    name: str
    subject: Problem | Path
    speed: str
    outputs: Mapping[str, str]
    steering: Actuator
    wheelbase: float
    width: float
    length: float
    steering_unit: str
    handling: Handling = Handling(1.0, 0.0, 0.0)
    drive: Actuator | None = None
    brake: Actuator | None = None
    gust: Actuator | None = None
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def measured(self) -> tuple[str, ...]:
        """What each run of it measures, by channel."""
        return (*self.outputs, *(("held_speed",) if self.drive is None else ()))

    @property
    def ratio_unit(self) -> str:
        """The unit of its steering ratio."""
        unit = self.steering_unit.removesuffix("/s") if self.steering.rate else self.steering_unit
        return f"{unit or '1'}/rad"

    def needs(self, manoeuvre: str, *parts: str) -> None:
        """Raises MbfmuError where it lacks `drive`, `brake` or `gust`, which a manoeuvre needs."""
        for part in parts:
            if getattr(self, part) is None:
                names = " or ".join(ACTUATORS[part])
                raise MbfmuError(
                    f"{self.name} has no input for its {part}, which {manoeuvre} needs: call an input {names}, or say which one it is by "
                    f"names={{{part!r}: INPUT}} (--variable {part}=INPUT)"
                )


ACTUATORS = {
    "steering": ("steering_wheel_angle", "steering_wheel", "steering", "steer", "steer_rate"),
    "drive": ("drive", "a", "accelerator", "demand", "throttle"),
    "brake": ("brake", "brake_FL"),
    "gust": ("gust[2]", "gust"),
}
"""Names that inputs of cars have."""


def named(wanted: str, there: Collection[str]) -> str:
    """The variable of this name, or the only one of a part that has it, such as `car.v_x`; "" if there is none."""
    if wanted in there:
        return wanted
    of_parts = [name for name in there if name.endswith(f".{wanted}")]
    return of_parts[0] if len(of_parts) == 1 else ""
