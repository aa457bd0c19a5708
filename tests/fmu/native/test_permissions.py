"""The layer that knows FMI, driven by FMPy: what is allowed when, state, reset, events, early return, derivatives."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Callable, Iterator

import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from tests.fmu.native.libraries import GUID, library
from tests.runtime.problems import dropped_on_spring, lambert, pendulum
from tests.tolerances import FINITE_DIFFERENCE, FMU_INTEGRATION, ROUNDOFF

MASS, PHI_START, TAU, PHI, POWER, PHI_STATE, W, PHI_RATE, W_RATE, TIME = range(10)  # of the pendulum, in both versions
H, DISCARD, ERROR = 0.01, 2, 3
UNKNOWN = 4711
KINDS = [(2, FMU2Model), (2, FMU2Slave), (3, FMU3Model), (3, FMU3Slave)]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory) -> Callable[[str, int], Path]:
    problems = {problem.name: problem for problem in (pendulum(), dropped_on_spring(), lambert())}
    built: dict[tuple[str, int], Path] = {}

    def get(name: str, fmi: int) -> Path:
        if (name, fmi) not in built:
            built[name, fmi] = library(problems[name], fmi, tmp_path_factory.mktemp(f"{name}{fmi}"))
        return built[name, fmi]

    return get


@pytest.fixture
def new(libraries) -> Iterator[Callable]:
    """Makes instances and frees them."""
    made = []

    def instance(kind: type, name: str = "Pendulum", **options):
        fmi = 2 if issubclass(kind, (FMU2Model, FMU2Slave)) else 3
        fmu = kind(guid=GUID, modelIdentifier=name, unzipDirectory=str(libraries(name, fmi)), instanceName="it")
        if fmi == 3:
            fmu.said = []
            options["logMessage"] = lambda environment, status, category, message: fmu.said.append((status, message.decode()))
        fmu.instantiate(**options)
        made.append(fmu)
        return fmu

    yield instance
    for fmu in made:
        fmu.fmi3FreeInstance(fmu.component) if hasattr(fmu, "fmi3FreeInstance") else fmu.fmi2FreeInstance(fmu.component)


def get(fmu, *references: int) -> list[float]:
    return fmu.getReal(list(references)) if hasattr(fmu, "getReal") else fmu.getFloat64(list(references))


def put(fmu, reference: int, value: float) -> None:
    fmu.setReal([reference], [value]) if hasattr(fmu, "setReal") else fmu.setFloat64([reference], [value])


def initialize(fmu) -> None:
    if hasattr(fmu, "setupExperiment"):
        fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()


def run(fmu, steps: int, start: float = 0.0) -> None:
    for i in range(steps):
        fmu.doStep(start + i * H, H)


def vector(*values: float):
    return (ctypes.c_double * len(values))(*values)


def refused(call: Callable, *arguments) -> int:
    """The status of a call that fails."""
    with pytest.raises(FMICallException) as caught:
        call(*arguments)
    return caught.value.status


def states(fmu) -> tuple:
    x = vector(0, 0)
    fmu.getContinuousStates(x, 2)
    return tuple(x)


def rates(fmu, phi: float, w: float) -> list[float]:
    dx = vector(0, 0)
    fmu.setContinuousStates(vector(phi, w), 2)
    fmu.getContinuousStateDerivatives(dx, 2) if hasattr(fmu, "getContinuousStateDerivatives") else fmu.getDerivatives(dx, 2)
    return list(dx)


def update(fmu) -> bool:
    """Updates discrete states; whether continuous states have changed."""
    return fmu.newDiscreteStates()[3] if hasattr(fmu, "newDiscreteStates") else fmu.updateDiscreteStates()[3]


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_calls_in_a_wrong_state_are_refused_and_change_nothing(new, fmi, kind):
    fmu = new(kind)
    wrong = [fmu.exitInitializationMode, fmu.terminate]
    if hasattr(fmu, "doStep"):
        wrong += [lambda: fmu.doStep(0.0, H)]
    else:
        wrong += [lambda: fmu.setTime(1.0), lambda: states(fmu), fmu.enterContinuousTimeMode, fmu.enterEventMode, lambda: update(fmu)]
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


def test_the_table_says_no_by_name(new):
    fmu = new(FMU3Slave)
    refused(fmu.doStep, 0.0, H)
    assert fmu.said == [(ERROR, "fmi3DoStep is not allowed in Instantiated of Co-Simulation")]


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_another_token_is_refused(libraries, kind):
    fmu = kind(guid="another", modelIdentifier="Pendulum", unzipDirectory=str(libraries("Pendulum", 2 if kind is FMU2Slave else 3)))
    with pytest.raises(Exception, match="instantiate"):
        fmu.instantiate()


@pytest.mark.parametrize("fmi, kind", [k for k in KINDS if hasattr(k[1], "doStep")])
@pytest.mark.parametrize("name", ["Pendulum", "Lambert"])
def test_a_saved_state_continues_to_the_last_bit(new, fmi, kind, name):
    first, second = new(kind, name), new(kind, name)
    initialize(first)
    run(first, 7)
    save, load = ("serializeFMUstate", "deSerializeFMUstate") if fmi == 2 else ("serializeFMUState", "deserializeFMUState")
    saved = getattr(first, f"getFMU{'s' if fmi == 2 else 'S'}tate")()
    content = getattr(first, save)(saved)
    run(first, 20, 7 * H)
    for other in (first, second):
        state = getattr(other, load)(content)
        getattr(other, f"setFMU{'s' if fmi == 2 else 'S'}tate")(state)
        getattr(other, f"freeFMU{'s' if fmi == 2 else 'S'}tate")(state)
        run(other, 20, 7 * H)
    getattr(first, f"freeFMU{'s' if fmi == 2 else 'S'}tate")(saved)
    third = new(kind, name)
    initialize(third)
    run(third, 27)
    outputs = [PHI, POWER] if name == "Pendulum" else [1]
    assert get(first, *outputs) == get(second, *outputs) == get(third, *outputs)


@pytest.mark.parametrize("fmi, kind", [k for k in KINDS if hasattr(k[1], "doStep")])
def test_a_strange_state_is_refused(new, fmi, kind):
    fmu = new(kind)
    initialize(fmu)
    run(fmu, 3)
    before = get(fmu, PHI)
    load = fmu.deSerializeFMUstate if fmi == 2 else fmu.deserializeFMUState
    assert refused(load, b"no state at all") == ERROR
    other = new(kind, "Lambert")
    content = (other.serializeFMUstate if fmi == 2 else other.serializeFMUState)(other.getFMUstate() if fmi == 2 else other.getFMUState())
    assert refused(load, content) == ERROR
    assert get(fmu, PHI) == before


@pytest.mark.parametrize("fmi, kind", [k for k in KINDS if hasattr(k[1], "doStep")])
def test_reset_starts_anew(new, fmi, kind):
    fmu = new(kind)
    initialize(fmu)
    first = (run(fmu, 30), get(fmu, PHI))
    fmu.reset()
    put(fmu, PHI_START, 0.1)
    fmu.reset()
    initialize(fmu)
    assert get(fmu, PHI) == [1.0]
    assert (run(fmu, 30), get(fmu, PHI)) == first


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_in_initialization_mode_outputs_follow_parameters(new, fmi, kind):
    fmu = new(kind)
    if fmi == 2:
        fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
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


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_refused_parameters_of_a_step_keep_their_old_values(new, kind):
    fmu = new(kind)
    initialize(fmu)
    put(fmu, MASS, 0.05)
    assert refused(fmu.doStep, 0.0, H) == ERROR
    assert get(fmu, MASS) == [2.0]
    fmu.doStep(0.0, H)


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_steps_that_do_not_fit_are_refused(new, kind):
    fmu = new(kind)
    initialize(fmu)
    for point, size in [(0.5, H), (0.0, -H), (0.0, np.nan), (np.nan, H), (0.0, np.inf)]:
        assert refused(fmu.doStep, point, size) == ERROR
    fmu.doStep(0.0, H)
    fmu.doStep(H * (1 + 1e-15), H)


def test_a_discarded_step_leads_to_step_failed(new):
    fmu = new(FMU2Slave)
    initialize(fmu)
    saved = fmu.getFMUstate()
    put(fmu, TAU, np.nan)
    assert refused(fmu.doStep, 0.0, H) == DISCARD
    assert refused(fmu.doStep, 0.0, H) == ERROR
    fmu.setFMUstate(saved)
    fmu.freeFMUstate(saved)
    fmu.doStep(0.0, H)


def test_a_discarded_step_of_fmi3_may_be_tried_again(new):
    fmu = new(FMU3Slave)
    initialize(fmu)
    put(fmu, TAU, np.nan)
    assert refused(fmu.doStep, 0.0, H) == DISCARD
    put(fmu, TAU, 1.0)
    fmu.doStep(0.0, H)


def test_input_derivatives_carry_inputs_on(new):
    """A ramp given by its rate, against the same ramp in small held steps."""
    ramp, held = new(FMU2Slave), new(FMU2Slave)
    initialize(ramp)
    initialize(held)
    ramp.setRealInputDerivatives([TAU], [1], [50.0])
    ramp.doStep(0.0, 0.1)
    fine = 1e-4
    for i in range(1000):
        put(held, TAU, 50.0 * (i + 0.5) * fine)
        held.doStep(i * fine, fine)
    assert get(ramp, PHI) == pytest.approx(get(held, PHI), abs=FMU_INTEGRATION)
    assert ramp.getRealOutputDerivatives([PHI], [1]) == pytest.approx(get(ramp, W), abs=ROUNDOFF)
    assert refused(ramp.setRealInputDerivatives, [PHI], [1], [1.0]) == ERROR
    assert refused(ramp.getRealOutputDerivatives, [PHI], [2]) == ERROR


def test_early_return_and_intermediate_update(new):
    seen = []

    def between(environment, t, set_requested, get_allowed, finished, can_return, requested, at):
        seen.append((t, *get(fmu, PHI)))
        put(fmu, TAU, 1.0)
        requested[0] = len(seen) == 3

    fmu = new(FMU3Slave, earlyReturnAllowed=True, intermediateUpdate=between)
    initialize(fmu)
    event, terminate, early, t = fmu.doStep(0.0, 5.0)
    assert (event, terminate, early) == (False, False, True)
    assert t == seen[2][0] and get(fmu, PHI, TIME, TAU) == [seen[2][1], t, 1.0]


def test_inputs_of_an_intermediate_update_take_effect_at_once(new):
    def between(environment, t, *rest):
        put(fmu, TAU, 3.0)

    fmu, held = new(FMU3Slave, intermediateUpdate=between), new(FMU3Slave)
    for f in (fmu, held):
        initialize(f)
        f.doStep(0.0, H)
    put(held, TAU, 3.0)
    for f in (fmu, held):
        f.doStep(H, 0.5)
    assert get(fmu, PHI) == pytest.approx(get(held, PHI), abs=FMU_INTEGRATION)


def test_a_step_ends_at_an_event_in_event_mode(new):
    """Dropped from 1 m: the spring is touched at sqrt(2 / g)."""
    fmu, inside = new(FMU3Slave, "Dropped", eventModeUsed=True, earlyReturnAllowed=True), new(FMU3Slave, "Dropped")
    initialize(fmu)
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    event, _, early, t = fmu.doStep(0.0, 1.0)
    assert event and early and t == pytest.approx(np.sqrt(2 / 9.81), abs=FMU_INTEGRATION)
    assert fmu.getFloat64([0], nValues=2)[1] == pytest.approx(-np.sqrt(2 * 9.81), abs=FMU_INTEGRATION * 10)
    fmu.enterEventMode()
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    while t < 1.0:
        event, _, _, t = fmu.doStep(t, 1.0 - t)
        if event:
            fmu.enterEventMode()
            fmu.updateDiscreteStates()
            fmu.enterStepMode()
    initialize(inside)
    assert inside.doStep(0.0, 1.0) == (False, False, False, 1.0)
    assert fmu.getFloat64([0], nValues=2) == pytest.approx(inside.getFloat64([0], nValues=2), abs=FMU_INTEGRATION * 10)
    assert refused(inside.enterEventMode) == ERROR


@pytest.mark.parametrize("kind", [FMU2Model, FMU3Model])
def test_directional_derivatives_are_those_of_differences(new, kind):
    fmu = new(kind)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    put(fmu, TAU, 0.7)
    phi, w, h = 0.6, 1.3, 4e-3
    base = rates(fmu, phi, w)
    d = lambda v: np.array([*rates(fmu, *v), *get(fmu, PHI, POWER)])  # noqa: E731
    for known, e in ((PHI_STATE, (1, 0)), (W, (0, 1))):
        along = lambda s: (d((phi + s * e[0], w + s * e[1])) - d((phi - s * e[0], w - s * e[1]))) / (2 * s)  # noqa: B023, E731
        expected = (4 * along(h / 2) - along(h)) / 3
        assert rates(fmu, phi, w) == base
        found = fmu.getDirectionalDerivative([PHI_RATE, W_RATE, PHI, POWER], [known], [1.0])
        assert found == pytest.approx(expected, abs=FINITE_DIFFERENCE)
    assert fmu.getDirectionalDerivative([W_RATE], [TAU], [2.0]) == pytest.approx([2.0 / (2.0 * 0.64)], abs=ROUNDOFF)
    assert fmu.getDirectionalDerivative([W_RATE], [MASS], [1.0]) == pytest.approx(
        [-(0.7 - 0.3 * w) / (4.0 * 0.64)], abs=ROUNDOFF
    )
    assert refused(fmu.getDirectionalDerivative, [TAU], [PHI], [1.0]) == ERROR


def test_adjoint_derivatives_are_the_transpose(new):
    fmu = new(FMU3Model)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    rates(fmu, 0.6, 1.3)
    unknowns, knowns = [PHI_RATE, W_RATE, PHI, POWER], [MASS, TAU, PHI_STATE, W, TIME]
    columns = [fmu.getDirectionalDerivative(unknowns, [known], [1.0]) for known in knowns]
    rows = [fmu.getAdjointDerivative(unknowns, knowns, seed, len(knowns)) for seed in np.eye(len(unknowns)).tolist()]
    assert np.array(rows) == pytest.approx(np.transpose(columns), abs=ROUNDOFF)


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_starts_are_differentiated_by_their_parameters(new, fmi, kind):
    fmu = new(kind)
    if fmi == 2:
        fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    assert fmu.getDirectionalDerivative([PHI, PHI_STATE], [PHI_START], [2.0]) == [2.0, 2.0]
    assert refused(fmu.getDirectionalDerivative, [PHI], [W], [1.0]) == ERROR


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_asking_for_derivatives_changes_nothing(new, kind):
    asking, silent = new(kind, "Lambert"), new(kind, "Lambert")
    for fmu in (asking, silent):
        initialize(fmu)
        run(fmu, 3)
        if fmu is asking:
            fmu.getDirectionalDerivative([1], [0], [1.0])
        run(fmu, 3, 3 * H)
    assert get(asking, 1) == get(silent, 1)


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
