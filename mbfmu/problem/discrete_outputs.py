"""Outputs that are no real numbers change at events only: they may depend on modes, discrete inputs and parameters, and on nothing else."""

from __future__ import annotations

import numpy as np

from ..errors import ProblemsFound
from .data.problem import Problem, Variable
from .dependencies import running_dependencies

SHOWN = 3  # names in a sentence


def refuse_continuous(problem: Problem) -> Problem:
    """The problem; ProblemsFound names outputs that would have to change between events."""
    discrete = [v for v in problem.variables if v.causality == "output" and v.variability == "discrete"]
    if not discrete:
        return problem
    depends, names = running_dependencies(problem, ("t", "x", "u"))["y"], np.array(_continuous(problem))
    found = []
    for v in discrete:
        followed = {*names[depends[v.ref.start : v.ref.start + v.ref.size].any(axis=0)].tolist()} - {""}
        found += [_sentence(v, sorted(followed))] if followed else []
    if found:
        raise ProblemsFound(f"{problem.name} cannot be built:", found)
    return problem


def _continuous(problem: Problem) -> list[str]:
    """The names of the numbers of slots t, x and u, of which discrete inputs have none."""
    inputs = [""] * problem.sizes.get("u", 0)
    for v in problem.variables:
        if v.causality == "input" and v.variability == "continuous":
            inputs[v.ref.start : v.ref.start + v.ref.size] = [v.name] * v.ref.size
    return ["time", *problem.state_names, *inputs]


def _sentence(v: Variable, followed: list[str]) -> str:
    some = ", ".join(followed[:SHOWN]) + (", ..." if len(followed) > SHOWN else "")
    return f"{v.name} is of type {v.type} and changes at events only, but it follows {some}: choose its value by switch(name, indicator, a, b)"
