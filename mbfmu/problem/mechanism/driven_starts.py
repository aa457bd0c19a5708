"""Where joints and frames start by their start values, for what drives prescribe them."""

from __future__ import annotations

from collections.abc import Iterable

import casadi as ca
import numpy as np

from ...base.scalars import Record, constant
from ...mechanics.formulations.motion import Motion
from ...model.declare.declarations import REQUIRED, Parameter
from ...model.declare.element import Element, declarations
from ...model.elements.constraints import Constraint
from ...model.elements.freedoms import Freedoms
from ..data.constraint_manifold import DrivenStart
from ..data.ref import Ref
from ..schedules.builder import stack
from ..tables.mechanism_at_start import AtStart

SLOT = "driven_starts"


def driven_starts(motion: Motion, start: AtStart, constraints: Iterable[Constraint]) -> tuple[tuple[DrivenStart, ...], ca.MX]:
    """The positions that drives prescribe: as the start values give them, less those of untouched start values, and as they are."""
    usual = AtStart(start.declared, {e: _usual(e, p) for e, p in start.given.items()}, start.frames)
    columns: list[ca.MX] = []
    found: list[DrivenStart] = []
    taken = 0
    for drive in constraints:
        given = drive.driven(start)
        if given is None:
            continue
        pieces = [stack([given]), stack([given]) - stack([drive.driven(usual)]), stack([drive.driven(motion)])]
        refs = [Ref(SLOT, taken + i * pieces[0].numel(), pieces[0].numel()) for i in range(3)]
        taken += 3 * pieces[0].numel()
        columns += pieces
        found.append(DrivenStart(drive.driven_name, drive.path, drive.row_units[0], *refs))
    return tuple(found), ca.vertcat(*columns)


def _usual(element: Element, p: Record) -> Record:
    """The parameters of an element whose start nobody gives; what must be given is zero then."""
    if not isinstance(element, Freedoms):
        return p
    starts = {name: d for name, d in declarations(type(element), Parameter).items() if d.start and name in p}
    kept = {name: value for name, value in p.items() if name not in starts or starts[name].default is not None}
    return Record(kept | {name: constant(_untouched(element, d)) for name, d in starts.items() if d.default is not None})


def _untouched(element: Element, declared: Parameter) -> np.ndarray:
    return np.zeros(declared.shape) if declared.default is REQUIRED else declared.normalized(declared.default, element.unit_of(declared))
