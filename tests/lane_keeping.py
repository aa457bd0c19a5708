"""A linear single-track car that a controller keeps in its lane."""

import numpy as np

from mbfmu import Block, BlockModel, DoubleLaneChange, Input, LaneController, Output, SingleTrack, connect, simulate


class Senses(Block):
    """What the car tells of its motion, as vectors."""

    v = Input("m/s", "speed")
    x = Input("m", "position")
    y = Input("m", "position to the left")
    yaw = Input("rad", "heading")
    yaw_rate = Input("rad/s", "yaw rate")
    beta = Input("rad", "side-slip angle")
    position = Output("m", "position", shape=3)
    velocity = Output("m/s", "velocity", shape=3)
    turning = Output("rad/s", "angular velocity", shape=3)

    @staticmethod
    def respond(p, u, t, x):
        course, turning = u.yaw + u.beta, np.array([0.0, 0.0, u.yaw_rate])
        velocity = np.array([u.v * np.cos(course), u.v * np.sin(course), 0.0])
        return {}, {"position": np.array([u.x, u.y, 0.0]), "velocity": velocity, "turning": turning}


def kept(car: SingleTrack, by: LaneController, lane: DoubleLaneChange, stop_time: float, interval: float = 0.05, y: float = 0.0) -> np.ndarray:
    """The car in a lane, in which it starts at y [m], with the controller that steers it."""
    parts = {"car": car, "senses": Senses(), "lane": lane, "keeping": by}
    links = [(f"car.{name}", f"senses.{name}") for name in ("x", "y", "yaw", "yaw_rate", "beta")]
    links += [("car.yaw", "lane.yaw"), ("car.yaw", "keeping.yaw")]
    links += [("senses.position", "lane.position"), ("senses.velocity", "lane.velocity")]
    links += [(f"senses.{name}", f"keeping.{name}") for name in ("velocity", "turning")]
    links += [(f"lane.{name}", f"keeping.{name}") for name in ("offset", "heading_error", "curvature")] + [("keeping.angle", "car.steer")]
    loop = connect("Kept", {name: BlockModel(name.title(), block) for name, block in parts.items()}, links)
    return simulate(loop, stop_time, interval, {"car.y_start": y}, {"senses.v": float(car.values["v"])}, rtol=1e-10)
