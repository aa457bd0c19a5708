"""Random models pass the net; and what the net itself must do: rewritings are no identities, perturbations are small, what fails shrinks."""

from __future__ import annotations

import pytest

from .comparisons import COMPARISONS
from .verdict import case_of, chosen, failures

QUICK = 30
ALL = 1000


@pytest.mark.parametrize("seed", range(QUICK))
def test_a_random_model_moves_alike_however_it_is_described_and_computed(seed: int):
    assert list(map(str, failures(case_of(seed), chosen(seed)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(QUICK, ALL))
def test_many_random_models_move_alike_however_they_are_described_and_computed(seed: int):
    assert list(map(str, failures(case_of(seed), chosen(seed)))) == []


def test_a_thousand_seeds_meet_every_comparison_many_times():
    met = [name for seed in range(ALL) for name in chosen(seed)]
    assert min(met.count(name) for name in COMPARISONS) >= 40
