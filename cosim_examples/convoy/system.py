"""Two cars in convoy: a driver steers the first through a double lane change and slows down behind it, the second follows by itself.

Both are cars of 19 bodies with 19 degrees of freedom on tires after the Magic Formula. The second is kept in its lane by a state feedback that `lqr`
designs on a planar car with one track and linear tires at constant speed, and behind the first car by a cruise controller with a constant time gap.

    driver --steering, drive, brakes--> [ first ] --position, velocity--> controller --steering, drive, brakes--> [ second ]
       ^---------- motion ------------------'                                 ^------------- motion ----------------'

Axes: x forward, y to the left, z up. The position of a car is that of the point on the ground below the middle of its front axle.
"""

from pathlib import Path

from mbfmu import (
    BlockModel,
    CruiseController,
    DongesDriver,
    DoubleLaneChange,
    FlatRoad,
    Model,
    SingleTrack,
    Table,
    build_portable,
    connect,
    lane_controller,
)
from mbfmu.cosim import Component, System
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_SINGLE_TRACK, MID_SIZE_TRAVEL, car_model, mid_size_tire
from mbfmu.problem.data.problem import Problem

FOLDER, SPEED = Path("results"), 15.0  # m/s
FAR, ASIDE = 3.0, 0.2  # m: the second car starts so much too far behind, and both start so much to the right of the lane
TRACK = {"begin": 45.0, "length_back": 30.0}  # m
CORNERS, VECTORS = ("FL", "FR", "RL", "RR"), ("position", "velocity", "turning")

design = SingleTrack(v=SPEED, **MID_SIZE_SINGLE_TRACK)
Q, R = [0.0, 0.0, 10.0, 25.0], [1e3]  # weights of slip angle, yaw rate, heading and position; of the steering angle
keeping = lane_controller(design, Q, R, ahead=design.values["l_f"], travel=MID_SIZE_TRAVEL)
cruise = CruiseController()


def driven(name: str, by: BlockModel, seen: tuple[str, ...]) -> Problem:
    """Who drives a car: `by` steers and sees this much of the lane, the cruise controller drives and brakes."""
    parts = {"lane": BlockModel("Lane", DoubleLaneChange(**TRACK)), "steer": by, "cruise": BlockModel("Cruise", cruise)}
    return connect(name, parts, [(f"lane.{what}", f"steer.{what}") for what in seen])


def wires(car: str, by: str) -> list[tuple[str, str]]:
    """What a car tells who drives it, and what it is told."""
    told = [(f"{car}.{what}", f"{by}.lane.{what}") for what in ("position", "velocity", "yaw")]
    told += [(f"{car}.{what}", f"{by}.steer.{what}") for what in ("velocity", "turning")]
    told += [(f"{car}.{what}", f"{by}.cruise.{what}") for what in ("position", "velocity")]
    pedals = [(f"{by}.cruise.drive", f"{car}.drive"), *((f"{by}.cruise.brake", f"{car}.brake_{corner}") for corner in CORNERS)]
    return [*told, (f"{by}.steer.steering", f"{car}.steering"), *pedals]


def numbers(link: tuple[str, str]) -> list[tuple[str, str]]:
    """A link of vectors as links of their numbers, since FMUs have these."""
    return [(f"{link[0]}[{i}]", f"{link[1]}[{i}]") for i in (1, 2, 3)] if link[0].endswith(VECTORS) else [link]


car, _ = car_model("Car", "Car of 19 bodies on its tires", MID_SIZE_CAR, FlatRoad(), mid_size_tire)
seen = ("offset", "heading_error", "curvature")
donges = BlockModel("Donges", DongesDriver(EG=1.23e-3, travel=MID_SIZE_TRAVEL))
models: dict[str, Model | Problem] = {
    "first": car,
    "driver": driven("Driver", donges, (*seen, "curvature_ahead")),
    "second": car,
    "controller": driven("Controller", BlockModel("Keeping", keeping), seen),
}
links = [*wires("first", "driver"), *wires("second", "controller"), ("second.yaw", "controller.steer.yaw")]
links += [(f"first.{what}", f"controller.cruise.{what}_ahead") for what in ("position", "velocity")]
inputs = {"driver.cruise.v_set": Table((0.0, 11.0, 16.0), (SPEED, SPEED, 10.0)), "controller.cruise.v_set": 25.0}  # m/s
behind = float(cruise.values["r_0"] + cruise.values["h"] * SPEED + FAR)
ahead = {f"cruise.position_ahead[{i}]": far for i, far in ((1, 1e6), (2, 0.0), (3, 0.0))}  # m: the first car's road is free
starts = {
    "first": {"speed": SPEED, "motion.r_start[2]": -ASIDE},
    "driver": {**ahead, **{f"cruise.velocity_ahead[{i}]": 0.0 for i in (1, 2, 3)}},
    "second": {"speed": SPEED, "motion.r_start[1]": -behind, "motion.r_start[2]": -ASIDE},
}
fmus = {name: build_portable(models[name], FOLDER / "resources") for name in ("first", "driver", "controller")}
fmus["second"] = fmus["first"]
components = {name: Component(fmus[name], starts.get(name, {})) for name in models}
connections = [number for link in links for number in numbers(link)]
system = System(components, connections, "Convoy", stop_time=25.0, step_size=1e-2, method="gauss_seidel", inputs=inputs)
