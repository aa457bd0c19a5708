import re
import sys
import zipfile
from pathlib import Path

import pytest

from mbfmu import build_portable
from mbfmu.base.child_process import LOADING
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cli.library import library_file
from mbfmu.cosim import read_csv, simulate_fmu
from mbfmu.problem.load_problem import load_problem
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
