"""A car brakes on a road that is slippery on the right: car, four tires, four anti-lock braking systems and a driver, ten FMUs.

    driver --steering--> [ car ] <-- wheel_FL ... --> [ tire_FL ... ] --- road
             [ abs_FL ... ] --brake_FL ...--^

Axes: x forward, y to the left, z up. The ports of the wheels have interface mass, by which the tires look ahead.
"""

from dataclasses import replace
from pathlib import Path

from mbfmu import Abs, BlockModel, DoubleLaneChange, MagicFormula52Tire, PreviewDriver, Road, SplitFrictionRoad, build_portable, tire_block
from mbfmu.cosim import Component, System
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_TIRE, car_model

FOLDER, CORNERS = Path("results"), ("FL", "FR", "RL", "RR")
FMUS = FOLDER / "resources"
FRONT, REAR = MID_SIZE_CAR.front.wheel_centre, MID_SIZE_CAR.rear.wheel_centre
CENTRES = {"FL": FRONT, "FR": FRONT.mirrored(), "RL": REAR, "RR": REAR.mirrored()}
RADIUS = MID_SIZE_TIRE["UNLOADED_RADIUS"]  # m: on which these tires roll under every load
SPEED = 20.0  # m/s
ROAD = SplitFrictionRoad(mu_left=1.0, mu_right=0.3, start=-10.0)
FULL = {"FL": 1500.0, "FR": 1500.0, "RL": 700.0, "RR": 700.0}  # N.m: what the driver asks of the brakes


def wheels(road: Road, step_size: float, speed: float = SPEED, interface_mass: bool = True) -> System:
    """The car on four tires on a road, in communication steps of `step_size` [s]."""
    described = "Car of 19 bodies with a hub port at each wheel"
    car, _ = car_model("FullCar", described, MID_SIZE_CAR, interface_mass=interface_mass, rolling_radius=RADIUS)
    fmus = {"car": Component(build_portable(car, FMUS), {"speed": speed})}
    for corner, at in CENTRES.items():
        start = {"hub.pos": [at.x, at.y, at.z], "hub.lin_vel": [speed, 0, 0], "hub.ang_vel": [0, speed / RADIUS, 0]}
        tire = BlockModel(f"Tire{corner}", tire_block(MagicFormula52Tire, road, **MID_SIZE_TIRE), start=start, interface_mass=interface_mass)
        fmus[f"tire_{corner}"] = Component(build_portable(tire, FMUS), {"expected_step": step_size} if interface_mass else {})
    system = System(fmus, name="FullCar", stop_time=1.0, step_size=step_size)
    for corner in CORNERS:
        system = system.connect(f"car.wheel_{corner}", f"tire_{corner}.hub")
    return system


def braking(step_size: float, with_abs: bool = True) -> System:
    """Full braking from SPEED where only the left side grips, by a driver who keeps to the lane."""
    system = wheels(ROAD, step_size)
    lane, driver = BlockModel("Lane", DoubleLaneChange(width=0.0), "A straight lane"), BlockModel("Driver", PreviewDriver())
    fmus = {**system.components, **{name: Component(build_portable(of, FMUS)) for name, of in (("lane", lane), ("driver", driver))}}
    vectors = [f"{vector}[{i}]" for vector in ("position", "velocity") for i in (1, 2, 3)]
    links = [(f"car.{seen}", f"lane.{seen}") for seen in (*vectors, "yaw")]
    links += [("lane.aim", "driver.aim"), ("driver.steering", "car.steering")]
    inputs = {f"car.brake_{corner}": torque for corner, torque in FULL.items()}
    if with_abs:
        controller = build_portable(BlockModel("Abs", Abs(radius=FRONT.z)), FMUS)
        fmus |= {f"abs_{corner}": Component(controller) for corner in CORNERS}
        for corner in CORNERS:
            links += [(f"car.wheel_speed_{corner}", f"abs_{corner}.w"), ("car.v_x", f"abs_{corner}.v")]
            links += [(f"abs_{corner}.torque", f"car.brake_{corner}")]
        inputs = {f"abs_{corner}.demand": torque for corner, torque in FULL.items()}
    system = replace(system, components=fmus, inputs=inputs, stop_time=4.0, method="gauss_seidel")
    for output, taken in links:
        system = system.connect(output, taken)
    return system


system = braking(step_size=5e-3)
