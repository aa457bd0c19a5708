"""Single-track models against closed forms of Riekert and Schunck (1940), and against SciPy."""

import json

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import BlockModel, DrivenSingleTrack, SingleTrack, Step, linearize, simulate
from tests.files_of_others import files_of_others
from tests.tolerances import EIGENVALUES, INTEGRATION, LONG_STEPS, ROUNDOFF, STEADY

M, J, FRONT, REAR, C_F, C_R = 1500.0, 2500.0, 1.2, 1.6, 80e3, 100e3
BASE = FRONT + REAR


def lateral(v: float):
    """A (2, 2) and b (2,) of side-slip angle and yaw rate of the car at speed v, made by mbfmu."""
    system = linearize(BlockModel("Car", SingleTrack(m=M, I_z=J, l_f=FRONT, l_r=REAR, c_f=C_F, c_r=C_R, v=v)))
    rows = [system.states.index(name) for name in ("beta_state", "yaw_rate_state")]
    return system.A[np.ix_(rows, rows)], system.B[rows, 0]


@pytest.mark.parametrize("v", [10.0, 20.0, 30.0, 40.0])
def test_steady_gains_and_eigenvalues(v):
    A, b = lateral(v)
    beta, yaw_rate = np.linalg.solve(A, -b)
    gradient = M * (C_R * REAR - C_F * FRONT) / (C_F * C_R * BASE)
    assert yaw_rate == pytest.approx(v / (BASE + gradient * v**2), rel=ROUNDOFF)
    assert beta == pytest.approx((REAR - M * v**2 * FRONT / (C_R * BASE)) / (BASE + gradient * v**2), rel=ROUNDOFF)
    trace = -(C_F + C_R) / (M * v) - (C_F * FRONT**2 + C_R * REAR**2) / (J * v)
    determinant = C_F * C_R * BASE**2 / (M * J * v**2) + (C_R * REAR - C_F * FRONT) / J
    assert sorted(np.linalg.eigvals(A), key=np.imag) == pytest.approx(sorted(np.roots([1, -trace, determinant]), key=np.imag), rel=EIGENVALUES)


def test_the_gain_is_largest_at_the_characteristic_speed():
    characteristic = np.sqrt(C_F * C_R * BASE**2 / (M * (C_R * REAR - C_F * FRONT)))
    below, there, above = (np.linalg.solve(*lateral(part * characteristic))[1] for part in (0.99, 1.0, 1.01))
    assert abs(there) > max(abs(below), abs(above))


def test_a_small_steering_angle_leads_into_a_circle():
    v, steer = 20.0, 1e-4
    run = simulate(BlockModel("Car", SingleTrack(v=v)), 200.0, 10.0, inputs={"steer": steer}, rtol=1e-11)
    gradient = M * (C_R * REAR - C_F * FRONT) / (C_F * C_R * BASE)
    turn = steer * v / (BASE + gradient * v**2)
    assert run["yaw_rate"][-1] == pytest.approx(turn, rel=INTEGRATION)
    radius = v / turn
    middle = np.array([run["x"] - radius * np.sin(run["yaw"] + run["beta"]), run["y"] + radius * np.cos(run["yaw"] + run["beta"])])
    assert np.ptp(middle[:, 1:], axis=1) == pytest.approx([0.0, 0.0], abs=radius * INTEGRATION)


def by_scipy(times, car, steer_rate: float, a: float):
    """The driven car as its source has it, with the sum of forces on axles in the equations.

    Steps are short: DOP853 errs by 2.5e-8 between long ones, which it takes in a constant corner at a tolerance of 1e-12.
    """
    p = {name: float(value) for name, value in car.values.items()}
    base, g = p["l_f"] + p["l_r"], p["g"]

    def rates(t, x):
        _, _, steer, v, yaw, yaw_rate, beta = x
        ahead = min(a, p["a_max"] * p["v_switch"] / max(v, p["v_switch"]))
        front = p["c"] * (g * p["l_r"] - ahead * p["h"]) / base
        rear = p["c"] * (g * p["l_f"] + ahead * p["h"]) / base
        turning = (
            p["m"]
            / p["I_z"]
            * (p["l_f"] * front * steer + (p["l_r"] * rear - p["l_f"] * front) * beta - (p["l_f"] ** 2 * front + p["l_r"] ** 2 * rear) * yaw_rate / v)
        )
        drifting = (front * steer - (front + rear) * beta + (p["l_r"] * rear - p["l_f"] * front) * yaw_rate / v) / v - yaw_rate
        return [v * np.cos(yaw + beta), v * np.sin(yaw + beta), steer_rate, ahead, yaw_rate, turning, drifting]

    start = [p[f"{name}_start"] for name in ("x", "y", "steer", "v", "yaw", "yaw_rate", "beta")]
    return solve_ivp(rates, (0.0, times[-1]), start, "DOP853", times, rtol=1e-12, atol=1e-12, max_step=0.01).y


@pytest.mark.parametrize(("steer", "steer_rate", "a"), [(0.05, 0.0, 0.0), (0.05, 0.0, -3.0), (0.0, 0.05, 0.0), (-0.03, 0.02, 6.0)])
def test_a_driven_car(steer, steer_rate, a):
    car = DrivenSingleTrack(steer_start=steer, yaw_rate_start=0.02)
    run = simulate(BlockModel("Car", car), 2.0, 0.2, inputs={"steer_rate": steer_rate, "a": a}, rtol=1e-11)
    found = np.array([run[name] for name in ("x", "y", "steer", "v", "yaw", "yaw_rate", "beta")])
    assert found == pytest.approx(by_scipy(run["time"], car, steer_rate, a), abs=0.01 * INTEGRATION)


@pytest.mark.files
def test_cars_of_commonroad():
    """Nine runs of three cars: constant corners, braking in a corner, ramps of the steering angle."""
    (file,) = files_of_others("MBFMU_CASES", "vehicle_commonroad_st.json")
    case = json.loads(file.read_text())
    for name, wanted in case["reference"]["trajectories"].items():
        p, times = case["model"]["veh"][name.split("_")[0]], np.array(wanted["t"])
        sizes = dict(m=p["m"], I_z=p["I_z"], l_f=p["a"], l_r=p["b"], h=p["h_s"], c=-p["p_ky1"])
        car = DrivenSingleTrack(**sizes, steer_start=wanted["x0"][2], v_start=wanted["x0"][3])
        run = simulate(BlockModel("Car", car), times[-1], times[1], inputs=dict(zip(("steer_rate", "a"), wanted["u"])), rtol=1e-11)
        found = np.array([run[of] for of in ("x", "y", "steer", "v", "yaw", "yaw_rate", "beta")])
        assert found.T == pytest.approx(np.array(wanted["x"]), abs=LONG_STEPS), name
        assert found == pytest.approx(by_scipy(times, car, *wanted["u"]), abs=0.01 * INTEGRATION), name


def test_a_driven_car_stops():
    """It is braked to 0.05 m/s, and turns there as its wheels roll."""
    car = DrivenSingleTrack(steer_start=0.05, v_start=5.0)
    run = simulate(BlockModel("Car", car), 5.0, 0.1, inputs={"a": -2.475 + Step(at=2.0, height=2.475)}, rtol=1e-9)
    assert run["v"][-1] == pytest.approx(0.05, rel=INTEGRATION) and run["yaw_rate"][-1] == pytest.approx(0.05 * 0.05 / 2.6, rel=STEADY)


@pytest.mark.parametrize("v", [-3.0, -0.05, 3.0])
def test_tires_of_equal_stiffness_over_load_turn_a_car_by_its_wheelbase_both_ways(v):
    car = DrivenSingleTrack(v_start=v, steer_start=0.1)
    run = simulate(BlockModel("Car", car), 5.0, 1.0)
    assert run["yaw_rate"][-1] == pytest.approx(v * 0.1 / (car.values["l_f"] + car.values["l_r"]), rel=STEADY)


def test_a_driven_car_that_has_stopped_goes_on_backwards():
    car = DrivenSingleTrack(v_start=2.0, steer_start=0.1)
    run = simulate(BlockModel("Car", car), 5.0, 0.5, inputs={"a": -2.0 + Step(at=2.0, height=2.0)})
    assert run["v"][2] == pytest.approx(0.0, abs=INTEGRATION) and run["v"][-1] == pytest.approx(-2.0, rel=INTEGRATION)
    assert run["yaw_rate"][-1] == pytest.approx(-2.0 * 0.1 / 2.6, rel=STEADY)
