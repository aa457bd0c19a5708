"""Elements that hang on a model but were never assigned to it: nothing vanishes silently."""

import re
from pathlib import Path

import pytest

from mbfmu import (
    Body,
    FixedTranslation,
    JointReaction,
    MbfmuError,
    Model,
    Prismatic,
    Revolute,
    SphereSurface,
    SpringDamperParallel,
    TranslationSpringDamper,
    World,
    compile_problem,
)


@pytest.fixture
def mass() -> Model:
    model = Model("Mass")
    model.world, model.block = World(), Body(m=1.0)
    model.g = Prismatic(model.world.frame_b, model.block.frame_a, n=[0, 0, 1])
    return model


def line_of(text: str) -> int:
    """The line of this file that has `text`."""
    return 1 + next(i for i, line in enumerate(Path(__file__).read_text().splitlines()) if text in line)


def test_a_load_on_a_joint_that_is_not_assigned_is_refused_with_its_place(mass):
    spring = TranslationSpringDamper(mass.g, c=1e3)  # not assigned
    place = re.escape(f"line {line_of('# not assigned')} of {__file__}")
    wanted = rf"a TranslationSpringDamper, made in {place}, is attached to g, but is not in the model: assign it to a name, such as model\."
    with pytest.raises(MbfmuError, match=wanted):
        compile_problem(mass)
    mass.spring = spring
    compile_problem(mass)


def test_one_that_nobody_holds_is_found_too(mass):
    SpringDamperParallel(mass.world.at([0, 0, 1]), mass.block.at([0, 0, 0.1]), c=10.0)
    with pytest.raises(MbfmuError, match="a SpringDamperParallel, made in .*, is attached to world"):
        compile_problem(mass)


def test_what_hangs_on_a_forgotten_element_is_named_with_it(mass):
    arm = Body(m=1.0, I=1.0)
    hinge = Revolute(mass.block.frame_a, arm.frame_a)
    JointReaction(hinge)
    with pytest.raises(MbfmuError, match="(?s)a Revolute, made in .* is attached to block.*a JointReaction, made in .* is attached to Revolute"):
        compile_problem(mass)


def test_a_placement_need_not_be_assigned(mass):
    """It acts through what is attached to its frames."""
    tip = FixedTranslation(mass.block.frame_a, r=[0, 0, 0.1])
    mass.spring = SpringDamperParallel(mass.world.at([0, 0, 1]), tip.frame_b, c=10.0)
    compile_problem(mass)


def test_an_element_of_another_model_does_not_act_here(mass):
    other = Model("Other")
    other.spring = TranslationSpringDamper(mass.g, c=1e3)
    with pytest.raises(MbfmuError, match=r"spring \(TranslationSpringDamper\), made in .*, is attached to g, but belongs to another model"):
        compile_problem(mass)


def test_an_element_that_was_refused_leaves_nothing_behind(mass):
    with pytest.raises(MbfmuError, match="has no parameter 'k'"):
        TranslationSpringDamper(mass.g, k=1e3)
    compile_problem(mass)


def test_an_element_that_could_not_be_named_is_complained_of_once(mass):
    mass.add("g", TranslationSpringDamper(mass.g, c=1e3))
    with pytest.raises(MbfmuError) as refused:
        compile_problem(mass)
    assert "the name 'g' is used twice" in str(refused.value) and "not in the model" not in str(refused.value)


def test_an_element_can_be_taken_out_again(mass):
    mass.spring = TranslationSpringDamper(mass.g, c=1e3)
    del mass.spring
    compile_problem(mass)
    mass.spring = TranslationSpringDamper(mass.g, c=2e3)
    compile_problem(mass)
    with pytest.raises(AttributeError, match="no element 'damper'"):
        del mass.damper


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler", "udwadia_phohomsiri"])
def test_a_model_can_be_compiled_again_and_again(mass, formulation):
    """Formulations in absolute coordinates put joints of their own between world and bodies."""
    mass.formulation = formulation
    mass.arm = Body(m=1.0, I=1.0)
    mass.hinge = Revolute(mass.block.frame_a, mass.arm.at([1, 0, 0]), n=[0, 1, 0])
    for _ in range(2):
        compile_problem(mass)


def test_an_element_of_another_model_is_told_where_it_is_asked_for() -> None:
    """Before the model is built: a script ends there."""
    ball, other = SphereSurface(radius=0.1), Model("Other")
    Model("First").shape = ball
    other.ball = ball
    with pytest.raises(AttributeError, match="no element 'ball'; .*'ball' is 'shape' of another model, .* make another SphereSurface"):
        other.ball
