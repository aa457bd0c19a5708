"""A whole car with engine, gears and a shift program: 0 to 100 km/h against plain numpy, alike in FMUs, and a shift within a bend."""

import numpy as np
import pytest

from mbfmu import build_native, build_portable, simulate
from mbfmu.cosim import simulate_fmu
from tests.tolerances import INTEGRATION, LOOSE_FMU_INTEGRATION, RIGID_LONGITUDINAL

from .longitudinal import M, StraightAhead, StraightAheadByConverter, shifting_car

pytestmark = pytest.mark.slow
HUNDRED, FULL = 100.0 / 3.6, {"box.accelerator": 1.0}


def sprint_time(time, speed):
    """When a car has 100 km/h."""
    return np.interp(HUNDRED, speed, time)


@pytest.mark.parametrize(("converter", "by_hand"), [(False, StraightAhead), (True, StraightAheadByConverter)], ids=["clutch", "converter"])
def test_it_speeds_up_to_100_kmh_as_equations_by_hand(converter, by_hand):
    run = simulate(shifting_car(converter), 14.0, 0.01, inputs=FULL, rtol=1e-7)
    found = by_hand(1.0).run(14.0)
    assert sprint_time(run["time"], run["train.v_x"]) == pytest.approx(sprint_time(run["time"], found[:, 6]), rel=RIGID_LONGITUDINAL)
    assert run["train.v_x"][::100] == pytest.approx(found[::100, 6], rel=RIGID_LONGITUDINAL, abs=RIGID_LONGITUDINAL)
    shifted = [np.flatnonzero(np.diff(gear)) for gear in (run["box.gear"], found[:, -1])]
    assert len(shifted[0]) == 2
    assert shifted[0] == pytest.approx(shifted[1], rel=RIGID_LONGITUDINAL)
    assert np.abs(run["train.energy_error"]).max() < INTEGRATION * 0.5 * M * run["train.v_x"][-1] ** 2


@pytest.mark.parametrize("build", [build_portable, build_native])
def test_fmus_speed_up_alike(tmp_path, build):
    model = shifting_car()
    run, found = simulate(model, 14.0, 0.01, inputs=FULL, rtol=1e-7), simulate_fmu(build(model, tmp_path), 14.0, 0.01, inputs=FULL)
    assert sprint_time(found["time"], found["train.v_x"]) == pytest.approx(sprint_time(run["time"], run["train.v_x"]), rel=LOOSE_FMU_INTEGRATION)
    assert found["train.v_x"] == pytest.approx(run["train.v_x"], abs=LOOSE_FMU_INTEGRATION * HUNDRED)
    assert (np.diff(found["box.gear"]) != 0).sum() == 2


def test_it_shifts_within_a_bend_without_a_jump_in_energy():
    """At 14 m/s on a circle of 100 m it comes to second gear: yaw rate, roll and speed go on, and no energy is lost."""
    inputs = {"box.accelerator": 1.0, "train.steering": lambda t: 7e-3 * min(t, 1.0)}
    run = simulate(shifting_car(), 3.0, 0.01, values={"train.speed": 10.0}, inputs=inputs, rtol=1e-8)
    (shift,) = np.flatnonzero(np.diff(run["box.gear"]))
    assert run["train.turning[3]"][shift] * run["train.v_x"][shift] > 1.8
    around = slice(shift - 5, shift + 60)
    for name in ("train.turning[3]", "train.roll", "train.v_x"):
        signal = run[name]
        assert np.abs(np.diff(signal[around])).max() < 0.02 * np.abs(signal).max()
    assert np.abs(np.diff(run["train.energy_error"])[around]).max() < 1e-4
