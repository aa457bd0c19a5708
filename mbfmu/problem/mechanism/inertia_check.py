"""Finds directions without inertia before anything divides by zero."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ...base.errors import ProblemsFound
from ...base.scalars import Record
from ...base.spatial.inertia import matrix, moved
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.elastic_bodies import material
from ...mechanics.formulations.rotors import along_joints
from ...mechanics.topology import Tree
from ...model.declare.model import Model

# A direction counts as without inertia where its articulated inertia is this much smaller than that of all it carries,
# taken rigid, in its own kind of unit: what cancels leaves about 1e-16 of it.
SMALLEST = 1e-14


def check_inertia(model: Model, tree: Tree, held: Collection[int], advice: str) -> None:
    """Raises ProblemsFound naming each joint direction beyond which there is no inertia.

    Looks at the articulated inertia (Schiehlen eq. 34) at a position without symmetry. `advice` ends the sentence for bodies whose motion constraints
    may determine, which are `held`. Without advice the formulation can do with a singular mass matrix there: then only directions are named that are
    not held, and in which nothing has inertia even if all else is rigid.
    """
    derived = derive(tree, {e: Record(e.values) for e in model.elements.values()}, [])
    rng = np.random.default_rng(0)
    articulated = [matrix(b) if b is not None else np.zeros((6, 6)) for b in [None, *derived.inertias]]
    for k, constants in zip(tree.flexible, derived.elastic):
        e, e_dot = np.zeros((2, tree.bodies[k - 1].nv))
        at_rest = material(constants, e, e_dot, np.zeros(6))  # in mean axes, nothing couples there
        articulated[k] = at_rest.rigid
    rigid = [IA.copy() for IA in articulated]
    arms = [r for (_, r), lower in zip(derived.joints, tree.lower) if lower]  # where a mechanism stands in the world says nothing of its size
    rotors, length = along_joints(tree, derived), _length(articulated, arms)
    problems: list[str] = []
    for k in reversed(range(1, len(tree.bodies) + 1)):
        body, joint, IA, j = tree.bodies[k - 1], derived.joints[k - 1], articulated[k], tree.lower[k - 1]
        if k in tree.flexible or tree.movers[k - 1] != k:  # modes have mass of their own
            for inertias in (articulated, rigid):
                inertias[j] += moved(body.kind.motion(np.zeros(tree.bodies[tree.movers[k - 1] - 1].nq)), inertias[k])
            continue
        q = rng.uniform(-1.0, 1.0, body.joint.nq) * [length if unit == "m" else 1.0 for unit in body.joint.coordinate_units]
        S: np.ndarray = np.asarray(body.kind.subspace(q), dtype=float)
        D = S.T @ IA @ S + (rotors[k] or 0.0)
        scale = _scale(rigid[k], S)
        empty, inverse = _without_inertia(D / np.outer(scale, scale))
        if held and not advice:
            empty = [] if k in held else _without_inertia((S.T @ rigid[k] @ S + (rotors[k] or 0.0)) / np.outer(scale, scale))[0]
        for i in empty:
            parts = ", ".join(p.path for p, at in tree.place.items() if at == k)
            problems.append(
                f"{body.name}.{body.joint.speed_names[i]} has no inertia: nothing that moves with {parts} has mass or inertia "
                "in this direction; give a body there mass and moments of inertia, or lock the direction" + (advice if k in held else "")
            )
        R, r = body.kind.motion(q)
        placement = joint[0] @ R, joint[1] + joint[0] @ r
        gain = S @ (inverse / np.outer(scale, scale)) @ S.T
        articulated[j] += moved(placement, IA - IA @ gain @ IA)
        rigid[j] += moved(placement, rigid[k])
    if problems:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)


def _length(inertias: Sequence[np.ndarray], arms: Sequence[np.ndarray]) -> float:
    """How large the mechanism is [m]: far from its joints what a body has for itself would be lost in roundoff."""
    mass = max(np.abs(IA[3:, 3:]).max() for IA in inertias)
    gyration = max(np.abs(IA[:3, :3]).max() for IA in inertias) / mass if mass > 0.0 else 0.0
    return float(max([np.sqrt(gyration), *(np.linalg.norm(np.asarray(r, dtype=float)) for r in arms)]))


def _scale(rigid: np.ndarray, S: np.ndarray) -> np.ndarray:
    """The square root of the largest inertia (nv,) that each direction could have, turning and sliding apart."""
    largest = np.repeat([np.abs(rigid[:3, :3]).max(), np.abs(rigid[3:, 3:]).max()], 3)
    scale = np.sqrt(largest @ S**2)
    return np.where(scale > 0.0, scale, 1.0)


def _without_inertia(D: np.ndarray) -> tuple[list[int], np.ndarray]:
    """The directions nearest to those in which the scaled D (nv, nv) is nothing, and the inverse of D in the others."""
    values, vectors = np.linalg.eigh(D)
    something = values > SMALLEST
    empty = [int(np.argmax(np.abs(vector))) for vector in vectors.T[~something]]
    kept = vectors[:, something]
    return empty, kept / values[something] @ kept.T
