"""`mbfmu cosim`."""

from pathlib import Path

import pytest

from mbfmu.cli.demo import build_demo
from mbfmu.cosim import Component, System, read_csv, write_system
from tests.command_line import packed, result, run


def test_a_given_step_is_not_called_assumed(car: Path, tmp_path: Path):
    description = car.parent / "road.ssd"
    write_system(System({"car": Component(car)}, stop_time=0.1), description)
    description.write_text(description.read_text().replace("org.mbfmu", "com.other").replace("org.openmodelica", "com.other"))
    assert "states no step size" in run("cosim", description, "-o", tmp_path).stderr
    assert "states no step size" not in run("cosim", description, "--step", 0.01, "-o", tmp_path).stderr


ESCAPING = ["../../escaped", "a\\b:c$x", *(pytest.param(name, marks=pytest.mark.slow) for name in ("/tmp/escaped", "..", "x" * 300))]


@pytest.mark.parametrize("name", ESCAPING)
def test_results_stay_in_their_folder_whatever_a_system_is_called(car: Path, tmp_path: Path, name: str):
    out = tmp_path / "deep/deeper/out"
    written = result("cosim", packed(car, tmp_path, name), "-o", out)
    assert sorted(out.iterdir()) == sorted(Path(path) for kind, path in written.items() if kind != "warnings")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "road.ssp"]


def test_cosim_takes_another_experiment(car: Path, tmp_path: Path):
    system = packed(car, tmp_path)
    options = ("--stop", 0.5, "--step", 0.125, "--method", "gauss_seidel", "--input-order", 1, "--divisor", "car=2", "--set", "car.road=0.1")
    rows = read_csv(Path(result("cosim", system, *options, "-o", tmp_path, "--no-plot")["csv"]))
    assert rows["time"].tolist() == [0.0, 0.125, 0.25, 0.375, 0.5]
    assert rows["car.suspension_force"][-1] != 0.0
    assert "0.3 s is longer than the run" in run("cosim", system, "--stop", 0.1, "--step", 0.3, "-o", tmp_path).stderr


def test_a_co_simulation_that_diverges_keeps_its_results(tmp_path: Path):
    outcome = run("cosim", build_demo(tmp_path / "demo"), "--step", 0.05, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and "error: the co-simulation diverges" in outcome.stderr
    kept = read_csv(tmp_path / "out/HydraulicCrane_until_it_stopped.csv")
    assert 0.1 < kept["time"][-1] < 1.0


def test_a_system_is_driven_from_the_command_line(tmp_path: Path, car: Path):
    write_system(System({"car": Component(car)}, name="Ride", stop_time=2.0, step_size=0.01), tmp_path / "ride.ssp")
    (tmp_path / "road.csv").write_text("time,car.road\n0,0\n1,0.1\n")
    written = result("cosim", tmp_path / "ride.ssp", "--inputs", tmp_path / "road.csv", "-o", tmp_path, "--no-plot")
    assert read_csv(written["csv"])["car.road"][-1] == pytest.approx(0.1)
    outcome = run("cosim", tmp_path / "ride.ssp", "--input", "car.rad=step(at=1,height=1)", "-o", tmp_path)
    assert outcome.exit_code == 1 and "'rad' is no input (did you mean 'road'?)" in outcome.stderr
