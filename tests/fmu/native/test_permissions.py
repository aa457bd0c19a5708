"""What is allowed when, what is refused and reported, and what Model Exchange gives: the layer that knows FMI, driven by FMPy."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from tests.fmu.native.driving import (
    DISCARD,
    ERROR,
    KINDS,
    MASS,
    PHI,
    PHI_START,
    PHI_STATE,
    POWER,
    TAU,
    W_RATE,
    H,
    W,
    begin,
    get,
    initialize,
    put,
    rates,
    refused,
    states,
    update,
    vector,
)
from tests.tolerances import ROUNDOFF

UNKNOWN = 4711


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_calls_in_a_wrong_state_are_refused_and_change_nothing(new, fmi, kind):
    fmu = new(kind)
    wrong = [fmu.exitInitializationMode, fmu.terminate]
    if hasattr(fmu, "doStep"):
        wrong += [lambda: fmu.doStep(0.0, H)]
    else:
        wrong += [lambda: fmu.setTime(1.0), lambda: states(fmu, 2), fmu.enterContinuousTimeMode, fmu.enterEventMode, lambda: update(fmu)]
    assert [refused(call) for call in wrong] == [ERROR] * len(wrong)
    put(fmu, PHI_START, 0.5)
    initialize(fmu)
    assert refused(put, fmu, PHI_START, 0.7) == ERROR  # a fixed parameter
    assert refused(put, fmu, PHI, 0.7) == ERROR  # an output
    assert refused(get, fmu, UNKNOWN) == ERROR
    assert refused(fmu.enterInitializationMode) == ERROR
    assert get(fmu, PHI) == [0.5]
    fmu.terminate()
    assert get(fmu, PHI) == [0.5]
    assert refused(put, fmu, TAU, 1.0) == ERROR


@pytest.mark.parametrize("kind", [FMU3Model, FMU3Slave])
def test_before_initialization_there_are_start_values_only(new, kind):
    fmu = new(kind)
    assert get(fmu, MASS, TAU) == [2.0, 0.0]
    for reference in (PHI, PHI_STATE, W_RATE):
        assert refused(get, fmu, reference) == ERROR


def test_the_table_says_no_by_name(new):
    fmu = new(FMU3Slave)
    refused(fmu.doStep, 0.0, H)
    assert fmu.said == [(ERROR, "fmi3DoStep is not allowed in Instantiated of Co-Simulation")]
    model = new(FMU3Model)
    assert refused(model.enterContinuousTimeMode) == ERROR
    assert model.said == [(ERROR, "fmi3EnterContinuousTimeMode is not allowed in Instantiated of Model Exchange")]


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_another_token_is_refused(libraries, kind):
    fmu = kind(guid="another", modelIdentifier="Pendulum", unzipDirectory=str(libraries("Pendulum", 2 if kind is FMU2Slave else 3)))
    with pytest.raises(Exception, match="instantiate"):
        fmu.instantiate()


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_in_initialization_mode_outputs_follow_parameters(new, fmi, kind):
    fmu = new(kind)
    begin(fmu)
    assert get(fmu, PHI) == [1.0]
    put(fmu, PHI_START, 0.25)
    assert get(fmu, PHI) == [0.25]
    put(fmu, MASS, -1.0)
    assert refused(get, fmu, PHI) == ERROR
    assert refused(fmu.exitInitializationMode) == ERROR
    put(fmu, MASS, 3.0)
    fmu.exitInitializationMode()
    assert get(fmu, PHI, MASS) == [0.25, 3.0]


@pytest.mark.parametrize("kind", [FMU2Model, FMU3Model])
def test_model_exchange_gives_the_rates_of_the_pendulum(new, kind):
    fmu = new(kind)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    put(fmu, TAU, 2.0)
    m, length, g, d = 2.0, 0.8, 9.81, 0.3
    phi, w = 0.4, -1.5
    expected = [w, (2.0 - m * g * length * np.sin(phi) - d * w) / (m * length**2)]
    assert rates(fmu, phi, w) == pytest.approx(expected, abs=ROUNDOFF)
    assert get(fmu, PHI, POWER, PHI_STATE, W, W_RATE) == pytest.approx([phi, 2.0 * w, phi, w, expected[1]], abs=ROUNDOFF)
    assert refused(put, fmu, MASS, 3.0) == ERROR  # in Event Mode only
    fmu.enterEventMode()
    put(fmu, MASS, 3.0)
    assert not update(fmu)
    fmu.enterContinuousTimeMode()
    assert rates(fmu, 0.0, 0.0)[1] == pytest.approx(2.0 / (3.0 * length**2), abs=ROUNDOFF)


@pytest.mark.parametrize("kind", [FMU2Model, FMU3Model])
def test_refused_parameters_keep_their_old_values(new, kind):
    fmu = new(kind)
    initialize(fmu)
    update(fmu)
    put(fmu, MASS, -3.0)
    assert refused(update, fmu) == ERROR
    assert get(fmu, MASS) == [2.0]
    assert not update(fmu)


def test_errors_are_told_and_warnings_only_where_wanted(new):
    fmu = new(FMU3Slave, loggingOn=False)
    initialize(fmu)
    put(fmu, TAU, np.nan)
    refused(fmu.doStep, 0.0, H)
    assert fmu.said == []
    fmu.setDebugLogging(True, ["logStatusDiscard"])
    refused(fmu.doStep, 0.0, H)
    assert len(fmu.said) == 1 and fmu.said[0][0] == DISCARD and "tau" in fmu.said[0][1]
    assert refused(fmu.setDebugLogging, True, ["noise"]) == ERROR


@pytest.mark.parametrize("kind", [FMU3Model, FMU3Slave])
def test_what_is_not_there_is_refused(new, kind):
    fmu = new(kind)
    initialize(fmu)
    for call in (fmu.getInt32, fmu.getBoolean, fmu.getString, fmu.getClock, fmu.getFloat32):
        assert refused(call, [0]) == ERROR
    assert refused(fmu.fmi3EnterConfigurationMode, fmu.component) == ERROR
    assert refused(fmu.fmi3GetNumberOfVariableDependencies, fmu.component, PHI, ctypes.byref(ctypes.c_size_t())) == ERROR


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_missing_arrays_and_huge_counts_are_refused(new, fmi, kind):
    fmu = new(kind)
    initialize(fmu)
    call = fmu.fmi2GetReal if fmi == 2 else fmu.fmi3GetFloat64
    extra = () if fmi == 2 else (1,)
    one = (ctypes.c_uint32 * 1)(PHI)
    assert refused(call, fmu.component, None, 1, vector(0), *extra) == ERROR
    assert refused(call, fmu.component, one, 1, None, *extra) == ERROR
    assert refused(call, fmu.component, one, 2**60, vector(0), *extra) == ERROR
    assert get(fmu, PHI) == [1.0]
