"""The names of the outputs that say where parts are and what forces do."""

from __future__ import annotations

from ..model.declare.element import Element


def position_name(part: Element) -> str:
    """The name of the output (3,) that says where a part is."""
    return f"{part.path}.frame_a.r"


def orientation_name(part: Element) -> str:
    """The name of the output (4,) that says how a part stands."""
    return f"{part.path}.frame_a.Q"


def weights_name(body: Element) -> str:
    """The name of the output (n,) that says how much a flexible body deforms in each of its modes."""
    return f"{body.path}.frame_a.e"


def ground_name(tire: Element) -> str:
    """The name of the output (3,) that says where the road touches a tire."""
    return f"{tire.path}.ground.r"


def force_name(force: Element, frame: str) -> str:
    """The name of the output (3,) that says what a force does at one of its frames."""
    return f"{force.path}.{frame}.f"
