"""Model -> Scene.

1. `build_tree`, `start_poses`: check the model, and place its parts at the start.
2. `Layout`: sizes, directions and the origin of the picture.
3. `_figures`: what each part shows: its own figures, or axes, links and inertias; joints and gears.
4. `_node`, `_lines`, `_gaps`, `_arrows`, `_labels`: parts that move, lines between them, forces, names.
5. `terrains`, `roads_along`: the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import numpy as np

from ..base.spatial.placement import compose
from ..mechanics.topology import build_tree
from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.declare.model import Model
from ..model.elements.forces import Force, ThermalLoad
from ..model.elements.joints import Joint
from ..model.elements.parts import FlexibleBody, MasslessPoint
from ..model.elements.parts.base import Part
from ..model.elements.surfaces import Surface
from .colours import AXES, BARREL, GAP, JOINT_AXIS, PARTS, PIN, ROD, SPRING, STANDING
from .flexible_figures import flexible_figures
from .gear_figures import wheels
from .joint_figures import joint_figures
from .layout import Layout
from .line_figures import line_kind
from .names import force_name, orientation_name, position_name
from .part_figures import Style, part_figures, turning
from .plain_numbers import figure, numbers, parameters_of
from .road_figures import plates, roads_along, start_reach, terrains
from .scene import MANY, Arrow, Figure, Label, Line, Node, Point, Scene
from .shapes import Round
from .soil_figures import soil_figures
from .start import Pose, in_part, start_poses
from .surface_figures import contact_points, surface_figures, surfaces_on
from .uses import TOUCHING
from .visual_figures import visual_figures
from .wheel_figures import Rolling, disk, rolling

LINES = {  # colours, and radii relative to links
    "cylinder": (BARREL, 0.5),
    "spring": (SPRING, 0.5),
    "rod": (ROD, 0.2),
    "rail": (PIN, 0.2),
    "gap": (GAP, 0.2),
}


def build_scene(model: Model) -> Scene:
    """The Scene of a model: what users gave their parts to be shown, and figures of frames, joints and inertias where they gave nothing.

    Raises ProblemsFound with everything that is wrong with the model.
    """
    tree = build_tree(model)
    layout = Layout(model, tree, start_poses(tree))
    figures = _figures(layout)
    scene = Scene(
        name=model.name,
        up=numbers(layout.up),
        gravity=bool(np.any(layout.gravity)),
        size=layout.size,
        towards=numbers(layout.towards()),
        nodes=(*(_node(layout, part, tuple(figures[part])) for part in layout.poses), *plates(layout), *contact_points(layout)),
        lines=(*_lines(layout), *_gaps(layout)),
        arrows=tuple(_arrows(model)),
        labels=tuple(_labels(layout)),
        origin=layout.origin,
        terrains=terrains(layout),
    )
    return roads_along(scene, start_reach(layout))


def _figures(layout: Layout) -> dict[Element, list[Figure]]:
    """The figures on each part: its own, its axes, and those of joints and gears."""
    colours, t = cycle(PARTS), layout.thickness
    rolled = {found[0].part: found for element in layout.model.elements.values() if (found := rolling(element))}
    touching = surfaces_on(layout)
    parts: dict[Element, list[Part]] = {part: [part] if isinstance(part, Part) else [] for part in layout.poses}
    for other in layout.model.of_type(Part):
        if other.frame_a.part is not other and not isinstance(other, FlexibleBody):  # it extends that part
            parts[other.frame_a.part].append(other)
    figures, triad = {}, _triad(3.0 * t)
    for part in layout.poses:
        colour = STANDING if part is layout.world else next(colours)
        figures[part] = [*_own(layout, parts[part], rolled.get(part), touching.get(part, []), colour), *triad]
    for joint in layout.joints:
        for frame, some in zip((joint.frame_a, joint.frame_b), joint_figures(joint, t)):
            figures[frame.part] += [_at(frame, joint, one) for one in some]
        if joint.nv == 1:
            figures[joint.frame_a.part].append(_at(joint.frame_a, joint, figure(Round(0.07 * t, 9.0 * t), JOINT_AXIS, layer="frame")))
    for element in layout.model.elements.values():
        for joint, radius in wheels(element, layout.poses):
            wheel = turning(disk(radius), PIN, np.zeros(3), np.eye(3))
            figures[joint.frame_b.part] += [_at(joint.frame_b, joint, one) for one in wheel]
    figures[layout.world] += soil_figures(layout)
    return figures


def _own(layout: Layout, parts: list[Part], rolled: Rolling | None, touching: list[tuple[Frame, Surface]], colour: str) -> tuple[Figure, ...]:
    """What a part, the first of `parts`, and those that extend it look like: as given, else what touches others, what rolls, or links and inertia."""
    if not parts:
        return ()
    given = [_moved(in_part(other.frame_a), one) for other in parts for one in visual_figures(other, colour)]
    if given:
        return tuple(given)
    ground, bodies = (list(surface_figures(layout, [on for on in touching if on[1].ground == flat], colour)) for flat in (True, False))
    return *(bodies or _without_surfaces(layout, parts, rolled, colour)), *ground


def _without_surfaces(layout: Layout, parts: list[Part], rolled: Rolling | None, colour: str) -> tuple[Figure, ...]:
    if rolled:
        R, r = compose(in_part(rolled[0]), (rolled[2], np.zeros(3)))
        return turning(rolled[1], colour, r, R)
    if isinstance(parts[0], FlexibleBody):
        temperatures = [load.temperature for load in layout.model.of_type(ThermalLoad) if load.body is parts[0]]
        return flexible_figures(parts[0], layout.elastic[parts[0]], temperatures, layout.thickness, colour)
    style = Style(layout.thickness, colour, len(layout.poses) > MANY)
    return part_figures(parts[0], layout.uses[parts[0]], layout.size, style, -layout.up)


def _at(frame: Frame, joint: Joint, one: Figure) -> Figure:
    """A figure of a joint, on the part of one of its frames."""
    return _moved(compose(in_part(frame), (joint.layout(joint.values), np.zeros(3))), one)


def _node(layout: Layout, part: Element, figures: tuple[Figure, ...]) -> Node:
    R, r = layout.poses[part]
    position = "" if part is layout.world else position_name(part)
    orientation = orientation_name(part) if position and not isinstance(part, MasslessPoint) else ""
    return Node(name=part.path, figures=figures, r=numbers(r), Q=parameters_of(R), position=position, orientation=orientation)


def _lines(layout: Layout) -> Iterator[Line]:
    """What is drawn between frames, once for each two points."""
    drawn = set()
    for element in layout.model.elements.values():
        if kind := line_kind(element):
            ends = tuple(_point(target) for target in element.attached.values())
            if ends not in drawn:
                drawn.add(ends)
                yield _line(layout, element, kind, *ends)


def _gaps(layout: Layout) -> Iterator[Line]:
    """The gaps of joints that close loops, where they gape."""
    for cut in layout.tree.cuts:
        yield _line(layout, cut.joint, "gap", _point(cut.frame_a), _point(cut.frame_b))


def _line(layout: Layout, element: Element, kind: str, a: Point, b: Point) -> Line:
    colour, radius = LINES[kind]
    return Line(name=element.path, kind=kind, a=a, b=b, radius=radius * layout.thickness, colour=colour)


def _arrows(model: Model) -> Iterator[Arrow]:
    for force in (element for element in model.elements.values() if isinstance(element, Force | TOUCHING)):
        for name, frame in force.frames.items():
            at = Point(force.path, (0.0, 0.0, 0.0)) if isinstance(force, TOUCHING) else _point(frame)
            yield Arrow(f"{force.path}.{name}", at, force_name(force, name))


def _labels(layout: Layout) -> Iterator[Label]:
    for part in layout.poses:
        if part is not layout.world:
            yield Label(part.path, Point(part.path, numbers(part.values.get("r_CM", np.zeros(3)))), "body")
    for joint in layout.joints:
        yield Label(joint.path, _point(joint.frame_a), "joint")


def _point(frame: Frame) -> Point:
    return Point(frame.part.path, numbers(in_part(frame)[1]))


def _moved(by: Pose, one: Figure) -> Figure:
    """A figure moved together with the frame that it is on."""
    from scipy.spatial.transform import Rotation  # here, so that models without pictures start sooner

    R, r = compose(by, (Rotation.from_quat(one.Q).as_matrix(), np.array(one.r)))
    return figure(one.shape, one.colour, r, R, one.layer)


def _triad(length: float) -> list[Figure]:
    """The axes of a part's own frame."""
    turned = ([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1], [0, -1, 0]], np.eye(3))
    shape = Round(0.025 * length, length)
    return [figure(shape, colour, R @ np.array([0, 0, length / 2]), R, "frame") for colour, R in zip(AXES, map(np.array, turned))]
