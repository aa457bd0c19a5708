"""Systems of FMUs against their exact motion: random chains, masters, orders, divisors, tolerances and signals."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Sine
from mbfmu.cosim import RunStopped, System, simulate_system

from .systems import Chain, build_parts, columns, random_chain, system_of

METHODS, STOP = ("jacobi", "gauss_seidel", "newton"), 0.375  # s
RESOLVED = 0.15  # the communication step times the fastest rate
FLOOR = 1e-7  # relative: what FMUs at 1e-10 leave of a run, below which orders are not seen
RISING = 0.3  # of an order, by which steps of that length do not show it yet
MISSED = 30.0  # tolerances: by what errors of steps add up, in a motion that forgets nothing


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    return build_parts(tmp_path_factory.mktemp("parts"))


def error(chain: Chain, system: System) -> float:
    """The largest of a position or speed, relative to its size."""
    result = simulate_system(system, show_progress=False)
    off = np.abs(np.transpose([result[name] for name in columns(chain)]) - chain.motion(result["time"]))
    return float((off / np.abs(chain.motion(np.linspace(0.0, system.stop_time, 100))).max(axis=0)).max())


def chain_and_system(seed: int, parts: Mapping[str, Path]) -> tuple[Chain, System, np.random.Generator]:
    """A chain, and the system of it with a method and an order, in steps that resolve it and meet where signals bend."""
    rng = np.random.default_rng(seed)
    chain = random_chain(rng)
    step = 2.0 ** -np.ceil(np.log2(chain.fastest / RESOLVED))
    method, order = str(rng.choice(METHODS)), int(rng.integers(3))
    return chain, replace(system_of(chain, parts), stop_time=STOP, step_size=step, method=method, input_order=order), rng


def divided(system: System, rng: np.random.Generator) -> System:
    """The same with components that divide steps."""
    return replace(system, divisors={name: int(rng.integers(2, 6)) for name in system.components if rng.uniform() < 0.5})


def order_of(chain: Chain, system: System) -> float:
    """That with which errors fall, a third one at most; behind a jump polynomials do not continue what was before it, which costs the third."""
    smooth = all(isinstance(force, Sine) for force in chain.forces.values())
    return min(system.degree + 1, 3 if smooth else 2)


def converges(chain: Chain, system: System) -> bool:
    coarse, fine = (error(chain, replace(system, step_size=step)) for step in (system.step_size, system.step_size / 2))
    return fine < FLOOR or np.log2(coarse / fine) > order_of(chain, system) - RISING


def meets(chain: Chain, system: System, tolerance: float) -> bool:
    loose, tight = (error(chain, replace(system, tolerance=t)) for t in (tolerance, tolerance / 10))
    return loose < MISSED * tolerance and (tight < FLOOR or tight < MISSED * tolerance / 10)


SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 67))]


@pytest.mark.parametrize("seed", SEEDS)
def test_errors_fall_with_the_step_as_the_order_says(parts: Mapping[str, Path], seed: int):
    chain, system, _ = chain_and_system(seed, parts)
    assert converges(chain, system)


@pytest.mark.parametrize("seed", SEEDS)
def test_components_that_divide_steps_keep_the_order(parts: Mapping[str, Path], seed: int):
    chain, system, rng = chain_and_system(1000 + seed, parts)
    assert converges(chain, divided(system, rng))


@pytest.mark.parametrize("seed", SEEDS)
def test_errors_follow_the_tolerance(parts: Mapping[str, Path], seed: int):
    """Held inputs would take thousands of parts."""
    chain, system, rng = chain_and_system(2000 + seed, parts)
    assert meets(chain, replace(system, input_order=max(system.degree, 1), step_size=STOP / 6), float(10 ** rng.uniform(-4, -2.5)))


def test_newton_is_stable_by_default_where_held_inputs_are_not(parts: Mapping[str, Path]):
    """Two masses of 1 kg on 10 N/m, in steps of half a period and more."""
    chain = Chain("straight", (1.0, 1.0), (10.0, 10.0), (0.3, 0.3), (0.1, 0.0), (0.0, 0.0), {1: False}, None, {})
    system = replace(system_of(chain, parts), stop_time=60.0, step_size=0.5, method="newton")
    rows = simulate_system(system, show_progress=False)
    assert np.abs(rows["part1.s0"][-20:]).max() < np.abs(rows["part1.s0"][:20]).max() < 0.2
    with pytest.raises(RunStopped, match="diverges"):
        simulate_system(replace(system, input_order=0), show_progress=False)


PAIR = Chain("straight", (1.0, 1.0), (10.0, 40.0), (0.3, 0.3), (0.1, 0.0), (0.0, 0.0), {1: False}, None, {})


@pytest.mark.parametrize("divisor", [4, 7])
@pytest.mark.parametrize("order", [0, 1, 2])
def test_newton_knows_the_past_of_components_that_divide_steps(parts: Mapping[str, Path], order: int, divisor: int):
    system = replace(system_of(PAIR, parts), stop_time=0.25, step_size=2.0**-7, method="newton", input_order=order, divisors={"part0": divisor})
    assert converges(PAIR, system)


@pytest.mark.parametrize("method", METHODS)
def test_a_part_that_was_refused_leaves_nothing_behind(parts: Mapping[str, Path], method: str):
    """Steps of 2 s are tried first, in which signals come out many times as large as they are."""
    system = replace(system_of(PAIR, parts), stop_time=4.0, step_size=2.0, method=method, input_order=1, tolerance=1e-2)
    assert meets(PAIR, system, 1e-2)
