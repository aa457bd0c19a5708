"""car_model: a model of a car, on its tires or with hubs for tires that are elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from ...base.errors import MbfmuError
from ..declare.declarations import Handle
from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces import Hub
from ..elements.parts import World
from ..elements.roads import Road
from ..elements.sensors import EnergyError, RollPitchYawSensor, VelocitySensor
from ..elements.tires.base import Tire
from ..elements.tires.free_rolling import rolling_radius as free_rolling_radius
from .full_car import Car, FullCar
from .rigid_ring import RigidRing, Ring


def car_model(
    name: str,
    description: str,
    data: FullCar,
    road: Road | None = None,
    tire: Callable[[Frame, Road], Tire] | RigidRing | None = None,
    interface_mass: bool = False,
    rolling_radius: float | None = None,
) -> tuple[Model, Car]:
    """Make a model of a car. Returns the model, and the Car in it.

    On a `road`, the car has the tires tire_FL, tire_FR, tire_RL and tire_RR, which `tire(wheel, road)` makes for the frame of each wheel; a RigidRing
    gives each wheel a belt besides. Without a road, its wheels have hubs, hub_FL ... , which are exposed as the ports wheel_FL ... , with or without
    `interface_mass`.

    Inputs are `steering`, the travel of the rack [m] or the angle of a SteeringWheel [rad], both positive to the left; the inputs of the drivetrain,
    which is the torque `drive` on the carrier of the differential [N.m] where no engine drives it; the torques of the brakes, brake_FL ... [N.m];
    and with air, its `gust` [m/s], velocity in the world. Outputs are the position of the vehicle's origin; the velocity of the body's centre of
    mass, and its components v_x ahead and v_y to the left along the body's axes; the body's angular velocity in these axes; the angles roll, pitch
    and yaw; the speeds of the wheels; the `steering_torque` of the driver on a SteeringWheel; the outputs of the drivetrain; and, with tires, the
    forces of the road. So position and velocity belong to different points. The parameter `speed` is the speed ahead at the start [m/s]. All wheels
    roll freely then: on the effective radius of their tires, or with hubs on `rolling_radius` [m], by default the height of their centres.
    Raises MbfmuError for a road without a tire, or a tire without a road.
    """
    if (road is None) != (tire is None):
        raise MbfmuError("car_model takes a road and a tire together, or neither of them for a car with hub ports")
    model = Model(name, description, stop_time=10.0, step_size=1e-3)
    speed = model.parameter("speed", 0.0, "m/s", "speed ahead at the start")
    model.world = World(g=9.81)
    car = data.add(model, model.world)
    model.motion_of_body = VelocitySensor(car.chassis.at(data.body.centre.r))
    model.angles, model.energy = RollPitchYawSensor(car.chassis.frame_a), EnergyError()
    outputs = {
        "position": car.motion.r,
        "velocity": model.motion_of_body.v,
        "v_x": model.motion_of_body.v_x,
        "v_y": model.motion_of_body.v_y,
        "turning": model.motion_of_body.w,
        "roll": model.angles.roll,
        "pitch": model.angles.pitch,
        "yaw": model.angles.yaw,
        **{f"wheel_speed_{corner}": found.bearing.w for corner, found in car.corners.items()},
        **car.steering.outputs,
        **car.drive.outputs,
        "energy_error": model.energy.error,
    }
    brakes = {f"brake_{corner}": found.brake.torque for corner, found in car.corners.items()}
    inputs: dict[str, Handle] = {"steering": car.steering.input, **car.drive.inputs, **brakes}
    if car.air is not None:
        inputs["gust"] = car.air.gust
    if road is None or tire is None:
        car.roll(speed, rolling_radius or data.front.wheel_centre.z, rolling_radius or data.rear.wheel_centre.z)
        hubs = {corner: model.add(f"hub_{corner}", Hub(found.wheel.frame_a)) for corner, found in car.corners.items()}
        model.expose(inputs=inputs, outputs=outputs, ports={f"wheel_{corner}": hub for corner, hub in hubs.items()}, interface_mass=interface_mass)
        return model, car
    model.road = road
    heights = {"F": data.front.wheel_centre.z, "R": data.rear.wheel_centre.z}
    rings: dict[str, Ring] = {}
    tires: dict[str, Tire]
    if isinstance(tire, RigidRing):
        rings = {corner: tire.add(model, f"tire_{corner}", found.bearing, road) for corner, found in car.corners.items()}
        tires = {corner: ring.tire for corner, ring in rings.items()}
    else:
        tires = {corner: model.add(f"tire_{corner}", tire(found.wheel.frame_a, road)) for corner, found in car.corners.items()}
    car.roll(speed, *(free_rolling_radius(tires[f"{axle}L"], speed, height) for axle, height in heights.items()))
    for corner, ring in rings.items():
        ring.start(heights[corner[0]])
    model.expose(inputs=inputs, outputs={**outputs, **{f"tire_force_{corner}": of.F for corner, of in tires.items()}})
    return model, car
