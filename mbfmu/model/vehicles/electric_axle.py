"""ElectricAxle: an electric motor that drives a drivetrain through a fixed gear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..declare.model import Model
from ..elements.constraints import Gear
from ..elements.forces import TractionMotor
from ..elements.joints import Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from .all_wheel_drive import AllWheelDrive
from .argument_kinds import refusing_others
from .combustion_drive import PoweredDrive
from .drivetrain import Drivetrain
from .vehicle_side import Point, Sided
from .wheel import Corner


@dataclass(frozen=True)
class ElectricAxle(Sided):
    """An electric motor that drives a `drivetrain` through a gear with a fixed `ratio`, the speed of the rotor over that of the carrier.

    The rotor has the mass m [kg] and the moment of inertia I [kg.m2], and turns about y at `centre` [m]. `motor` has parameters of TractionMotor by
    name. The gear is rigid and takes no degree of freedom beside those of the drivetrain; its losses belong to the efficiency of the motor.
    """

    drivetrain: Drivetrain | AllWheelDrive
    centre: Point
    m: float
    I: float
    ratio: float
    motor: Mapping[str, Any] = field(default_factory=dict)

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, corners: dict[str, Corner]) -> PoweredDrive:
        """Add it to a model, for the wheels "FL", "FR", "RL" and "RR".

        Its elements are named `name` followed by `_rotor`, `_rotor_bearing`, `_reduction` and `_traction`, beside those of the drivetrain.
        """
        driven = self.drivetrain.add(model, name, chassis, corners)
        rotor = model.add(f"{name}_rotor", Body(m=self.m, I=[self.I] * 3))
        bearing = model.add(f"{name}_rotor_bearing", Revolute(chassis.at(self.centre.r), rotor.frame_a, n=[0, 1, 0]))
        model.add(f"{name}_reduction", Gear(bearing, driven.carrier_bearing, ratio=self.ratio))
        motor = model.add(f"{name}_traction", TractionMotor(bearing, **self.motor))
        return PoweredDrive(
            drivetrain=driven,
            inputs={"demand": motor.demand, "recuperation": motor.recuperation},
            outputs={
                "motor_speed": motor.w,
                "motor_torque": motor.torque,
                "battery_power": motor.battery_power,
                "battery_energy": motor.battery_energy,
            },
            geared=((bearing, self.ratio),),
        )
