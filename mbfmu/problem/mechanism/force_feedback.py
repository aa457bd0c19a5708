"""Forces that read forces: what is read is an algebraic unknown of the same instant, found with the accelerations.

The loads take the unknowns z for what they read. The schedule of the formulation then gives accelerations and multipliers, from which follows what
is there to read; z is right where the two agree. Newton's method finds it, with the Jacobian from tangents of what depends on z in the schedule, so
that it is the same in every formulation. That is run once more behind it: so the tangents of all that follows see those of z.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record, kernel, unknown
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree
from ...model.declare.element import Element
from ...model.declare.model import Model
from ...model.elements.constraints import Constraint
from ...model.elements.constraints.base import outputs
from ...model.elements.forces.base import Load
from ...model.elements.joints import Joint
from ..data.ref import Ref
from ..data.steps import Call, FeedbackSolve, NewtonSolve, Step
from ..schedules.builder import Builder, stack
from ..schedules.needed_parts import parts_needed
from ..schedules.split_call import split_call, split_linear_call
from .contacts import ContactSlots
from .observer import Observer

REACTION = 6  # numbers that are read of a joint: f and t


def read_elements(model: Model, tree: Tree) -> tuple[Constraint | Joint, ...]:
    """The elements whose forces some load reads. MbfmuError where there are massless points as well."""
    found = tuple(dict.fromkeys(target for load in model.of_type(Load) for target in load.reads.values()))
    if found and tree.points:
        readers = ", ".join(load.path for load in model.of_type(Load) if load.reads)
        points = ", ".join(point.path for point in tree.points)
        raise MbfmuError(f"{readers} read forces, which massless points ({points}) cannot do with: give the points a small mass")
    return found


def first_guess(of: Constraint | Joint) -> np.ndarray:
    """What Newton's method starts from: not zero, where the size of a force has no derivative."""
    return np.ones(size(of))


def size(of: Constraint | Joint) -> int:
    """How many numbers are read of an element."""
    return REACTION if isinstance(of, Joint) else len(of.row_units)


def readings(elements: tuple, z: ca.MX, motion: Motion, parameters: Mapping, signals: Mapping, t: Any) -> dict[Element, Record]:
    """What loads see of each element, in terms of the unknowns z."""
    found: dict[Element, Record] = {}
    start = 0
    for of in elements:
        piece = unknown(z[start : start + size(of)])
        start += size(of)
        found[of] = _reaction(piece) if isinstance(of, Joint) else _constraint(of, piece, motion, parameters[of], signals[of], t)
    return found


def _constraint(of: Constraint, multipliers: Any, motion: Motion, p: Record, u: Record, t: Any) -> Record:
    seen = [motion.joint(target) if isinstance(target, Joint) else motion.frame(target) for target in of.moved]
    return Record(outputs(type(of), p, u, t, multipliers, *seen), multipliers=multipliers)


@kernel
def _reaction(numbers):
    return Record(f=numbers[:3], t=numbers[3:])


@kernel
def _numbers(reaction):
    return np.array([*reaction.f, *reaction.t])


def feedback_steps(model: Model, elements: tuple, steps: Sequence[Step], see: Observer, build: Builder, contacts: ContactSlots) -> list[Step]:
    """The steps to accelerations and multipliers, with a solve for what loads read of `elements`, and for normal forces of contacts that slide."""
    before, within = _by_what_is_read(steps, build, split_call if elements else split_linear_call)
    return [*before, _feedback_solve(model, elements, within, see, build, contacts), *within]


def _by_what_is_read(
    steps: Sequence[Step], build: Builder, split: Callable[[Call, str, Builder], tuple[Call, ...]]
) -> tuple[list[Step], tuple[Step, ...]]:
    """What does not depend on what is read, and the steps that do."""
    first, *others = steps
    if not isinstance(first, Call):
        return [], tuple(steps)
    *before, last = split(first, "z", build)
    return [*before], (last, *others)


def _feedback_solve(model: Model, elements: tuple, steps: tuple[Step, ...], see: Observer, build: Builder, contacts: ContactSlots) -> FeedbackSolve:
    found = [_numbers(see.reaction(of)) if isinstance(of, Joint) else see.multipliers(of) for of in elements]
    determined = [see.determined(numbers) for numbers in found]
    acting: list[Any] = [np.ones(numbers.shape[0]) for numbers in found]
    if contacts.sliding:  # of redundant points one of all answers will do
        found.append(unknown(contacts.normal_forces(see)))
        determined.append(np.ones(len(contacts.sliding)))
        acting.append(unknown(contacts.sliding_modes()))
    z = build.slots["z"]
    n = z.numel()
    reading = build.call("reading", {"residual": stack(found) - z, "determined": stack(determined), "acting": stack(acting)})
    build.sizes["jacobian"] = n * n
    loads = "; ".join(f"{load.path} reads {', '.join(of.path for of in load.reads.values())}" for load in model.of_type(Load) if load.reads)
    sliding = [f"friction of {contact.path} follows from its normal force" for _, contact, _ in contacts.sliding]
    readers = (*[loads] * (n - len(sliding)), *sliding)
    linear = not elements  # friction of contacts is, in normal forces; of what loads of users read nothing is known
    newton = NewtonSolve(
        evaluate=(*(parts_needed(steps, reading, build) if linear else steps), reading),
        residual=Ref("residual", 0, n),
        jacobian=Ref("jacobian", 0, n * n),
        unknown=Ref("z", 0, n),
        nominal=(1.0,) * n,
        what="; ".join(dict.fromkeys(readers)),
    )
    return FeedbackSolve(newton, Ref("determined", 0, n), Ref("acting", 0, n), linear, readers)
