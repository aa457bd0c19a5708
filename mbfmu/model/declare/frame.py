"""Frames: the places on rigid parts where joints, forces and sensors are attached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .element import Element


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame fixed to a part, reached from the part's own frame through placements one after the other."""

    part: Element
    placements: tuple[Element, ...] = ()

    def __repr__(self) -> str:
        return f"<Frame of {self.part.path}>"

    def __str__(self) -> str:
        return f"{self.part.path}'s frame"


def owner(target: Frame | Element) -> Element:
    """The element that a frame is on, or the element itself: what something attached to `target` hangs on."""
    return target.part if isinstance(target, Frame) else target
