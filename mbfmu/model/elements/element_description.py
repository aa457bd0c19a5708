"""What the methods of one element take of another one that has parameters only, as those of a tire of its road."""

from __future__ import annotations

from collections.abc import Callable

from ...base.scalars import Record
from ..declare.element import Element


def described(element: Element, parameters: Callable[[Element], Record]) -> Record:
    """The parameters of an element, its class as `kind`, and the same of what it is attached to by the names of its attachments."""
    attached = {name: described(target, parameters) for name, target in element.attached.items() if isinstance(target, Element)}
    return Record(parameters(element), kind=type(element), **attached)
