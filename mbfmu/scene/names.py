"""The names of the outputs that say where parts are and what forces do."""

from __future__ import annotations

from ..model.declare.element import Element
from ..model.elements.parts import FlexibleBody


def position_name(part: Element) -> str:
    """The name of the output (3,) that says where a part is."""
    return f"{part.path}.{_frame(part)}.r"


def orientation_name(part: Element) -> str:
    """The name of the output (4,) that says how a part stands."""
    return f"{part.path}.{_frame(part)}.Q"


def weights_name(body: Element) -> str:
    """The name of the output (n,) that says how much a flexible body deforms in each of its modes."""
    return f"{body.path}.{_frame(body)}.e"


def ground_name(force: Element) -> str:
    """The name of the output (3,) that says where the road touches a tire, or surfaces touch each other."""
    return f"{force.path}.ground.r"


def force_name(force: Element, frame: str) -> str:
    """The name of the output (3,) that says what a force does at one of its frames."""
    return f"{force.path}.{frame}.f"


def _frame(part: Element) -> str:
    """The frame that stands for a part: of a flexible body the one in which it deforms, for its frame_a is a place on it."""
    return "mean_axes" if isinstance(part, FlexibleBody) else "frame_a"
