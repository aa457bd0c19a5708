"""Random mechanisms in and near singular positions: the rows that count as independent, against dense singular values.

The bounds above which the engine factors without pivots were chosen by reasoning; this is where they are tried.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.linalg import qr

from mbfmu import Model, Revolute, Spherical, Universal
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.constraint_manifold import ConstraintManifold
from mbfmu.problem.mechanism.mechanics import compile_model

from ..problem.linkages import four_bar
from ..random_loops import random_mechanism

pytestmark = pytest.mark.slow

DEPENDENT = 1e-4  # what a row of length one has left beside others that it depends on
DEGRADED = 100.0  # how much better other rows must be for them to be taken instead, as the engine has it
UNSURE = 10.0  # times a bound and below a tenth of it: decisions by singular values and by pivots may differ
WEAK = 1e-3  # a row with less beside the others is left to the stabilization
SURE = 1e-2  # above it none is looked for


class Position:
    """A mechanism where it is: its rows in the mass metric, each divided by its usual length (m, n), and which count as independent."""

    def __init__(self, instance: Instance, manifold: ConstraintManifold, usual: np.ndarray):
        instance.constraints()
        A = dense(instance.buffers["A_nonzeros"], manifold.A_pattern, manifold.nv)
        M = dense(instance.buffers["M_nonzeros"], manifold.M_pattern, manifold.nv)
        M = M + np.tril(M, -1).T
        values, vectors = np.linalg.eigh(M)
        self.rows = A @ vectors / np.sqrt(values) / usual[:, None]
        self.independent = np.flatnonzero(instance.buffers["independent"] > 0)

    def weakest(self, rows: np.ndarray) -> float:
        """What the last of some rows has left in pivoted QR."""
        return float(abs(np.diag(qr(self.rows[rows].T, mode="r", pivoting=True)[0]))[len(rows) - 1])

    @property
    def best(self) -> float:
        """The same of the best choice of as many of all rows."""
        return float(abs(np.diag(qr(self.rows.T, mode="r", pivoting=True)[0]))[len(self.independent) - 1])


def dense(nonzeros: np.ndarray, pattern: tuple[tuple[int, ...], ...], columns: int) -> np.ndarray:
    matrix = np.zeros((len(pattern), columns))
    places = [(row, column) for row, found in enumerate(pattern) for column in found]
    matrix[tuple(np.array(places).T)] = nonzeros
    return matrix


def usual_lengths(instance: Instance, manifold: ConstraintManifold) -> np.ndarray:
    """Of rows in the mass metric, at least so long here: 1 of rows that say nothing."""
    lengths = np.linalg.norm(Position(instance, manifold, np.ones(len(manifold.rows))).rows, axis=1)
    return np.where(lengths > 1e-8 * lengths.max(), lengths, 1.0)


def started(model: Model) -> tuple[Instance, ConstraintManifold]:
    instance = Instance(compile_model(model))
    instance.initialize(0.0)
    return instance, instance.problem.manifolds[0]


def four_bars(rng: np.random.Generator) -> Iterator[Model]:
    """Parallelograms and kites, which have flat positions: one clear of them and then ever nearer to one, on either side."""
    a, b = rng.uniform(0.3, 2.0, 2)
    lengths = (a, b, a, b) if rng.random() < 0.5 else (a, a, b, b)
    masses = rng.uniform(0.1, 10.0)
    for phi in (-1.0, *(sign * 10.0**power for power in range(-1, -7, -1) for sign in (-1, 1))):
        model = four_bar(*lengths, phi=phi, w=1.0, g=0.0)
        model.coupler.m = model.coupler.m.value * masses
        yield model


@pytest.mark.parametrize("seed", range(12))
def test_the_permanent_rank_near_flat_positions(seed: int):
    """It is that of a position far away, by singular values."""
    models = four_bars(np.random.default_rng(seed))
    instance, manifold = started(next(models))
    position = Position(instance, manifold, usual_lengths(instance, manifold))
    singular = np.linalg.svd(position.rows, compute_uv=False)
    rank = np.count_nonzero(singular > DEPENDENT)
    assert rank == len(position.independent) == np.count_nonzero(singular > DEPENDENT / UNSURE**3)
    for model in models:
        near, _ = started(model)
        assert np.count_nonzero(near.buffers["independent"]) == rank


@pytest.mark.parametrize("seed", range(20))
def test_the_permanent_rank_with_doubled_joints(seed: int):
    """Loops in space, one of which is closed twice."""
    rng = np.random.default_rng(seed)
    kinds = [Revolute, Universal, Spherical, Revolute, Universal, Revolute, Spherical]
    mechanism = random_mechanism(rng, kinds, [Revolute, Spherical][: 1 + seed % 2])
    model, loop = mechanism.model, mechanism.model.loop1
    model.again = Revolute(loop.frame_a, loop.frame_b, n=loop.values["n"])
    instance, manifold = started(model)
    position = Position(instance, manifold, usual_lengths(instance, manifold))
    singular = np.linalg.svd(position.rows, compute_uv=False)
    assert len(position.independent) == np.count_nonzero(singular > DEPENDENT) == np.count_nonzero(singular > 1e-10)
    assert UNSURE * position.weakest(position.independent) > position.best


@pytest.mark.parametrize("seed", range(6))
def test_the_choice_on_the_way_through_flat_positions(seed: int):
    """After every accepted step: none that is much better is passed over, and where rows in a band have much left, pivoted ones have too."""
    for model in list(four_bars(np.random.default_rng(seed)))[1::4]:
        instance, manifold = started(model)
        usual = usual_lengths(started(next(four_bars(np.random.default_rng(seed))))[0], manifold)
        passed: list[float] = []
        sure: list[float] = []

        def look(t, instance=instance, manifold=manifold, usual=usual, passed=passed, sure=sure):
            position = Position(instance, manifold, usual)
            present, best = position.weakest(position.independent), position.best
            assert not (best > UNSURE * DEPENDENT and best > UNSURE * DEGRADED * present)
            kept = position.rows[position.independent]
            pivots = np.linalg.eigvalsh(kept @ kept.T)
            if pivots[0] > 0 and np.diag(np.linalg.cholesky(kept @ kept.T)).min() > SURE:
                assert present > WEAK
                sure.append(present)
            passed.append(present)

        instance.passing = look
        for t in np.linspace(0.0, 3.0, 200)[1:]:
            instance.advance(t, 1e-6)
        assert sure and min(passed) < 0.1 * max(passed)
