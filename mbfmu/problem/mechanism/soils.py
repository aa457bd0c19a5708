"""Soils that remember: their points in slot r, what contacts look up there, and what they leave behind accepted steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import casadi as ca

from ...base.scalars import Record, element, unknown
from ...mechanics.formulations.motion import Motion
from ...model.declare.element import Element
from ...model.declare.model import Model
from ...model.elements.element_description import described
from ...model.elements.soils import Soil, SoilContact
from ...model.elements.soils.base import CORNERS, marks, places
from ..data.ref import Ref
from ..data.steps import Gather, KeepLargest, Step
from ..schedules.builder import Builder, stack

MEMORY, PLACES = "soil_memory", "soil_places"  # what contacts look up, and where
DEPTHS, MARKS = "soil_depths", "soil_marks"  # what they leave, and where


class SoilSlots:
    """The soils and their contacts, and the symbol of what these look up. What soils remember is held behind the `first` numbers."""

    def __init__(self, model: Model, first: int):
        soils, self.contacts = model.of_type(Soil), model.of_type(SoilContact)
        starts = [*accumulate((soil.points for soil in soils), initial=first)]
        self.tables = {soil: Ref("r", start, soil.points) for soil, start in zip(soils, starts)}
        counts = [CORNERS * contact.count for contact in self.contacts]
        self.pieces = [Ref(MEMORY, start, count) for start, count in zip(accumulate(counts, initial=0), counts)]
        self.memory = ca.MX.sym(MEMORY, sum(counts))

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each number that soils remember."""
        return tuple(f"{soil.path}.sinkage[{i + 1}]" for soil, table in self.tables.items() for i in range(table.size))

    def signals(self) -> dict[Element, Record]:
        """What each contact looks up."""
        of = lambda piece: unknown(self.memory[piece.start : piece.start + piece.size], (piece.size,))
        return {contact: Record(memory=of(piece)) for contact, piece in zip(self.contacts, self.pieces)}

    def looked_up(self, motion: Motion, parameters: Mapping[Element, Record], build: Builder) -> list[Step]:
        """The steps that find what contacts look up."""
        if not self.contacts:
            return []
        found = []
        for contact in self.contacts:
            with element(contact.path):
                found.append(places(type(contact), *_seen(contact, motion, parameters)))
        steps: list[Step] = [build.call(PLACES, {PLACES: stack(found)})]
        for contact, piece in zip(self.contacts, self.pieces):
            outside = f"{contact.path} leaves {contact.soil.path}: give its sinkage over a larger area"
            steps.append(Gather(self.tables[contact.soil], Ref(PLACES, piece.start, piece.size), piece, outside))
        return steps

    def remembered(self, motion: Motion, parameters: Mapping[Element, Record], build: Builder) -> tuple[Step, ...]:
        """The steps that leave what contacts have pressed down, contact by contact."""
        steps: list[Step] = []
        for i, contact in enumerate(self.contacts):
            with element(contact.path):
                where, depth = marks(type(contact), *_seen(contact, motion, parameters))
            slots = f"{MARKS}{i}", f"{DEPTHS}{i}"
            call = build.call(slots[0], dict(zip(slots, (stack([where]), stack([depth])))))
            steps += [call, KeepLargest(self.tables[contact.soil], *call.results)]
        return tuple(steps)


def _seen(contact: SoilContact, motion: Motion, parameters: Mapping[Element, Record]) -> tuple:
    return parameters[contact], motion.frame(contact.frame), described(contact.soil, parameters.__getitem__)
