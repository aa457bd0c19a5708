"""Poincare sections and power spectra against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, Model, Prismatic, TranslationSpringDamper, World, periodic_orbit, poincare_section, power_spectrum, simulate
from mbfmu.base.errors import MbfmuError
from tests.library import problem_of
from tests.tolerances import CROSSED, INTEGRATION, LEAKAGE, NOISE_SPECTRUM

W = 3.0


def oscillator() -> Model:
    """s = cos(3 t)."""
    model = Model("Oscillator", step_size=0.05)
    model.world, model.mass = World(g=0.0), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=1.0)
    model.spring = TranslationSpringDamper(model.guide, c=W**2)
    model.expose(outputs={"s": model.guide.s, "v": model.guide.v})
    return model


@pytest.mark.parametrize("rising,first", [(True, 1.5 * np.pi), (False, 0.5 * np.pi)])
def test_levels_are_passed_when_they_are(rising: bool, first: float):
    found = poincare_section(oscillator(), 10.0, crossing="s", rising=rising)
    exact = np.arange(first, 10.0 * W, 2.0 * np.pi) / W
    assert found["time"] == pytest.approx(exact, abs=INTEGRATION)
    assert found["s"] == pytest.approx(np.zeros(len(exact)), abs=CROSSED)
    assert found["v"] == pytest.approx((W if rising else -W) * np.ones(len(exact)), abs=INTEGRATION)


def test_a_periodic_motion_is_one_point():
    """Seen once a period of its force, where its orbit starts."""
    values = {"force.amplitude": 0.2}
    orbit = periodic_orbit(problem_of("duffing"), 2.0 * np.pi, values, transient=100.0)
    found = poincare_section(problem_of("duffing"), 160.0 * np.pi, period=2.0 * np.pi, transient=120.0 * np.pi, values=values)
    assert len(found) == 21
    assert found["s"] == pytest.approx(np.full(21, orbit.states["guide.s"]), abs=INTEGRATION)


def test_a_sine_has_one_line():
    """Its power is half the square of its amplitude, at its frequency."""
    times = np.arange(0.0, 64.0, 0.01)
    result = np.array(list(zip(times, 3.0 * np.sin(2.0 * np.pi * 5.0 * times))), dtype=[("time", float), ("s", float)])
    found = power_spectrum(result, "s")
    assert found.frequencies[np.argmax(found.density)] == pytest.approx(5.0, abs=found.frequencies[1])
    assert np.trapezoid(found.density, found.frequencies) == pytest.approx(4.5, rel=LEAKAGE)


def test_white_noise_is_flat():
    """Of variance 4 over 50 Hz: 0.08 per Hz."""
    times, noise = np.arange(100_000) * 0.01, np.random.default_rng(1).normal(0.0, 2.0, 100_000)
    found = power_spectrum(np.rec.fromarrays([times, noise], names="time,s"), "s", segments=400)
    assert found.density[2:-2] == pytest.approx(np.full(len(found.density) - 4, 0.08), rel=NOISE_SPECTRUM)


def test_what_makes_no_section_is_refused():
    with pytest.raises(MbfmuError, match="either a period > 0 s or an output"):
        poincare_section(oscillator(), 10.0)
    with pytest.raises(MbfmuError, match="has no output 'sv' that is a number"):
        poincare_section(oscillator(), 10.0, crossing="sv")
    with pytest.raises(
        MbfmuError, match=r"s does not rise through 2 m from 0 s to 10 s, where it lies between -[\d.]+ m and 1 m: choose another level"
    ):
        poincare_section(oscillator(), 10.0, crossing="s", level=2.0)
    with pytest.raises(MbfmuError, match="transient < stop time"):
        poincare_section(oscillator(), 10.0, crossing="s", transient=20.0)
    with pytest.raises(MbfmuError, match="equidistant times"):
        power_spectrum(simulate(oscillator(), 1.03, 0.1), "s", segments=1)
