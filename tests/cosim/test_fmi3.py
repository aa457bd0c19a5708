"""FMUs of FMI 3.0 in a System, arrays included, beside those of FMI 2.0."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import BlockModel, build_portable
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.model_description import describe_fmu
from mbfmu.cosim import Component, System, check_system, open_system, signal_units, simulate_fmu, simulate_system, with_values, write_system
from mbfmu.cosim.system.variables import direct_feedthrough
from tests.sampled_blocks import Delay, Lag
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF


@pytest.fixture
def mixed(four_bar, fmus: dict[str, Path]) -> Callable[[int], System]:
    """A four-bar linkage of one version of FMI, whose speed gives one number of its load through a gain of FMI 2."""

    def system(fmi: int) -> System:
        components = {"bar": Component(four_bar(fmi), {"tip_force[1]": 3.0}), "gain": Component(fmus["gain"], {"k": -2.0})}
        connections = [("bar.crank_speed", "gain.u"), ("gain.y", "bar.tip_force[3]")]
        return System(components, connections, stop_time=0.2, step_size=0.01)

    return system


def test_alone_it_runs_as_in_fmpy(four_bar):
    values = {"tip_force[1]": 3.0, "tip_force[3]": -2.0}
    ours = simulate_system(System({"bar": Component(four_bar(3), values)}, stop_time=0.2, step_size=0.01))
    theirs = simulate_fmu(four_bar(3), stop_time=0.2, output_interval=0.01, start_values=values)
    assert ours["bar.crank_speed"] == pytest.approx(theirs["crank_speed"], abs=ROUNDOFF)


def test_beside_fmi2_it_runs_as_fmi2_does(mixed):
    two, three = (simulate_system(mixed(fmi)) for fmi in (2, 3))
    assert set(two.dtype.names) == set(three.dtype.names)
    assert [name for name in two.dtype.names if two[name] != pytest.approx(three[name], abs=ROUNDOFF)] == []
    assert np.ptp(three["bar.tip_force[3]"]) > 0.1


def test_numbers_of_arrays_are_ports(mixed, four_bar):
    system = mixed(3)
    unconnected = {"drive_torque": "N.m", "tip_force[2]": "N"}
    assert check_system(system) == tuple(f"bar.{name} is not connected; it stays at its start value 0.0 {unit}" for name, unit in unconnected.items())
    assert signal_units(system)["bar.tip_force[2]"] == "N"
    assert with_values(system, {"bar.tip_force[2]": "5"}).components["bar"].values["tip_force[2]"] == 5.0
    assert direct_feedthrough(describe_fmu(four_bar(3))).keys() == direct_feedthrough(describe_fmu(four_bar(2))).keys()


def test_an_ssp_holds_it(mixed, tmp_path: Path):
    write_system(mixed(3), tmp_path / "mixed.ssp")
    with open_system(tmp_path / "mixed.ssp") as system:
        assert (simulate_system(system) == simulate_system(mixed(3))).all()


def test_what_it_says_when_it_fails_is_told(mixed):
    system = mixed(3)
    components = {**system.components, "gain": Component(system.components["gain"].fmu, {"k": 1e300})}
    with pytest.raises(MbfmuError, match=r"bar \(.*FourBar_3\.fmu\) could not .*FourBar"):
        simulate_system(replace(system, components=components))


def test_wrong_numbers_and_connections_are_named_at_once(mixed):
    system = mixed(3)
    components = {**system.components, "bar": Component(system.components["bar"].fmu, {"tip_force": 1.0, "tip_force[4]": 1.0})}
    connections = [("bar.tip_force[2]", "gain.u"), ("gain.floor", "bar.drive_torque"), ("gain.y", "bar.tip_force")]
    with pytest.raises(ProblemsFound) as found:
        simulate_system(replace(system, components=components, connections=connections))
    assert [
        words in problem
        for words, problem in zip(
            ("tip_force has 3 numbers", "no variable 'tip_force[4]'", "causality input", "Integer cannot drive Float64", "no variable 'tip_force'"),
            found.value.problems,
            strict=True,
        )
    ] == [True] * 5


def test_an_fmu_for_model_exchange_only_is_refused_in_one_sentence(four_bar, tmp_path: Path):
    with zipfile.ZipFile(four_bar(3)) as source, zipfile.ZipFile(tmp_path / "OnlyME.fmu", "w") as target:
        text = source.read("modelDescription.xml").decode()
        start = text.index("<CoSimulation")
        target.writestr("modelDescription.xml", text[:start] + text[text.index(">", start) + 1 :].replace("</CoSimulation>", ""))
    with pytest.raises(ProblemsFound) as found:
        simulate_system(System({"bar": tmp_path / "OnlyME.fmu"}))
    assert found.value.problems == (f"bar: {tmp_path / 'OnlyME.fmu'} offers no Co-Simulation",)


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
@pytest.mark.parametrize("step", [0.05, 0.04])  # updates are where steps begin, and within them
def test_a_sampled_part_in_event_mode_runs_as_in_fmi2(tmp_path: Path, step: float, method: str):
    def run(fmi: int) -> np.ndarray:
        folder = tmp_path / str(fmi)
        delay, plant = (build_portable(BlockModel(type(block).__name__, block), folder, fmi=fmi) for block in (Delay(period=0.1, offset=0.05), Lag()))
        components = {"delay": Component(delay, {"k": -0.5}), "plant": Component(plant, {"y_start": 1.0})}
        links = [("plant.y", "delay.u"), ("delay.y", "plant.u")]
        return simulate_system(System(components, links, stop_time=2.0, step_size=step, method=method))

    two, three = run(2), run(3)
    assert np.ptp(two["delay.y"]) > 0.1
    assert [name for name in two.dtype.names if two[name] != pytest.approx(three[name], abs=FMU_INTEGRATION)] == []
