"""Models without contacts pay nothing for them: no step, mode or function of theirs is in their problems and their C."""

from __future__ import annotations

from mbfmu import Model, compile_problem
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.data.steps import FeedbackSolve, Gather, KeepLargest, ShareLoads, with_inner
from mbfmu.problem.load import load_declared
from tests.library import FMUS


def steps_of_contacts(problem: Problem) -> list[type]:
    """Kinds of steps that contacts, friction that reads forces, and soils alone have."""
    schedules = (problem.derivative, problem.output, *(manifold.evaluate for manifold in problem.manifolds))
    return [type(step) for each in schedules for step in with_inner(each) if isinstance(step, FeedbackSolve | ShareLoads | Gather | KeepLargest)]


def written(model: Model) -> bytes:
    return generate_functions(compile_problem(model)).source


def four_bar() -> Model:
    return load_declared(FMUS / "four_bar" / "model.py")


def test_nothing_of_contacts_is_in_a_model_without_them() -> None:
    problem = compile_problem(four_bar())
    assert steps_of_contacts(problem) == []
    assert not any(manifold.contacts for manifold in problem.manifolds) and not problem.mode_names


def test_a_surface_that_touches_nothing_changes_no_byte() -> None:
    model, alone = four_bar(), written(four_bar())
    model.round, model.floor = SphereSurface(radius=0.1), PlaneSurface()
    assert written(model) == alone
    model.contact = Contact(model.coupler.frame_a, model.world.frame_b, model.round, model.floor, friction="coulomb", mu=0.3)
    assert steps_of_contacts(compile_problem(model)) == [FeedbackSolve]
