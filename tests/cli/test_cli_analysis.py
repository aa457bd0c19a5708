"""The commands that look at models and results: info, compare, modes, equilibrium."""

from pathlib import Path

import numpy as np
import pytest

from tests.command_line import CAR, FMUS, result, run
from tests.fmus.test_bicycle import CAPSIZE, WEAVE
from tests.tolerances import BALANCED, INTEGRATION, STEADY, WHIPPLE


def test_info_shows_every_variable_of_a_model():
    interface = result("info", FMUS / "quarter_car/model.py")
    found = {v["name"]: (v["causality"], v["unit"]) for v in interface["variables"]}
    assert found["road"] == ("input", "m")
    assert found["suspension_force"] == ("output", "N")
    assert found["suspension.c"] == ("parameter", "N/m")
    assert interface["stop_time"] == 10.0


def test_info_shows_parameters_of_the_model_first_and_what_follows_from_them():
    variables = result("info", FMUS / "four_bar/model.py")["variables"]
    assert [(v["name"], v["unit"], v["start"]) for v in variables[:2]] == [("crank_length", "m", 0.1), ("frame_length", "m", 0.2)]
    (following,) = (v for v in variables if v["name"] == "crank.r_CM[1]")
    assert (following["causality"], following["start"]) == ("calculatedParameter", None)
    assert following["description"].endswith("; follows from crank_length")


def test_info_counts_the_freedoms_of_a_mechanism():
    """A planar four-bar of revolute joints: two of the five rows of the joint that closes it are independent."""
    (found,) = result("info", FMUS / "four_bar/model.py")["mobility"]
    assert (found["freedoms"], found["rows"], found["independent"]) == (1, 5, 2)
    assert "1 degree of freedom; 5 constraint rows, 2 of them independent" in run("info", FMUS / "four_bar/model.py").stdout


def test_info_names_massless_bodies_that_joints_move(tmp_path: Path):
    """A forgotten mass is often typed as 0; a tip that is fixed to another body is meant to have none."""
    (tmp_path / "arm.py").write_text(
        "from mbfmu import Body, Fixed, Model, Revolute, World\n"
        "model = Model('Arm')\n"
        "model.world, model.jib, model.load, model.tip = World(), Body(m=0.0), Body(m=5.0, r_CM=[1, 0, 0], I=1.0), Body(m=0.0)\n"
        "model.pin = Revolute(model.world.frame_b, model.jib.frame_a, n=[0, 1, 0])\n"
        "model.hook = Revolute(model.jib.at([1, 0, 0]), model.load.frame_a, n=[0, 1, 0])\n"
        "model.weld = Fixed(model.load.at([1, 0, 0]), model.tip.frame_a)\n"
    )
    assert result("info", tmp_path / "arm.py")["massless"] == ["jib"]
    assert "bodies without mass and inertia: jib" in run("info", tmp_path / "arm.py").stdout
    assert "without mass" not in run("info", FMUS / "four_bar/model.py").stdout


def test_a_joint_without_coordinates_has_none_to_keep(tmp_path: Path):
    """A four-bar whose ground is held by a Fixed joint: only the joints that move are asked for."""
    (tmp_path / "loop.py").write_text(
        "from mbfmu import Body, Fixed, Model, World\nfrom tests.problem.linkages import four_bar\n"
        "model = four_bar()\nmodel.base = Body(m=1.0)\nmodel.foot = Fixed(model.world.frame_b, model.base.frame_a)\n"
    )
    names = {variable["name"] for variable in result("info", tmp_path / "loop.py")["variables"]}
    assert {"A.q_fixed", "D.v_fixed"} <= names and not {"foot.q_fixed", "foot.v_fixed"} & names


def test_info_is_readable():
    outcome = run("info", FMUS / "pid/model.py")
    assert outcome.exit_code == 0
    assert "measurement" in outcome.stdout and "parameter (tunable)" in outcome.stdout


def test_names_are_whole_in_narrow_tables(monkeypatch: pytest.MonkeyPatch):
    for columns in ("80", "40"):
        monkeypatch.setenv("COLUMNS", columns)
        assert "suspension_force " in run("info", CAR).stdout


def test_two_results_are_compared_signal_by_signal(tmp_path: Path):
    """Two results written by hand, of which the second differs in one signal by 0.5 at 2 s, and has one that the first has not."""
    csvs = tmp_path / "a.csv", tmp_path / "b.csv"
    csvs[0].write_text('"time","car.height","car.speed","wheel.height"\n0,0,0,0\n1,1,2,0\n2,1,4,0\n')
    csvs[1].write_text('"time","car.height","car.speed","wheel.height","road"\n0,0,0,0,1\n2,1.5,4,0,1\n')
    picture = tmp_path / "both.png"
    found = result("compare", *csvs, "--plot", "*height", "-o", picture)
    assert [(one["signal"], one["difference"], one["time"]) for one in found["differences"]] == [("car.height", 0.5, 2.0), ("wheel.height", 0.0, 0.0)]
    assert found["warnings"] == [f"only {csvs[1]} has road"]
    assert found["plot"] == str(picture) and picture.read_bytes()[:4] == b"\x89PNG"
    assert "largest difference" in run("compare", *csvs, "--no-plot").stdout
    refused = run("compare", csvs[0], tmp_path / "none.csv", "--no-plot")
    assert refused.exit_code == 1 and "none.csv cannot be read" in refused.stderr


def test_modes_of_a_quarter_car(tmp_path: Path):
    """Its two frequencies by the characteristic polynomial, at rest on its springs."""
    found = result("modes", CAR, "--at-rest", "-o", tmp_path)
    m, M, c, C, d = 40.0, 250.0, 16e3, 160e3, 1e3
    roots = np.roots([m * M, (m + M) * d, (m + M) * c + M * C, C * d, C * c])
    eigenvalues = [complex(*mode["eigenvalue"]) for mode in found["modes"]]
    assert eigenvalues == pytest.approx(sorted(roots[roots.imag > 0], key=abs), rel=INTEGRATION)
    assert found["verdict"] == "stable: no mode grows" and "warnings" not in found
    assert found["mechanism"]["verdict"] == "asymptotically stable: stiffness is positive definite and damping is pervasive"
    assert Path(found["plot"]).read_bytes()[:4] == b"\x89PNG" and np.load(found["matrices"])["A"].shape == (4, 4)
    assert result("modes", CAR, "--time", 20, "-o", tmp_path)["modes"][0]["frequency"] == pytest.approx(
        found["modes"][0]["frequency"], rel=INTEGRATION
    )
    assert (
        Path(result("modes", CAR, "--at-rest", "--no-plot", "-o", tmp_path, "--view", tmp_path / "modes.html")["view"])
        .read_text()
        .startswith("<!DOCTYPE")
    )
    assert "leave one of them out" in run("modes", CAR, "--time", 20, "--at-rest", "-o", tmp_path).stderr
    shown = run("modes", CAR, "--no-plot", "-o", tmp_path)
    assert "this state is no equilibrium: " in shown.stderr and "damping ratio" in shown.stdout


def test_the_matrices_of_a_quarter_car(tmp_path: Path):
    """Its masses, springs and damper in coordinates relative to one another, on the command line, in JSON and in the file."""
    found = result("linearize", CAR, "--at-rest", "-o", tmp_path)
    M, D, K = [[290.0, 250.0], [250.0, 250.0]], [[0.0, 0.0], [0.0, 1e3]], [[160e3, 0.0], [0.0, 16e3]]
    for name, expected in (("M", M), ("D", D), ("K", K)):
        assert np.array(found["mechanism"][name]) == pytest.approx(np.array(expected), abs=INTEGRATION)
        assert np.load(found["matrices"])[name] == pytest.approx(np.array(expected), abs=INTEGRATION)
    assert found["states"] == ["wheel_guide.s", "body_guide.s", "wheel_guide.v", "body_guide.v"] and np.shape(found["C"]) == (6, 4)
    assert Path(found["plot"]).read_bytes()[:4] == b"\x89PNG" and "plot" not in result("linearize", CAR, "--no-plot", "-o", tmp_path)
    shown = run("linearize", CAR, "-o", tmp_path)
    assert (
        "this state is no equilibrium: " in shown.stderr
        and "K (stiffness, positive definite) =" in shown.stdout
        and "N (circulatory) = 0" in shown.stdout
    )


def test_an_fmu_is_linearized_and_has_modes(tmp_path: Path):
    """The portable FMU of the quarter car has the modes of the model."""
    fmu = result("build", CAR, "--portable", "-o", tmp_path)["fmus"][0]
    of_fmu, of_model = ([mode["frequency"] for mode in result("modes", path, "--no-plot", "-o", tmp_path)["modes"]] for path in (fmu, CAR))
    assert of_fmu == pytest.approx(of_model, rel=INTEGRATION)
    assert "A =" in run("linearize", fmu, "--set", "road=0.05", "-o", tmp_path).stdout
    refused = run("linearize", fmu, "--at-rest", "-o", tmp_path)
    assert refused.exit_code == 1 and "is an FMU, and mbfmu does not search its equilibrium" in refused.stderr


def test_the_response_of_a_quarter_car(tmp_path: Path):
    """The stiff tire passes the road on to the wheel as it is where that is slow; a tire that stays at its place is compressed by the whole road."""
    found = result("response", CAR, "--at-rest", "--from", "road", "--to", "tire_force", "--band", "0.001:1000", "-o", tmp_path)
    (row,) = found["peaks"]
    assert (row["unit"], row["slow"]) == ("N/m", pytest.approx(290.0 * (2e-3 * np.pi) ** 2, rel=STEADY))
    assert abs(np.load(found["arrays"])["values"][-1, 0, 0]) == pytest.approx(160e3 / (1 - 160e3 / 40.0 / (2e3 * np.pi) ** 2), rel=STEADY)
    assert Path(found["plot"]).read_bytes()[:4] == b"\x89PNG" and Path(found["csv"]).read_text().startswith('"frequency [Hz]"')
    assert "peak in Hz" in run("response", CAR, "--no-plot", "-o", tmp_path).stdout
    for options, said in (
        (("--band", "5"), "write LOW:HIGH in Hz"),
        (("--rates", "road"), "write NAME=NAME,NAME"),
        (("--to", "tyre"), "no signal is called"),
    ):
        assert said in run("response", CAR, *options, "-o", tmp_path).stderr


def test_the_locus_of_a_bicycle_and_of_a_rotor(tmp_path: Path):
    bicycle = result("locus", FMUS / "bicycle/model.py", "--over", "speed=4:7:1", "--no-plot", "-o", tmp_path)
    assert [(row["value"], row["grows"], row["then"]) for row in bicycle["crossings"]] == [
        (pytest.approx(WEAVE, abs=WHIPPLE), False, "neutral"),
        (pytest.approx(CAPSIZE, abs=WHIPPLE), True, "unstable"),
    ]
    assert bicycle["verdict"] == "unstable" and np.load(bicycle["eigenvalues"])["eigenvalues"].shape == (4, 10)
    shown = run("locus", FMUS / "rotor/model.py", "--over", "speed=50:300:125", "--multiple", "1", "-o", tmp_path).stdout
    assert "neutral everywhere; no change of stability" in shown and "1x: resonance at speed = 56.7423 rad/s" in shown
    assert all(picture.read_bytes()[:4] == b"\x89PNG" for picture in (tmp_path / "Rotor_locus.png", tmp_path / "Rotor_campbell.png"))
    for over, said in (("speed", "write NAME=FIRST:LAST:STEP"), ("speed=0:1:1e-9", "at most 100000"), ("speeed=0:1:1", "did you mean 'speed'")):
        assert said in run("locus", FMUS / "rotor/model.py", "--over", over, "-o", tmp_path).stderr


def test_the_equilibrium_of_a_quarter_car_on_a_step(tmp_path: Path):
    found = result("equilibrium", CAR, "--set", "road=0.05", "-o", tmp_path)
    assert Path(found["plot"]).read_bytes()[:4] == b"\x89PNG"
    assert found["loads"]["tire.f"] == {"value": pytest.approx(290.0 * 9.81), "unit": "N", "unique": [True]}
    assert found["outputs"]["wheel_height"] == pytest.approx(0.05 - 290.0 * 9.81 / 160e3)
    assert found["verdict"] == "stable: small motions about it stay small" and found["acceleration"] <= BALANCED
    shown = run("equilibrium", CAR, "--input", "road=step(at=0,height=0.05)", "--no-plot").stdout
    assert "QuarterCar: stable" in shown and "potential energy -71.008183 J" in shown
    crane = run("equilibrium", FMUS / "crane/model.py", "--hold", "pivot.phi=0.4", "--find", "cylinder.f", "--no-plot").stdout
    assert "e-" not in crane.split("┏")[1]  # no roundoff in the table
    loop = run("equilibrium", FMUS / "slider_crank/model.py", "--no-plot").stdout
    assert "one possible sharing in [2], since redundant constraints" in " ".join(loop.replace("│", " ").split())


def test_an_equilibrium_that_does_not_last_or_is_none():
    four_bar = FMUS / "four_bar/model.py"
    assert result("equilibrium", four_bar, "--no-plot")["verdict"].startswith("unstable: a mode of ")
    left = result("equilibrium", four_bar, "--leave-unstable", "--no-plot")
    assert left["stability"] == "stable" and left["moved"]["drive_shaft.phi"] != 0.0
    spacecraft = run("equilibrium", FMUS / "spacecraft/model.py")
    assert spacecraft.exit_code == 1 and "Spacecraft does not come to rest" in spacecraft.stderr
    # Roundoff says whether it falls past the middle of its planet, and so how the sentence begins.
    assert "orbit1.r_dot[1]" in spacecraft.stderr and "by -8.94 m/s2" in spacecraft.stderr
    assert "--hold pivot.phi: write NAME=VALUE, such as" in run("equilibrium", four_bar, "--hold", "pivot.phi").stderr
    disk = run("equilibrium", FMUS / "rolling_disk/model.py").stderr
    assert "RollingDisk does not come to rest: from rest at the start free.w[1] changes by 2.61 rad/s2" in disk and "steady motion at a speed" in disk
