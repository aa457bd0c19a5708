"""Problems with pictures: what shows where parts are, made outputs like others, or left out."""

from __future__ import annotations

from dataclasses import replace

from .data.problem import Problem
from .data.ref import Ref
from .data.steps import Call


def without_pictures(problem: Problem) -> Problem:
    """The same problem with nothing to see of it."""
    functions, composed = ({name: f for name, f in of.items() if name not in _called(problem)} for of in (problem.functions, problem.composed))
    variables = tuple(v for v in problem.variables if not v.is_picture)
    sizes = {slot: size for slot, size in problem.sizes.items() if slot != "pictures"}
    return replace(problem, variables=variables, sizes=sizes, functions=functions, composed=composed, picture=(), scene=None)


def pictures_as_outputs(problem: Problem) -> Problem:
    """The same problem with pictures as outputs, behind its own: so they stand in results."""
    first = problem.sizes.get("y", 0)
    moved = lambda ref: Ref("y", first + ref.start, ref.size) if ref.slot == "pictures" else ref
    variables = tuple(replace(v, ref=moved(v.ref)) for v in problem.variables)
    shown = tuple(replace(call, results=tuple(map(moved, call.results))) for call in _calls(problem))
    sizes = {slot: size for slot, size in problem.sizes.items() if slot != "pictures"} | {"y": first + problem.sizes.get("pictures", 0)}
    return replace(problem, variables=variables, sizes=sizes, output=(*problem.output, *shown), picture=())


def _calls(problem: Problem) -> tuple[Call, ...]:
    return tuple(step for step in problem.picture if isinstance(step, Call))


def _called(problem: Problem) -> set[str]:
    return {call.function for call in _calls(problem)}
