"""What all figures of a mechanism must know of it: where it is at the start, how large it is, and what is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..base.scalars import Record
from ..mechanics.topology import Tree
from ..model.declare.element import Element
from ..model.declare.model import Model
from ..model.elements.joints import Fixed, Joint, Prismatic, Revolute
from ..model.elements.parts import BaseWorld, Body, FlexibleBody
from ..model.elements.parts.flexible_body import FRAME
from ..model.structure.elastic_data import ElasticData
from .inertia_figure import inertia_figure
from .part_figures import PARALLEL, lump
from .start import Pose, frame_pose
from .uses import FREE, TOUCHING, Use, uses

THICKNESS = 0.018  # of links, relative to the size of the mechanism
SLENDER = 0.35  # of the shortest link: links are not thicker
SPREAD = 4.0  # times a lump of steel of the mass of a body: the extent of a mechanism of points
FAR = 1e3  # sizes of the mechanism from the origin of the world: beyond it, positions are shown from a part


@dataclass(frozen=True)
class Layout:
    """A model, its tree, and the pose of every part at the start values."""

    model: Model
    tree: Tree
    poses: Mapping[Element, Pose]

    @property
    def world(self) -> BaseWorld:
        """The inertial frame."""
        return self.tree.world

    @cached_property
    def uses(self) -> dict[Element, Use]:
        """How each part is used."""
        return uses(self.model, self.poses)

    @cached_property
    def elastic(self) -> dict[FlexibleBody, ElasticData]:
        """The data of flexible bodies in the modes of the tree."""
        return {body.joint: body.elastic for body in self.tree.bodies if body.elastic is not None}

    @cached_property
    def joints(self) -> list[Joint]:
        """The joints that restrict anything."""
        return [joint for joint in self.model.of_type(Joint) if joint.nv < FREE]

    @cached_property
    def contacts(self) -> list[TOUCHING]:
        """What stands between two surfaces."""
        return [element for element in self.model.elements.values() if isinstance(element, TOUCHING)]

    @cached_property
    def gravity(self) -> np.ndarray:
        """The acceleration of gravity (3,) [m/s2] if it is the same everywhere, else none."""
        return np.asarray(self.world.acceleration(Record(self.world.values))) if self.world.uniform else np.zeros(3)

    @cached_property
    def up(self) -> np.ndarray:
        """Against gravity (3,); z where there is none."""
        return -self.gravity / np.linalg.norm(self.gravity) if np.any(self.gravity) else np.array([0.0, 0.0, 1.0])

    @cached_property
    def box(self) -> np.ndarray:
        """The lowest and highest coordinates (2, 3) [m] of the points at which parts are used, of their centres of mass and of flexible bodies."""
        held = [(part, r) for part, use in self.uses.items() for r in [*use.points, *_centre(part)]]
        flexible = [(part, r) for part, data in self.elastic.items() for r in _ends(data)]
        points = [self.poses[part][1] + self.poses[part][0] @ r for part, r in held + flexible]
        return np.array([np.min(points, axis=0), np.max(points, axis=0)]) if points else np.zeros((2, 3))

    @cached_property
    def size(self) -> float:
        """About the extent of the mechanism [m]: that of its points, or of its largest body where that is larger by far."""
        bodies = [part for part in self.poses if isinstance(part, Body)]
        solids = [found[0].extent for body in bodies if (found := inertia_figure(body))]
        lumps = [SPREAD * lump(float(body.values["m"]), 0.0).extent for body in bodies if not solids]
        largest, diagonal = max(solids + lumps, default=0.0), float(np.linalg.norm(self.box[1] - self.box[0]))
        return (diagonal if diagonal > 0.5 * largest else largest) or 1.0

    @cached_property
    def thickness(self) -> float:
        """How thick links are [m]."""
        wanted = THICKNESS * self.size
        spans = [np.linalg.norm(a - b) for use in self.uses.values() for a in use.points for b in use.points if a is not b]
        shortest = min((span for span in spans if span > 0.5 * wanted), default=np.inf)
        return float(min(wanted, SLENDER * shortest))

    @property
    def origin(self) -> str:
        """The part from which all is shown, where the mechanism is far from the origin of the world; else ""."""
        moving = [part for part in self.poses if part is not self.world]
        return moving[0].path if moving and np.linalg.norm(self.box.mean(axis=0)) > FAR * self.size else ""

    def towards(self) -> np.ndarray:
        """Where one looks from (3,): along the axes of a planar mechanism, a little aside; else from the right, in front and above."""
        side, front = np.cross(self.up, [1.0, 0, 0]), np.array([1.0, 0, 0])
        if np.linalg.norm(side) < 0.5:
            side, front = np.array([0, 0, 1.0]), np.array([0, 1.0, 0])
        if (n := self._normal()) is None:
            return -side + 0.55 * front + 0.45 * self.up
        return n * (1.0 if n @ (self.up - side) >= 0 else -1.0) + 0.3 * self.up + 0.25 * front

    def _normal(self) -> np.ndarray | None:
        """The normal of the plane in which all joints let their parts move; None if there is none."""
        turning, sliding = ([self._axis(joint) for joint in self.joints if isinstance(joint, kind)] for kind in (Revolute, Prismatic))
        others = [joint for joint in self.joints if not isinstance(joint, (Revolute, Prismatic, Fixed))]
        if others or not turning:
            return None
        aside = [np.linalg.norm(np.cross(turning[0], axis)) for axis in turning] + [abs(turning[0] @ axis) for axis in sliding]
        return turning[0] if max(aside) < PARALLEL else None

    def _axis(self, joint: Joint) -> np.ndarray:
        """The axis of a joint in the world."""
        return (frame_pose(joint.frame_a, self.poses)[0] @ joint.layout(joint.values))[:, 2]


def _centre(part: Element) -> list[np.ndarray]:
    return [part.values["r_CM"]] if "r_CM" in part.values else []


def _ends(data: ElasticData) -> np.ndarray:
    """The points (n, 3) [m] of a flexible body that are furthest along each axis of its frame."""
    points = np.array([node.x for name, node in data.nodes.items() if name != FRAME]) if data.surface is None else data.surface.vertices
    return points[np.unique([points.argmin(axis=0), points.argmax(axis=0)])] if len(points) else np.zeros((0, 3))
