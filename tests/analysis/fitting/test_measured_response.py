"""Parameters fitted to frequency responses, against closed forms."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu import Body, JointTorque, MbfmuError, MeasuredResponse, Model, Revolute, TorsionSpringDamper, World, fit, linearize
from tests.analysis.fitting.oscillators import MASS, STIFFNESS, amplitudes, tunable_oscillator
from tests.tolerances import DIFFERENCED, INTEGRATION, SAMPLED_NOISE

FREQUENCIES = np.linspace(0.2, 3.0, 20)
UNKNOWN = {"mass.m": 2.2, "spring.c": 70.0, "spring.d": 1.5}
FOUND = amplitudes(FREQUENCIES, *UNKNOWN.values())


def test_mass_stiffness_and_damping_from_a_response():
    found = fit(tunable_oscillator(), {"frequency": FREQUENCIES, "s/f": FOUND}, list(UNKNOWN))
    assert found.values == pytest.approx(UNKNOWN, rel=INTEGRATION)
    assert found.fitted[0]["s/f"] == pytest.approx(FOUND, rel=INTEGRATION)


@pytest.mark.parametrize(
    "head,row",
    [
        ("frequency,s/f real,s/f imag", lambda f, G: (f, G.real, G.imag)),
        ("frequency [rad/s],s/f magnitude [dB],s/f phase [deg]", lambda f, G: (2 * np.pi * f, 20 * np.log10(abs(G)), np.degrees(np.angle(G)))),
        ("frequency [rpm],s/f magnitude [mm/N],s/f phase", lambda f, G: (60 * f, 1e3 * abs(G), np.angle(G))),
    ],
)
def test_a_response_in_a_file(tmp_path: Path, head: str, row):
    rows = [",".join(f"{number:.17g}" for number in row(f, G)) for f, G in zip(FREQUENCIES, FOUND)]
    (tmp_path / "response.csv").write_text("\n".join([head, *rows]))
    found = fit(tunable_oscillator(), tmp_path / "response.csv", list(UNKNOWN))
    assert found.values == pytest.approx(UNKNOWN, rel=INTEGRATION)


def test_a_response_that_mbfmu_wrote(tmp_path: Path):
    system = linearize(tunable_oscillator(), {"mass.m": 2.2, "spring.c": 70.0, "spring.d": 1.5})
    system.frequency_response(FREQUENCIES, outputs=["s"]).save(tmp_path / "response.csv")
    assert fit(tunable_oscillator(), tmp_path / "response.csv", list(UNKNOWN)).values == pytest.approx(UNKNOWN, rel=INTEGRATION)


def test_noise_is_relative_to_the_magnitude():
    """Noise of 1 % in real and imaginary part."""
    random = np.random.default_rng(1)
    noisy = FOUND * (1 + 0.01 * (random.normal(size=20) + 1j * random.normal(size=20)))
    found = fit(tunable_oscillator(), {"frequency": FREQUENCIES, "s/f": noisy}, list(UNKNOWN))
    assert all(one.low < truth < one.high for one, truth in zip(found.parameters.values(), UNKNOWN.values()))
    assert found.noise["s/f"] == pytest.approx(0.01, rel=SAMPLED_NOISE) and found.units["s/f"] == "1"


def test_a_response_where_the_model_comes_to_rest():
    """A pendulum that starts askew and hangs at rest: its distance of the centre of mass by its response there."""
    model = Model("Pendulum")
    model.world, model.bob = World(g=9.81), Body(m=MASS, r_CM=[0.3, 0, 0], I=[0, 0.1, 0.1])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], phi_start=0.5)
    model.damper, model.torque = TorsionSpringDamper(model.pivot, d=0.5), JointTorque(model.pivot)
    model.expose(inputs={"tau": model.torque.tau}, outputs={"phi": model.pivot.phi})
    r, d = 0.4, 0.8
    w = 2 * np.pi * FREQUENCIES
    found = 1 / (MASS * 9.81 * r - (0.1 + MASS * r**2) * w**2 + 1j * d * w)
    data = MeasuredResponse({"frequency": FREQUENCIES, "phi/tau": found}, at_rest=True)
    assert fit(model, data, ["bob.r_CM[1]", "damper.d"]).values == pytest.approx({"bob.r_CM[1]": r, "damper.d": d}, rel=DIFFERENCED)


@pytest.mark.parametrize(
    "columns,words",
    [
        ({"s/f": FOUND, "s": FOUND}, "column s: name it by an output and an input"),
        ({"s/g": FOUND}, "column s/g: there is no input 'g'"),
        ({"f/s": FOUND}, "column f/s: there is no output 'f'"),
        ({"s/f real": FOUND.real}, "s/f must be one complex column"),
        ({"s/f": 0 * FOUND}, "an amplitude is zero"),
        ({}, "no column is a pair of an output and an input"),
    ],
)
def test_what_is_no_response_is_refused_in_words(columns, words):
    with pytest.raises(MbfmuError, match=words):
        fit(tunable_oscillator(), {"frequency": FREQUENCIES, **columns}, ["spring.c"])


def test_a_file_without_a_part_is_refused(tmp_path: Path):
    (tmp_path / "half.csv").write_text(f"frequency,s/f real\n1,{1 / STIFFNESS}\n2,{1 / STIFFNESS}\n")
    with pytest.raises(MbfmuError, match="s/f needs two columns, real and imag or magnitude and phase"):
        fit(tunable_oscillator(), tmp_path / "half.csv", ["spring.c"])
