"""Massless points: the balance of forces that determines where they are."""

from __future__ import annotations

import casadi as ca

from ...base.errors import MbfmuError, ProblemsFound
from ...base.scalars import Composed
from ...mechanics.formulations.loads import Loads
from ...mechanics.topology import Tree
from ...model.declare.model import Model
from ...model.elements.constraints import Constraint
from ..data.ref import Ref
from ..data.steps import NewtonSolve
from ..schedules.builder import Builder


def check_points(tree: Tree, model: Model) -> None:
    """Raises ProblemsFound for massless points on which no force acts, and for those that constraints act on."""
    held = {f.part for e in model.elements.values() for f in e.attached.values() if hasattr(f, "part")}
    loose = [p.path for p in tree.points if p not in held]
    problems = [f"{path} has no inertia in any direction and no force holds it: attach springs or use a Body" for path in loose]
    problems += [
        f"{constraint.path}: {frame.part.path} is a MasslessPoint, held by forces alone: constrain a Body, of a small mass if need be"
        for constraint in model.of_type(Constraint)
        for frame in constraint.looks_at()
        if frame.part in tree.points
    ]
    if problems:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)


def no_velocity(tree: Tree) -> str:
    """What to tell the user where something needs the velocity of a massless point: it does not follow from forces."""
    points = ", ".join(p.path for p in tree.points)
    return (
        f"{points}: something needs the velocity of a massless point (a damper on it, or an output that moves with it); "
        "give the point a small mass, or take the damper or output away"
    )


def point_solve(tree: Tree, loads: Loads, build: Builder) -> NewtonSolve:
    """The solve for the positions of all massless points: the forces on each (3) vanish."""
    columns = []
    for point, wrench in zip(tree.points, loads.points):
        force, turning = _halves(wrench)
        if turning:
            raise MbfmuError(f"{point.path}: something turns this massless point; only forces along lines may act on it")
        columns.append(force)
    residual = ca.vertcat(*columns)
    n = residual.numel()
    jacobian = ca.vec(ca.jacobian(residual, build.slots["z"]))
    evaluate = build.call("points", {"residual": residual, "jacobian": jacobian})
    names = [point.path for point in tree.points]
    what = f"the positions of {', '.join(names)}, guessed by {', '.join(f'{name}.r_start' for name in names)}"
    return NewtonSolve(
        evaluate=(evaluate,),
        residual=Ref("residual", 0, n),
        jacobian=Ref("jacobian", 0, n * n),
        unknown=Ref("z", 0, n),
        nominal=(1.0,) * n,
        what=what,
    )


def _halves(wrench: Composed) -> tuple[ca.MX, bool]:
    """The force on a point, and whether its torque is anything but exactly zero."""
    torque = wrench.known[:3]
    return wrench.dense()[3:6], not (torque == 0.0).all()
