"""How a URDF file says that links look, and where they collide.

Looks move nothing, so what cannot be read of them is left out; what is asked for as contacts must be right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from lxml.etree import _Element

from ..declare.variable_types import read_number
from .commas import read_with_spaces
from .findings import Findings
from .robot import Numbers, Pose, RobotFigure

SHAPES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "box": (("size", 3),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "sphere": (("radius", 1),),
}

Fault = Callable[[str, str], None]  # what is told of a fault, and what is done otherwise because of it


def material_colours(root: _Element) -> dict[str, str]:
    """The colours of the materials that a robot names, as #rrggbbaa."""
    found = ((material.get("name", ""), _colour(material)) for material in root.iter("material"))
    return {name: colour for name, colour in found if colour}  # those without a colour refer to others


def link_figures(link: _Element, colours: Mapping[str, str], where: str, found: Findings) -> tuple[RobotFigure, ...]:
    """The figures of the <visual>s of a link; where there is none, of its <collision>s."""

    def warn(fault: str, otherwise: str) -> None:
        found.warn(where, f"{fault}, and {otherwise}")

    for tag in ("visual", "collision"):
        if figures := tuple(figure for element in link.iterchildren(tag) for figure in _figures(element, colours, where, found, warn)):
            return figures
    return ()


def link_collisions(link: _Element, where: str, found: Findings) -> tuple[RobotFigure, ...]:
    """The figures of the <collision>s of a link, whose faults are problems."""

    def refuse(fault: str, _: str) -> None:
        found.problem(where, fault)

    return tuple(figure for element in link.iterchildren("collision") for figure in _figures(element, {}, where, found, refuse))


def _figures(element: _Element, colours: Mapping[str, str], where: str, found: Findings, fault: Fault) -> Iterator[RobotFigure]:
    material, origin = element.find("material"), element.find("origin")
    colour = "" if material is None else _colour(material) or colours.get(material.get("name", ""), "")
    zero = (0.0, 0.0, 0.0)
    for key in ("xyz", "rpy") if origin is not None else ():
        read_with_spaces(where, origin, key, f"<{element.tag}>", found)
        if origin.get(key) is not None and not _numbers(origin, key, 3):
            fault(f'its <origin {key}="{origin.get(key)}"> must be 3 finite numbers', "a figure is shown without")
    pose = Pose(_numbers(origin, "xyz", 3) or zero, _numbers(origin, "rpy", 3) or zero)
    for shape in element.iterfind("geometry/*"):
        if shape.tag == "mesh":
            if shape.get("scale") is not None and not _numbers(shape, "scale", 3):
                fault(f'its <mesh scale="{shape.get("scale")}"> must be 3 finite numbers', "the mesh is shown without")
            yield RobotFigure(
                kind="mesh", numbers=_numbers(shape, "scale", 3) or (1.0, 1.0, 1.0), pose=pose, colour=colour, file=shape.get("filename", "")
            )
        elif shape.tag in SHAPES:
            numbers = tuple(number for key, count in SHAPES[shape.tag] for number in _numbers(shape, key, count))
            if len(numbers) == sum(count for _, count in SHAPES[shape.tag]) and min(numbers) > 0.0:
                yield RobotFigure(shape.tag, numbers, pose, colour)
            else:
                given = " ".join(f'{key}="{shape.get(key, "")}"' for key, _ in SHAPES[shape.tag])
                fault(f"its <{shape.tag} {given}> has no size > 0 in each direction", "is not shown")
        elif isinstance(shape.tag, str):
            fault(f"its <{shape.tag}> is no figure of URDF", "is not shown")


def _colour(material: _Element) -> str:
    rgba = _numbers(material.find("color"), "rgba", 4)
    return "#" + "".join(f"{round(255 * min(max(c, 0.0), 1.0)):02x}" for c in rgba) if rgba else ""


def _numbers(element: _Element | None, key: str, count: int) -> Numbers:
    """So many finite numbers of an attribute; none where it is missing or something else."""
    try:
        numbers = tuple(map(read_number, (element.get(key, "") if element is not None else "").split()))
    except ValueError:
        return ()
    return numbers if len(numbers) == count and all(map(math.isfinite, numbers)) else ()
