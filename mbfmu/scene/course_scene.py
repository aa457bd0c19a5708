"""The Scene of a line on the ground that somebody follows, such as the middle of a lane."""

from __future__ import annotations

import numpy as np

from .colours import MARKING
from .plain_numbers import figure, numbers
from .scene import Node, Scene
from .shapes import Stripe

WIDTH, ABOVE = 0.12, 0.01  # m: of the stripe, and its height above the line, so that a road of the same height does not hide it
NODE = "course"


def course_scene(name: str, points: np.ndarray) -> Scene:
    """A Scene in which only a stripe along points (n, 3) [m] is seen, which stands still: it stands beside those of mechanisms."""
    stripe = figure(Stripe(tuple(map(numbers, points)), WIDTH), MARKING, [0.0, 0.0, ABOVE], layer="marking")
    node = Node(NODE, (stripe,), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    return Scene(name=name, up=(0.0, 0.0, 1.0), gravity=False, size=float(np.ptp(points, axis=0).max()), towards=(0.0, -1.0, 1.0), nodes=(node,))
