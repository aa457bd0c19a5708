"""Two cars in convoy: a driver steers the first through a double lane change and slows down behind it, the second follows by itself.

The second car is steered and driven by a state feedback that `lqr` designs on a linear model: the linear single-track car near the middle of its
lane, and the gap to the car ahead. The wanted gap is a constant time headway.
"""

from pathlib import Path

import numpy as np

from mbfmu import (
    Block,
    BlockModel,
    DongesDriver,
    DoubleLaneChange,
    DrivenSingleTrack,
    Input,
    Linearization,
    Output,
    Parameter,
    SingleTrack,
    Table,
    build_portable,
    connect,
    linearize,
    lqr,
)
from mbfmu.cosim import Component, System
from mbfmu.problem.data.problem import Problem

FOLDER, SPEED, HEADWAY, FAR = Path("results"), 15.0, 1.2, 3.0  # m/s, s, and m that the second car starts too far behind
CAR = DrivenSingleTrack(v_start=SPEED)
WHEELBASE, TRACK = 2.6, {"begin": 75.0, "length_back": 30.0}  # m


class Senses(Block):
    """What a car tells of its motion, as vectors."""

    x = Input("m", "position")
    y = Input("m", "position to the left")
    v = Input("m/s", "speed along the path")
    yaw = Input("rad", "heading")
    yaw_rate = Input("rad/s", "yaw rate")
    beta = Input("rad", "side-slip angle")
    position = Output("m", "position", shape=3)
    velocity = Output("m/s", "velocity", shape=3)
    turning = Output("rad/s", "angular velocity", shape=3)

    @staticmethod
    def respond(p, u, t, x):
        course = u.yaw + u.beta
        velocity = np.array([u.v * np.cos(course), u.v * np.sin(course), 0.0])
        return {}, {"position": np.array([u.x, u.y, 0.0]), "velocity": velocity, "turning": np.array([0.0, 0.0, u.yaw_rate])}


class Hands(Block):
    """They turn the wheel until it stands as the driver wants it."""

    T = Parameter("s", "time constant", 0.1, min=0.0, exclusive_min=True)
    angle = Input("rad", "wanted steering angle")
    steer = Input("rad", "steering angle")
    steer_rate = Output("rad/s", "rate of the steering angle")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"steer_rate": (u.angle - u.steer) / p.T}


class Deviations(Block):
    """How far the second car is from a steady drive in the middle of its lane, at the wanted gap."""

    offset = Input("m", "distance of the lane to the left of the car")
    heading_error = Input("rad", "heading of the lane less that of the car")
    curvature = Input("1/m", "curvature of the lane")
    position = Input("m", "position", shape=3)
    v = Input("m/s", "speed")
    yaw_rate = Input("rad/s", "yaw rate")
    beta = Input("rad", "side-slip angle")
    steer = Input("rad", "steering angle")
    x_ahead = Input("m", "position of the car ahead")
    v_ahead = Input("m/s", "speed of the car ahead")
    distance = Output("m", "distance to the car ahead, along the road")
    left = Output("m", "distance to the left of the lane")
    heading = Output("rad", "heading against the lane")
    slip = Output("rad", "side-slip angle beyond that of the bend")
    turning = Output("rad/s", "yaw rate beyond that of the bend")
    steering = Output("rad", "steering angle beyond that of the bend")
    gap = Output("m", "gap beyond the wanted one")
    faster = Output("m/s", "speed beyond that of the car ahead")

    @staticmethod
    def respond(p, u, t, x):
        l_r, c, g = (float(CAR.values[name]) for name in ("l_r", "c", "g"))
        distance = u.x_ahead - u.position[0]
        slip = (l_r - u.v * u.v / (c * g)) * u.curvature  # in a steady bend; this car is neutral, so it steers WHEELBASE times the curvature
        return {}, {
            "distance": distance,
            "left": -u.offset,
            "heading": slip - u.heading_error,
            "slip": u.beta - slip,
            "turning": u.yaw_rate - u.v * u.curvature,
            "steering": u.steer - WHEELBASE * u.curvature,
            "gap": distance - HEADWAY * u.v,
            "faster": u.v - u.v_ahead,
        }


def driver() -> Problem:
    """The driver of the first car."""
    lane, mind = DoubleLaneChange(**TRACK), DongesDriver(wheelbase=WHEELBASE)
    parts = {"senses": Senses(), "lane": lane, "mind": mind, "hands": Hands()}
    links = [(f"senses.{name}", f"lane.{name}") for name in ("position", "velocity")]
    links += [(f"lane.{name}", f"mind.{name}") for name in ("offset", "heading_error", "curvature", "curvature_ahead")]
    links += [(f"senses.{name}", f"mind.{name}") for name in ("velocity", "turning")] + [("mind.angle", "hands.angle")]
    return connect("Driver", {name: BlockModel(name.title(), block) for name, block in parts.items()}, links)


STATES = {"slip": "rad", "turning": "rad/s", "heading": "rad", "left": "m", "steering": "rad", "gap": "m", "faster": "m/s"}


def following() -> Linearization:
    """What the second car does near a steady drive in the middle of its lane at the wanted gap, its tires in proportion to slip angles."""
    m, I_z, l_f, l_r, c, g = (float(CAR.values[name]) for name in ("m", "I_z", "l_f", "l_r", "c", "g"))
    stiffness = {"c_f": c * m * g * l_r / WHEELBASE, "c_r": c * m * g * l_f / WHEELBASE}
    car = linearize(BlockModel("SingleTrack", SingleTrack(m=m, I_z=I_z, l_f=l_f, l_r=l_r, v=SPEED, **stiffness)))
    lateral = [car.states.index(f"{name}_state") for name in ("beta", "yaw_rate", "yaw", "y")]
    A, B = np.zeros((7, 7)), np.zeros((7, 2))
    A[:4, :4], A[:4, 4] = car.A[np.ix_(lateral, lateral)], car.B[lateral, 0]
    A[5, 6], B[4, 0], B[5:, 1] = -1.0, 1.0, (-HEADWAY, 1.0)
    commands = {"steer_rate": "rad/s", "a": "m/s2"}
    seen, units = tuple(STATES), tuple(STATES.values())
    return Linearization(A, B, np.eye(7), np.zeros((7, 2)), seen, units, (), tuple(commands), seen, np.zeros(7), tuple(commands.values()), units)


design = following()
feedback = lqr(design, Q=[0.0, 0.0, 10.0, 25.0, 0.0, 1.0, 1.0], R=[10.0, 4.0])


def controller() -> Problem:
    """The lane and cruise controller of the second car."""
    parts = {"senses": Senses(), "lane": DoubleLaneChange(**TRACK), "seen": Deviations(), "feedback": feedback}
    links = [("senses.position", "lane.position"), ("senses.velocity", "lane.velocity"), ("senses.position", "seen.position")]
    links += [(f"lane.{name}", f"seen.{name}") for name in ("offset", "heading_error", "curvature")]
    links += [(f"seen.{name}", f"feedback.{name}") for name in STATES]
    return connect("Controller", {name: BlockModel(name.title(), block) for name, block in parts.items()}, links)


def wires(car: str, by: str, felt: str) -> list[tuple[str, str]]:
    """What a car tells who steers it."""
    wanted = [(f"{car}.{name}", f"{by}.senses.{name}") for name in ("x", "y", "v", "yaw", "yaw_rate", "beta")]
    return [*wanted, (f"{car}.yaw", f"{by}.lane.yaw"), (f"{car}.steer", f"{by}.{felt}.steer")]


def models() -> dict[str, BlockModel | Problem]:
    """The two cars, the driver and the controller."""
    car = BlockModel("Car", CAR)
    return {"first": car, "driver": driver(), "second": car, "controller": controller()}


links = [*wires("first", "driver", "hands"), ("driver.hands.steer_rate", "first.steer_rate"), *wires("second", "controller", "seen")]
links += [(f"second.{name}", f"controller.seen.{name}") for name in ("v", "yaw_rate", "beta")]
links += [("first.x", "controller.seen.x_ahead"), ("first.v", "controller.seen.v_ahead")]
links += [(f"controller.feedback.{name}", f"second.{name}") for name in ("steer_rate", "a")]
inputs = {"first.a": Table((0.0, 13.0, 13.5, 18.0, 18.5), (0.0, 0.0, -1.0, -1.0, 0.0))}  # from 15 to 10 m/s
starts = {"second": {"x_start": -HEADWAY * SPEED - FAR}}
components = {name: Component(build_portable(model, FOLDER), starts.get(name, {})) for name, model in models().items()}
system = System(components, links, "Convoy", stop_time=35.0, step_size=2e-2, method="gauss_seidel", inputs=inputs)
