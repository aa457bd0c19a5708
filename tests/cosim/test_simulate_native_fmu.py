"""simulate_fmu with native FMUs of both versions: what FMI 3 does otherwise, which is how FMUs log and that vectors are arrays."""

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import simulate_fmu
from mbfmu.cosim.simulate import RunStopped
from mbfmu.model.signals import Step
from tests.tolerances import ROUNDOFF


@pytest.mark.parametrize("fmi", (2, 3))
def test_what_an_fmu_says_at_its_start_is_told(four_bar, capfd: pytest.CaptureFixture, fmi: int):
    """A load of 1e308 N passes the bounds, and nothing can be computed with it."""
    with pytest.raises(MbfmuError, match="failed: .*FourBar") as reported:
        simulate_fmu(four_bar(fmi), stop_time=0.1, start_values={"tip_force[1]": 1e308, "drive_torque": 1e308})
    assert "logged nothing" not in str(reported.value) and capfd.readouterr().err == ""


@pytest.mark.parametrize("fmi", (2, 3))
def test_a_run_that_fails_on_its_way_keeps_its_results(four_bar, fmi: int):
    """The torque is turned to what no step can be done with after 0.05 s."""
    with pytest.raises(RunStopped, match=r"stopped at t = 0\.05 s: the accelerations of FourBar") as stopped:
        simulate_fmu(four_bar(fmi), stop_time=0.1, output_interval=0.01, inputs={"drive_torque": Step(at=0.05, height=1e300)})
    assert stopped.value.result["time"][-1] == pytest.approx(0.05, abs=ROUNDOFF)


def test_numbers_of_arrays_are_set_by_names_as_in_fmi2(four_bar):
    values = {"tip_force[1]": 3.0, "tip_force[3]": -2.0}
    two, three = (simulate_fmu(four_bar(fmi), stop_time=0.1, start_values=values) for fmi in (2, 3))
    assert three["crank_speed"] == pytest.approx(two["crank_speed"], abs=ROUNDOFF)
    assert three["crank_speed"][-1] != simulate_fmu(four_bar(3), stop_time=0.1)["crank_speed"][-1]


def test_wrong_numbers_of_arrays_are_named(four_bar):
    with pytest.raises(ProblemsFound) as found:
        simulate_fmu(four_bar(3), start_values={"tip_force": 3.0, "tip_force[4]": 1.0, "tip_force[2]": float("nan"), "tip[1]": 0.0})
    first, there = found.value.problems[1].split("; ", 1)
    assert first == "no variable 'tip_force[4]' in FMU FourBar (did you mean 'tip_force[3]'?)" and there.startswith(
        "what can be set is drive_torque, "
    )
    assert list(found.value.problems) == [
        "tip_force has 3 numbers: give tip_force[1], tip_force[2], tip_force[3]",
        f"{first}; {there}",
        "tip_force[2] = nan must be a finite number",
        "tip[1] is a continuous output; only parameters, inputs and start values can be set",
    ]
