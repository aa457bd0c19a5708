"""Finds forces along lines that have no direction at the start."""

from __future__ import annotations

import numpy as np

from ...base.errors import ProblemsFound
from ...mechanics.topology import Tree
from ...model.declare.model import Model
from ...model.elements.forces.line import LineForce
from .mechanism_at_rest import at_rest, start_of

NEAREST = 1e-12  # m: frames nearer to each other than this meet


def check_lines(model: Model, tree: Tree) -> None:
    """Raises ProblemsFound naming each force along a line whose frames meet at the start values.

    Massless points are left out: where they are is solved for, from a guess.
    """
    forces = [force for force in model.of_type(LineForce) if not {force.frame_a.part, force.frame_b.part} & {*tree.points}]
    frames = [frame for force in forces for frame in (force.frame_a, force.frame_b)]
    motion = at_rest(tree, [start_of(body.joint) for body in tree.bodies], frames)
    ends = ((force, motion.frame(force.frame_a).r, motion.frame(force.frame_b).r) for force in forces)
    problems = [
        f"{force.path} ({type(force).__name__}) acts along the line between its frames, but they meet at the start: there it has no direction; "
        "attach it elsewhere, start elsewhere, or use a Bushing, which acts in all directions"
        for force, a, b in ends
        if np.linalg.norm(b - a) <= NEAREST
    ]
    if problems:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)
