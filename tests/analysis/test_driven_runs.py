"""Runs driven by signals, against closed forms."""

from pathlib import Path

import numpy as np
import pytest
from scipy.special import fresnel

from mbfmu import (
    Body,
    Chirp,
    Held,
    JointForce,
    JointMotionInput,
    MbfmuError,
    Model,
    Noise,
    Prismatic,
    Pulse,
    Ramp,
    Sine,
    Step,
    Table,
    TranslationSpringDamper,
    World,
    compile_problem,
    simulate,
)
from mbfmu.engine.instance import Instance

from ..tolerances import INTEGRATION, ROUNDOFF


def sliding_mass(outputs: str = "sva") -> Model:
    """A mass of 2 kg that a force pushes along a line; `outputs` are some of its position, speed and acceleration."""
    model = Model("Sliding")
    model.world, model.mass = World(g=0), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={name: getattr(model.guide, name) for name in outputs})
    return model


SLIDING = compile_problem(sliding_mass())


@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_a_step_between_two_rows_is_not_smoothed(solver):
    at = 0.3337
    result = simulate(SLIDING, 1.0, 0.25, inputs={"f": Step(at=at, height=4.0)}, solver=solver)
    since = np.maximum(result["time"] - at, 0.0)
    np.testing.assert_allclose(result["s"], since**2, atol=100 * ROUNDOFF)
    np.testing.assert_allclose(result["a"], 2.0 * (result["time"] >= at), atol=ROUNDOFF)


@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_a_row_at_a_jump_shows_what_is_behind_it(solver):
    """0.1 * 3 is no double 0.3: the step lies on the row all the same."""
    result = simulate(SLIDING, 0.5, 0.1, inputs={"f": Step(at=0.3, height=4.0)}, solver=solver)
    assert result["a"].tolist() == pytest.approx([0.0, 0.0, 0.0, 2.0, 2.0, 2.0], abs=ROUNDOFF)
    assert result["v"] == pytest.approx(2.0 * np.maximum(result["time"] - 0.3, 0.0), abs=ROUNDOFF)


def test_short_pulses_that_no_row_sees_all_push():
    """1000 pulses of 10 us, a row every 0.5 s."""
    result = simulate(SLIDING, 1.0, 0.5, inputs={"f": Pulse(height=200.0, period=1e-3, width=1e-5, at=4e-4)})
    assert result["v"] == pytest.approx([0.0, 0.5, 1.0], abs=INTEGRATION)


def test_held_noise_is_integrated_exactly():
    noise = Noise(amplitude=3.0, interval=0.013, seed=4)
    result = simulate(SLIDING, 1.3, 0.1, inputs={"f": noise})
    assert result["v"][-1] == pytest.approx(sum(noise(0.013 * k + 0.001) for k in range(100)) * 0.013 / 2.0, abs=INTEGRATION)


def test_sums_of_signals_push_together():
    result = simulate(SLIDING, 2.0, 0.1, inputs={"f": 1.0 + Step(at=0.55, height=3.0) + Ramp(at=1.0, duration=0.5, height=4.0)})
    assert result["v"][-1] == pytest.approx((2.0 + 3.0 * 1.45 + 1.0 + 2.0) / 2.0, abs=INTEGRATION)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times of all steps of an integrator that reports its progress here."""
    monkeypatch.setattr(Instance, "report_progress_seldom", lambda self: None)
    return []


SIGNALS = {
    Step(at=0.5, height=4.0): lambda t: 2.0 * np.maximum(t - 0.5, 0.0),
    Sine(4.0, 3.0, 0.5): lambda t: 2.0 * (np.cos(0.5) - np.cos(6.0 * np.pi * t + 0.5)) / (6.0 * np.pi),
    Table([0.0, 0.25, 1.0], [0.0, 4.0, 1.0]): lambda t: np.where(t < 0.25, 4.0 * t**2, 0.25 + 2.0 * (t - 0.25) - (t - 0.25) ** 2),
    Chirp(4.0, 0.0, 8.0, 1.0): lambda t: 2.0 * fresnel(4.0 * t)[0] / 4.0,
    1.0 + Ramp(at=0.5, duration=0.5, height=4.0): lambda t: 0.5 * t + 2.0 * np.maximum(t - 0.5, 0.0) ** 2,
}


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: type(signal).__name__)
def test_rows_do_not_shorten_steps_where_a_signal_is_known_to_be_smooth(signal, steps):
    """There are fewer steps than rows, and each row is as accurate as any; what depends on the input directly is that of the time of the row."""
    result = simulate(SLIDING, 1.0, 1e-3, inputs={"f": signal}, progress=steps.append)
    assert len(steps) < 200 < len(result)
    np.testing.assert_allclose(result["v"], SIGNALS[signal](result["time"]), atol=INTEGRATION)
    np.testing.assert_allclose(result["a"], [signal(t) / 2.0 for t in result["time"]], atol=ROUNDOFF)


def test_a_driven_oscillator_follows_its_closed_form(steps):
    model = sliding_mass()
    model.spring = TranslationSpringDamper(model.guide, c=200.0)
    force, frequency = Sine(30.0, 1.2), 2.0 * np.pi * 1.2
    result = simulate(model, 5.0, 1e-3, inputs={"f": force}, progress=steps.append)
    t, w = result["time"], 10.0
    exact = 15.0 / (w**2 - frequency**2) * (np.sin(frequency * t) - frequency / w * np.sin(w * t))
    assert len(steps) < len(result) / 5
    np.testing.assert_allclose(result["s"], exact, atol=INTEGRATION)


def test_a_fast_sine_is_not_mistaken_for_a_slow_one(steps):
    """A mass at rest says nothing of a force of 1 kHz, and rows are 100 of its periods apart."""
    force, w = Sine(4e3, 1e3), 2e3 * np.pi
    result = simulate(SLIDING, 0.3, 0.1, inputs={"f": force})
    np.testing.assert_allclose(result["s"], 2e3 / w * (result["time"] - np.sin(w * result["time"]) / w), atol=INTEGRATION)
    simulate(SLIDING, 0.3, 0.1, inputs={"f": force}, rtol=0.5, progress=steps.append)
    assert np.diff(steps).max() == pytest.approx(0.25e-3, rel=ROUNDOFF)


def test_what_nobody_knows_of_has_a_step_end_at_each_row(steps):
    result = simulate(SLIDING, 1.0, 1e-2, inputs={"f": lambda t: 4.0 * t}, progress=steps.append)
    assert len(steps) >= len(result) - 1


def test_a_drive_follows_a_table_through_its_bends():
    model = Model("Driven")
    model.world, model.mass = World(g=0), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.drive = JointMotionInput(model.guide)
    model.expose(inputs={"a": model.drive.a, "v": model.drive.v, "s": model.drive.s}, outputs={"at": model.guide.s, "f": model.drive.tau})
    times = np.linspace(0.0, 1.0, 6)
    inputs = {"s": lambda t: t**2, "v": lambda t: 2 * t, "a": Table(times, np.full(6, 2.0))}
    result = simulate(model, 1.0, 0.05, inputs=inputs)
    np.testing.assert_allclose(result["at"], result["time"] ** 2, atol=INTEGRATION)


def test_values_of_other_types_are_held_and_change_between_rows():
    model = Model("Switched")
    model.world, model.mass = World(g=0), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], v_start=1.0)
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"v": model.guide.v})
    result = simulate(model, 1.0, 0.4, inputs={"f": Held([0.0, 0.1, 0.3], [0.0, 10.0, 0.0])})
    assert result["v"] == pytest.approx([1.0, 2.0, 2.0, 2.0], abs=INTEGRATION)


def test_a_csv_file_drives_inputs_and_its_units_are_converted(tmp_path: Path):
    (tmp_path / "angle.csv").write_text("time, f [deg]\n0, 1\n1, 2\n")
    with pytest.raises(MbfmuError, match="column f is in deg, and f takes N: the units deg and N differ in dimension"):
        simulate(SLIDING, 1.0, 0.1, inputs=tmp_path / "angle.csv")
    (tmp_path / "force.csv").write_text("time [ms], f [kN]\n0, 0\n500, 0.004\n\n500, 0\n1000, 0\n")
    expected = simulate(SLIDING, 1.0, 0.1, inputs={"f": Table([0.0, 0.5, 0.5, 1.0], [0.0, 4.0, 0.0, 0.0])})
    found = simulate(SLIDING, 1.0, 0.1, inputs=tmp_path / "force.csv")
    assert found["v"][-1] == pytest.approx(0.5, abs=INTEGRATION)
    np.testing.assert_array_equal(found, expected)
    assert Table.from_csv(tmp_path / "force.csv", "f") == Table([0.0, 0.5, 0.5, 1.0], [0.0, 4.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("time,f\n0,1\n1,nan\n", "line 3, column f: 'nan' is not a finite number"),
        ("time,f\n0,1\n\n1,\n", "line 4, column f: '' is not a finite number"),
        ("time,f\n0,1\n2,1\n1,1\n", "line 4: time 1 s comes after 2 s"),
        ("time,force\n0,1\n", "column force: there is no input 'force'; the inputs are f"),
        ("time,f [kg]\n0,1\n", "column f is in kg, and f takes N"),
        ("time,f [Newton]\n0,1\n", "'Newton' is not known"),
        ("f,time\n0,1\n", "its first column is 'f'; it must be time"),
        ("time,f,f\n0,1,2\n", "two columns are called 'f'"),
        ("time,f\n0,1,2\n", "line 2 has 3 cells, the line of names 2"),
        ("time,f\n", "at least one line of numbers"),
    ],
)
def test_a_csv_file_that_cannot_be_used_is_said_with_its_line(tmp_path: Path, content: str, words: str):
    (tmp_path / "wrong.csv").write_text(content)
    with pytest.raises(MbfmuError) as found:
        simulate(SLIDING, 1.0, 0.1, inputs=str(tmp_path / "wrong.csv"))
    assert words in str(found.value) and "wrong.csv" in str(found.value)


def test_a_missing_csv_file_is_said(tmp_path: Path):
    with pytest.raises(MbfmuError, match="none.csv cannot be read: No such file"):
        simulate(SLIDING, 1.0, 0.1, inputs=tmp_path / "none.csv")
    (tmp_path / "one.csv").write_text("time,f\n0,1\n")
    with pytest.raises(MbfmuError, match="has no column 'F'; it has f"):
        Table.from_csv(tmp_path / "one.csv", "F")


def test_values_and_constant_inputs_may_come_with_their_units():
    model = sliding_mass()
    model.guide.s_start = 1.0
    result = simulate(model, 1.0, 1.0, values={"guide.s_start": (20.0, "cm"), "guide.v_start": (3.6, "km/h")}, inputs={"f": (4e-3, "kN")})
    np.testing.assert_allclose(result["s"], [0.2, 0.2 + 1.0 + 1.0], rtol=INTEGRATION)
    for given in ({"values": {"guide.s_start": (2.0, "kg")}}, {"inputs": {"f": (2.0, "kg")}}):
        with pytest.raises(MbfmuError, match=r"not \(2.0, 'kg'\): the units kg and (m|N) differ in dimension"):
            simulate(model, 1.0, 1.0, **given)
