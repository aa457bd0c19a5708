"""Pictures of joints, drawn of their own motion: frame_a, and a block that carries frame_b away from it."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mbfmu.base.spatial.rotations import about_x, about_z
from mbfmu.model.declare.declarations import Parameter, declarations
from mbfmu.model.elements.joints import Cylindrical, Fixed, FreeMotion, Joint, Planar, Prismatic, Revolute, Spherical, Universal


def turn(axis, angle: float) -> np.ndarray:
    """Euler parameters of a turn about an axis."""
    return np.array([*(np.sin(angle / 2) * np.asarray(axis) / np.linalg.norm(axis)), np.cos(angle / 2)])


# The coordinates of each joint at s from 0 to 1, along a motion that uses all of them.
DRAWN: dict[type[Joint], Callable[[float], np.ndarray]] = {
    Fixed: lambda s: np.zeros(0),
    Revolute: lambda s: np.array([1.2 * s]),
    Prismatic: lambda s: np.array([2.2 * s]),
    Cylindrical: lambda s: np.array([1.2 * s, 1.6 * s]),
    Universal: lambda s: np.array([min(2 * s, 1) * 0.7, max(2 * s - 1, 0) * 0.9]),
    Spherical: lambda s: turn([1, 1, 0.5], 1.2 * s),
    Planar: lambda s: np.array([1.8 * s, 1.4 * s**2, 0.9 * s]),
    FreeMotion: lambda s: np.array([0.6 * s, 1.8 * s, 1.2 * s**2, *turn([1, 0.3, 0.5], 1.2 * s)]),
}
VIEW = about_x(-1.15) @ about_z(-2.2)  # world to screen; the third axis is towards the eye
BLOCK = np.array([0.5, 0.35, 0.2])  # half its edges
CORNERS = [np.array(signs) * BLOCK for signs in product((-1, 1), repeat=3)]
EDGES = [(a, b) for a, b in product(range(8), repeat=2) if a < b and (a ^ b) in (1, 2, 4)]
STEPS = np.linspace(0.0, 1.0, 4)
GREY, BLUE = "0.35", "tab:blue"


def draw_joints(folder: Path) -> None:
    """One SVG a joint, `<name>.svg`."""
    folder.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context({"svg.hashsalt": "mbfmu", "svg.fonttype": "none", "font.size": 9}):
        for kind, path in DRAWN.items():
            figure = Figure(figsize=(3.6, 2.4), layout="constrained")
            draw(figure.subplots(), kind, path)
            figure.savefig(folder / f"{kind.__name__}.svg", metadata={"Date": None}, transparent=True)


def draw(axes: Axes, kind: type[Joint], path: Callable[[float], np.ndarray]) -> None:
    """frame_a, and the block on frame_b at each step."""
    axes.set_aspect("equal")
    axes.axis("off")
    steps = STEPS if kind.nq else STEPS[-1:]
    for s in steps:
        _block(axes, *pose(kind, path(s)), 0.2 + 0.8 * s)
    _frame(axes, np.eye(3), np.zeros(3), GREY, 1.2)
    _frame(axes, *pose(kind, path(1.0)), BLUE, 0.9)
    axes.text(0.0, 1.0, "frame_a", color=GREY, transform=axes.transAxes, va="top")
    axes.text(0.0, 0.88, "frame_b", color=BLUE, transform=axes.transAxes, va="top")
    axes.margins(0.15)


def pose(kind: type[Joint], q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R_ab and r_ab_a at coordinates q, with the axes that the joint has by default."""
    layout = kind.layout({name: parameter.shaped(np.array(parameter.default, dtype=float)) for name, parameter in axes_of(kind).items()})
    R, r = kind.motion(q)
    return layout @ np.asarray(R, dtype=float) @ layout.T, layout @ np.asarray(r, dtype=float)


def axes_of(kind: type[Joint]) -> dict[str, Parameter]:
    """The parameters that say how the joint's axes lie."""
    return {name: parameter for name, parameter in declarations(kind, Parameter).items() if parameter.structural}


def _block(axes: Axes, R, r, alpha: float) -> None:
    corners = [_seen(r + R @ corner) for corner in CORNERS]
    for a, b in EDGES:
        axes.plot(*zip(corners[a], corners[b]), color=BLUE, alpha=0.6 * alpha, linewidth=0.8)


def _frame(axes: Axes, R, r, colour: str, length: float) -> None:
    for column, letter in zip(R.T, "xyz"):
        start, end = _seen(r), _seen(r + length * column)
        axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0})
        axes.plot(*zip(start, end), alpha=0)  # so that the limits include it
        axes.annotate(letter, _seen(r + (length + 0.15) * column), color=colour, ha="center", va="center")


def _seen(r) -> tuple[float, float]:
    x, y, _ = VIEW @ r
    return x, y
