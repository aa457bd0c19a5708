"""Attributes that URDF does not have: they are ignored and reported, since one of them may be a spelling mistake."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.etree import Element, _Element

from ...base.nearest import nearest
from .findings import Findings

FIGURES = ("visual", "collision")
KNOWN = {
    "robot": ("name", "version"),
    "link": ("name", "type"),
    "joint": ("name", "type"),
    "inertial": (),
    "origin": ("xyz", "rpy"),
    "mass": ("value",),
    "inertia": ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"),
    "parent": ("link",),
    "child": ("link",),
    "axis": ("xyz",),
    "limit": ("lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"),
    "dynamics": ("damping", "friction"),
    "mimic": ("joint", "multiplier", "offset"),
    "visual": ("name", "group"),
    "collision": ("name", "group"),
    "geometry": ("name",),
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "capsule": ("radius", "length"),
    "sphere": ("radius",),
    "mesh": ("filename", "scale"),
}


def report_unknown_attributes(root: _Element, found: Findings) -> None:
    """Warn of attributes that are not in URDF; those with a prefix are of other programs."""
    for element in _read(root):
        for key, value in ((str(key), value) for key, value in element.items() if ":" not in str(key)):
            known = KNOWN[element.tag]
            if key not in known:
                found.warn(_place(element), f'{key}="{value}" is no attribute of <{element.tag}> in URDF and is ignored{nearest(key, known)}')


def _read(root: _Element) -> Iterator[_Element]:
    """The elements that say how a robot moves and looks."""
    yield root
    for of in root.iterchildren("link", "joint"):
        yield of
        for child in (child for child in of.iterchildren(Element) if child.tag in KNOWN):
            yield from (element for element in child.iter(Element) if element.tag in KNOWN) if child.tag in (*FIGURES, "inertial") else (child,)


def _place(element: _Element) -> str:
    named = next((e for e in (element, *element.iterancestors()) if e.tag in ("link", "joint")), None)
    line = f"line {element.sourceline}"
    return line if named is None else f"{named.tag} {named.get('name', '')!r} ({line})"
