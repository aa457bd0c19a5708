"""CombustionDrive: a combustion engine with clutch or torque converter and gearbox that drives a drivetrain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...base.errors import MbfmuError
from ..declare.declarations import Handle
from ..declare.lookup_table import LookupTable
from ..declare.model import Model
from ..elements.forces import ClutchGearbox, CombustionEngine, ConverterGearbox
from ..elements.forces.combustion_engine import FUEL, TORQUE
from ..elements.forces.converter_gearbox import CAPACITY, TORQUE_RATIO
from ..elements.joints import Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from .all_wheel_drive import AllWheelDrive, CentreDrive
from .argument_kinds import refusing_others
from .drivetrain import Drive, Drivetrain
from .vehicle_side import Point, Sided
from .wheel import Corner


@dataclass(frozen=True)
class TorqueConverter:
    """The curves of a torque converter over its speed ratio, those of ConverterGearbox: `torque_ratio`, and `pump_capacity` [N.m.s2/rad2]."""

    torque_ratio: LookupTable = TORQUE_RATIO
    pump_capacity: LookupTable = CAPACITY


@dataclass(frozen=True)
class CombustionDrive(Sided):
    """A combustion engine that drives a `drivetrain` through a dry clutch or a torque converter, and a gearbox.

    The crankshaft with its flywheel has the mass m [kg] and the moments of inertia I [kg.m2] about y and across; it turns about y at `centre` [m],
    as in crosswise engines. `torque_map` gives its torque [N.m] over speed [rad/s] and throttle, `fuel_map` the fuel that it burns [kg/s] over
    speed and torque; a governor opens the throttle below w_idle [rad/s], a limiter closes it above w_max. The clutch slides with `capacity` [N.m]
    when closed, and has a torsion damper with stiffness c [N.m/rad] and damping d [N.m.s/rad]. `efficiency` is that of the gears. At the start the
    crankshaft turns at w_idle. With a `converter`, the clutch locks it.

    One degree of freedom beside those of the drivetrain, the angle of the crankshaft; and two states, the twist of the torsion damper and the fuel
    burnt.
    """

    drivetrain: Drivetrain | AllWheelDrive
    centre: Point
    m: float
    I: float
    torque_map: LookupTable = TORQUE
    fuel_map: LookupTable = FUEL
    w_idle: float = 90.0
    w_max: float = 650.0
    capacity: float = 400.0
    c: float = 1500.0
    d: float = 5.0
    efficiency: float = 0.95
    converter: TorqueConverter | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.drivetrain, Drivetrain | AllWheelDrive):
            raise MbfmuError(f"CombustionDrive: drivetrain = {self.drivetrain!r} must be a Drivetrain or an AllWheelDrive")
        if not isinstance(self.converter, TorqueConverter | None):
            raise MbfmuError(f"CombustionDrive: converter = {self.converter!r} must be a TorqueConverter, or None for a clutch")

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, corners: dict[str, Corner]) -> PoweredDrive:
        """Add it to a model, for the wheels "FL", "FR", "RL" and "RR".

        Its elements are named `name` followed by `_crank`, `_crank_bearing`, `_engine` and `_gearbox`, beside those of the drivetrain.
        """
        driven = self.drivetrain.add(model, name, chassis, corners)
        crank = model.add(f"{name}_crank", Body(m=self.m, I=[self.I] * 3))
        bearing = model.add(f"{name}_crank_bearing", Revolute(chassis.at(self.centre.r), crank.frame_a, n=[0, 1, 0], w_start=self.w_idle))
        engine = CombustionEngine(bearing, torque_map=self.torque_map, fuel_map=self.fuel_map, w_idle=self.w_idle, w_max=self.w_max)
        model.add(f"{name}_engine", engine)
        frames = crank.frame_a, driven.carrier.frame_a, chassis.frame_a
        values: dict[str, Any] = {"capacity": self.capacity, "c": self.c, "d": self.d, "efficiency": self.efficiency}
        converter, coupling = self.converter, "lock_up" if self.converter else "clutch"
        gearbox = ConverterGearbox(*frames, **(values | vars(converter))) if converter else ClutchGearbox(*frames, **values)
        model.add(f"{name}_gearbox", gearbox)
        return PoweredDrive(
            drivetrain=driven,
            inputs={"throttle": engine.throttle, coupling: gearbox.engagement, "ratio": gearbox.ratio},
            outputs={
                "engine_speed": engine.w,
                "engine_torque": engine.torque,
                "shaft_speed": gearbox.w,
                "shaft_torque": gearbox.tau_shaft,
                "fuel_rate": engine.fuel_rate,
                "fuel": engine.fuel,
            },
        )


@dataclass(frozen=True)
class PoweredDrive:
    """A drivetrain with what powers it in a model: the drive of the wheels, and inputs and outputs by name.

    `geared` has the joints that always turn with the carrier, and the ratio of each.
    """

    drivetrain: Drive | CentreDrive
    inputs: Mapping[str, Handle]
    outputs: Mapping[str, Handle]
    geared: tuple[tuple[Revolute, float], ...] = ()

    def roll(self, w_front: Any, w_rear: Any) -> None:
        """Start with the speeds [rad/s] of front and rear wheels that roll freely."""
        self.drivetrain.roll(w_front, w_rear)
        for joint, ratio in self.geared:
            joint.w_start = ratio * self.drivetrain.rolling(w_front, w_rear)
