"""Where parts are used: the points at which joints, forces and constraints hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.declare.model import Model
from ..model.elements.constraints import Constraint, Contact
from ..model.elements.contacts import ContactForce
from ..model.elements.forces import Force
from ..model.elements.joints import Joint
from ..model.elements.parts import BaseWorld
from .start import in_part

TOUCHING = ContactForce | Contact  # what stands between two surfaces
FREE = 6  # freedoms of a joint that restricts nothing


@dataclass
class Use:
    """The points (3,) of one part at which something holds it, and the axes (3,) of the joints there, both in the part's axes."""

    points: list[np.ndarray] = field(default_factory=list)
    axes: list[np.ndarray] = field(default_factory=list)


def uses(model: Model, parts: Iterable[Element]) -> dict[Element, Use]:
    """How each part is used."""
    found = {part: Use() for part in parts}
    for element in model.elements.values():
        if isinstance(element, (Constraint, Force)) or isinstance(element, Joint) and element.nv < FREE:
            for frame in (target for target in element.attached.values() if isinstance(target, Frame)):
                plane = isinstance(element, Constraint) and not isinstance(element, TOUCHING) and isinstance(frame.part, BaseWorld)
                if not plane:  # one of the world holds nothing in its origin
                    _add(found[frame.part].points, in_part(frame)[1])
        if isinstance(element, Joint) and element.nv == 1:
            for frame in (element.frame_a, element.frame_b):
                found[frame.part].axes.append(in_part(frame)[0] @ element.layout(element.values)[:, 2])
    return found


def _add(points: list[np.ndarray], point: np.ndarray) -> None:
    if all(np.linalg.norm(point - other) > 1e-9 for other in points):
        points.append(point)
