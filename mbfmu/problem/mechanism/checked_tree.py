"""The tree of a model, checked against what a formulation can do with."""

from __future__ import annotations

from ...base.errors import MbfmuError, ProblemsFound
from ...mechanics.topology import Tree, build_tree
from ...mechanics.topology.lower_bodies import branch
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.constraints import Constraint
from ...model.elements.joints import Coordinates, Joint
from ..schedules.schedules import FORMULATIONS
from .inertia_check import check_inertia
from .line_check import check_lines
from .points import check_points


def checked_tree(model: Model, formulation: str) -> Tree:
    """The tree of a model that a formulation can do with; ProblemsFound or MbfmuError with what is wrong with it."""
    tree = build_tree(model)
    _check_closing(tree, formulation)
    _check_mass_matrix(model, tree, formulation)
    check_points(tree, model)
    check_lines(model, tree)
    return tree


def _check_closing(tree: Tree, formulation: str) -> None:
    """Refuse joints of the user's own that are stated as constraints and do not say which."""
    closing = [(cut.joint, "closes a loop") for cut in tree.cuts]
    if FORMULATIONS[formulation].free is not None:
        closing += [(body.joint, f"is a constraint in {formulation}") for body in tree.bodies if isinstance(body.joint, Joint)]
    problems = [
        f"{joint.path} ({type(joint).__name__}): supplies no {method}, but {why}"
        for joint, why in closing
        for method in ("closure(R, r)", "coordinates_from_pose(R, r, near)")
        if joint.nv < 6 and not hasattr(joint, method.split("(")[0])
    ]
    if problems:
        raise ProblemsFound("the model cannot be built:", problems)


def _check_mass_matrix(model: Model, tree: Tree, formulation: str) -> None:
    """Refuse what makes the mass matrix singular where the formulation cannot do with it; under constraints some can."""
    fitting = ", ".join(name for name, other in FORMULATIONS.items() if other.redundant)
    advice = "" if FORMULATIONS[formulation].redundant else f", or choose one of the formulations {fitting}"
    if advice and (coordinates := model.of_type(Coordinates)):
        names = ", ".join(joint.path for joint in coordinates)
        raise MbfmuError(f"{names}: {formulation} does not support redundant coordinates; choose one of the formulations {fitting}")
    check_inertia(model, tree, _held(model, tree), advice)


def _held(model: Model, tree: Tree) -> set[int]:
    """The bodies whose motion against those below them constraints may determine, those of redundant coordinates among them."""
    held = {k for cut in tree.cuts for k in tree.loop(cut)}
    for target in (*model.of_type(Coordinates), *(target for constraint in model.of_type(Constraint) for target in constraint.moved)):
        if isinstance(target, Frame):
            held.update(branch(tree.lower, tree.place.get(target.part, 0)))
        elif tree.cut_of(target) is None:
            held.add(tree.number(target))
    return held


def constrained(model: Model, tree: Tree) -> bool:
    """Whether a mechanism has more than the joints of its tree: it is assembled then."""
    return bool(tree.cuts or model.of_type(Constraint) or model.of_type(Coordinates))
