"""Which rows and columns of a run are recorded, in memory and in a file, against the plain run of the same System."""

from __future__ import annotations

import logging
import re
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Input, Output, Parameter, State, build_portable
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, RunStopped, System, rows, simulate_system, write_system
from mbfmu.cosim.masters import beat
from mbfmu.model.signals.result_file import read_result
from tests.command_line import result as printed
from tests.command_line import run
from tests.tolerances import ROUNDOFF

from . import couples

every_kind = pytest.mark.parametrize(
    "suffix", [".csv", pytest.param(".parquet", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra"))]
)


@pytest.fixture(scope="module")
def couple(tmp_path_factory: pytest.TempPathFactory) -> System:
    """500 steps of the mass at the spring."""
    return replace(couples.oscillator(tmp_path_factory.mktemp("oscillator")), step_size=2e-3)


@pytest.fixture(scope="module")
def plain(couple: System) -> np.ndarray:
    return simulate_system(couple, show_progress=False)


@pytest.fixture
def small_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows stay in memory, and few steps are taken at once."""
    monkeypatch.setattr(rows, "WINDOW", 40)
    monkeypatch.setattr(rows, "MOST", 8)
    monkeypatch.setattr(beat, "MOST", 8)


def same(found: np.ndarray, wanted: np.ndarray) -> None:
    """All columns, to the last bit."""
    assert found.dtype.names == wanted.dtype.names
    for name in wanted.dtype.names:
        np.testing.assert_array_equal(found[name], wanted[name])


def test_each_seventh_point_and_the_last_are_recorded(couple: System, plain: np.ndarray):
    found = simulate_system(couple, show_progress=False, every=7)
    rows = [*range(0, 500, 7), 500]
    signals = ["time", "mass.v", "spring.f", "spring.s", "mass.f", "spring.v"]
    same(found[signals], plain[rows][signals])
    assert found.units == plain.units


def test_columns_are_chosen_in_the_order_of_their_patterns(couple: System, plain: np.ndarray):
    found = simulate_system(couple, show_progress=False, signals=["spring.?", "mass.v"])
    same(found, plain[["time", *(name for name in plain.dtype.names if re.fullmatch(r"spring\..", name)), "mass.v"]])
    assert set(found.units) == {*found.dtype.names} - {"time"}
    assert found.dtype.itemsize == 8 * len(found.dtype.names)  # nothing else is kept


@pytest.mark.parametrize("every", [1, 7])
@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_each_column_alone_is_what_it_is_among_all(couple: System, method: str, every: int):
    """Whatever is read, or summed up at ports, less often or not at all."""
    system = replace(couple, method=method)
    all_ = simulate_system(system, show_progress=False, every=every)
    for name in all_.dtype.names[1:]:
        same(simulate_system(system, show_progress=False, signals=[name], every=every), all_[["time", name]])


def test_pictures_come_beside_the_columns_that_are_chosen(car: Path):
    system = System({"car": car}, stop_time=0.02, step_size=1e-2)
    all_, plain = (simulate_system(system, show_progress=False, pictures=pictures) for pictures in (True, False))
    found = simulate_system(system, show_progress=False, pictures=True, signals=["car.tire_force"])
    pictures = [name for name in all_.dtype.names if name not in plain.dtype.names]
    assert pictures and found.dtype.names == ("time", "car.tire_force", *pictures)


def test_a_pattern_that_matches_nothing_is_named(couple: System, tmp_path: Path):
    with pytest.raises(ProblemsFound, match=r"no signal is called 'springs\.f' \(did you mean 'spring\.f'\?\)"):
        simulate_system(couple, show_progress=False, signals=["mass.*", "springs.f"], file=tmp_path / "x.csv")
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"every": 0}, "every = 0 must be a whole number >= 1"),
        ({"every": 2.5}, "every = 2.5 must be a whole number"),
        ({"every": True}, "every = True must be a whole number"),
        ({"signals": "mass.*"}, r"signals = 'mass\.\*' must be a list"),
        ({"file": "run.txt"}, r"run\.txt: results are files that end in \.csv or \.parquet"),
        ({"file": 3}, "3 is no path"),
    ],
)
def test_what_cannot_be_recorded_is_refused(couple: System, given: dict, said: str):
    with pytest.raises(MbfmuError, match=said):
        simulate_system(couple, show_progress=False, **given)


def test_numbers_of_numpy_count_points_as_well(couple: System):
    assert len(simulate_system(couple, show_progress=False, every=np.int64(250))) == 3


@every_kind
@pytest.mark.usefixtures("small_window")
def test_a_file_has_the_rows_of_the_run_in_memory_to_the_last_bit(couple: System, plain: np.ndarray, suffix: str, tmp_path: Path):
    file = tmp_path / f"run{suffix}"
    returned = simulate_system(couple, show_progress=False, file=file)
    found = read_result(file)
    same(found, plain)
    same(returned, plain)
    assert returned.units == plain.units
    assert found.units == (plain.units if suffix == ".parquet" else {})


@every_kind
@pytest.mark.usefixtures("small_window")
def test_a_file_has_the_chosen_rows_and_columns(couple: System, plain: np.ndarray, suffix: str, tmp_path: Path):
    file = tmp_path / f"run{suffix}"
    simulate_system(couple, show_progress=False, file=str(file), every=3, signals=["spring.s", "mass.v"])
    same(read_result(file), plain[[*range(0, 500, 3), 500]][["time", "spring.s", "mass.v"]])


@pytest.mark.usefixtures("small_window")
def test_a_long_file_is_returned_thinned(couple: System, plain: np.ndarray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(rows, "OVERVIEW", 11)
    same(simulate_system(couple, show_progress=False, file=tmp_path / "run.csv"), plain[::50])


@pytest.mark.usefixtures("small_window")
def test_whole_numbers_and_truth_values_go_to_a_file(fmus: dict[str, Path], tmp_path: Path):
    system = System({"a": Component(fmus["gain"], {"u": 3.5})}, stop_time=1.0, step_size=0.01)
    plain = simulate_system(system, show_progress=False)
    simulate_system(system, show_progress=False, file=tmp_path / "run.csv")
    same(read_result(tmp_path / "run.csv"), plain)


def test_power_between_recorded_rows_is_its_mean(couple: System, plain: np.ndarray):
    """And residual energies, which are those since the start, stay the same."""
    found, rows = simulate_system(couple, show_progress=False, every=3), [*range(0, 500, 3), 500]
    power, residual = "mass.f.power", "mass.f.residual_energy"
    energy = np.cumsum(plain[power] * np.diff(plain["time"], prepend=0.0))
    assert np.abs(plain[residual]).max() > 1e-3
    np.testing.assert_array_equal(found[residual], plain[residual][rows])
    assert found[power][0] == 0.0
    assert found[power][1:] == pytest.approx(np.diff(energy[rows]) / np.diff(plain["time"][rows]), abs=1e3 * ROUNDOFF)


@pytest.mark.usefixtures("small_window")
def test_a_run_that_stops_has_its_results_in_the_file(fmus: dict[str, Path], tmp_path: Path):
    file, system = tmp_path / "run.csv", System({"fuse": Component(fmus["failing"])}, stop_time=1.0, step_size=2.0**-8)
    with pytest.raises(RunStopped, match="the fuse has blown") as stopped:
        simulate_system(system, show_progress=False, file=file)
    for found in (stopped.value.result, read_result(file)):
        assert found["time"].tolist() == [i * 2.0**-8 for i in range(129)]
        assert set(found["fuse.y"]) == {3.0}


@pytest.mark.parametrize("every", [1, 2, 5])
def test_a_coupling_that_diverges_is_found_among_fewer_points(every: int, tmp_path: Path):
    system = replace(couples.quarter_car(tmp_path), step_size=2e-2, stop_time=10.0)
    with pytest.raises(RunStopped, match="the co-simulation diverges"):
        simulate_system(system, show_progress=False, every=every)


def test_a_coupling_that_diverges_is_found_before_rows_give_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(rows, "WINDOW", 2 * beat.MOST)
    system = replace(couples.quarter_car(tmp_path), step_size=2e-2, stop_time=1e4)
    with pytest.raises(RunStopped, match="the co-simulation diverges"):
        simulate_system(system, show_progress=False, file=tmp_path / "run.csv")
    assert read_result(tmp_path / "run.csv")["time"][0] == 0.0


class Repeller(Block):
    """A spring that pushes away."""

    v = Input("m/s", "velocity of the end")
    f = Output("N", "force on the end")
    s_start = Parameter("m", "distance at the start", 1e-3, start=True)
    s_state = State("m", "distance")

    @staticmethod
    def respond(p, u, t, x):
        return {"s_state": u.v}, {"f": 4.0 * x.s_state}


@pytest.mark.parametrize("every", [1, 50])
def test_growth_of_the_system_itself_is_no_divergence_among_fewer_points(every: int, tmp_path: Path):
    """v = cosh(2 t) grows threefold from row to row where every 50th point is recorded; half the step does the same."""
    mass = build_portable(BlockModel("Mass", couples.Mass()), tmp_path)
    repeller = build_portable(BlockModel("Repeller", Repeller()), tmp_path)
    system = System({"mass": mass, "far": repeller}, [("mass.v", "far.v"), ("far.f", "mass.f")], stop_time=5.0, step_size=1e-2, input_order=2)
    found = simulate_system(system, show_progress=False, every=every)
    assert found["mass.v"][-1] == pytest.approx(np.cosh(10.0), rel=1e-2)


def test_a_run_in_real_time_takes_as_long_as_it_simulates(couple: System, plain: np.ndarray, tmp_path: Path):
    system, begun = replace(couple, stop_time=0.2), time.monotonic()
    found = simulate_system(system, show_progress=False, real_time=True, file=tmp_path / "run.csv")
    assert time.monotonic() - begun >= 0.2
    same(found, plain[:101])


def test_steps_that_come_late_are_told(couple: System, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch):
    """A thousand times as fast as the clock of a machine can be."""
    system = replace(couple, stop_time=2e-6, step_size=1e-9)
    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate_system(system, show_progress=False, real_time=True)
    (record,) = caplog.records
    assert re.fullmatch(r"real time: \d+ of 2000 steps came late, by .* ms at most, at t = .* s", record.getMessage())


@pytest.fixture(scope="module")
def file_of_system(couple: System, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ssp") / "couple.ssp"
    write_system(replace(couple, name="Couple"), path)
    return path


@every_kind
def test_results_of_the_command_line_go_to_a_file(file_of_system: Path, plain: np.ndarray, suffix: str, tmp_path: Path):
    file = tmp_path / f"new folder/a run{suffix}"
    written = printed("cosim", file_of_system, "-o", file, "--record", "spring.s", "--record", "mass.*", "--every", 4)
    assert {suffix[1:]: str(file), "plot": str(file.with_suffix(".png"))}.items() <= written.items()
    assert "energy" in written and file.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    names = ["time", "spring.s", *(name for name in plain.dtype.names if name.startswith("mass."))]
    found = read_result(file)
    assert found.dtype.names == tuple(names)
    np.testing.assert_array_equal(found["mass.v"], plain["mass.v"][::4])
    np.testing.assert_array_equal(found["spring.s"], plain["spring.s"][::4])


def test_fewer_points_of_the_command_line_go_to_a_folder(file_of_system: Path, plain: np.ndarray, tmp_path: Path):
    written = printed("cosim", file_of_system, "-o", tmp_path, "--every", 100, "--record", "mass.v", "--no-plot")
    same(read_result(written["csv"]), plain[::100][["time", "mass.v"]])


def test_a_view_of_chosen_signals_shows_the_parts(car: Path, tmp_path: Path):
    write_system(System({"car": car}, stop_time=0.1, step_size=1e-2), tmp_path / "car.ssp")
    written = printed("cosim", tmp_path / "car.ssp", "--record", "car.tire_force", "--view", tmp_path / "car.html", "-o", tmp_path, "--no-plot")
    assert read_result(written["csv"]).dtype.names == ("time", "car.tire_force")
    assert Path(written["view"]).stat().st_size > 0


def test_the_command_line_keeps_pace_with_the_clock(file_of_system: Path, tmp_path: Path):
    begun = time.monotonic()
    printed("cosim", file_of_system, "--stop", 0.2, "--real-time", "--no-plot", "-o", tmp_path)
    assert time.monotonic() - begun >= 0.2


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--every", 0), "every = 0 must be a whole number >= 1"), (("--record", "mass.w"), "no signal is called 'mass.w'")],
)
def test_the_command_line_refuses_what_cannot_be_recorded(file_of_system: Path, options: tuple, said: str, tmp_path: Path):
    outcome = run("cosim", file_of_system, "-o", tmp_path, *options)
    assert outcome.exit_code == 1 and said in outcome.stderr


def test_a_run_of_the_command_line_that_stops_leaves_all_its_rows(fmus: dict[str, Path], tmp_path: Path):
    """More than come back of a file."""
    write_system(System({"fuse": Component(fmus["failing"])}, stop_time=1.0, step_size=2.0**-15), tmp_path / "fuse.ssp")
    outcome = run("cosim", tmp_path / "fuse.ssp", "-o", tmp_path / "run.csv", "--no-plot")
    assert outcome.exit_code == 1 and f"(results until then: {tmp_path / 'run.csv'})" in outcome.stderr
    assert read_result(tmp_path / "run.csv")["time"].tolist() == [i * 2.0**-15 for i in range(2**14 + 1)]


def test_energy_that_passed_is_told_only_where_all_rows_are_there(couple: System, plain: np.ndarray, file_of_system: Path, tmp_path: Path):
    (whole,) = printed("cosim", file_of_system, "-o", tmp_path, "--no-plot")["energy"]
    created = plain["mass.f.residual_energy"][-1]
    passed = np.sum(np.abs(plain["mass.f.power"]) * np.diff(plain["time"], prepend=0.0))
    assert whole == f"the coupling created {created:.3g} J at mass.f; {passed:.3g} J passed it in both directions"
    long = printed("cosim", file_of_system, "--step", 2.0**-14, "-o", tmp_path / "run.csv", "--no-plot")
    assert re.fullmatch(r"the coupling created \S+ J at mass\.f", long["energy"][0])
