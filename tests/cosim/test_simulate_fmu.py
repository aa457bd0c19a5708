import re
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Step, build_portable
from mbfmu.base.child_process import LOADING
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.model_description import describe_fmu
from mbfmu.cli.library import library_file
from mbfmu.cosim import RunStopped, read_csv, rows, simulate_fmu
from mbfmu.cosim.masters import beat
from mbfmu.model.signals.result_file import read_result
from mbfmu.problem.load_problem import load_problem
from tests.library import problem_of
from tests.tolerances import ROUNDOFF


def test_a_constant_force_gives_the_parabola(fmus: dict[str, Path]):
    result = simulate_fmu(str(fmus["mass"]), stop_time=1.0, output_interval=0.1, start_values={"m": 4.0}, inputs={"F": 3.0})
    assert result["time"][-1] == pytest.approx(1.0, abs=ROUNDOFF)
    assert result["s"] == pytest.approx(0.1 + 3.0 / 4.0 * result["time"] ** 2 / 2, abs=ROUNDOFF)


def test_how_long_loading_may_take_is_noted(fmus: dict[str, Path], monkeypatch: pytest.MonkeyPatch):
    noted: list[tuple] = []
    monkeypatch.setattr(sys.modules["mbfmu.cosim.fmu.log_messages"], "about_to", lambda *note: noted.append(note))
    simulate_fmu(fmus["mass"], stop_time=0.1, output_interval=0.1)
    assert (f"TestMass ({fmus['mass']}) was to instantiate", LOADING) in noted
    assert (f"TestMass ({fmus['mass']}) was to finish the initialization", 0.0) in noted


def test_inputs_that_nothing_drives_are_no_matter_of_warnings(tmp_path: Path, capsys: pytest.CaptureFixture):
    car = build_portable(load_problem(library_file("fmus/slider_crank/model.py")), tmp_path)
    simulate_fmu(car, stop_time=0.01, inputs={"drive_torque": 1.0})
    print("a word")
    assert capsys.readouterr().out == "a word\n"


def test_all_wrong_arguments_are_named_at_once(fmus: dict[str, Path]):
    with pytest.raises(ProblemsFound) as found:
        simulate_fmu(fmus["mass"], stop_time=-1.0, start_values={"mass": 1.0, "m": float("inf")}, output=["x"])
    assert len(found.value.problems) == 4


def test_a_failed_step_says_what_the_fmu_said(fmus: dict[str, Path]):
    with pytest.raises(MbfmuError, match="the fuse has blown"):
        simulate_fmu(fmus["failing"], stop_time=1.0, output_interval=0.1)


def test_a_missing_and_a_damaged_fmu_are_refused(fmus: dict[str, Path], tmp_path: Path):
    with pytest.raises(MbfmuError, match="no such file"):
        simulate_fmu(tmp_path / "none.fmu")
    (tmp_path / "cut.fmu").write_bytes(fmus["mass"].read_bytes()[:3000])
    with pytest.raises(MbfmuError, match="damaged or not a zip archive"):
        simulate_fmu(tmp_path / "cut.fmu")


def test_an_interrupt_that_the_fmu_caught_ends_the_run_and_tells_the_time(fmus: dict[str, Path]):
    with pytest.raises(KeyboardInterrupt, match=r"^t = 0\.5 s$"):
        simulate_fmu(fmus["interrupted"], stop_time=1.0, output_interval=0.125)


def test_too_many_points_are_refused_before_the_run(fmus: dict[str, Path]):
    with pytest.raises(ProblemsFound, match=r"1e\+12 points in 1\.0 s.* at least 1e-07 s"):
        simulate_fmu(fmus["mass"], stop_time=1.0, output_interval=1e-12)


@pytest.mark.parametrize("stop", ["inf", "NaN", "-1"])
def test_an_experiment_without_an_end_is_refused(tmp_path: Path, stop: str):
    source = build_portable(load_problem(library_file("fmus/slider_crank/model.py")), tmp_path)
    with zipfile.ZipFile(source) as there, zipfile.ZipFile(tmp_path / "endless.fmu", "w") as endless:
        for name in there.namelist():
            content = there.read(name)
            endless.writestr(name, re.sub(rb'stopTime="[^"]*"', f'stopTime="{stop}"'.encode(), content) if name.endswith(".xml") else content)
    with pytest.raises(ProblemsFound, match=r"its experiment goes from 0\.0 s to .* s, but a run must end after its start"):
        simulate_fmu(tmp_path / "endless.fmu")


@pytest.mark.parametrize("text", ["", "words\n", "1,2\n3,4\n"])
def test_what_is_no_table_of_results_is_refused(tmp_path: Path, text: str):
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(MbfmuError, match="x.csv is not a table of results with a line of names and lines of numbers") as refused:
        read_csv(tmp_path / "x.csv")
    assert "list index" not in str(refused.value)


def test_a_start_value_that_is_no_number_is_told(fmus: dict[str, Path], tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """As a tool has written it; the FMU has its own, and runs."""
    changed = tmp_path / "changed.fmu"
    with zipfile.ZipFile(fmus["mass"]) as there, zipfile.ZipFile(changed, "w") as new:
        for name in there.namelist():
            content = there.read(name)
            new.writestr(name, re.sub(rb'start="[-0-9.]+"', b'start="one"', content, count=1) if name == "modelDescription.xml" else content)
    assert len(simulate_fmu(changed, 0.01)) > 1
    (record,) = caplog.records
    assert "has the start value 'one', which is not of type Real: it is not used" in record.getMessage()


every_kind = pytest.mark.parametrize(
    "suffix", [".csv", pytest.param(".parquet", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra"))]
)


@pytest.fixture
def small_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows stay in memory, and few steps are taken at once."""
    monkeypatch.setattr(rows, "WINDOW", 40)
    monkeypatch.setattr(rows, "MOST", 8)
    monkeypatch.setattr(beat, "MOST", 8)


def same(found: np.ndarray, wanted: np.ndarray) -> None:
    assert found.dtype.names == wanted.dtype.names
    for name in wanted.dtype.names:
        np.testing.assert_array_equal(found[name], wanted[name])


@every_kind
@pytest.mark.usefixtures("small_window")
def test_rows_of_a_long_run_go_to_a_file_to_the_last_bit(suffix: str, tmp_path: Path):
    """Also those where a signal jumps between two steps."""
    car = build_portable(load_problem(library_file("fmus/quarter_car/model.py")), tmp_path)
    road, file = Step(at=0.12345, height=0.05), tmp_path / f"run{suffix}"
    plain = simulate_fmu(car, 1.0, 2e-3, inputs={"road": road})
    assert len(plain) == 502
    returned = simulate_fmu(car, 1.0, 2e-3, inputs={"road": road}, file=file)
    same(read_result(file), plain)
    same(returned, plain)
    assert returned.units == plain.units and set(plain.units) <= {*plain.dtype.names}


@every_kind
@pytest.mark.usefixtures("small_window")
def test_arrays_go_to_a_file_whole(suffix: str, tmp_path: Path):
    fmu, file = build_portable(problem_of("four_bar"), tmp_path, 3), tmp_path / f"run{suffix}"
    arrays = [v.name for v in describe_fmu(fmu).modelVariables if v.causality == "output" and v.dimensions]
    plain = simulate_fmu(fmu, 0.2, 1e-3, output=arrays)
    assert arrays and all(plain[name].ndim == 2 for name in arrays)
    simulate_fmu(fmu, 0.2, 1e-3, output=arrays, file=file)
    same(read_result(file), plain)


def test_columns_come_in_the_order_in_which_they_are_listed(fmus: dict[str, Path]):
    assert simulate_fmu(fmus["mass"], 0.1, output=["v", "m", "s", "v"]).dtype.names == ("time", "v", "m", "s")


@pytest.mark.usefixtures("small_window")
def test_a_run_that_stops_leaves_its_rows_in_the_file(fmus: dict[str, Path], tmp_path: Path):
    with pytest.raises(RunStopped, match=r"stopped at t = 0\.5 s: .*the fuse has blown") as stopped:
        simulate_fmu(fmus["failing"], 1.0, 2.0**-8, file=tmp_path / "run.csv")
    for found in (stopped.value.result, read_result(tmp_path / "run.csv")):
        assert found["time"].tolist() == [i * 2.0**-8 for i in range(129)]


def exchanged(fmu: Path, folder: Path) -> Path:
    """A copy of an FMU of FMI 2 that is there for Model Exchange only."""
    with zipfile.ZipFile(fmu) as there, zipfile.ZipFile(folder / "exchanged.fmu", "w") as new:
        for name in there.namelist():
            content = there.read(name)
            new.writestr(name, re.sub(rb"<CoSimulation.*?/>", b"", content, flags=re.DOTALL) if name == "modelDescription.xml" else content)
    assert describe_fmu(folder / "exchanged.fmu").coSimulation is None
    return folder / "exchanged.fmu"


@every_kind
def test_rows_of_model_exchange_go_to_the_file_at_the_end(suffix: str, tmp_path: Path):
    fmu = exchanged(build_portable(load_problem(library_file("fmus/quarter_car/model.py")), tmp_path), tmp_path)
    outputs, file = ["wheel_speed", "wheel_height"], tmp_path / f"run{suffix}"
    plain = simulate_fmu(fmu, 0.5, 1e-2, inputs={"road": 0.01}, output=outputs)
    assert plain.dtype.names == ("time", *outputs) and plain.units == {"time": "s", "wheel_speed": "m/s", "wheel_height": "m"}
    same(simulate_fmu(fmu, 0.5, 1e-2, inputs={"road": 0.01}, output=outputs, file=file), plain)
    same(read_result(file), plain)


def test_a_file_of_no_known_kind_is_refused_before_the_run(fmus: dict[str, Path]):
    with pytest.raises(MbfmuError, match=r"run\.txt: results are files that end in \.csv or \.parquet"):
        simulate_fmu(fmus["failing"], 1.0, file="run.txt")
