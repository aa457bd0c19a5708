"""What the mass metric of a mechanism is computed of: the mass matrix written out, or the bodies of the tree, whichever costs less."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from ...mechanics.formulations import joint_coordinates
from ..data.constraint_manifold import MassTree, Pattern
from ..schedules.rotors import rotor_terms
from ..schedules.schedules import Equations, matrix
from .mass_tree import by_bodies, closed_by_bodies, mass_tree, masses_of_bodies
from .patterns import columns_of, factor_pattern, measured_pattern, nonzeros


@dataclass(frozen=True)
class MassMetric:
    """The numbers `M_nonzeros` of the metric, and the fields of a ConstraintManifold that say what they are and which columns rows have."""

    M_nonzeros: ca.MX | ca.SX
    mass_tree: MassTree
    M_pattern: Pattern
    A_pattern: Pattern
    A_start_pattern: Pattern


def mass_metric(equations: Equations, x: ca.MX, A_start: ca.MX, touching: bool) -> MassMetric:
    """The metric of a mechanism with states x, for rows of constraints and of starts. Where points are `touching`, it is written out: impacts
    differentiate the mass matrix."""
    motion, A, nv = equations.motion, equations.rows.A.sparsity(), equations.nv
    if not touching and by_bodies(motion.tree):
        return MassMetric(
            M_nonzeros=masses_of_bodies(motion),
            mass_tree=mass_tree(motion.tree),
            M_pattern=((),) * nv,
            A_pattern=closed_by_bodies(A, motion.tree),
            A_start_pattern=columns_of(A_start.sparsity()),
        )
    M = matrix(joint_coordinates.equations(motion, equations.loads)[0], equations.sizes) + rotor_terms(motion, x, nv)[0]
    masses = factor_pattern(M.sparsity())
    return MassMetric(
        M_nonzeros=nonzeros(M, masses),
        mass_tree=MassTree(),
        M_pattern=masses,
        A_pattern=measured_pattern(A, masses),
        A_start_pattern=measured_pattern(A_start.sparsity(), masses),
    )
