"""Balls that bounce on the floor, and their motion in closed form."""

from math import sqrt

import numpy as np

from mbfmu import Block, BlockModel, Boolean, Discrete, Integer, Output, Parameter, State, where

G, E, H = 9.81, 0.8, 1.0


class BouncingBall(Block):
    """A ball that bounces on the floor."""

    g = Parameter("m/s2", "gravity", G)
    e = Parameter("1", "restitution", E)
    h_start = Parameter("m", "height at the start", H, start=True)
    v_start = Parameter("m/s", "speed at the start", 0.0, start=True)
    height = Output("m", "height")
    speed = Output("m/s", "speed")
    h = State("m", "height")
    v = State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {"h": x.v, "v": -p.g}, {"height": x.h, "speed": x.v}

    @staticmethod
    def events(p, u, t, x):
        return {"impact": (np.maximum(x.h, x.v), {"v": -p.e * x.v})}


class RestingBall(BouncingBall):
    """A ball that comes to rest, and counts its impacts."""

    v_rest = Parameter("m/s", "slower impacts end its motion", 1e-3)
    rests = Output("1", "whether it rests", type=Boolean())
    bounces = Output("1", "how often it has met the floor", type=Integer())
    resting = Discrete("1", "whether it rests", type=Boolean())
    count = Discrete("1", "how often it has met the floor", type=Integer())

    @staticmethod
    def respond(p, u, t, x, r):
        outputs = {"height": x.h, "speed": x.v, "rests": r.resting, "bounces": r.count}
        return {"h": x.v, "v": where(r.resting > 0.5, 0.0, -p.g)}, outputs

    @staticmethod
    def events(p, u, t, x, r):
        slow = -x.v < p.v_rest
        new = {"v": where(slow, 0.0, -p.e * x.v), "resting": where(slow, 1.0, 0.0), "count": r.count + 1}
        return {"impact": (np.maximum(x.h, x.v), new)}


def ball(**values: float) -> BlockModel:
    return BlockModel("Ball", BouncingBall(**values))


def resting_ball(**values: float) -> BlockModel:
    return BlockModel("RestingBall", RestingBall(**values))


def impacts(count: int, e: float = E) -> tuple[np.ndarray, np.ndarray]:
    """The times [s] of the first impacts of a ball that falls from H, and the speeds [m/s] behind them."""
    speeds = sqrt(2 * G * H) * e ** np.arange(1, count + 1)
    flights = np.concatenate([[sqrt(2 * H / G)], 2 * speeds[:-1] / G])
    return np.cumsum(flights), speeds


def motion(t: np.ndarray, e: float = E, bounces: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Height [m] and speed [m/s] at times before it has bounced as often."""
    times, speeds = impacts(bounces, e)
    times, speeds, heights = np.append(0.0, times), np.append(0.0, speeds), np.append(H, np.zeros(bounces))
    i = np.searchsorted(times, t, side="right") - 1
    since = t - times[i]
    return heights[i] + speeds[i] * since - G / 2 * since**2, speeds[i] - G * since


def zeno_time(e: float = E) -> float:
    """When the impacts of a ball that falls from H accumulate [s]."""
    return sqrt(2 * H / G) * (1 + e) / (1 - e)
