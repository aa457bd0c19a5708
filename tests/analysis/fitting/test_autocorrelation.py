"""Noise that is correlated in time: found in residuals, counted in errors, told in words."""

from functools import cache

import numpy as np
import pytest
from scipy.linalg import toeplitz
from scipy.signal import lfilter
from scipy.stats import binom, t

from mbfmu import BlockModel, Fit, fit
from mbfmu.analysis.fitting.autocorrelation import Autocorrelation, autocorrelation
from mbfmu.analysis.fitting.uncertainty import explained
from mbfmu.analysis.instant.exposed_variables import with_parameters
from mbfmu.problem.data.problem import Problem
from tests.analysis.fitting.oscillators import TIMES, TRUTH, measured, tunable_oscillator
from tests.analysis.fitting.test_fit import FREE, Line
from tests.tolerances import INTEGRATION, ROUNDOFF, SAMPLED_CORRELATION

LONG = 100_000
ROWS = 200
U = np.linspace(-1.0, 1.0, ROWS)  # slow: noise that lasts looks like it


def first_order(count: int, rows: float, random: np.random.Generator) -> np.ndarray:
    """Noise of variance 1 whose correlation falls by e in so many rows (AR(1))."""
    a = np.exp(-1.0 / rows) if rows else 0.0
    kicks = random.normal(0.0, np.sqrt(1.0 - a**2), count)
    kicks[0] = random.normal()
    return lfilter([1.0], [1.0, -a], kicks)


@cache
def line() -> Problem:
    return with_parameters(BlockModel("Line", Line()), ["slope", "offset"])


def fitted_line(noise: np.ndarray) -> Fit:
    return fit(line(), {"time": np.arange(float(ROWS)), "u": U, "y": 2.0 * U - 0.7 + 0.1 * noise}, ["slope", "offset"])


def nothing(count: int) -> np.ndarray:
    """No parameter explains anything."""
    return np.zeros((count, 0))


@pytest.mark.parametrize("rows", [2.0, 20.0])
def test_the_correlation_of_filtered_noise(rows: float):
    """exp(-k / rows), and the effective number of samples n (1 - a) / (1 + a) of AR(1)."""
    found = autocorrelation(first_order(LONG, rows, np.random.default_rng(1)), [np.arange(LONG)], nothing(LONG))
    a, lags = np.exp(-1.0 / rows), np.arange(int(3 * rows))
    assert found.lags[0][lags] == pytest.approx(a**lags, abs=SAMPLED_CORRELATION)
    assert found.effective == pytest.approx(LONG * (1 - a) / (1 + a), rel=SAMPLED_CORRELATION)


def test_the_correlation_of_noise_that_swings():
    """AR(2), by Yule and Walker: rho_1 = a / (1 - b), rho_2 = a rho_1 + b."""
    a, b = 1.6, -0.8
    noise = lfilter([1.0], [1.0, -a, -b], np.random.default_rng(2).normal(size=LONG))
    found = autocorrelation(noise, [np.arange(LONG)], nothing(LONG)).lags[0]
    first = a / (1 - b)
    assert found[1:3] == pytest.approx([first, a * first + b], abs=SAMPLED_CORRELATION)


def test_degrees_of_freedom_are_those_of_dense_matrices():
    """Two series, one of them independent: E[r' r] = tr(M R), and Satterthwaite's tr(M R)^2 / tr(M R M R)."""
    random = np.random.default_rng(3)
    slopes, series = random.normal(size=(50, 3)), [np.arange(0, 50, 2), np.arange(1, 50, 2)]
    noise = Autocorrelation(50, series, [0.8 ** np.arange(25), np.ones(1)])
    R = np.eye(50)
    R[np.ix_(series[0], series[0])] = toeplitz(0.8 ** np.arange(25))
    told = explained(slopes, np.ones(3, bool))
    pseudo = np.linalg.pinv(slopes)
    MR = (np.eye(50) - slopes @ pseudo) @ R
    assert told.freedom(noise) == pytest.approx((np.trace(MR), np.trace(MR) ** 2 / np.trace(MR @ MR)), rel=ROUNDOFF)
    assert told.covariance(noise) == pytest.approx(pseudo @ R @ pseudo.T, rel=ROUNDOFF, abs=ROUNDOFF)


def test_independent_noise_seldom_passes_for_correlated():
    random, runs = np.random.default_rng(4), 400
    found = [autocorrelation(random.normal(size=100), [np.arange(100)], nothing(100)).correlated for _ in range(runs)]
    assert sum(map(bool, found)) <= binom.ppf(0.999, runs, 0.05)


def test_few_numbers_and_none_at_all_do_not_tell():
    assert not autocorrelation(np.linspace(-1, 1, 10), [np.arange(10)], nothing(10)).correlated
    assert not autocorrelation(np.zeros(100), [np.arange(100)], nothing(100)).correlated


LINE = np.column_stack([U, np.ones(ROWS)])
OSCILLATION = np.exp(-np.linspace(0, 2, ROWS))[:, np.newaxis] * np.column_stack(
    [np.sin(8.0 * (U + 1)), U * np.cos(8.0 * (U + 1)), np.cos(8.0 * (U + 1))]
)


@pytest.mark.parametrize(
    ("rows", "least"), [(0.0, 0.93), pytest.param(1.0, 0.92, marks=pytest.mark.slow), (5.0, 0.91), pytest.param(15.0, 0.87, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("slopes", [LINE, OSCILLATION], ids=["line", "oscillation"])
@pytest.mark.parametrize("runs", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_intervals_of_linear_regression_hold_the_truth(slopes: np.ndarray, rows: float, least: float, runs: int):
    """With nearly 95 % where the noise is known well, and less where the rows are as few as 13 times those it lasts; without counting the correlation
    intervals of the line hold it with 80 %, 45 % and 25 % under noise of 1, 5 and 15 rows."""
    random, told = np.random.default_rng(5), explained(slopes, np.ones(slopes.shape[1], bool))
    holding = np.zeros(slopes.shape[1])
    for _ in range(runs):
        noise = first_order(ROWS, rows, random)
        part = told.columns.T @ noise
        residuals = told.columns @ part - noise
        correlation = autocorrelation(residuals, [np.arange(ROWS)], told.columns)
        expected, freedom = told.freedom(correlation)
        errors = np.sqrt(told.covariance(correlation).diagonal() * (residuals @ residuals) / expected)
        holding += np.abs(part @ told.moves) <= t.ppf(0.975, freedom) * errors
    assert (holding >= binom.ppf(1e-3, runs, least)).all()


@pytest.mark.slow
def test_intervals_of_fits_hold_the_truth_under_noise_that_lasts():
    random = np.random.default_rng(5)
    found = [fitted_line(first_order(ROWS, 5.0, random)).parameters for _ in range(100)]
    for name, true in (("slope", 2.0), ("offset", -0.7)):
        assert sum(one[name].low <= true <= one[name].high for one in found) >= binom.ppf(1e-3, 100, 0.91)


def test_correlated_noise_is_told_with_what_it_does_to_errors():
    found = fitted_line(first_order(ROWS, 10.0, np.random.default_rng(6)))
    (sentence,) = found.findings
    assert sentence.startswith("residuals are correlated in time: y (lag 1: 0.9") and " of 200, and standard errors are " in sentence
    assert "times those of independent noise; possible causes are filtered noise and effects that the model lacks" in sentence
    assert not fitted_line(np.random.default_rng(6).normal(size=ROWS)).findings


@pytest.mark.parametrize("known", [False, True])
def test_anticorrelated_residuals_make_no_error_smaller(known: bool):
    """Noise that alternates: dense least squares give the errors of independent noise."""
    noise = np.random.default_rng(9).normal(size=ROWS + 1)
    noise = (noise[1:] - 0.6 * noise[:-1]) / np.sqrt(1.36)
    data = {"time": np.arange(float(ROWS)), "u": U, "y": 2.0 * U - 0.7 + 0.1 * noise}
    found = fit(line(), data, ["slope", "offset"], noise={"y": 0.1} if known else None)
    numbers, (left,), *_ = np.linalg.lstsq(LINE, data["y"])
    size = 0.1 if known else np.sqrt(left / (ROWS - 2))
    independent = size * np.sqrt(np.linalg.inv(LINE.T @ LINE).diagonal())
    assert [found.values["slope"], found.values["offset"]] == pytest.approx(numbers, rel=INTEGRATION)
    assert [found.parameters[name].error for name in ("slope", "offset")] == pytest.approx(independent, rel=INTEGRATION)
    (sentence,) = found.findings
    assert "y (lag 1: -0." in sentence and "standard errors stay those of independent noise" in sentence


def test_experiments_and_outputs_have_their_own_noise():
    """The position's noise lasts, that of the speed does not; each experiment is a series of its own."""
    data, random = measured(), np.random.default_rng(7)
    for name, rows in (("s", 10.0), ("v", 0.0)):
        data[name] = data[name] + 0.001 * first_order(len(TIMES), rows, random)
    (sentence,) = fit(tunable_oscillator(), [data, data], list(TRUTH), FREE).findings
    assert "in time: s (lag 1: 0.9" in sentence and "v (" not in sentence and f" of {2 * len(TIMES)}, and" in sentence


def test_a_fit_shows_what_is_left_beside_the_signal():
    """The signal of y = 2 u - 0.7 about its mean is 2 / sqrt(3) m, and a little more over so few rows."""
    noise = np.random.default_rng(8).normal(size=ROWS)
    found = fitted_line(noise)
    y = 2.0 * U - 0.7 + 0.1 * noise
    assert found.signal["y"] == pytest.approx(np.std(y), rel=ROUNDOFF)
    assert found.left["y"] == pytest.approx(np.sqrt(np.mean(found.residuals[0]["y"] ** 2)), rel=ROUNDOFF)
    assert f"y: residual RMS {found.left['y']:.3g} m, signal RMS {np.std(y):.3g} m" in str(found)
    assert found.numbers()["misfit"] == {"y": {"residuals": found.left["y"], "signal": found.signal["y"], "unit": "m"}}


@pytest.mark.parametrize("y", [np.sin(6.0 * U), U**2])
def test_a_model_that_does_not_follow_is_told(y: np.ndarray):
    """A line through what is none."""
    found = fit(line(), {"time": np.arange(float(ROWS)), "u": U, "y": y}, ["slope", "offset"])
    assert found.findings[0].startswith("the model does not follow y: ") and found.findings[0] in str(found)


def test_noise_as_large_as_the_signal_is_no_model_that_does_not_follow():
    for seed in (8, 9):  # that of 9 passes for correlated, as one in forty does
        y = np.random.default_rng(seed).normal(size=ROWS)
        findings = fit(line(), {"time": np.arange(float(ROWS)), "u": U, "y": y}, ["slope", "offset"]).findings
        assert not any("does not follow" in finding for finding in findings)
