"""Units along joints of one coordinate."""

from ...declare.declarations import Output
from ...declare.element import Element, declarations
from .base import Joint


def coordinate_unit(joint: Joint) -> str:
    """The unit of the coordinate of a joint that has one ("rad" or "m")."""
    declared = declarations(type(joint), Output).get(next(iter(joint.coordinate_names), ""))
    return "m" if declared is not None and declared.unit == "m" else "rad"


def force_unit(joint: Joint) -> str:
    """The unit of the generalized force along it ("N.m" or "N")."""
    return {"rad": "N.m", "m": "N"}[coordinate_unit(joint)]


def unit_along(joint: Joint, unit: str) -> str:
    """A unit in which q stands for that of the coordinate of a joint, and F for that of the force along it."""
    return unit.replace("q", coordinate_unit(joint)).replace("F", force_unit(joint))


def not_of_one_coordinate(element: Element, *joints: Joint) -> list[str]:
    """A sentence for each joint of an element that has not exactly one coordinate."""
    return [
        f"{element.path}: {joint.path} is a {type(joint).__name__} with {joint.nq} coordinates; "
        f"a {type(element).__name__} wants a joint of one, such as Revolute or Prismatic"
        for joint in joints
        if joint.nq != 1
    ]
