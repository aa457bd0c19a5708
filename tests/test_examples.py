"""The examples of docs/: each runs as a user runs it, uses public names only, and computes what is right by other means."""

import ast
import runpy
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, fsolve

import mbfmu
from mbfmu import cosim, linearize, simulate, view
from mbfmu.model import urdf, vehicles

from .tolerances import CLEAT_PEAKS, INTEGRATION, RIM_QUADRATURE, STEADY

EXAMPLES = Path(__file__).parent.parent / "docs/examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
LONGEST = 60  # lines
LONG = "cleat", "soft_soil_wheel", "stewart_platform"  # runs
PUBLIC = {"mbfmu": mbfmu, "mbfmu.view": view, "mbfmu.cosim": cosim, "mbfmu.model.urdf": urdf, "mbfmu.model.vehicles": vehicles}


def names_of(script: str) -> dict:
    """What a script declares, without the runs that it makes."""
    return runpy.run_path(str(EXAMPLES / f"{script}.py"), run_name="example")


@pytest.mark.parametrize("script", [pytest.param(s, marks=[pytest.mark.slow] * (s.stem in LONG)) for s in SCRIPTS], ids=lambda script: script.stem)
def test_it_runs(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script), run_name="__main__")
    printed = capsys.readouterr().out
    assert printed and "NOT NOTICED" not in printed


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_is_short_and_uses_public_names(script: Path):
    source = script.read_text()
    assert len(source.splitlines()) <= LONGEST
    public = {module: there.__all__ for module, there in PUBLIC.items()}
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "mbfmu"]
    assert [(i.module, name.name) for i in imports for name in i.names if name.name not in public[i.module]] == []


def test_the_page_shows_every_example():
    assert all(f"{script.name}" in (EXAMPLES / "index.md").read_text() for script in SCRIPTS)


def test_double_wishbone_against_its_triangles():
    """The knuckle's pose at a third of the stroke, where its three points have their distances from the car: six equations for six unknowns."""
    names = names_of("double_wishbone")
    result = simulate(names["model"], stop_time=0.25, interval=0.25)
    lower, upper, rack = (np.array(names[point]) for point in ("LOWER_PIVOT", "UPPER_PIVOT", "RACK_END"))
    ball, eye, arm, centre = (np.array(names[point]) for point in ("LOWER_BALL", "UPPER_BALL", "STEERING_ARM", "WHEEL_CENTRE"))

    def turned(point, origin, angle):
        y, z = (point - origin)[1:]
        return origin + [(point - origin)[0], y * np.cos(angle) - z * np.sin(angle), y * np.sin(angle) + z * np.cos(angle)]

    def rpy(roll, pitch, yaw):
        (a, b, c), (d, e, f) = np.cos([roll, pitch, yaw]), np.sin([roll, pitch, yaw])
        return np.array([[b * c, d * e * c - a * f, a * e * c + d * f], [b * f, d * e * f + a * c, a * e * f - d * c], [-e, d * b, a * b]])

    def residual(x):
        R, foot = rpy(*x[:3]), turned(ball, lower, 0.2)
        gap = foot + R @ (eye - ball) - turned(eye, upper, x[3])
        return [*gap, np.linalg.norm(foot + R @ (arm - ball) - rack) - np.linalg.norm(arm - rack)]

    roll, pitch, yaw, _ = fsolve(residual, [0, 0, 0, 0.2], xtol=1e-12)
    assert [result["roll"][-1], result["yaw"][-1]] == pytest.approx([roll, yaw], abs=INTEGRATION)
    wheel = turned(ball, lower, 0.2) + rpy(roll, pitch, yaw) @ (centre - ball)
    assert [result[f"centre[{i}]"][-1] for i in (1, 2, 3)] == pytest.approx(wheel, abs=INTEGRATION)


def test_a_cleat_excites_a_mode_of_the_wheel_on_its_belt():
    """Behind the cleat the axle is pulled back and forth with a frequency of the linear equations before."""
    model = names_of("cleat")["model"]
    result = simulate(model)
    after = result["axle[1]"][150:] - result["axle[1]"][-1]
    loudest = np.fft.rfftfreq(1 << 16, model.step_size)[np.abs(np.fft.rfft(after, 1 << 16)).argmax()]
    modes = np.abs(np.linalg.eigvals(linearize(model, time=0.05).A)) / (2.0 * np.pi)
    assert np.abs(modes / loudest - 1.0).min() < CLEAT_PEAKS and loudest > 25.0


def test_stewart_platform_follows_its_path():
    """Six lengths prescribed, and the platform is where the path says that it shall be."""
    names = names_of("stewart_platform")
    result = simulate(names["model"], interval=0.25)
    phase = np.sin(2 * np.pi * names["FREQUENCY"] * result["time"])
    assert result["position[1]"] == pytest.approx(names["SURGE"] * phase**2, abs=INTEGRATION)
    assert result["position[3]"] == pytest.approx(names["HEIGHT"] + names["HEAVE"] * phase, abs=INTEGRATION)


@pytest.mark.slow
def test_a_wheel_on_soft_soil_sinks_until_it_is_carried():
    """The sinkage of a wheel that stands, by quadrature of Bekker's pressure over the rim; then torque drives it out of there."""
    names = names_of("soft_soil_wheel")
    model, R, b = names["model"], names["RADIUS"], names["WIDTH"]
    k_c, k_phi, n = (float(model.soil.values[name]) for name in ("k_c", "k_phi", "n"))

    def carried(sinkage):
        entry = np.arccos(1 - sinkage / R)
        lift = lambda a: (k_c / b + k_phi) * max(R * (np.cos(a) - np.cos(entry)), 0.0) ** n * np.cos(a)
        return R * b * quad(lift, -entry, entry)[0]

    standing = mbfmu.equilibrium(model)
    assert standing.outputs["sinkage"] == pytest.approx(brentq(lambda z: carried(z) - names["LOAD"], 1e-3, 0.2), rel=RIM_QUADRATURE)
    result = simulate(model, stop_time=1.0, values={"torque": 250.0})
    assert result["x"][-1] > 0.5 and 0.04 < result["rut"][-1] < 0.06


def test_car_and_trailer_turn_about_one_point():
    """In a steady turn the axles of car and trailer point to one centre: the radius and the hitch angle by trigonometry."""
    names = names_of("car_with_trailer")
    steer = mbfmu.Ramp(at=1.0, duration=1.0, height=names["STEER"])
    last = simulate(names["model"], stop_time=30.0, inputs={"steer": steer})[-1]
    radius = names["WHEELBASE"] / np.tan(names["STEER"])
    assert np.hypot(last["v[1]"], last["v[2]"]) / last["yaw_rate"] == pytest.approx(radius, rel=STEADY)
    to_hitch = np.hypot(radius, names["HITCH"])
    angle = np.arctan2(names["HITCH"], radius) + np.arcsin(names["TRAILER"] / to_hitch)
    assert last["hitch_angle"] == pytest.approx(-angle, rel=STEADY)


def test_engine_runs_at_the_speed_where_gas_and_load_do_equal_work():
    """The work of the gas in a revolution, by quadrature over the crank angle, is that of the load."""
    names = names_of("engine")
    model, crank, rod = names["model"], names["CRANK"], names["ROD"]
    gas = model.gas_0.values

    def torque(phi):
        """Of one piston: virtual work of its gas force along s(phi)."""
        top, past = np.cos(phi), np.sin(phi)
        closed, burnt = np.sqrt((1 + top) / 2), (1 + past / np.sqrt(past**2 + 0.01)) / 2
        force = gas["area"] * gas["p_0"] * closed * (2.15 / (1.15 - top)) ** 1.3 * (1 + (gas["burning"] - 1) * burnt)
        return force * (crank * past + crank**2 * past * top / np.sqrt(rod**2 - (crank * past) ** 2))

    work = 4 * quad(torque, -np.pi, np.pi, limit=200)[0]
    result = simulate(model, stop_time=6.0, interval=1e-3)
    turn = (result["angle"] - result["angle"][-1]) / (2 * np.pi)
    last = turn > -20  # so many revolutions: their end is that of the run
    mean = np.trapezoid(result["speed"][last], result["angle"][last]) / np.ptp(result["angle"][last])
    assert model.load.values["d"] * mean * 2 * np.pi == pytest.approx(work, rel=STEADY)


def test_sweep_finds_the_force_that_holds_each_payload(tmp_path, monkeypatch):
    """Moments about the pivot at rest."""
    names = names_of("sweep")
    table = mbfmu.sweep(names["model"], {"load.m": [50.0, 800.0]}, stop_time=20.0)
    for row in table.to_dict("records"):
        phi = row["angle"]
        (x, z), (ex, ez) = (0.5, -0.8), (1.5 * np.cos(phi), 1.5 * np.sin(phi))
        arm = (x * (ez - z) - z * (ex - x)) / np.hypot(ex - x, ez - z)
        weight = 9.81 * np.cos(phi) * (250.0 * 1.5 + row["load.m"] * names["REACH"])
        assert -row["oil_force"] * arm == pytest.approx(weight, rel=STEADY)


def test_six_axis_robot_comes_to_its_goal(tmp_path, monkeypatch):
    """Where its drives, whose commands make up for the load, hold the tool in the end; the posture is computed beside the run."""
    monkeypatch.chdir(tmp_path)
    names = names_of("six_axis_robot")
    arm = mbfmu.Posture(names["model"])
    arm.place({"lift.phi": 0.3, "elbow.phi": 1.2, "wrist_1.phi": 0.2, "wrist_2.phi": -1.5})
    arm.reach(names["model"].tool0.frame_a, names["PLACE"], names["DOWN"])
    gains = [names["STIFFNESS"] * row[2] for row in names["JOINTS"].values()]
    commands = {name.replace("phi", "command"): angle for name, angle in zip(arm.coordinates, arm.q + arm.holding_forces() / gains)}
    last = simulate(names["model"], 8.0, 1.0, inputs=commands)[-1]
    assert [last[f"tcp[{i}]"] for i in (1, 2, 3)] == pytest.approx(names["PLACE"], abs=STEADY)
