from dataclasses import replace
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from mbfmu.base.model_description import describe_fmu
from mbfmu.cli.demo import build_demo
from mbfmu.cli.library import library_file
from mbfmu.cosim import RunStopped, System, check_system, open_system, read_csv, simulate_system
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import ASYMPTOTIC, AT_REST, FMU_INTEGRATION, ORDER

EXAMPLE = "cosim_examples/hydraulic_crane"
FOLDER = library_file(f"{EXAMPLE}/system.py").parent
EXPECTED = FOLDER / "expected.csv"


@pytest.fixture(scope="module")
def crane(scripts: dict[str, Any]) -> System:
    return scripts["system"]


def test_it_runs_to_the_expected_motion_without_a_warning(crane: System):
    assert check_system(crane) == ()
    assert written_ssd(crane) == (FOLDER / "system.ssd").read_text()
    assert deviations(moved(crane), EXPECTED, FMU_INTEGRATION) == {}


def test_the_demo_runs_to_the_same(tmp_path: Path):
    with open_system(build_demo(tmp_path)) as demo:
        assert check_system(demo) == ()
        assert deviations(moved(demo), EXPECTED, FMU_INTEGRATION) == {}


def moved(system: System) -> np.ndarray:
    """What the run gives of what is expected; beside it the crane says where its parts are."""
    return simulate_system(system, show_progress=False)[list(read_csv(EXPECTED).dtype.names)]


def test_the_fmus_start_there_by_themselves(crane: System):
    """Masters may ignore the bindings of an SSP, or couple nothing before the first step."""
    first = simulate_system(replace(crane, stop_time=crane.step_size), show_progress=False)[0]
    own = {name: {v.name: v.start for v in describe_fmu(component.fmu).modelVariables} for name, component in crane.components.items()}
    # the valve starts as it has opened, not as the controller's first move wants it
    sources = {target: ".".join(source) for source, target in crane.connections} | {("hydraulics", "command"): "hydraulics.opening"}
    for (name, variable), source in sources.items():
        assert float(own[name][variable]) == pytest.approx(first[source], rel=AT_REST, abs=AT_REST)
    bound = [(name, variable, value) for name, component in crane.components.items() for variable, value in component.values.items()]
    assert bound == [("pid", "set_point", float(own["pid"]["set_point"]))]


def test_the_motion_stays_away_from_every_limit(crane: System, scripts: dict[str, Any]):
    result = scripts["monolithic"](crane, 1e-2)
    tank, supply, ends = 1e5, 210e5, (1.3, 2.1)
    for pressure in ("hydraulics.p_A", "hydraulics.p_B"):
        assert tank < result[pressure].min() and result[pressure].max() < supply
    assert ends[0] < result["crane.stroke"].min() and result["crane.stroke"].max() < ends[1]
    assert abs(result["pid.y"]).max() < 1.0
    assert result["crane.stroke"][-1] == pytest.approx(1.9, abs=1e-3)  # m; the integral part still settles the last 0.2 mm


METHODS = pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])


@METHODS
def test_converges_with_first_order_to_the_monolithic_simulation(crane: System, scripts: dict[str, Any], method: str):
    short = replace(crane, stop_time=1.0, method=method)
    assert measured_orders(scripts, short, (8e-3, 4e-3, 2e-3)) == pytest.approx(1.0, abs=ASYMPTOTIC)


@pytest.mark.slow
@METHODS
def test_converges_over_the_whole_motion_as_the_readme_says(crane: System, scripts: dict[str, Any], method: str):
    assert measured_orders(scripts, replace(crane, method=method), scripts["STEPS"]) == pytest.approx(1.0, abs=ORDER)


def measured_orders(scripts: dict[str, Any], system: System, steps: tuple[float, ...]) -> np.ndarray:
    """The order of convergence between neighbouring steps, one column a signal."""
    exact = scripts["monolithic"](system, steps[-1])
    found = [list(scripts["errors"](system, step, exact).values()) for step in steps]
    return -np.diff(np.log2(found), axis=0)


def test_steps_at_no_more_than_a_third_of_the_largest_stable_step(crane: System, scripts: dict[str, Any]):
    assert scripts["is_stable"](crane, 3 * crane.step_size)
    assert not scripts["is_stable"](replace(crane, stop_time=2.0), 20 * crane.step_size)


def test_cavitation_bounds_oscillations_of_steps_that_are_too_long(crane: System, caplog: pytest.LogCaptureFixture):
    result = simulate_system(replace(crane, step_size=0.02), show_progress=False)
    assert "steps of 0.02 s are too long for jacobi" in caplog.text
    assert 100.0 < min(result[f"hydraulics.p_{chamber}"].min() for chamber in "AB") < 0.5e5  # Pa, of vapour and of saturation


@pytest.mark.parametrize(("step_size", "oscillates"), [(0.026, False), (0.03, False), (0.032, True), (0.034, True)])
def test_oscillations_from_step_to_step_are_told(crane: System, step_size: float, oscillates: bool, caplog: pytest.LogCaptureFixture):
    """With steps of 1 ms the rod rests in the last third, and the linear coupling turns and grows 1.81-fold in a step of 32 ms."""
    result = simulate_system(replace(crane, method="gauss_seidel", step_size=step_size), show_progress=False)
    assert (np.abs(result["crane.stroke_rate"][result["time"] > 7.0]).max() > 0.1) == oscillates  # m/s
    assert ("the coupling created and destroyed" in caplog.text) == oscillates and (caplog.messages == []) == (not oscillates)


@pytest.mark.parametrize(("method", "step_size"), [("jacobi", 0.035), ("jacobi", 0.05), ("gauss_seidel", 0.05)])
def test_steps_with_which_oil_and_boom_diverge_are_refused(crane: System, method: str, step_size: float):
    with pytest.raises(RunStopped, match="the co-simulation diverges: .* around the loop .*hydraulics.rod.f -> crane.cylinder_force") as stopped:
        simulate_system(replace(crane, method=method, step_size=step_size, stop_time=2.0), show_progress=False)
    assert abs(stopped.value.result["crane.stroke_rate"]).max() > 1.0  # m/s, which no cylinder reaches


@pytest.mark.parametrize(("method", "step_size"), [("jacobi", 0.005), ("jacobi", 0.01), ("jacobi", 0.014), ("gauss_seidel", 0.02)])
def test_steps_that_are_stable_are_not_suspected(crane: System, scripts: dict[str, Any], method: str, step_size: float):
    result = simulate_system(replace(crane, method=method, step_size=step_size, stop_time=4.0), show_progress=False)
    assert abs(result["crane.stroke_rate"]).max() < scripts["FASTEST"]


@pytest.mark.slow
def test_interface_mass_gives_what_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its lines of 12.5 ms and 5 ms, in the Jacobi master."""
    monkeypatch.chdir(tmp_path)
    script, readme = run_path(str(library_file(f"{EXAMPLE}/interface_mass.py"))), library_file(f"{EXAMPLE}/README.md").read_text()
    for lock in script["LOCKS"]:
        exact = script["exact"](lock)
        for step in (12.5e-3, 5e-3):
            cells = (script["error"](script["hydraulic_crane"](step, with_mass, lock=lock), exact) for with_mass in (False, True))
            assert f"| {step * 1e3:g} ms | {' | '.join(cells)} |" in readme
