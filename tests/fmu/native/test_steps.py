"""Communication steps, driven by FMPy: state, reset, failures, input derivatives, early return, intermediate update, Event Mode."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

from tests.fmu.native.driving import DISCARD, ERROR, MASS, PHI, PHI_START, POWER, TAU, TIME, H, W, get, initialize, put, refused, run
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF

STEPPING = [(2, FMU2Slave), (3, FMU3Slave)]


@pytest.mark.parametrize("fmi, kind", STEPPING)
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


@pytest.mark.parametrize("fmi, kind", STEPPING)
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


@pytest.mark.parametrize("fmi, kind", STEPPING)
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


@pytest.mark.parametrize("fmi, kind", STEPPING)
def test_nothing_is_computed_past_the_stop_time(new, fmi, kind):
    fmu = new(kind)
    if fmi == 2:
        fmu.setupExperiment(startTime=0.0, stopTime=2 * H)
        fmu.enterInitializationMode()
    else:
        fmu.enterInitializationMode(startTime=0.0, stopTime=2 * H)
    fmu.exitInitializationMode()
    run(fmu, 2)
    assert refused(fmu.doStep, 2 * H, H) == ERROR


@pytest.mark.parametrize("fmi, kind", STEPPING)
def test_setting_the_same_input_again_changes_nothing(new, fmi, kind):
    once, again = new(kind), new(kind)
    for fmu in (once, again):
        initialize(fmu)
        put(fmu, TAU, 0.5)
        for i in range(5):
            fmu.doStep(i * H, H)
            if fmu is again:
                put(fmu, TAU, 0.5)
    assert get(once, PHI, POWER) == get(again, PHI, POWER)


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


SAME_TIME = 1e-3  # of a step: what an environment that sums up steps may be off by


@pytest.mark.parametrize("fmi, kind", STEPPING)
@pytest.mark.parametrize("early", [-1.0, 1.0])
def test_a_point_that_is_off_by_little_is_the_same(new, fmi, kind, early):
    """By less than a thousandth of the step; the step ends where it would have ended from there."""
    fmu = new(kind)
    initialize(fmu)
    fmu.doStep(0.0, H)
    assert refused(fmu.doStep, H + 1.01 * early * SAME_TIME * H, H) == ERROR
    fmu.doStep(H + 0.99 * early * SAME_TIME * H, H)
    assert get(fmu, TIME) == pytest.approx([2 * H + 0.99 * early * SAME_TIME * H], abs=ROUNDOFF)


@pytest.mark.parametrize("fmi, kind", STEPPING)
def test_steps_go_no_further_than_the_stop_time(new, fmi, kind):
    """Steps of 0.1 s add up to 0.30000000000000004 s, which is 0.3 s."""
    fmu = new(kind)
    if fmi == 2:
        fmu.setupExperiment(startTime=0.0, stopTime=0.3)
    fmu.enterInitializationMode(**({} if fmi == 2 else {"startTime": 0.0, "stopTime": 0.3}))
    fmu.exitInitializationMode()
    fmu.doStep(0.0, 0.1)
    fmu.doStep(0.1, 0.1)
    assert refused(fmu.doStep, 0.2, 0.1 + 1.01 * SAME_TIME * 0.1) == ERROR
    fmu.doStep(0.2, 0.1)
    assert get(fmu, TIME) == [0.2 + 0.1] and 0.2 + 0.1 > 0.3


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


def test_new_input_derivatives_take_inputs_back_to_what_was_set(new):
    fmu = new(FMU2Slave)
    initialize(fmu)
    put(fmu, TAU, 1.0)
    fmu.setRealInputDerivatives([TAU], [1], [5.0])
    fmu.doStep(0.0, H)
    power, w = get(fmu, POWER, W)
    assert power == pytest.approx((1.0 + 5.0 * H) * w, abs=ROUNDOFF)
    fmu.setRealInputDerivatives([TAU], [1], [7.0])
    assert get(fmu, TAU, POWER) == pytest.approx([1.0, w], abs=ROUNDOFF)


@pytest.mark.parametrize("orders", [[1], [2], [3], [1, 2, 3], [3, 1]])
def test_input_derivatives_are_those_of_a_taylor_series(new, orders):
    """A torque of 1 N.m whose derivatives are 5, 7 and 11 N.m/s^n, at the end of a step of half a second."""
    fmu, step, derivatives = new(FMU2Slave), 0.5, {1: 5.0, 2: 7.0, 3: 11.0}
    initialize(fmu)
    put(fmu, TAU, 1.0)
    fmu.setRealInputDerivatives([TAU] * len(orders), orders, [derivatives[n] for n in orders])
    fmu.doStep(0.0, step)
    power, w = get(fmu, POWER, W)
    assert power / w == pytest.approx(1.0 + sum(derivatives[n] * step**n / factorial(n) for n in orders), abs=ROUNDOFF)


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


@pytest.mark.parametrize("name, output", [("Pendulum", PHI), ("Lambert", 1)])
def test_looking_between_communication_points_changes_nothing(new, name, output):
    seen = []
    looking = new(FMU3Slave, name, intermediateUpdate=lambda environment, t, *rest: seen.extend(get(looking, output)))
    silent = new(FMU3Slave, name)
    for fmu in (looking, silent):
        initialize(fmu)
        fmu.doStep(0.0, 1.0)
    assert len(seen) > 2 and get(looking, output) == get(silent, output)


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


def test_no_input_is_asked_for_inside_a_callback(new):
    """Outputs that are looked at there are those of the inputs asked for last."""
    inside, nested, seen = [], [], []

    def between(environment, t, set_requested, get_allowed, *rest):
        nested.extend(inside)
        put(fmu, TAU, 3.0 * t)
        if get_allowed:
            inside.append(t)
            seen.append(get(fmu, PHI, TAU)[1] == 3.0 * t)
            inside.clear()

    fmu = new(FMU3Slave, intermediateUpdate=between, requiredIntermediateVariables=[TAU])
    initialize(fmu)
    fmu.doStep(0.0, 1.0)
    assert len(seen) > 2 and all(seen) and not nested


def test_an_event_is_told_where_the_environment_wants_to_return_too(new):
    touched = np.sqrt(2 / 9.81)

    def between(environment, t, set_requested, get_allowed, finished, can_return, requested, at):
        requested[0] = abs(t - touched) < FMU_INTEGRATION

    fmu = new(FMU3Slave, "Dropped", eventModeUsed=True, earlyReturnAllowed=True, intermediateUpdate=between)
    initialize(fmu)
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    event, _, early, t = fmu.doStep(0.0, 1.0)
    assert event and early and t == pytest.approx(touched, abs=FMU_INTEGRATION)


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
