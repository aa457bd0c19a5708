"""A Scene as JSON, which any viewer can read.

One object with the fields of Scene; its nodes, lines, arrows and labels are objects with the fields of theirs. A shape is an object with its
kind under "shape" ("cuboid", "round", "ball", "hull", "surface", "sheet", "soft_ground", "stripe", "deformable") beside its own fields. Lengths
are in m, axes those of the world, z not always up. "version" is 1. docs/reference/scene.md tells users of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from ..base.errors import MbfmuError
from .packed import Packed, unpacked_json
from .scene import LAYERS, LINES, Arrow, Figure, Label, Line, Node, Point, Scene
from .shapes import Ball, Cuboid, Deformable, Hull, Press, Round, Shape, Sheet, SoftGround, Stripe, Surface

VERSION = 1
SHAPES: dict[str, type] = {
    "cuboid": Cuboid,
    "round": Round,
    "ball": Ball,
    "hull": Hull,
    "surface": Surface,
    "sheet": Sheet,
    "soft_ground": SoftGround,
    "stripe": Stripe,
    "deformable": Deformable,
}
KINDS = {kind: name for name, kind in SHAPES.items()}
T = TypeVar("T")


def scene_text(scene: Scene) -> str:
    """A Scene as JSON."""
    return json.dumps({"version": VERSION, **{name: getattr(scene, name) for name in _written(Scene)}}, default=_plain)


def _plain(part: Any) -> Mapping[str, Any]:
    """The fields of a part of a Scene; a shape with its kind."""
    if isinstance(part, Packed):
        return part.plain()
    return ({"shape": KINDS[type(part)]} if type(part) in KINDS else {}) | vars(part)


def read_scene(text: str | bytes, where: str) -> Scene:
    """The Scene in JSON from anybody; MbfmuError, which says `where` it is from, if it is none."""
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or found.pop("version", None) != VERSION:
            raise ValueError(f"it is no object with version {VERSION}")
        scene = _made(Scene, found, size=_positive, nodes=_each(_node), lines=_each(_line), arrows=_each(_arrow), labels=_each(_label))
        _refuse_unknown_nodes(scene)
        return scene
    except (ValueError, TypeError, RecursionError) as error:
        raise MbfmuError(f"{where} holds no scene that can be shown: {error}") from error


def _refuse_unknown_nodes(scene: Scene) -> None:
    names = [node.name for node in scene.nodes]
    if len(set(names)) < len(names):
        raise ValueError("two nodes have the same name")
    if wrong := [name for name in names if not name or re.search(r"\s", name)]:
        raise ValueError(f"a node is called {wrong[0]!r}: names have no blanks")
    ends = [point for line in scene.lines for point in (line.a, line.b)]
    points = [*ends, *(arrow.at for arrow in scene.arrows), *(label.at for label in scene.labels)]
    grounds = [figure.shape for node in scene.nodes for figure in node.figures if isinstance(figure.shape, SoftGround)]
    pressing = {press.node for ground in grounds for press in ground.presses}
    unknown = ({point.node for point in points} | pressing) - {*names} | ({scene.origin} - {*names, ""})
    if unknown:
        raise ValueError(f"there is no node {', '.join(sorted(unknown))}")


def _node(found: Any) -> Node:
    return _made(Node, found, figures=_each(_figure))


def _figure(found: Any) -> Figure:
    return _made(Figure, found, shape=_shape, layer=_one_of(LAYERS))


def _line(found: Any) -> Line:
    return _made(Line, found, kind=_one_of(LINES), a=_point, b=_point)


def _arrow(found: Any) -> Arrow:
    return _made(Arrow, found, at=_point)


def _label(found: Any) -> Label:
    return _made(Label, found, at=_point, layer=_one_of(LAYERS))


def _point(found: Any) -> Point:
    return _made(Point, found)


def _shape(found: Any) -> Shape:
    if not isinstance(found, dict) or found.get("shape") not in SHAPES:
        raise ValueError(f"a shape is one of {', '.join(SHAPES)}")
    points = _stripe if found["shape"] == "stripe" else _hull
    own = {name: value for name, value in found.items() if name != "shape"}
    shape: Shape = _made(SHAPES[found["shape"]], own, points=points, presses=_each(_press))
    if isinstance(shape, Sheet | SoftGround) and len(shape.z) != len(shape.x) * len(shape.y):
        raise ValueError(f"a sheet of {len(shape.x)} by {len(shape.y)} lines has {len(shape.z)} heights")
    if isinstance(shape, Deformable):
        _refuse_other_sizes(shape)
    return shape


def _press(found: Any) -> Press:
    return _made(Press, found, solid=_pressing)


def _pressing(found: Any) -> Round | Cuboid:
    shape = _shape(found)
    if not isinstance(shape, Round | Cuboid):
        raise ValueError("soft ground is pressed down by a round or a cuboid")
    return shape


def _refuse_other_sizes(shape: Deformable) -> None:
    n, p = len(shape.start), len(shape.vertices)
    if shape.modes.sizes != (n, p, 3) or not (n and p and shape.triangles):
        raise ValueError(f"a deformable of {p} vertices that starts with {n} weights has modes of sizes {list(shape.modes.sizes)}")
    if shape.stress and shape.stress.sizes != (n, p, 6):
        raise ValueError(f"a deformable of {p} vertices and {n} modes has stress of sizes {list(shape.stress.sizes)}")
    if not all(len(corners) == 3 and all(0 <= corner < p for corner in corners) for corners in shape.triangles):
        raise ValueError(f"a triangle of a deformable is no three of its {p} vertices")


def _hull(found: Any) -> tuple[tuple[float, ...], ...]:
    points = _each(_vector(3))(found)
    if len(points) < 4 or np.linalg.matrix_rank(np.array(points) - points[0]) < 3:
        raise ValueError("a hull has no volume")
    return points


def _stripe(found: Any) -> tuple[tuple[float, ...], ...]:
    points = _each(_vector(3))(found)
    if len(points) < 2 or np.any(np.all(np.diff(np.array(points)[:, :2], axis=0) == 0.0, axis=1)):
        raise ValueError("a stripe leads along two or more points, none above the one before it")
    return points


def _made(kind: type[T], found: Any, /, **readers: Callable[[Any], Any]) -> T:
    """An object of a dataclass, each field read by its name's reader, or as what all fields of that name are."""
    declared = _written(kind)
    if not isinstance(found, Mapping) or set(found) != set(declared):
        raise ValueError(f"a {kind.__name__} has {', '.join(declared)}")
    return kind(**{name: readers.get(name, FIELDS.get(name, _text))(found[name]) for name in declared})


def _written(kind: type) -> list[str]:
    """The names of the fields that a file holds: those by which two objects are the same."""
    return [field.name for field in fields(kind) if field.compare]


def _each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    def all_of(found: Any) -> tuple[T, ...]:
        if not isinstance(found, list):
            raise ValueError("a list is needed")
        return tuple(map(read, found))

    return all_of


def _one_of(names: tuple[str, ...]) -> Callable[[Any], str]:
    def one(found: Any) -> str:
        if found not in names:
            raise ValueError(f"{found!r} is none of {', '.join(names)}")
        return found

    return one


def _vector(size: int) -> Callable[[Any], tuple[float, ...]]:
    def vector(found: Any) -> tuple[float, ...]:
        if not isinstance(found, list) or len(found) != size:
            raise ValueError(f"{found!r} is not {size} numbers")
        return tuple(map(_number, found))

    return vector


def _line_places(found: Any) -> tuple[float, ...]:
    places = _each(_number)(found)
    if len(places) < 2 or min(np.diff(places)) <= 0.0:
        raise ValueError("the lines of a sheet are at least two, at places that ascend")
    return places


def _number(found: Any) -> float:
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not np.isfinite(found):
        raise ValueError(f"{found!r} is no number")
    return float(found)


def _whole(found: Any) -> int:
    if type(found) is not int:
        raise ValueError(f"{found!r} is no whole number")
    return found


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise ValueError(f"{found!r} is no text")
    return found


def _positive(found: Any) -> float:
    if _number(found) <= 0.0:
        raise ValueError(f"{found!r} is not > 0")
    return float(found)


def _direction(size: int) -> Callable[[Any], tuple[float, ...]]:
    def direction(found: Any) -> tuple[float, ...]:
        if not any(numbers := _vector(size)(found)):
            raise ValueError(f"{found!r} has no direction")
        return numbers

    return direction


def _colour(found: Any) -> str:
    if not re.fullmatch("(#[0-9a-fA-F]{8})?", _text(found)):
        raise ValueError(f"{found!r} is no colour such as #3f6fa8ff")
    return found


def _lengths(found: Any) -> tuple[float, ...]:
    return tuple(map(_positive, _vector(3)(found)))


def _truth(found: Any) -> bool:
    if not isinstance(found, bool):
        raise ValueError(f"{found!r} is neither true nor false")
    return found


FIELDS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("r", "scale"), _vector(3)),
    **dict.fromkeys(("up", "towards"), _direction(3)),
    **dict.fromkeys(("radius", "length", "width"), _positive),
    **dict.fromkeys(("x", "y"), _line_places),
    **dict.fromkeys(("z", "start"), _each(_number)),
    "vertices": _each(_vector(3)),
    "triangles": _each(_each(_whole)),
    "modes": unpacked_json,
    "stress": lambda found: None if found is None else unpacked_json(found),
    "height": _number,
    "size": _lengths,
    "Q": _direction(4),
    "gravity": _truth,
    "colour": _colour,
}
