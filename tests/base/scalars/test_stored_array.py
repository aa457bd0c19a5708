"""Numbers that kernels look up are data: what a call of them costs CasADi does not follow their number."""

import numpy as np
import pytest

from mbfmu.base.scalars.stored_array import Stored, numbers_of


@pytest.mark.parametrize("n", [2, 3, 5000])
def test_functions_hold_their_numbers_to_the_last_bit(n: int):
    stored = Stored(np.random.default_rng(0).normal(size=n))
    assert (numbers_of(stored._entry) == stored.numbers).all()
    assert [float(stored._entry(i)) for i in (0, n // 2, n - 1)] == [stored.at(i) for i in (0, n // 2, n - 1)]


def test_calls_need_no_memory_for_the_numbers():
    few, many = (Stored(np.arange(float(n)))._entry.sz_w() for n in (10, 100_000))
    assert few == many
