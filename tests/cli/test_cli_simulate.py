"""`mbfmu simulate` of models and of FMUs."""

import re
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mbfmu import build_fmu
from mbfmu.cosim import read_csv
from mbfmu.model.signals.result_file import read_result
from tests.command_line import CAR, FMUS, VECTOR_MODEL, result, run
from tests.problem.test_moved_starts import SAID, thrown_wheel
from tests.tolerances import AT_REST, ROUNDOFF


def test_simulate_a_model_writes_csv_and_plot(tmp_path):
    written = result("simulate", FMUS / "quarter_car/model.py", "--stop", 0.5, "--set", "body.m=300", "-o", tmp_path)
    assert Path(written["csv"]).read_text().startswith('"time","wheel_height"')
    assert Path(written["plot"]).read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize("suffix", [".csv", pytest.param(".parquet", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="an extra"))])
@pytest.mark.parametrize("kind", ["model", "fmu"])
def test_results_go_to_the_file_that_is_named(kind: str, suffix: str, tmp_path: Path):
    path = CAR if kind == "model" else Path(result("build", CAR, "--portable", "-o", tmp_path)["fmus"][0])
    file = tmp_path / f"new folder/a run{suffix}"
    written = result("simulate", path, "--stop", 0.5, "--record", "tire*", "--record", "wheel_*", "-o", file)
    assert written == {suffix[1:]: str(file), "plot": str(file.with_suffix(".png"))}
    assert file.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    found, whole = read_result(file), read_csv(result("simulate", path, "--stop", 0.5, "-o", tmp_path, "--no-plot")["csv"])
    assert found.dtype.names == ("time", "tire_force", "wheel_height", "wheel_speed")
    assert found["tire_force"].tolist() == whole["tire_force"].tolist()
    same = result("compare", file, tmp_path / "QuarterCar.csv", "--no-plot")
    assert {one["difference"] for one in same["differences"]} == {0.0}


@pytest.mark.parametrize("kind", ["model", "fmu"])
def test_a_run_in_real_time_takes_as_long_as_it_simulates(kind: str, tmp_path: Path):
    path = CAR if kind == "model" else Path(result("build", CAR, "--portable", "-o", tmp_path)["fmus"][0])
    begun = time.monotonic()
    result("simulate", path, "--stop", 0.3, "--interval", 0.1, "--real-time", "--no-plot", "-o", tmp_path)
    assert time.monotonic() - begun > (0.3 if kind == "model" else 0.2)  # an FMU is paced from the end of its first step


TURNED = """
from mbfmu import Body, Model, Revolute, World
model = Model("Turned")
model.world, model.arm = World(), Body(m=1.0, r_CM=[0, 0, -0.5], I=0.1)
model.pivot = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
model.expose(outputs={"phi": model.pivot.phi, "w": model.pivot.w}, tunable=[model.arm.m])
"""


@pytest.mark.parametrize("kind", ["model", "fmu"])
def test_start_values_may_come_with_their_units(kind: str, tmp_path):
    path = tmp_path / "turned.py"
    path.write_text(TURNED)
    if kind == "fmu":
        path = Path(result("build", path, "--portable", "-o", tmp_path)["fmus"][0])
    options = ["--stop", 0.01, "--no-plot", "-o", tmp_path]
    set_ = ["--set", "pivot.phi_start=30 deg", "--set", "pivot.w_start=10 rpm", "--set", "arm.m=0.002 t"]
    first = read_csv(result("simulate", path, *set_, *options)["csv"])[0]
    assert (first["phi"], first["w"]) == pytest.approx((np.pi / 6, np.pi / 3), rel=ROUNDOFF)
    for text, words in (
        ("30 kg", "the units kg and rad differ in dimension"),
        ("30 degrees", "'degrees' is not known"),
        ("1_0 deg", "is not a number"),
    ):
        refused = run("simulate", path, "--set", f"pivot.phi_start={text}", *options)
        assert refused.exit_code == 1 and f"pivot.phi_start = '{text}'" in refused.stderr and words in refused.stderr, refused.stderr


def test_signals_that_are_not_there_leave_the_results(tmp_path):
    refused = run("simulate", CAR, "--stop", 0.5, "--plot", "road_height", "-o", tmp_path)
    assert refused.exit_code == 1 and "no signal is called 'road_height'" in refused.stderr
    assert f"the results are in {tmp_path / 'QuarterCar.csv'}" in refused.stderr and (tmp_path / "QuarterCar.csv").is_file()


def test_the_units_of_vectors_reach_the_plot(thrown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen = {}
    monkeypatch.setattr("mbfmu.cli.results.plot", lambda result, path, units, **_: [path] if seen.update(units) is None else [])
    result("simulate", thrown, "--stop", 0.1, "-o", tmp_path)
    assert [seen.get(f"r[{i}]") for i in (1, 2, 3)] == ["m", "m", "m"]


def test_an_fmu_is_shown_at_its_own_step_size(car: Path, tmp_path: Path):
    written = result("simulate", car, "--stop", 3, "-o", tmp_path, "--no-plot")
    assert np.diff(read_csv(Path(written["csv"]))["time"]) == pytest.approx(result("info", car)["step_size"])


def test_a_model_without_outputs_is_warned_of(thrown: Path, tmp_path: Path):
    thrown.write_text(VECTOR_MODEL.replace('outputs={"r": model.eye.r}', "outputs={}"))
    assert "Thrown has no outputs" in result("simulate", thrown, "--stop", 0.01, "-o", tmp_path)["warnings"][0]


def test_what_a_run_reports_is_a_warning(tmp_path: Path):
    """A wheel thrown onto a plane where it must roll."""
    source = "from tests.problem.test_moved_starts import thrown_wheel\nmodel = thrown_wheel()\n"
    (tmp_path / "wheel.py").write_text(source)
    arguments = "simulate", tmp_path / "wheel.py", "--stop", 0.01, "-o", tmp_path, "--no-plot"
    sentence = SAID.format("free.v_start[1] = 4.0 m/s became 1.895 m/s")
    assert result(*arguments)["warnings"] == [sentence]
    assert run(*arguments).stderr == f"warning: {sentence}\n"


def test_what_an_fmu_logs_is_shown(tmp_path: Path):
    """Start speeds that its initialization has moved."""
    fmu = build_fmu(thrown_wheel(v=[4, 0, 0]), tmp_path)
    warning = r"Wheel\.fmu logged: .*free\.v_start\[1\] = 4\.0 m/s became"
    assert re.search(warning, run("simulate", fmu, "--stop", "0.1", "-o", tmp_path / "out").stderr)
    assert re.search(warning, result("simulate", fmu, "--stop", "0.1", "-o", tmp_path / "out")["warnings"][0])


def test_signals_and_a_csv_file_drive_inputs(tmp_path: Path, car: Path):
    """The road rises by 5 cm, and the wheel with it."""
    (tmp_path / "road.csv").write_text("time,road [cm]\n0,0\n1,0\n1,5\n")
    last = lambda path, *given: read_csv(result("simulate", path, "--stop", 8, *given, "-o", tmp_path, "--no-plot")["csv"])["wheel_height"][-1]
    for path in (CAR, car):
        flat = last(path)
        for given in (("--input", "road=step(at=1, height=0.05)"), ("--inputs", tmp_path / "road.csv")):
            assert last(path, *given) - flat == pytest.approx(0.05, abs=AT_REST)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("road", "write NAME=SIGNAL, such as --input force=step(at=1,height=100)"),
        ("road=stp(1)", "--input road: there is no signal 'stp' (did you mean 'step'?)"),
        ("rod=step(1,2)", "there is no variable 'rod' (did you mean 'road'?)"),
    ],
)
def test_inputs_that_cannot_be_used_are_said(given: str, words: str):
    outcome = run("simulate", CAR, "--input", given)
    assert outcome.exit_code == 1 and words in outcome.stderr


def test_an_unknown_start_value_of_an_fmu_is_said_first_and_then_what_there_is(car: Path):
    outcome = run("simulate", car, "--set", "body.mm=3")
    words = " ".join(outcome.stderr.split())
    assert outcome.exit_code == 1 and "no variable 'body.mm' in FMU QuarterCar (did you mean 'body.m'?); what can be set is road, " in words


def test_a_parameter_that_is_not_tunable_is_set_in_a_run_of_the_model(tmp_path: Path):
    """At rest the tire carries both bodies."""
    found = result("simulate", CAR, "--stop", 0.1, "--set", "wheel.m=80", "--set", "start_in_equilibrium=true", "-o", tmp_path, "--no-plot")
    assert read_csv(found["csv"])["tire_force"][-1] == pytest.approx((80.0 + 250.0) * 9.81, rel=AT_REST)
