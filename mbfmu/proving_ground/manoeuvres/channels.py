"""What a manoeuvre measures on a car: the car's own outputs, or what follows from them.

A channel that a car lacks is computed from others; one that cannot be is missing by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from .vehicle import named


@dataclass(frozen=True)
class Way:
    """How a channel follows from others: `compute(time, *needs)`; unless `instant`, it takes a run rather than a moment."""

    needs: tuple[str, ...]
    compute: Callable[..., np.ndarray]
    instant: bool = True


@dataclass(frozen=True)
class Channel:
    """A quantity in the axes of ISO 8855 (ahead, left, up), with its `unit`, the `names` that outputs of cars have for it, and other ways to it."""

    unit: str
    meaning: str
    names: tuple[str, ...]
    ways: tuple[Way, ...] = ()


def _rate(time: np.ndarray, signal: np.ndarray) -> np.ndarray:
    return np.gradient(signal, time, edge_order=2)


def _integral(time: np.ndarray, rate: np.ndarray) -> np.ndarray:
    return np.r_[0.0, np.cumsum(0.5 * (rate[1:] + rate[:-1]) * np.diff(time))]


CHANNELS = {
    "v": Channel(
        "m/s",
        "speed",
        ("v",),
        (Way(("v_x", "v_y"), lambda t, v_x, v_y: np.hypot(v_x, v_y)), Way(("held_speed",), lambda t, v: v)),
    ),
    "beta": Channel("rad", "side-slip angle", ("beta",), (Way(("v_x", "v_y"), lambda t, v_x, v_y: np.arctan2(v_y, v_x)),)),
    "v_x": Channel("m/s", "velocity ahead", ("v_x",), (Way(("v", "beta"), lambda t, v, beta: v * np.cos(beta)), Way(("v",), lambda t, v: v))),
    "v_y": Channel("m/s", "velocity to the left", ("v_y",), (Way(("v", "beta"), lambda t, v, beta: v * np.sin(beta)),)),
    "yaw_rate": Channel("rad/s", "yaw rate", ("yaw_rate", "turning[3]"), (Way(("yaw",), _rate, instant=False),)),
    "yaw": Channel("rad", "heading", ("yaw",), (Way(("yaw_rate",), _integral, instant=False),)),
    "a_y": Channel(
        "m/s2",
        "lateral acceleration",
        ("a_y",),
        (Way(("v_x", "v_y", "yaw_rate"), lambda t, v_x, v_y, r: _rate(t, v_y) + v_x * r, instant=False),),
    ),
    "a_x": Channel(
        "m/s2",
        "longitudinal acceleration",
        ("a_x",),
        (
            Way(("v_x", "v_y", "yaw_rate"), lambda t, v_x, v_y, r: _rate(t, v_x) - v_y * r, instant=False),
            Way(("v_x",), _rate, instant=False),
        ),
    ),
    "a_z": Channel("m/s2", "vertical acceleration", ("a_z",), (Way(("v_z",), _rate, instant=False),)),
    "v_z": Channel("m/s", "vertical velocity", ("v_z", "velocity[3]")),
    "x": Channel(
        "m",
        "position",
        ("x", "position[1]"),
        (
            Way(("v_x", "v_y", "yaw"), lambda t, v_x, v_y, yaw: _integral(t, v_x * np.cos(yaw) - v_y * np.sin(yaw)), instant=False),
            Way(("v_x",), _integral, instant=False),
        ),
    ),
    "y": Channel(
        "m",
        "position to the left",
        ("y", "position[2]"),
        (Way(("v_x", "v_y", "yaw"), lambda t, v_x, v_y, yaw: _integral(t, v_x * np.sin(yaw) + v_y * np.cos(yaw)), instant=False),),
    ),
    "roll": Channel("rad", "roll angle", ("roll",)),
    "pitch": Channel("rad", "pitch angle", ("pitch",)),
    "steering_torque": Channel("N.m", "torque of the steering wheel", ("steering_torque", "steering_wheel_torque")),
}


def known_outputs(outputs: Iterable[str], stated: Mapping[str, str]) -> dict[str, str]:
    """By channel the output that is one: the `stated`, or one of the names of CHANNELS that the car has."""
    outputs = list(outputs)
    found = {name: next(filter(None, (named(own, outputs) for own in channel.names)), "") for name, channel in CHANNELS.items()}
    return {name: own for name, own in {**found, **stated}.items() if own}


def channel(name: str, have: Mapping[str, np.ndarray], time: np.ndarray | None) -> np.ndarray:
    """A channel from those that are measured; without `time`, at one moment. Raises MbfmuError that names what is missing."""
    found = _found(name, have, time, frozenset())
    if found is None:
        own = CHANNELS[name]
        raise MbfmuError(
            f"the car has no output for {own.meaning} [{own.unit}], nor such as give it: call an output {own.names[0]!r}, "
            f"or give --variable {name}=OUTPUT, or names={{{name!r}: OUTPUT}}"
        )
    return found


def has(name: str, have: Iterable[str]) -> bool:
    """Whether a run will give a channel, with these measured."""
    time = np.arange(3.0)
    return _found(name, {one: np.ones(3) for one in have}, time, frozenset()) is not None


def _found(name: str, have: Mapping[str, np.ndarray], time: np.ndarray | None, trying: frozenset[str]) -> np.ndarray | None:
    if name in have:
        return have[name]
    if name in trying or name not in CHANNELS:
        return None
    for way in CHANNELS[name].ways:
        if time is None and not way.instant:
            continue
        parts = [_found(need, have, time, trying | {name}) for need in way.needs]
        if all(part is not None for part in parts):
            return way.compute(time, *parts)
    return None
