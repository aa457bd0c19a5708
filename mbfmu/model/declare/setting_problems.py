"""Problems of the settings of a model: its times, tolerance, stabilization, most steps and description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

SHORTEST = 1e-15  # s: rates this fast have squares that are numbers


def setting_problems(given: Mapping[str, Any]) -> list[str]:
    """One sentence for each setting, by its name, that is out of its bounds or of another type."""
    problems = [
        f"{what} = {value!r} s must be a number > 0 s, and at least {SHORTEST:g} s"
        for what, value in ((what, given[what]) for what in ("stop_time", "step_size"))
        if not (is_number(value) and SHORTEST <= value < float("inf"))
    ]
    gain, tolerance, steps, text = (given[what] for what in ("stabilization", "tolerance", "max_steps", "description"))
    if gain is not None and not (is_number(gain) and 0 < gain <= 1 / SHORTEST):
        problems.append(f"stabilization = {gain!r} rad/s must be a number > 0 rad/s, and at most {1 / SHORTEST:g} rad/s")
    if not (is_number(tolerance) and 0 < tolerance < 1):
        problems.append(f"tolerance = {tolerance!r} must be a number > 0 and < 1: the relative error that a step may make, such as 1e-6")
    if not (isinstance(steps, int | np.integer) and 1 <= steps < 2**31):
        problems.append(f"max_steps = {steps!r} must be a whole number from 1 to 2147483647")
    if not isinstance(text, str):
        problems.append(f"description = {text!r} must be text")
    return problems


def is_number(value: object) -> bool:
    """Whether it is a number, which True is not."""
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
