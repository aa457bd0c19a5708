"""Model -> Scene."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle

import numpy as np
from scipy.spatial.transform import Rotation

from ..elements.forces import Force
from ..elements.joints import Fixed, Joint, Prismatic, Revolute
from ..elements.parts import BaseWorld, MasslessPoint
from ..elements.parts.base import Part
from ..model.element import Element
from ..model.frame import Frame
from ..model.model import Model
from ..scalars import Record
from ..spatial.placement import compose
from ..topology import build_tree
from .colours import AXES, BARREL, GAP, JOINT_AXIS, PARTS, ROD, SPRING, STANDING
from .inertia_figure import inertia_figure
from .joint_figures import joint_figures
from .line_figures import line_kind
from .part_figures import PARALLEL, lump, part_figures, turning
from .placed import figure, numbers, parameters_of
from .scene import Arrow, Figure, Label, Line, Node, Point, Scene
from .shapes import Round
from .start import Pose, frame_pose, in_part, start_poses
from .uses import FREE, Use, uses
from .visual_figures import visual_figures
from .wheel_figures import rolling

THICKNESS = 0.018  # of links, relative to the size of the mechanism
SLENDER = 0.35  # of the shortest link: links are not thicker
SPREAD = 4.0  # times a lump of steel of the mass of a body: the extent of a mechanism of points
FAR = 1e3  # sizes of the mechanism from the origin of the world: beyond it, positions are shown from a part
LINE_COLOURS = {"cylinder": BARREL, "spring": SPRING, "rod": ROD, "gap": GAP}


def build_scene(model: Model) -> Scene:
    """The Scene of a model: what users gave their parts to be shown, and figures of frames, joints and inertias where they gave nothing.

    Raises ProblemsFound with everything that is wrong with the model.
    """
    tree = build_tree(model)
    return _Builder(model, tree.world, start_poses(tree), frozenset(cut.joint for cut in tree.cuts)).scene()


def position_name(part: Element) -> str:
    """The name of the output that says where a part is."""
    return f"{part.path}.frame_a.r"


def orientation_name(part: Element) -> str:
    """The name of the output that says how a part stands."""
    return f"{part.path}.frame_a.Q"


def force_name(force: Element, frame: str) -> str:
    """The name of the output that says what a force does at one of its frames."""
    return f"{force.path}.{frame}.f"


class _Builder:
    """One Scene while it is built."""

    def __init__(self, model: Model, world: BaseWorld, poses: Mapping[Element, Pose], cuts: frozenset[Joint]):
        self.model, self.world, self.poses, self.cuts = model, world, poses, cuts
        self.uses = uses(model, poses)
        self.up = _up(world)
        self.joints = [joint for joint in model.of_type(Joint) if joint.nv < FREE]
        self.size, self.middle = self._extent()
        self.t = self._thickness()

    def scene(self) -> Scene:
        """The whole Scene."""
        colours = cycle(PARTS)
        rolled = {found[0].part: found for e in self.model.elements.values() if (found := rolling(e))}
        figures = {}
        for part in self.poses:
            colour = STANDING if part is self.world else next(colours)
            figures[part] = [*self._own(part, rolled.get(part), colour), *_triad(3.0 * self.t)]
        for joint in self.joints:
            for frame, some in zip((joint.frame_a, joint.frame_b), joint_figures(joint, self.t)):
                figures[frame.part] += [self._at(frame, joint, one) for one in some]
            if joint.nv == 1:
                axis = figure(Round(0.07 * self.t, 9.0 * self.t), JOINT_AXIS, layer="frame")
                figures[joint.frame_a.part] += [self._at(joint.frame_a, joint, axis)]
        return Scene(
            self.model.name,
            numbers(self.up),
            self.world.uniform and bool(np.any(self._gravity())),
            self.size,
            numbers(self._towards()),
            tuple(self._node(part, figures[part]) for part in self.poses),
            tuple(self._lines()),
            tuple(self._arrows()),
            tuple(self._labels()),
            self._origin(),
        )

    def _own(self, part: Element, rolled: tuple | None, colour: str) -> tuple[Figure, ...]:
        """The figures of a part itself."""
        if not isinstance(part, Part):
            return ()
        extending = [p for p in self.model.of_type(Part) if p is not part and p.frame_a.part is part]
        given = [f for p in (part, *extending) for f in map(lambda one, p=p: _moved(in_part(p.frame_a), one), visual_figures(p, colour))]
        if given:
            return tuple(given)
        if rolled:
            R, r = compose(in_part(rolled[0]), (rolled[2], np.zeros(3)))
            return turning(rolled[1], colour, r, R)
        return part_figures(part, self.uses[part], self.size, self.t, colour, -self.up)

    def _at(self, frame: Frame, joint: Joint, one: Figure) -> Figure:
        """A figure of a joint, on the part of one of its frames."""
        return _moved(compose(in_part(frame), (joint.layout(joint.values), np.zeros(3))), one)

    def _node(self, part: Element, figures: list[Figure]) -> Node:
        R, r = self.poses[part]
        moving = part is not self.world
        turns = moving and not isinstance(part, MasslessPoint)
        names = position_name(part) if moving else "", orientation_name(part) if turns else ""
        return Node(part.path, tuple(figures), numbers(r), parameters_of(R), *names)

    def _lines(self):
        """What is drawn between frames, once for each two points; and the gaps of joints that close loops, where they gape."""
        drawn = set()
        for element in self.model.elements.values():
            if kind := line_kind(element):
                a, b = (_point(target) for target in element.attached.values())
                if (a, b) not in drawn:
                    drawn.add((a, b))
                    yield Line(element.path, kind, a, b, (0.2 if kind == "rod" else 0.5) * self.t, LINE_COLOURS[kind])
        for joint in self.joints:
            if joint in self.cuts:
                yield Line(joint.path, "gap", _point(joint.frame_a), _point(joint.frame_b), 0.15 * self.t, GAP)

    def _arrows(self):
        for force in self.model.of_type(Force):
            for name, frame in force.attached.items():
                if isinstance(frame, Frame):
                    yield Arrow(f"{force.path}.{name}", _point(frame), force_name(force, name))

    def _labels(self):
        for part in self.poses:
            if part is not self.world and part.name is not None:
                yield Label(part.path, Point(part.path, numbers(self._centre(part))), "body")
        for joint in self.joints:
            yield Label(joint.path, _point(joint.frame_a), "joint")

    def _centre(self, part: Element) -> np.ndarray:
        """Where the name of a part stands, in its axes."""
        return np.asarray(part.values.get("r_CM", np.zeros(3)))

    def _extent(self) -> tuple[float, np.ndarray]:
        """The size of the mechanism at the start and its middle."""
        points = [self.poses[part][1] + self.poses[part][0] @ r for part, use in self.uses.items() for r in self._points(part, use)]
        bodies = [found for part in self.poses if "I" in part.values and (found := inertia_figure(part))]
        lumps = [SPREAD * lump(float(part.values["m"]), 0.0).extent for part in self.poses if "m" in part.values and not bodies]
        largest = max([found[0].extent for found in bodies] + lumps, default=0.0)
        if not points:
            return largest or 1.0, np.zeros(3)
        low, high = np.min(points, axis=0), np.max(points, axis=0)
        diagonal = float(np.linalg.norm(high - low))
        return (diagonal if diagonal > 0.5 * largest else largest) or 1.0, (low + high) / 2

    def _points(self, part: Element, use: Use) -> list[np.ndarray]:
        """The points of a part that say how large a mechanism is."""
        return [*use.points, *([part.values["r_CM"]] if "r_CM" in part.values else [])]

    def _thickness(self) -> float:
        """How thick links are [m]."""
        wanted = THICKNESS * self.size
        spans = [np.linalg.norm(a - b) for use in self.uses.values() for a in use.points for b in use.points if a is not b]
        shortest = min((span for span in spans if span > 0.5 * wanted), default=np.inf)
        return float(min(wanted, SLENDER * shortest))

    def _gravity(self) -> np.ndarray:
        return np.asarray(self.world.acceleration(Record(self.world.values))) if self.world.uniform else np.zeros(3)

    def _towards(self) -> np.ndarray:
        """Along the axes of a planar mechanism, a little aside; else from the right, in front and above."""
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

    def _origin(self) -> str:
        """The part from which all is shown, where the mechanism is far away."""
        moving = [part for part in self.poses if part is not self.world]
        return moving[0].path if moving and np.linalg.norm(self.middle) > FAR * self.size else ""


def _up(world: BaseWorld) -> np.ndarray:
    """Against gravity; z where there is none."""
    g = np.asarray(world.acceleration(Record(world.values))) if world.uniform else np.zeros(3)
    return -g / np.linalg.norm(g) if np.any(g) else np.array([0.0, 0.0, 1.0])


def _point(frame: Frame) -> Point:
    return Point(frame.part.path, numbers(in_part(frame)[1]))


def _moved(by: Pose, one: Figure) -> Figure:
    """A figure moved together with the frame that it is on."""
    R, r = compose(by, (Rotation.from_quat(one.Q).as_matrix(), np.array(one.r)))
    return figure(one.shape, one.colour, r, R, one.layer)


def _triad(length: float) -> list[Figure]:
    """The axes of a part's own frame."""
    turned = ([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1], [0, -1, 0]], np.eye(3))
    shape = Round(0.025 * length, length)
    return [figure(shape, colour, R @ np.array([0, 0, length / 2]), R, "frame") for colour, R in zip(AXES, map(np.array, turned))]
