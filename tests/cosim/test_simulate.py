import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, RunStopped, System, read_csv, simulate_system, write_csv
from mbfmu.cosim.system.timeline import Timeline, divided, timeline
from tests.tolerances import ROUNDOFF


def test_ends_exactly_at_the_stop_time_without_drift():
    steps = timeline(0.0, 1.0, 0.1)
    assert steps["start"].tolist() == [i * 0.1 for i in range(10)]
    assert {*steps["size"].tolist()} == {0.1} and steps["end"][-1] == 1.0


def test_the_last_step_is_shorter_where_steps_do_not_fit():
    steps = timeline(1.0, 2.0, 0.3)
    assert len(steps) == 4 and steps["end"][-1] == 2.0
    assert steps["size"][-1] == pytest.approx(0.1, abs=ROUNDOFF)


def test_a_step_longer_than_the_experiment_is_cut():
    assert timeline(0.0, 1.0, 5.0)[["start", "size", "end"]].tolist() == [(0.0, 1.0, 1.0)]


@pytest.mark.parametrize("size", [0.1, 0.3, 1.0, 7.0])
@pytest.mark.parametrize("every", [1, 3, 100])
def test_blocks_of_steps_are_the_whole_to_the_last_bit(size: float, every: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.modules["mbfmu.cosim.system.timeline"], "BLOCK", 4)
    whole, times = timeline(0.2, 5.2, size), [0.6, 0.65, 0.66, 1.4, 3.14]
    whole["recorded"] = [(i + 1) % every == 0 or i + 1 == len(whole) for i in range(len(whole))]
    blocks = [*Timeline(0.2, 5.2, size).blocks(every)]
    assert {len(block) for block in blocks} <= {*range(1, 5)}
    assert np.concatenate(blocks).tolist() == whole.tolist()
    parts = [divided(block, times) for block in blocks]
    assert np.concatenate(parts).tolist() == divided(whole, times).tolist()


def test_a_failed_step_names_who_when_and_why_and_keeps_the_results(fmus: dict[str, Path]):
    # the second component must not swallow what the first one says
    system = System({"fuse": Component(fmus["failing"]), "other": Component(fmus["gain"])}, stop_time=1.0, step_size=0.125)
    with pytest.raises(RunStopped, match=r"fuse .* t = 0\.5 s .*the fuse has blown") as stopped:
        simulate_system(system)
    assert stopped.value.result["time"].tolist() == [0.0, 0.125, 0.25, 0.375, 0.5]
    assert set(stopped.value.result["fuse.y"]) == {3.0}


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_an_output_that_is_no_number_stops_the_run_before_others_use_it(fmus: dict[str, Path], method: str):
    components = {"source": Component(fmus["overflowing"]), "user": Component(fmus["gain"])}
    system = System(components, ((("source", "y"), ("user", "u")),), stop_time=1.0, step_size=0.125, method=method)
    with pytest.raises(RunStopped, match=r"t = 0\.5 s source\.y = inf") as stopped:
        simulate_system(system)
    assert stopped.value.result["time"].tolist() == [0.0, 0.125, 0.25, 0.375]


def test_a_loop_with_a_fixed_point_is_settled_before_the_first_step(fmus: dict[str, Path]):
    loop = System({"a": Component(fmus["gain"])}, ((("a", "y"), ("a", "u")),), stop_time=0.1, step_size=0.1)
    # y = y / 2 + 1 has the solution 2
    assert simulate_system(loop)["a.y"] == pytest.approx(2.0, abs=ROUNDOFF)


def test_a_loop_without_one_is_refused_by_name(fmus: dict[str, Path]):
    loop = System({"a": Component(fmus["gain"], {"k": -2.0})}, ((("a", "y"), ("a", "u")),), stop_time=0.1, step_size=0.1)
    with pytest.raises(MbfmuError, match=r"do not settle: .*a\.y"):
        simulate_system(loop)


def test_results_survive_csv_bit_by_bit(oscillator: System, tmp_path: Path):
    result = simulate_system(oscillator)
    write_csv(tmp_path / "result.csv", result)
    again = read_csv(tmp_path / "result.csv")
    assert again.dtype.names == result.dtype.names
    assert (again == result).all()


def test_integers_and_truth_values_are_recorded_as_such(fmus: dict[str, Path], tmp_path: Path):
    system = System({"a": Component(fmus["gain"], {"u": 3.5})}, stop_time=0.2, step_size=0.1)
    result = simulate_system(system)
    assert result.dtype["a.high"] == np.bool_ and result["a.high"].all()
    assert result.dtype["a.floor"] == np.int32 and set(result["a.floor"]) == {3}
    write_csv(tmp_path / "result.csv", result)
    assert set(read_csv(tmp_path / "result.csv")["a.high"]) == {1.0}


def test_a_csv_that_fails_midway_leaves_the_old_one(oscillator: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fails_midway(rows):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mbfmu.cosim.csv.csv_text", fails_midway)
    path = tmp_path / "result.csv"
    path.write_text("precious")
    with pytest.raises(MbfmuError, match="no space is left in .* for result.csv"):
        write_csv(path, simulate_system(oscillator))
    assert path.read_text() == "precious" and os.listdir(tmp_path) == ["result.csv"]


def test_runs_leave_no_unpacked_fmus_behind(oscillator: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    simulate_system(replace(oscillator, stop_time=0.1))
    assert os.listdir(tmp_path) == []


def test_an_interrupt_that_an_fmu_caught_ends_the_run_and_tells_the_time(fmus: dict[str, Path]):
    system = System({"a": fmus["interrupted"]}, stop_time=1.0, step_size=0.125)
    with pytest.raises(KeyboardInterrupt, match=r"^t = 0\.5 s$"):
        simulate_system(system, show_progress=False)
