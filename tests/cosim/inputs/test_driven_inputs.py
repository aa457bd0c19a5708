"""Inputs of FMUs and systems that signals drive, against closed forms."""

import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fmpy.ssp.ssd import read_ssv

from mbfmu import Held, Pulse, Ramp, Sine, Step, Table, build_portable, compile_problem, simulate
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.model_description import describe_fmu
from mbfmu.cosim import Component, System, check_system, open_system, simulate_fmu, simulate_system, write_system
from mbfmu.cosim.inputs.changes import with_inputs
from mbfmu.cosim.inputs.driven_inputs import input_table
from mbfmu.model.signals.signal import Constant
from tests.library import problem_of

from ...analysis.test_driven_runs import sliding_mass
from ...tolerances import FMU_INTEGRATION, ROUNDOFF


@pytest.fixture
def pushed(fmus: dict[str, Path]) -> System:
    """A mass of 2 kg that starts at 0.1 m, pushed by 4 N from 0.3 s on; the FMU is exact for a held force."""
    return System({"mass": fmus["mass"]}, name="Pushed", stop_time=1.0, step_size=0.1, inputs={"mass.F": Step(at=0.1 * 3, height=4.0)})


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_a_step_pushes_a_mass_in_a_system(pushed: System, method: str):
    result = simulate_system(replace(pushed, method=method))
    np.testing.assert_allclose(result["mass.v"], 2.0 * np.maximum(result["time"] - 0.3, 0.0), atol=ROUNDOFF)
    assert result["mass.F"].tolist() == [0.0] * 4 + [4.0] * 7  # as last stepped with


def test_signals_are_held_in_the_middle_of_the_steps_of_a_component(pushed: System):
    """v' = 2 t, held in the middle of steps of h: v is right, and s is off by t h^2 / 6."""
    system = replace(pushed, inputs={"mass.F": Ramp(at=0.0, duration=10.0, height=40.0)})
    for divisor in (1, 5):
        result = simulate_system(replace(system, divisors={"mass": divisor}), show_progress=False)
        t = result["time"]
        assert result["mass.v"] == pytest.approx(t**2, abs=ROUNDOFF)
        assert result["mass.s"] == pytest.approx(0.1 + t**3 / 3 + t * (0.1 / divisor) ** 2 / 6, abs=ROUNDOFF)


def test_a_step_ends_where_a_signal_jumps(pushed: System):
    """v' = 2 from 0.35 s on, between two rows."""
    jumping = replace(pushed, inputs={"mass.F": Step(at=0.35, height=4.0)})
    assert check_system(jumping) == ()
    result = simulate_system(jumping)
    assert len(result) == 11
    assert result["mass.v"] == pytest.approx(2.0 * np.maximum(result["time"] - 0.35, 0.0), abs=ROUNDOFF)


def test_a_jump_within_a_step_of_an_fmu_that_takes_equal_steps_is_warned_of(pushed: System, tmp_path: Path):
    fixed = changed_fmu(pushed.components["mass"].fmu, tmp_path / "Fixed.fmu", "canHandleVariableCommunicationStepSize", "false")
    jumping = replace(pushed, components={"mass": Component(fixed)}, inputs={"mass.F": Step(at=0.35, height=4.0)})
    (warning,) = check_system(jumping)
    assert "mass.F: its signal jumps or bends between communication points, first at t = 0.35 s" in warning
    assert simulate_system(jumping)["mass.v"][-1] == pytest.approx(2.0 * 0.6 + 0.1, abs=0.1 + ROUNDOFF)  # it cannot know when
    with pytest.raises(ProblemsFound, match=re.escape("it needs equal steps: choose an output_interval that divides 1.0 s, not 0.3 s")):
        simulate_fmu(fixed, 1.0, 0.3)


def changed_fmu(fmu: Path, to: Path, flag: str, value: str) -> Path:
    """The same FMU with another value of a capability flag."""
    with zipfile.ZipFile(fmu) as there, zipfile.ZipFile(to, "w") as new:
        for name in there.namelist():
            content = there.read(name)
            if name == "modelDescription.xml":
                content = re.sub(f'{flag}="[a-z]+"', f'{flag}="{value}"', content.decode()).encode()
            new.writestr(name, content)
    return to


def vibrating(omega: float, force: float, mass: float, t: np.ndarray) -> np.ndarray:
    """The speed of a free mass at rest at first under force sin(omega t)."""
    return force / mass / omega * (1.0 - np.cos(omega * t))


OMEGA, H = 4.0 * np.pi, 0.05  # rad/s, s: a sine of 2 Hz in ten steps a period


def shaken(folder: Path, follows: bool, outputs: str) -> Path:
    """A mass that a force shakes, as an FMU whose outputs are some of its position, speed and acceleration, which the force reaches at once."""
    fmu = build_portable(compile_problem(sliding_mass(outputs)), folder)
    return fmu if follows else changed_fmu(fmu, folder / "Holding.fmu", "canInterpolateInputs", "false")


def off(result: np.ndarray, column: str) -> float:
    """By how much of the largest speed it is off; v = F / (m omega) (1 - cos(omega t))."""
    speed = 3.0 / 2.0 / OMEGA * (1.0 - np.cos(OMEGA * result["time"]))
    return float(np.abs(result[column] - speed).max() / speed.max())


@pytest.mark.parametrize(
    ("follows", "outputs", "allowed"),
    [
        (True, "sva", OMEGA * (OMEGA * H) ** 4 / 5760),  # Simpson's rule over a second
        (False, "sv", 1e-3),  # held in the middle of parts
        (False, "sva", OMEGA * H / 256),  # held at the end of 64 parts
    ],
)
def test_an_fmu_alone_follows_a_sine(tmp_path: Path, follows: bool, outputs: str, allowed: float):
    """Held from row to row, the speed would be off by a third of the largest."""
    result = simulate_fmu(shaken(tmp_path, follows, outputs), 1.0, H, inputs={"f": Sine(amplitude=3.0, frequency=2.0)})
    assert len(result) == 21 and off(result, "v") < allowed


def test_parts_of_steps_follow_a_sine_that_an_fmu_cannot(tmp_path: Path):
    """Held in the middle of whole steps, the speed is off by omega (omega h)^2 / 48 for each second."""
    fmu = shaken(tmp_path, False, "sv")
    system = System({"mass": fmu}, stop_time=1.0, step_size=H, inputs={"mass.f": Sine(amplitude=3.0, frequency=2.0)})
    for tolerance, allowed in ((None, OMEGA * (OMEGA * H) ** 2 / 48), (1e-2, 1e-2), (1e-4, 1e-4)):
        assert off(simulate_system(replace(system, tolerance=tolerance), show_progress=False), "mass.v") < allowed


def test_signals_are_written_to_ssp_and_read_back(pushed: System, tmp_path: Path):
    signal = 1.0 + Pulse(height=3.0, period=0.4, width=0.2) + Table([0.0, 1.0], [0.0, 2.0])
    driven = replace(pushed, inputs={"mass.F": signal})
    write_system(driven, tmp_path / "pushed.ssp")
    with open_system(tmp_path / "pushed.ssp") as read:
        assert read.inputs == {"mass.F": signal}
        np.testing.assert_array_equal(simulate_system(read), simulate_system(driven))


def test_what_drives_inputs_is_their_start_value_in_ssp(pushed: System, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """Other tools know no signals: they hold it, which is right for constants and said of others."""
    driven = replace(pushed, inputs={"mass.F": 3.0}, components={"mass": Component(pushed.components["mass"].fmu, {"F": 1.0, "m": 2.0})})
    write_system(driven, tmp_path / "held.ssp")
    started = read_ssv(tmp_path / "held.ssp", "resources/start.ssv")
    assert {(v.name, v.value) for v in started.parameters} == {("mass.m", "2.0"), ("mass.F", "3.0")}
    assert caplog.text == ""
    with open_system(tmp_path / "held.ssp") as read:
        assert dict(read.components["mass"].values) == {"m": 2.0} and read.inputs == {"mass.F": Constant(3.0)}
        assert check_system(read) == ()
    moved = replace(pushed, start_time=0.2, inputs={"mass.F": 1.0 + Ramp(at=0.1, duration=1.0, height=5.0)})
    write_system(moved, tmp_path / "moved.ssp")
    assert "moved.ssp: other tools hold mass.F at the start value" in caplog.text
    (start,) = read_ssv(tmp_path / "moved.ssp", "resources/start.ssv").parameters
    assert (start.name, float(start.value)) == ("mass.F", pytest.approx(1.5, abs=ROUNDOFF))


def test_a_start_value_that_contradicts_a_signal_is_told(pushed: System, tmp_path: Path):
    write_system(replace(pushed, inputs={"mass.F": 3.0}), tmp_path / "pushed.ssp")
    with zipfile.ZipFile(tmp_path / "pushed.ssp") as archive:
        archive.extractall(tmp_path / "pushed")
    file = tmp_path / "pushed" / "resources" / "start.ssv"
    file.write_text(file.read_text().replace('value="3.0"', 'value="5.0"'))
    with open_system(tmp_path / "pushed") as read:
        assert check_system(read) == ("mass.F = 5.0 at the start is passed over: its signal 3.0 drives it, which is 3.0 then",)


def test_other_tools_read_the_start_values_of_a_system_without_any(pushed: System, tmp_path: Path):
    write_system(replace(pushed, inputs={}), tmp_path / "free.ssp")
    assert read_ssv(tmp_path / "free.ssp", "resources/start.ssv").parameters == []


def test_a_python_function_is_not_written(pushed: System, tmp_path: Path):
    system = replace(pushed, inputs={"mass.F": lambda t: 4.0 * t})
    assert simulate_system(system)["mass.v"][-1] == pytest.approx(1.0, abs=ROUNDOFF)
    with pytest.raises(ProblemsFound, match=r"mass.F is driven by a Python function; give a signal, such as Table"):
        write_system(system, tmp_path / "pushed.ssp")


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"mas.F": 1.0}, "there is no component 'mas'; there are mass"),
        ({"mass.f": 1.0}, r"'f' is no input \(did you mean 'F'\?\)|'f' is no input; the inputs are F"),
        ({"mass.m": 1.0}, "'m' is no input"),
        ({"mass.F": "strong"}, "F = 'strong' is not of type Real"),
        ([("mass.F", 1.0)], "must be a dict such as"),
    ],
)
def test_inputs_that_cannot_be_driven_are_named(pushed: System, inputs, words: str):
    with pytest.raises(MbfmuError, match=words):
        check_system(replace(pushed, inputs=inputs))


def test_an_input_is_driven_once(oscillator: System):
    with pytest.raises(ProblemsFound, match=re.escape("input mass.F is driven by a signal and by a connection")):
        check_system(replace(oscillator, inputs={"mass.F": 1.0}))


def test_a_function_that_gives_no_number_stops_the_run(pushed: System):
    with pytest.raises(MbfmuError, match=r"at t = 0\.45 s:\s+- mass: F = nan must be a finite number"):
        simulate_system(replace(pushed, inputs={"mass.F": lambda t: 1.0 if t < 0.45 else np.nan}))


def test_a_csv_file_drives_a_system(pushed: System, tmp_path: Path):
    (tmp_path / "forces.csv").write_text("time,mass.F [kN]\n0,0.004\n1,0.004\n")
    driven = with_inputs(System({"mass": Component(pushed.components["mass"].fmu)}, stop_time=1.0, step_size=0.1), tmp_path / "forces.csv", {})
    assert simulate_system(driven)["mass.v"][-1] == pytest.approx(2.0, abs=ROUNDOFF)
    (tmp_path / "forces.csv").write_text("time,mass.m\n0,0.004\n")
    with pytest.raises(ProblemsFound, match="there is no input 'mass.m'"):
        with_inputs(pushed, tmp_path / "forces.csv", {})


def test_a_step_between_two_rows_reaches_an_fmu_in_time(four_bar: Callable[[int], Path]):
    """The engine's own run stops at the same time; communication points lie there as well. FMPy integrates with inputs of one shape only."""
    torque, force = {"drive_torque": Step(at=0.0537, height=5.0)}, {"tip_force[2]": Step(at=0.0537, height=3.0)}
    for fmi, inputs in ((2, torque | force), (3, torque | force)):
        result = simulate_fmu(four_bar(fmi), stop_time=0.1, output_interval=0.01, inputs=inputs)
        assert 0.0537 in result["time"]
        ours = simulate(problem_of("four_bar"), 0.1, 0.01, inputs=inputs)
        assert result["crank_speed"][-1] == pytest.approx(ours["crank_speed"][-1], rel=FMU_INTEGRATION)
    with pytest.raises(MbfmuError, match="drive_torque, tip_force have different shapes"):
        input_table(describe_fmu(four_bar(3)), torque | force, 0.0, 0.1, 0.01)


def test_a_csv_file_and_signals_of_other_types_drive_an_fmu(fmus: dict[str, Path], tmp_path: Path):
    (tmp_path / "force.csv").write_text("time,F\n0,4\n")
    assert simulate_fmu(fmus["mass"], 1.0, 0.1, inputs=tmp_path / "force.csv")["v"][-1] == pytest.approx(2.0, abs=ROUNDOFF)
    held = simulate_fmu(fmus["mass"], 1.0, 0.1, inputs={"F": Held([0.0, 0.5], [4.0, 0.0])})
    assert held["v"][-1] == pytest.approx(1.0, abs=ROUNDOFF)
    with pytest.raises(MbfmuError, match=r"F = nan must be a finite number"):
        simulate_fmu(fmus["mass"], 1.0, 0.1, inputs={"F": lambda t: np.nan})
    with pytest.raises(ProblemsFound, match="'G' is no input; the inputs are F"):
        simulate_fmu(fmus["mass"], 1.0, 0.1, inputs={"G": Sine(1.0, 1.0)})


def test_a_model_and_a_problem_take_the_same_signals():
    model, signal = sliding_mass(), {"f": Sine(amplitude=2.0, frequency=1.0)}
    np.testing.assert_array_equal(simulate(model, 0.5, 0.1, inputs=signal), simulate(compile_problem(model), 0.5, 0.1, inputs=signal))
