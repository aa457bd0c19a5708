"""Collision shapes of links become contacts with the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from lxml.etree import _Element

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ..declare.element import Element
from ..declare.model import Model
from ..elements.parts.base import Part
from ..elements.surfaces import BoxSurface, CapsuleSurface, CylinderSurface, PlaneSurface, PolyhedronSurface, SphereSurface, Surface
from ..structure.mass_properties import loaded
from .figures import link_collisions
from .findings import Findings
from .flexible_links import FlexibleLinks
from .mesh_files import mesh_file, mesh_file_fault
from .names import Names
from .placed import placed
from .robot import Pose, Robot, RobotFigure, RobotLink

SUCH = "GroundContacts(partial(HuntCrossleyContact, c=2e4, mu=0.8))"
MOST_VERTICES = 64  # of a mesh: each is a point of contact with states of its own


@dataclass(frozen=True)
class GroundContacts:
    """Which links of a robot touch the ground with their collision shapes, and how.

    `law(frame_a, frame_b, surface_a, surface_b)` makes the contact of each shape with the world:
    `partial(HuntCrossleyContact, c=2e4, d=0.5, mu=0.8)`, or one of `Contact`. `links` are names in the file; by default all links with
    collision shapes. `ground` is a surface in the axes of the world, by default the plane z = 0.
    """

    law: Callable[..., Element]
    links: Iterable[str] | None = None
    ground: Surface | None = None


def refuse_other_contacts(contacts: Any) -> None:
    """Raise MbfmuError for what is no GroundContacts, or has a part that is something else than its own says."""
    if contacts is None:
        return
    if not isinstance(contacts, GroundContacts):
        raise MbfmuError(f"contacts must be GroundContacts, such as {SUCH}, not {contacts!r}")
    if not callable(contacts.law):
        raise MbfmuError(f"contacts: law must make a contact, as in {SUCH}, not {contacts.law!r}")
    if isinstance(contacts.links, str):
        raise MbfmuError(f"contacts: links must be a list of names of links, such as [{contacts.links!r}], not {contacts.links!r}")
    if not isinstance(contacts.ground, Surface | None):
        raise MbfmuError(f"contacts: ground must be a surface, such as PlaneSurface() or RoadSurface(road), not {contacts.ground!r}")


@dataclass(frozen=True)
class TouchingLinks:
    """Surfaces of links that touch the ground, each with its pose in the link, by the links' names in the file; `contacts` says how they touch it."""

    contacts: GroundContacts
    shapes: Mapping[str, Sequence[tuple[Pose, Surface]]]

    def add_to(self, model: Model, names: Names, bodies: Mapping[str, Part]) -> None:
        """Add the ground to a robot, and for each shape a surface and a contact, named after the link."""
        ground = self.contacts.ground or PlaneSurface()
        for name, under in ground.attached.items():  # the road of a RoadSurface
            model.add(names.new(name), under)
        model.add(names.new("ground"), ground)
        for body, pose, surface in ((bodies[link], *shape) for link, of_link in self.shapes.items() for shape in of_link):
            model.add(names.new(f"{body.name}_surface"), surface)
            contact = self.contacts.law(placed(body.frame_a, pose), model.world.frame_b, surface, ground)
            if not isinstance(contact, Element):
                raise MbfmuError(f"contacts: law must make a contact, as in {SUCH}, but gave {contact!r}")
            model.add(names.new(f"{body.name}_contact"), contact)


def touching_links(root: _Element, robot: Robot, folder: Path, contacts: GroundContacts, flexible: FlexibleLinks, found: Findings) -> TouchingLinks:
    """What of a robot touches the ground, read from its <robot> element, of a file in `folder`; shapes that cannot be had are problems.

    The shapes of links that are flexible do not count.
    """
    links = {link.name: link for link in robot.links}
    elements = {str(element.get("name")): element for element in root.iterchildren("link")}
    having = [name for name in links if name not in flexible and elements[name].find("collision") is not None]
    wanted = having if contacts.links is None else list(dict.fromkeys(contacts.links))
    if not wanted:
        found.problem("contacts", "no link of the robot has a <collision>, so nothing touches the ground: give one to the links that do")
    for name in (name for name in wanted if name not in having):
        _refuse_link(name, links, having, flexible, found)
    shapes = {name: link_collisions(elements[name], links[name].where, found) for name in wanted if name in having}
    surfaces = {name: [(shape.pose, _surface(links[name], shape, folder, found)) for shape in of_link] for name, of_link in shapes.items()}
    return TouchingLinks(contacts, surfaces)


def _refuse_link(name: str, links: Mapping[str, RobotLink], having: Sequence[str], flexible: FlexibleLinks, found: Findings) -> None:
    if name not in links:
        found.problem("contacts", f"the robot has no link {name!r}{nearest(name, links)}; it has {', '.join(links)}")
    elif name in flexible:
        found.problem(links[name].where, "its flexible body has no collision shapes: take it out of the contacts, and add contacts at its nodes")
    else:
        others = f"the links {', '.join(having)} have" if having else "no link has"
        found.problem(links[name].where, f"it has no <collision>, so it cannot touch the ground: give it one; {others}")


def _surface(link: RobotLink, shape: RobotFigure, folder: Path, found: Findings) -> Surface:
    return _polyhedron(link, shape, folder, found) if shape.kind == "mesh" else SURFACES[shape.kind](shape.numbers)


SURFACES: Mapping[str, Callable[[Any], Surface]] = {
    "box": lambda size: BoxSurface(size=size),
    "cylinder": lambda numbers: CylinderSurface(radius=numbers[0], length=numbers[1]),
    "capsule": lambda numbers: CapsuleSurface(radius=numbers[0], length=numbers[1]),
    "sphere": lambda numbers: SphereSurface(radius=numbers[0]),
}


def _polyhedron(link: RobotLink, shape: RobotFigure, folder: Path, found: Findings) -> PolyhedronSurface:
    """The convex hull of a mesh; a point where it has none, which is a problem."""
    file = mesh_file(shape.file, folder)
    if why := mesh_file_fault(file):
        found.problem(link.where, f"its mesh {why}, so it cannot touch the ground")
        return PolyhedronSurface(vertices=np.zeros((1, 3)))
    assert file is not None  # which would be a fault
    try:
        vertices = _hull(file.path) * shape.numbers
    except MbfmuError as error:
        found.problem(link.where, f"its mesh cannot touch the ground: {error}")
        return PolyhedronSurface(vertices=np.zeros((1, 3)))
    if len(vertices) > MOST_VERTICES:
        advice = "give it a simpler one, or a box, a cylinder or spheres"
        found.problem(link.where, f"the convex hull of its mesh {file.path.name} has {len(vertices)} vertices, more than {MOST_VERTICES}: {advice}")
        vertices = vertices[:1]
    return PolyhedronSurface(vertices=vertices)


def _hull(file: Path) -> np.ndarray:
    """The vertices (n, 3) of the convex hull of a mesh, in the units of its file."""
    from scipy.spatial import ConvexHull, QhullError  # here, so that other models start sooner

    name, mesh = loaded(file)
    try:
        hull = ConvexHull(mesh.vertices)
    except QhullError:
        raise MbfmuError(f"{name} has no convex hull, since all of its points lie in a plane") from None
    return np.asarray(mesh.vertices)[hull.vertices]
