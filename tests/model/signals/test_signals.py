"""Signals against closed forms, NumPy, SciPy and published random numbers."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.signal import chirp

from mbfmu import Chirp, Held, MbfmuError, Noise, Pulse, Ramp, Sine, Step, Table
from mbfmu.model.signals.expression import read_signal
from mbfmu.model.signals.noise import splitmix64
from mbfmu.model.signals.stops import Stop, stops

from ...tolerances import ROUNDOFF

EVERY = [
    Step(at=1, height=100),
    Ramp(at=1.0, duration=2.0, height=-3.0),
    Sine(amplitude=2.0, frequency=0.5, phase=0.1),
    Chirp(amplitude=2.0, first=0.1, last=5.0, duration=3.0, at=0.5),
    Pulse(height=4.0, period=0.3, width=0.1, at=0.2),
    Noise(amplitude=2.0, interval=0.1, seed=7),
    Noise(amplitude=2.0, interval=0.1, seed=7, linear=True),
    Table([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 5.0, 5.0]),
    Held([0.0, 1.0], [3.0, 4.0]),
    20 + Step(at=1.0, height=np.float64(2.0)) + Sine(1.0, 2.0) + 1,
]


def names(signal) -> str:
    return repr(signal)[:30]


def test_a_step_has_its_new_value_at_its_time():
    step = Step(at=1.0, height=100.0)
    assert [step(0.0), step(np.nextafter(1.0, 0.0)), step(1.0), step(2.0)] == [0.0, 0.0, 100.0, 100.0]
    assert [*step.breaks(0.0, 1.0)] == [1.0] and [*step.breaks(1.0, 2.0)] == []


def test_a_ramp_a_table_and_numpy_agree():
    t = np.linspace(-1.0, 5.0, 61)
    ramp, table = Ramp(at=1.0, duration=2.0, height=3.0), Table([1.0, 3.0], [0.0, 3.0])
    expected = np.interp(t, [1.0, 3.0], [0.0, 3.0])
    np.testing.assert_allclose([ramp(each) for each in t], expected, atol=ROUNDOFF)
    np.testing.assert_allclose([table(each) for each in t], expected, atol=ROUNDOFF)
    assert [*ramp.breaks(0.0, 5.0)] == [*table.breaks(0.0, 5.0)] == [1.0, 3.0]


def test_a_chirp_is_that_of_scipy():
    t = np.linspace(0.0, 2.9, 50)
    ours = Chirp(amplitude=2.0, first=0.5, last=8.0, duration=3.0, at=1.0)
    np.testing.assert_allclose([ours(1.0 + each) for each in t], 2.0 * chirp(t, 0.5, 3.0, 8.0, phi=-90), atol=100 * ROUNDOFF)
    assert ours(0.9) == ours(4.0) == 0.0


def test_pulses_begin_and_end_where_their_breaks_are():
    pulse = Pulse(height=4.0, period=0.1, width=0.03, at=0.2)
    breaks = [*pulse.breaks(0.0, 1.0)]
    np.testing.assert_allclose(breaks, np.add.outer(np.arange(2, 10) / 10, [0.0, 0.03]).ravel().tolist() + [1.0], atol=ROUNDOFF)
    assert [pulse(t) for t in breaks] == [4.0, 0.0] * 8 + [4.0]
    assert [pulse(np.nextafter(t, 0.0)) for t in breaks] == [0.0, 4.0] * 8 + [0.0]
    assert [*pulse.breaks(0.5, 0.65)] == breaks[7:10] and pulse(0.1) == 0.0


def test_noise_is_splitmix64():
    """The first numbers of the generator for the seed 1234567, as its authors' code gives them."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [splitmix64(1234567, k) for k in range(5)] == published
    noise = Noise(amplitude=2.0, interval=0.1, seed=1234567)
    assert noise(0.15) == 2.0 * ((published[1] >> 11) / 2**52 - 1)


def test_noise_is_uniform_and_holds_or_joins_its_numbers():
    noise = Noise(amplitude=3.0, interval=0.1, seed=1)
    samples = np.array([noise(0.1 * k + 0.05) for k in range(4000)])
    assert np.abs(samples).max() < 3.0 and abs(samples.mean()) < 4 * 3.0 / np.sqrt(3 * 4000)
    assert len(set(samples)) == 4000 and replace(noise, seed=2)(0.0) != noise(0.0)
    linear = replace(noise, linear=True)
    assert linear(0.15) == pytest.approx((noise(0.15) + noise(0.25)) / 2, abs=ROUNDOFF)
    assert noise.held and not linear.held


@pytest.mark.parametrize("signal", EVERY, ids=names)
def test_a_signal_is_smooth_between_its_breaks(signal):
    """A jump or a bend on a fine grid lies at a break; what is held does not change elsewhere."""
    t = np.linspace(0.0, 2.5, 2501) + 1e-7
    values = np.array([signal(each) for each in t])
    crossed = np.searchsorted(t, [*signal.breaks(0.0, 2.5)])
    smooth = np.setdiff1d(np.arange(2, len(t)), np.concatenate([crossed, crossed + 1]))
    second = np.diff(values, 2)[smooth - 2]
    assert np.abs(second).max() < 0.01
    assert not signal.held or np.abs(np.diff(values)[smooth - 1]).max() == 0.0


@pytest.mark.parametrize("signal", EVERY, ids=names)
def test_signals_are_written_and_read_as_text(signal):
    assert read_signal(repr(signal)) == signal


def test_a_table_jumps_where_two_times_are_equal():
    table = Table([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 5.0, 7.0])
    assert [table(t) for t in (-1.0, 0.5, np.nextafter(1.0, 0.0), 1.0, 1.5, 9.0)] == pytest.approx([0.0, 0.5, 1.0, 5.0, 6.0, 7.0], abs=ROUNDOFF)


@pytest.mark.parametrize("signal", [Pulse(1.0, 1e-9, 1e-10), Noise(1.0, 1e-9), Step(1.0, 1.0) + Pulse(1.0, 1e-310, 1e-311)])
def test_a_signal_that_jumps_too_often_to_stop_at_is_refused(signal):
    with pytest.raises(MbfmuError, match="a signal with a jump or bend every .* s has .* of them up to 10 s; 1,000,000 may be"):
        stops([signal], np.linspace(0.0, 10.0, 3))


def test_breaks_that_differ_by_rounding_are_one_stop_and_lie_on_rows():
    rows = np.array([0.0, 0.1, 0.2, 0.3])
    found = stops([Step(0.1 * 3, 1.0), Step(0.3, 1.0), Step(0.25, 1.0), Step(0.0, 1.0)], rows)
    assert found == [Stop(0.25, 0.25, 0.25), Stop(0.3, 0.3, 0.1 * 3)]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Step(at="soon", height=1.0), "Step: at = 'soon' must be a number"),
        (lambda: Step(at=1.0, height=np.nan), "Step: height = nan must be a finite number"),
        (lambda: Ramp(at=0.0, duration=0.0, height=1.0), "Ramp: duration = 0 must be a finite number > 0"),
        (lambda: Pulse(height=1.0, period=1.0, width=1.0), "Pulse: width = 1 s must be < period = 1 s"),
        (lambda: Noise(1.0, 0.1, seed=0.5), "seed = 0.5 must be a whole number"),
        (lambda: Table([0.0, 2.0, 1.0], [1.0, 2.0, 3.0]), "ascend, and 1 s does not"),
        (lambda: Table([0.0, 1.0], [1.0]), "2 times and 1 values"),
        (lambda: Table([], []), "at least one"),
        (lambda: Table([0.0, 1.0], [0.0, np.inf]), "its value at 1 s is inf"),
        (lambda: read_signal("setp(at=1, height=2)"), r"no signal 'setp' \(did you mean 'step'\?\); there are step\(at, height\)"),
        (lambda: read_signal("step(1)"), r"step\(1\) does not fit step\(at, height\)"),
        (lambda: read_signal("__import__('os')"), "no signal '__import__'"),
        (lambda: read_signal("1 +"), "is no signal; write one such as"),
        (lambda: 1.0 + Step(0.0, 1.0) + "two", "value = 'two' must be a number"),
    ],
)
def test_what_cannot_be_used_is_said(make, words):
    with pytest.raises(MbfmuError, match=words):
        make()
