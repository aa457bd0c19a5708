"""Finds directions without inertia before anything divides by zero."""

from __future__ import annotations

import numpy as np

from ..formulations.derived import derive
from ..model.model import Model
from ..runtime.errors import ProblemsFound
from ..scalars import Record
from ..spatial.inertia import matrix, moved
from ..topology import Tree

# A direction counts as without inertia where it is this much smaller than the body's largest, in its own kind of unit.
SMALLEST = 1e-13


def check_inertia(model: Model, tree: Tree) -> None:
    """Raises ProblemsFound naming each joint direction beyond which there is no inertia.

    Looks at the articulated inertia (Schiehlen eq. 34) at a position without symmetry.
    """
    derived = derive(tree, {e: Record(e.values) for e in model.elements.values()}, [])
    rng = np.random.default_rng(0)
    articulated = [np.zeros((6, 6)) for _ in range(len(tree.bodies) + 1)]
    problems: list[str] = []
    for k in reversed(range(1, len(tree.bodies) + 1)):
        body, inertia = tree.bodies[k - 1], derived.inertias[k - 1]
        q = rng.uniform(-1.0, 1.0, body.joint.nq)
        IA = articulated[k] + (matrix(inertia) if inertia is not None else 0.0)
        S = np.asarray(body.kind.subspace(q), dtype=float)
        D = S.T @ IA @ S
        values, vectors = np.linalg.eigh(D) if D.size else (np.zeros(0), D)
        scale = max(np.abs(IA).max(), 0.0)
        for value, vector in zip(values, vectors.T):
            if value <= SMALLEST * scale:
                direction = body.joint.speed_names[int(np.argmax(np.abs(vector)))]
                parts = ", ".join(p.path for p, at in tree.place.items() if at == k)
                problems.append(
                    f"{body.name}.{direction} has no inertia: nothing that moves with {parts} has mass or inertia in this "
                    "direction; give a body there mass and moments of inertia, or lock the direction"
                )
        R, r = body.kind.motion(q)
        joint = derived.joints[k - 1]
        reduced = IA - IA @ S @ np.linalg.pinv(D, rcond=SMALLEST) @ S.T @ IA
        articulated[tree.lower[k - 1]] += moved((joint[0] @ R, joint[1] + joint[0] @ r), reduced)
    if problems:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)
