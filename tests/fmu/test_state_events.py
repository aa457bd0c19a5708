"""Bouncing balls in FMUs of all kinds: impacts at the same times under another host's solver, reported states, saved states, Event Mode."""

from ctypes import c_double
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Slave

from mbfmu import build_fmu, build_native, build_portable
from mbfmu.check import FALSE, check_fmu
from tests.bouncing_balls import E, impacts, motion, resting_ball
from tests.tolerances import INTEGRATION

LAST = 3.0  # s: behind six impacts
SIX = impacts(6)


@pytest.fixture(scope="module")
def portable(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("balls")
    return {fmi: build_portable(resting_ball(), folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


def exchanged(fmu: Path) -> None:
    """CVode meets the impacts: rows behind each show it."""
    rows = fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", stop_time=LAST, output_interval=0.1, relative_tolerance=1e-10, record_events=True)
    first = [np.flatnonzero(rows["bounces"] == k)[0] for k in range(1, 7)]
    assert rows["time"][first] == pytest.approx(SIX[0], abs=INTEGRATION)
    assert rows["speed"][first] == pytest.approx(SIX[1], abs=INTEGRATION)


def stepped(fmu: Path) -> None:
    rows = fmpy.simulate_fmu(fmu, fmi_type="CoSimulation", stop_time=LAST, output_interval=0.1, relative_tolerance=1e-10)
    height, speed = motion(rows["time"])
    assert rows["height"] == pytest.approx(height, abs=INTEGRATION)
    assert rows["speed"] == pytest.approx(speed, abs=INTEGRATION)
    assert rows["bounces"].tolist() == np.searchsorted(SIX[0], rows["time"]).tolist()


@pytest.mark.parametrize("fmi", [2, 3])
def test_portable_balls(portable, fmi: int) -> None:
    exchanged(portable[fmi])
    stepped(portable[fmi])


def test_an_interpreted_ball(tmp_path) -> None:
    stepped(build_fmu(resting_ball(), tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_native_balls(tmp_path, fmi: int) -> None:
    fmu = build_native(resting_ball(), tmp_path, fmi=fmi)
    exchanged(fmu)
    stepped(fmu)
    assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []


def instance(kind, fmu: Path, **options):
    folder = fmpy.extract(str(fmu))
    description = fmpy.read_model_description(folder)
    interface = description.modelExchange if kind is FMU2Model else description.coSimulation
    made = kind(guid=description.guid, unzipDirectory=folder, modelIdentifier=interface.modelIdentifier, instanceName="it")
    made.instantiate(**options)
    return made, {v.name: v.valueReference for v in description.modelVariables}


def event_at(fmu: FMU2Model, h: float, v: float) -> tuple[bool, list[float]]:
    """Whether an event at these states changes them, and the states behind it."""
    states = (c_double * 2)(h, v)
    fmu.setContinuousStates(states, 2)
    fmu.enterEventMode()
    changed = bool(fmu.newDiscreteStates()[3])
    fmu.enterContinuousTimeMode()
    fmu.getContinuousStates(states, 2)
    return changed, list(states)


def test_states_are_reported_changed_where_they_are(portable) -> None:
    fmu, of = instance(FMU2Model, portable[2])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    assert not fmu.newDiscreteStates()[3]
    fmu.enterContinuousTimeMode()
    assert event_at(fmu, 0.5, -3.0) == (False, [0.5, -3.0])
    assert event_at(fmu, -1e-7, -4.0) == (True, [-1e-7, E * 4.0])
    assert fmu.getInteger([of["bounces"]]) == [1]
    assert event_at(fmu, -1e-7, 3.0) == (False, [-1e-7, 3.0])
    assert event_at(fmu, -1e-7, -1e-4) == (True, [-1e-7, 0.0])
    assert fmu.getBoolean([of["rests"]]) == [True]
    fmu.freeInstance()


def started(portable):
    fmu, of = instance(FMU2Slave, portable[2])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu, [of["height"], of["speed"]]


def test_a_ball_saved_between_impacts_goes_on_to_the_last_bit(portable) -> None:
    (fmu, shown), (other, _) = started(portable), started(portable)
    for k in range(8):
        fmu.doStep(0.17 * k, 0.17)
    state = fmu.getFMUState()
    other.setFMUState(other.deserializeFMUState(fmu.serializeFMUState(state)))
    later = []
    for k in range(8, 16):
        for each in (fmu, other):
            each.doStep(0.17 * k, 0.17)
        later.append(fmu.getReal(shown))
        assert other.getReal(shown) == later[-1]
    assert other.serializeFMUState(other.getFMUState()) == fmu.serializeFMUState(fmu.getFMUState())
    fmu.setFMUState(state)  # back over two impacts
    for k in range(8, 16):
        fmu.doStep(0.17 * k, 0.17)
        assert fmu.getReal(shown) == later[k - 8]
    for each in (fmu, other):
        each.freeInstance()


def test_event_mode_in_co_simulation(portable) -> None:
    """Steps return early at impacts, with what is behind them."""
    fmu, of = instance(FMU3Slave, portable[3], eventModeUsed=True, earlyReturnAllowed=True)
    fmu.enterInitializationMode(startTime=0.0)
    fmu.exitInitializationMode()
    t, met = 0.0, []
    fmu.enterStepMode()
    while t < LAST - 1e-9:
        event, _, _, t = fmu.doStep(t, LAST - t)
        if event:
            met.append((t, *fmu.getFloat64([of["speed"]])))
            fmu.enterEventMode()
            fmu.updateDiscreteStates()
            fmu.enterStepMode()
    assert np.array(met) == pytest.approx(np.transpose(SIX), abs=INTEGRATION)
    fmu.freeInstance()


@pytest.mark.slow
def test_nothing_is_found_wrong(portable) -> None:
    for fmu in portable.values():
        assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []
