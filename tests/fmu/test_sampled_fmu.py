"""Sampled parts in FMUs: Model Exchange and Co-Simulation through FMPy, event times, saved states, Event Mode in Co-Simulation."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Slave

from mbfmu import BlockModel, SampledPid, build_fmu, build_native, build_portable, simulate
from mbfmu.check import FALSE, check_fmu
from tests.sampled_blocks import Counter, Squares, regulated
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF

PERIOD, OFFSET = 0.1, 0.03


def loop(set_point: float = 1.0):
    return regulated(SampledPid(period=PERIOD, offset=OFFSET, k=0.8, T_i=0.5, y_max=0.9))


@pytest.fixture(scope="module")
def portable(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("regulated")
    return {fmi: build_portable(loop(), folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


@pytest.fixture(scope="module")
def counter(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("counter")
    return {fmi: build_portable(BlockModel("Counter", Counter()), folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


def ran(fmu: Path, interface: str, interval: float = 0.02) -> np.ndarray:
    return fmpy.simulate_fmu(fmu, fmi_type=interface, stop_time=2.0, output_interval=interval, relative_tolerance=1e-9, record_events=False)


def close(fmu: Path, interface: str) -> None:
    """To a run in this process; no row is at an update."""
    found, wanted = ran(fmu, interface), simulate(loop(), 2.0, 0.02)
    rows = np.round(found["time"] / 0.02).astype(int)
    for name in ("plant.y", "pid.y", "pid.error"):
        assert found[name] == pytest.approx(wanted[name][rows], abs=FMU_INTEGRATION), name


@pytest.mark.parametrize("interface", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_loop_in_portable_fmus(portable, fmi: int, interface: str) -> None:
    close(portable[fmi], interface)


def test_a_loop_in_an_interpreted_fmu(tmp_path) -> None:
    close(build_fmu(loop(), tmp_path), "CoSimulation")


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_loop_in_native_fmus(tmp_path, fmi: int) -> None:
    fmu = build_native(loop(), tmp_path, fmi=fmi)
    for interface in ("ModelExchange", "CoSimulation"):
        close(fmu, interface)
    assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_counter(counter, fmi: int) -> None:
    """In Model Exchange a row at an update is behind it; in Co-Simulation the update there belongs to the next step, which brings its inputs."""
    exchanged, stepped = ran(counter[fmi], "ModelExchange", 0.05), ran(counter[fmi], "CoSimulation", 0.05)
    assert stepped["n"].tolist() == [0, *(1 + row // 2 for row in range(40))]
    last = {round(float(t), 6): int(n) for t, n in zip(exchanged["time"], exchanged["n"])}
    assert [last[round(0.05 * row, 6)] for row in range(41)] == [1 + row // 2 for row in range(41)]
    assert exchanged["odd"].dtype == stepped["odd"].dtype == np.bool_


def instance(kind, fmu: Path, **options):
    folder = fmpy.extract(str(fmu))
    description = fmpy.read_model_description(folder)
    interface = description.modelExchange if kind is FMU2Model else description.coSimulation
    made = kind(guid=description.guid, unzipDirectory=folder, modelIdentifier=interface.modelIdentifier, instanceName="it")
    made.instantiate(**options)
    return made, {v.name: v.valueReference for v in description.modelVariables}


def test_event_times_in_model_exchange(tmp_path) -> None:
    """Computed ones: 0, 1, 4, 9, ... hundredths of a second, and none behind the last."""
    fmu, of = instance(FMU2Model, build_portable(BlockModel("Squares", Squares()), tmp_path))
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    for k in range(1, 7):
        (_, _, _, _, defined, due) = fmu.newDiscreteStates()
        assert fmu.getReal([of["n"]]) == [k] and bool(defined) == (k < 6)
        assert fmu.newDiscreteStates()[4:5] == (defined,) and fmu.getReal([of["n"]]) == [k]  # nothing is due any more
        fmu.enterContinuousTimeMode()
        if k < 6:
            assert due == pytest.approx(0.01 * k**2, rel=ROUNDOFF)
            fmu.setTime(due)
            fmu.enterEventMode()
    fmu.freeInstance()


def test_a_saved_state_goes_on_to_the_last_bit_in_the_middle_of_a_period(portable) -> None:
    fmu, of = instance(FMU2Slave, portable[2])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    for k in range(5):
        fmu.doStep(0.07 * k, 0.07)
    state = fmu.serializeFMUState(fmu.getFMUState())
    other, _ = instance(FMU2Slave, portable[2])
    other.setupExperiment(startTime=0.0)
    other.enterInitializationMode()
    other.exitInitializationMode()
    other.setFMUState(other.deserializeFMUState(state))
    shown = [of["plant.y"], of["pid.y"], of["pid.error"]]
    for k in range(5, 12):
        for each in (fmu, other):
            each.doStep(0.07 * k, 0.07)
        assert other.getReal(shown) == fmu.getReal(shown)
    for each in (fmu, other):
        each.freeInstance()


def test_event_mode_in_co_simulation(counter) -> None:
    """A step stops at an update, which sees the inputs that are set in Event Mode there."""
    fmu, of = instance(FMU3Slave, counter[3], eventModeUsed=True, earlyReturnAllowed=True)
    fmu.enterInitializationMode(startTime=0.0)
    fmu.exitInitializationMode()
    t, counted = 0.0, 0
    for by, due in ((1, 0.1), (5, 0.2), (7, 0.3)):
        fmu.setInt32([of["by"]], [by])
        counted += by
        needs, _, _, _, defined, following = fmu.updateDiscreteStates()
        assert not needs and defined and following == pytest.approx(due, rel=ROUNDOFF) and fmu.getInt32([of["n"]]) == [counted]
        fmu.enterStepMode()
        event, _, early, t = fmu.doStep(t, 0.25 if due < 0.3 else 0.3 - t)
        assert event and bool(early) == (due < 0.3) and t == pytest.approx(due, rel=ROUNDOFF) and fmu.getInt32([of["n"]]) == [counted]
        fmu.enterEventMode()
    fmu.freeInstance()


@pytest.mark.slow
def test_nothing_is_found_wrong(portable, counter) -> None:
    for fmu in (*portable.values(), *counter.values()):
        assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []
