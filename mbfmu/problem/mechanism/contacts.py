"""Rigid contacts: modes by which their rows come and go, and the indicators that tell when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import casadi as ca

from ...base.scalars import Record, unknown
from ...base.scalars.composed_array import Tracer
from ...model.declare.element import Element
from ...model.declare.model import Model
from ...model.elements.constraints.contact import Contact, gaps
from ..data.constraint_manifold import ContactPoint
from ..data.ref import Ref
from ..schedules.builder import stack
from .observer import Observer

NOISE = 1e-10  # beyond which a mode is left, as in instance.h: a contact closes at its offset itself
LAWS = "contact_laws"  # of each point its restitution and the speed below which it rests [m/s], found with the rows
OFFSET = "contact_offset"  # the gap at which each point closes [m], a slot that is saved


def contact_modes(model: Model, tracer: Tracer) -> dict[Element, Record]:
    """The modes of each contact, as its signals."""
    found: dict[Element, Record] = {}
    for contact in model.of_type(Contact):
        with tracer.element(contact.path):
            found[contact] = Record((mode, unknown(tracer.switch(mode)[1], ())) for mode in type(contact).modes)
    return found


def points_of(model: Model) -> int:
    """At how many points bodies may touch."""
    return sum(contact.points for contact in model.of_type(Contact))


def rows_of_contacts(model: Model) -> int:
    """How many rows these have: the last ones of all."""
    return sum(len(contact.units) for contact in model.of_type(Contact))


def indicators(model: Model, tracer: Tracer, see: Observer, offsets: ca.MX) -> None:
    """Give the modes their indicators: closed points open where the normal force would pull, open ones close where the gap is below its offset."""
    place = 0
    for contact in model.of_type(Contact):
        kind, p, u = type(contact), see.parameters(contact), see.inputs(contact)
        gap = stack([gaps(kind, p, u, see.t, *(see.frame(frame) for frame in contact.moved))])
        multipliers = stack([see.multipliers(contact)])
        for i, mode in enumerate(kind.modes):
            full = f"{contact.path}.{mode}"
            closed, force = tracer.modes[full], multipliers[i * kind.rows_of_point()]
            tracer.indicators[full] = closed * force + (1.0 - closed) * (offsets[place] + NOISE - gap[i])
            place += 1


def laws(model: Model, parameters: Mapping[Element, Record]) -> dict[str | Ref, ca.MX]:
    """Restitution and the speed of rest of each point, as results of a call; nothing where there are no contacts."""
    found = [(parameters[contact].e, parameters[contact].rest_speed) for contact in model.of_type(Contact) for _ in range(contact.points)]
    return {LAWS: stack(number for pair in found for number in pair)} if found else {}


def contact_points(model: Model, tracer: Tracer, first_row: int) -> Iterator[ContactPoint]:
    """The points at which bodies may touch, whose rows begin with number `first_row`."""
    row, number, modes = first_row, 0, list(tracer.modes)
    for contact in model.of_type(Contact):
        kind = type(contact)
        for mode in kind.modes:
            yield ContactPoint(
                name=contact.path,
                row=row,
                rows=kind.rows_of_point(),
                closed=Ref("m", modes.index(f"{contact.path}.{mode}"), 1),
                offset=Ref(OFFSET, number, 1),
                restitution=Ref(LAWS, 2 * number, 1),
                rest_speed=Ref(LAWS, 2 * number + 1, 1),
                newton=contact.newton,
            )
            row, number = row + kind.rows_of_point(), number + 1
