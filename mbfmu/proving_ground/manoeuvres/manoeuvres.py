"""All manoeuvres by name, and what can be chosen of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from math import inf, isfinite

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from .crosswind import crosswind
from .lane_change import double_lane_change
from .manoeuvre_result import ManoeuvreResult
from .ride import ride
from .sine_steer import sine_steer
from .sine_with_dwell import sine_with_dwell
from .steady_circle import steady_circle
from .steering_response import frequency_response
from .step_steer import step_steer
from .straight_line import acceleration, hill_hold, split_braking
from .turn_braking import braking_in_turn
from .vehicle import Vehicle

MANOEUVRES: dict[str, Callable[..., ManoeuvreResult]] = {
    "steady-circle": steady_circle,
    "step-steer": step_steer,
    "sine-steer": sine_steer,
    "frequency-response": frequency_response,
    "double-lane-change": double_lane_change,
    "braking-in-turn": braking_in_turn,
    "sine-with-dwell": sine_with_dwell,
    "split-braking": split_braking,
    "acceleration": acceleration,
    "hill-hold": hill_hold,
    "ride": ride,
    "crosswind": crosswind,
}

LARGEST = {
    **dict.fromkeys(("speed", "lowest", "highest"), (150.0, "m/s")),
    **dict.fromkeys(("lateral_acceleration", "deceleration", "most"), (50.0, "m/s2")),
    "radius": (1e5, "m"),
    "duration": (3600.0, "s"),
    "points": (1000.0, ""),
}  # beyond what cars do, and what a machine drives them through
SWITCHES = ("linearized", "coasting")


def choices_of(name: str) -> dict[str, float]:
    """What can be chosen of a manoeuvre: numbers by name, with those that it takes if nothing is chosen. Raises MbfmuError for an unknown one."""
    if name not in MANOEUVRES:
        raise MbfmuError(f"there is no manoeuvre {name!r}{nearest(name, MANOEUVRES)}: there is {', '.join(MANOEUVRES)}")
    return {one.name: one.default for one in signature(MANOEUVRES[name]).parameters.values() if one.name != "vehicle"}


def drive_manoeuvre(name: str, vehicle: Vehicle, chosen: Mapping[str, float] | None = None) -> ManoeuvreResult:
    """Drive a manoeuvre by its name. Raises ProblemsFound for what it does not have to choose or cannot be, and what the manoeuvre raises."""
    known, chosen = choices_of(name), chosen or {}
    if unknown := [one for one in chosen if one not in known]:
        listed = ", ".join(f"{one}={default:g}" for one, default in known.items())
        raise ProblemsFound(f"{name} lets choose {listed}:", [f"there is no {one!r}{nearest(one, known)}" for one in unknown])
    if problems := [problem for one, number in chosen.items() for problem in _problems(one, number)]:
        raise ProblemsFound(f"{name} cannot be driven so:", problems)
    return MANOEUVRES[name](vehicle, **chosen)


def _problems(name: str, number: float) -> list[str]:
    largest, unit = LARGEST.get(name, (inf, ""))
    if not isfinite(number):
        return [f"{name} = {number} must be a finite number"]
    if name in SWITCHES and number not in (0.0, 1.0):
        return [f"{name} = {number:g} must be 0 or 1"]
    return [f"{name} = {number:g} {unit}".rstrip() + f" must be at most {largest:g} {unit}".rstrip()] if number > largest else []
