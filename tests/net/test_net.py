"""Random models pass the net; and what the net itself must do: rewritings are no identities, perturbations are small, what fails shrinks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.parts import World

from .case import Case, perturbed
from .comparisons import COMPARISONS
from .description import Description, described
from .drawing import draw
from .runs import run
from .shrink import shrunk
from .verdict import case_of, chosen, failures
from .writing import written

QUICK = 3
ALL = 1000
MANY = 30


@pytest.mark.parametrize("seed", range(QUICK))
def test_a_random_model_moves_alike_however_it_is_described_and_computed(seed: int):
    assert list(map(str, failures(case_of(seed), chosen(seed)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(QUICK, ALL))
def test_many_random_models_move_alike_however_they_are_described_and_computed(seed: int):
    assert list(map(str, failures(case_of(seed), chosen(seed)))) == []


def test_a_thousand_seeds_meet_every_comparison_many_times():
    met = [name for seed in range(ALL) for name in chosen(seed)]
    assert min(met.count(name) for name in COMPARISONS) >= MANY


def test_a_model_that_is_another_is_told_from_one_that_is_perturbed():
    found = draw(1)
    (world,) = found.of(World)
    heavier = found.with_items({"world": world.given(g=world.values["g"] * (1 + 1e-6))})
    case = Case(found)
    assert not case.allows(case.apart(run(heavier)))
    assert case.allows(case.apart(run(perturbed(found, np.random.default_rng(3)))))


def test_what_fails_shrinks_to_what_makes_it_fail():
    found = draw(1)
    joint = found.of(Joint)[-1].name

    def fails(left: Description) -> bool:
        return any(item.name == joint for item in left.items)

    smallest = shrunk(found, fails)
    assert {item.name for item in smallest.items} >= {joint, "world"}
    assert len(smallest.items) < len(found.items) / 2
    smallest.model()


def test_a_description_is_written_as_the_python_that_declares_it():
    found = replace(draw(2), controllers={})
    names: dict = {}
    exec(f"from mbfmu import *\nfrom mbfmu.model.elements.sensors import *\n{written(found)}", names)
    again = described(names["model"], found.stop_time)
    again = again.with_items({item.name: replace(again[item.name], inputs=item.inputs) for item in found.items})
    case = Case(found)
    assert case.allows(case.apart(run(replace(again, scale=found.scale))))
