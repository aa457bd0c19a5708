"""The sound of a struck rod: its frequencies, its loudness, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from scipy.io import wavfile

from mbfmu import HuntCrossleyContact, MbfmuError, Sound, impact_sound, restitution

from ...tolerances import FAST_RUN, SAMPLED_PULSE
from .struck_bodies import ALUMINIUM, ROD_RADIUS, exact_rod, struck

AREA = np.pi * ROD_RADIUS**2
FREQUENCIES = [2545.9, 5091.7, 7637.6]  # Hz: k / 2L sqrt(E / rho) of 1 m of aluminium


def test_a_struck_rod_sounds_at_its_frequencies(tmp_path: Path):
    sound = impact_sound(struck(exact_rod(1.0, 8), "hit"), 0.5, {"body.far": [0.0, 0.0, -AREA]})
    sound.write(tmp_path / "rod.wav")
    rate, samples = wavfile.read(tmp_path / "rod.wav")
    assert rate == 44100 and len(samples) == rate and np.abs(samples).max() == round(0.9 * 32767)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    frequencies = np.fft.rfftfreq(len(samples), 1.0 / rate)
    for f in FREQUENCIES:
        near = np.flatnonzero(np.abs(frequencies - f) < 500.0)
        assert abs(frequencies[near[spectrum[near].argmax()]] - f) <= frequencies[1]
        assert spectrum[near].max() > 100.0 * np.median(spectrum)


def test_a_body_without_audible_modes_sounds_as_its_acceleration_does():
    model, v, r = struck(exact_rod(0.05, 2), "hit"), 0.5, 2.0
    del model.hit
    model.hit = HuntCrossleyContact(model.sphere.frame_a, model.body.node("hit"), model.round, model.face, c=1e6, friction="none")
    sound = impact_sound(model, v, {"body.far": [0.0, 0.0, -AREA]}, distance=r)
    moved = restitution(model, [v]).impulses[0] / (ALUMINIUM.rho * AREA * 0.05)  # m/s, along -z
    assert sound.pressure.sum() / sound.rate == pytest.approx(1.204 / (2.0 * np.pi * r) * AREA * moved, rel=SAMPLED_PULSE)
    assert np.flatnonzero(sound.pressure)[0] == pytest.approx(r / 343.2 * 44100, abs=2)


def test_a_rod_sounds_the_same_whichever_way_it_lies():
    upright, lying = (struck(exact_rod(0.25, 6), "hit", zeta=0.01) for _ in range(2))
    half = 0.5**0.5
    for joint in (lying.free, lying.flight):
        joint.values["Q_start"] = np.array([0.0, half, 0.0, half])  # z of the body along x
    lying.flight.values["r_start"] = np.array([0.015, 0.0, 0.0])
    areas = {"body.far": [0.0, 0.0, -AREA], "body.hit": [0.0, 1e-4, AREA]}
    straight, turned = (impact_sound(model, 0.2, areas).pressure for model in (upright, lying))
    assert turned == pytest.approx(straight, abs=FAST_RUN * np.abs(straight).max())


def test_sound_that_cannot_be_is_refused(tmp_path: Path):
    model = struck(exact_rod(0.25, 4), "hit")
    for radiators, message in (
        ({}, "no radiators"),
        ({"body.fat": [0, 0, 1]}, "'body.fat' is no node of a flexible body in contact .did you mean"),
        ({"body.far": [0, 1]}, "the area of body.far must be three numbers"),
    ):
        with pytest.raises(MbfmuError, match=message):
            impact_sound(model, 0.5, radiators)
    with pytest.raises(MbfmuError, match="speed > 0 m/s at a distance > 0 m, not 0.5 m/s and 0.0 m"):
        impact_sound(model, 0.5, {"body.far": [0, 0, 1]}, distance=0.0)
    with pytest.raises(MbfmuError, match="there is no sound"):
        Sound(np.zeros(3)).write(tmp_path / "silence.wav")
