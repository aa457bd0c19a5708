"""The slave under misuse, through FMPy and the compiled wrapper."""

import re
import signal
import sys
from collections.abc import Iterator

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave

from mbfmu import BlockModel, Pid
from mbfmu.fmu.python_fmu import build_fmu
from mbfmu.problem.compile import compile_problem
from tests.engine.problems import lambert, pendulum, two_masses
from tests.tolerances import INTEGRATION

LONG = 1e5  # s: more than any test waits for
MASS, PHI_START, TAU, PHI, POWER = range(5)
H = 0.01


@pytest.fixture(scope="module")
def extracted(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("fmus")
    return {
        make.__name__: fmpy.extract(str(build_fmu(make(), folder)), folder / make.__name__) for make in (pendulum, lambert, two_masses)
    }


def instantiate(folder: str, said: list[str]) -> FMU2Slave:
    logger = lambda environment, name, status, category, message: said.append(message.decode())
    description = fmpy.read_model_description(folder)
    callbacks = fmpy.fmi2.fmi2CallbackFunctions()
    callbacks.logger = fmpy.fmi2.fmi2CallbackLoggerTYPE(logger)
    callbacks.allocateMemory = fmpy.fmi2.fmi2CallbackAllocateMemoryTYPE(fmpy.fmi2.calloc)
    callbacks.freeMemory = fmpy.fmi2.fmi2CallbackFreeMemoryTYPE(fmpy.fmi2.free)
    fmu = FMU2Slave(
        guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier, instanceName="it"
    )
    fmu.instantiate(callbacks=callbacks, loggingOn=True)
    return fmu


def start(fmu: FMU2Slave) -> None:
    fmu.setupExperiment(startTime=0.0, tolerance=1e-6)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def fmu(extracted, said) -> Iterator[FMU2Slave]:
    fmu = instantiate(extracted["pendulum"], said)
    start(fmu)
    yield fmu
    fmu.terminate()
    fmu.freeInstance()


def discarded(fmu: FMU2Slave, t: float = 0.0, h: float = H) -> bool:
    with pytest.raises(FMICallException) as raised:
        fmu.doStep(t, h)
    return raised.value.status == fmpy.fmi2.fmi2Discard


@pytest.mark.parametrize("name", ["pendulum", "lambert", "two_masses"])
@pytest.mark.parametrize("serialized", [False, True])
def test_restored_runs_are_identical(extracted, said, name: str, serialized: bool) -> None:
    """Restoring, also through bytes and into another instance, repeats outputs to the last bit."""
    fmus = [instantiate(extracted[name], said) for _ in range(2)]
    for each in fmus:
        start(each)
    description = fmpy.read_model_description(extracted[name])
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    fmu, other = fmus
    for k in range(10):
        fmu.doStep(k * H, H)
    state = fmu.getFMUState()
    saved = fmu.serializeFMUState(state)
    runs = []
    for each in (fmu, fmu, other):
        if serialized or each is other:
            each.setFMUState(each.deserializeFMUState(saved))
        else:
            each.setFMUState(state)
        rows = [each.getReal(outputs)]
        for k in range(10, 20):
            each.doStep(k * H, H)
            rows.append(each.getReal(outputs))
        runs.append(rows)
    assert runs[0] == runs[1] == runs[2]
    fmu.freeFMUState(state)
    for each in fmus:
        each.freeInstance()


def test_not_a_number_is_discarded(fmu, said) -> None:
    """A step with NaN at an input is discarded with its cause; restored, the run goes on as if nothing had been."""
    fmu.doStep(0.0, H)
    state = fmu.getFMUState()
    fmu.doStep(H, H)
    undisturbed = fmu.getReal([PHI, POWER])
    fmu.setFMUState(state)
    fmu.setReal([TAU], [np.nan])
    assert discarded(fmu, H) and discarded(fmu, H)
    assert "tau = nan N.m must be a finite number (torque on the pendulum)" in said[-1]
    fmu.setFMUState(state)
    fmu.doStep(H, H)
    assert fmu.getReal([PHI, POWER]) == undisturbed


def test_mended_input_goes_on(fmu) -> None:
    """A discarded step leaves the state, so that the right value is all it takes."""
    fmu.doStep(0.0, H)
    before = fmu.getReal([PHI])
    fmu.setReal([TAU], [np.inf])
    assert discarded(fmu, H)
    fmu.setReal([TAU], [0.0])
    assert fmu.getReal([PHI]) == before
    fmu.doStep(H, H)


def test_reset_starts_anew(fmu) -> None:
    """After a reset the first run repeats, start values included."""
    fmu.doStep(0.0, H)
    first = fmu.getReal([PHI])
    fmu.setReal([MASS, TAU], [-1.0, 5.0])
    assert discarded(fmu, H)
    fmu.reset()
    start(fmu)
    fmu.doStep(0.0, H)
    assert fmu.getReal([PHI]) == first


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        (PHI_START, "phi_start is a fixed parameter"),
        (PHI, "phi is an output; 0.5 was not taken"),
        (99, r"unknown value references \[99\]: the modelDescription.xml has 0 to 4"),
    ],
)
def test_what_cannot_be_set(fmu, said, reference: int, words: str) -> None:
    """It is logged, the next step is discarded so that nobody misses it, and the one after goes on."""
    fmu.setReal([reference], [0.5])
    assert discarded(fmu)
    assert any(re.search(words, message) for message in said)
    fmu.doStep(0.0, H)


def test_unknown_reference_reads_as_nan(fmu, said) -> None:
    """There is no number to give, and the log says so."""
    assert np.isnan(fmu.getReal([99])).all()
    assert "unknown value references [99]" in said[-1]


@pytest.mark.parametrize(("t", "h"), [(0.5, H), (0.0, -H), (0.0, np.nan), (np.nan, H), (0.0, np.inf)])
def test_steps_out_of_time(fmu, said, t: float, h: float) -> None:
    """Steps from elsewhere, backwards, or to nowhere are discarded."""
    assert discarded(fmu, t, h)
    assert said[-1]
    fmu.doStep(0.0, H)


def test_failed_start_is_said_and_mended(extracted, said) -> None:
    """An invalid start is logged at the exit of initialization mode; the first step is discarded until it is mended."""
    fmu = instantiate(extracted["pendulum"], said)
    fmu.setReal([MASS], [-1.0])
    start(fmu)
    assert "bob.m = -1.0 kg must be > 0 kg (mass of the bob)" in said[-1]
    assert discarded(fmu)
    assert np.isnan(fmu.getReal([PHI])).all()
    fmu.setReal([MASS, PHI_START], [1.0, 0.25])
    assert fmu.getReal([PHI]) == [0.25]
    fmu.doStep(0.0, H)
    fmu.freeInstance()


def test_outputs_follow_in_initialization_mode(extracted, said) -> None:
    """Between entering and leaving initialization mode outputs follow what is set, inputs included."""
    fmu = instantiate(extracted["pendulum"], said)
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.setReal([PHI_START], [0.5])
    assert fmu.getReal([PHI]) == [0.5]
    fmu.setReal([PHI_START], [0.75])
    assert fmu.getReal([PHI]) == [0.75]
    fmu.exitInitializationMode()
    fmu.freeInstance()


def test_foreign_state_is_refused(extracted, fmu, said) -> None:
    """A state of another FMU changes nothing, is logged, and the next step is discarded."""
    other = instantiate(extracted["lambert"], said)
    start(other)
    before = fmu.getReal([PHI])
    fmu.setFMUState(fmu.deserializeFMUState(other.serializeFMUState(other.getFMUState())))
    assert "not one of this Pendulum" in said[-1]
    assert fmu.getReal([PHI]) == before
    assert discarded(fmu)
    fmu.doStep(0.0, H)
    other.freeInstance()


def test_other_types(fmu, said) -> None:
    """There are only Reals; everything else is logged."""
    assert fmu.getInteger([0]) == [0]
    assert "Real variables only" in said[-1]
    fmu.setBoolean([0], [True])
    assert discarded(fmu)


def test_import_path_is_left_alone(extracted, said) -> None:
    """Instances come and go without a trace on the import path."""
    before = list(sys.path)
    for _ in range(20):
        fmu = instantiate(extracted["pendulum"], said)
        start(fmu)
        fmu.doStep(0.0, H)
        fmu.freeInstance()
    assert sys.path == before


@pytest.mark.parametrize("damaged", [lambda b: b[:-8], lambda b: b + b"12345678", lambda b: b[:20]])
def test_damaged_state_is_refused(fmu, said, damaged) -> None:
    """A state that lost or gained bytes changes nothing, is logged, and the next step is discarded."""
    before = fmu.getReal([PHI])
    fmu.setFMUState(fmu.deserializeFMUState(damaged(fmu.serializeFMUState(fmu.getFMUState()))))
    assert "a state of Pendulum has" in said[-1]
    assert fmu.getReal([PHI]) == before
    assert discarded(fmu)
    fmu.doStep(0.0, H)


def test_interrupt_discards_the_step(fmu, said) -> None:
    """Ctrl-C in a long step is logged, and the FMU is as it was before the step."""
    before = fmu.serializeFMUState(fmu.getFMUState())

    def interrupt(*_) -> None:
        raise KeyboardInterrupt

    handler = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        assert discarded(fmu, 0.0, LONG)
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert "KeyboardInterrupt" in said[-1]
    assert fmu.serializeFMUState(fmu.getFMUState()) == before
    fmu.doStep(0.0, H)


def test_time_may_be_off_by_roundoff(fmu) -> None:
    """Summed-up times are taken as what they mean, also by a step of no length."""
    fmu.doStep(0.0, 0.04)
    for t in (0.04 + 1e-16, 0.04 - 1e-16):
        fmu.doStep(t, 0.0)
    fmu.doStep(0.04 - 1e-16, H)


def test_step_before_initialization_is_refused(extracted, said) -> None:
    """A step has nothing to start from; after initialization it has."""
    fmu = instantiate(extracted["pendulum"], said)
    assert discarded(fmu)
    assert "before initialization" in said[-1]
    start(fmu)
    fmu.doStep(0.0, H)
    fmu.freeInstance()


def test_outputs_obey_limits_at_once(tmp_path, said) -> None:
    """The output of a limited controller follows its input into the limit and back, whether or not it is asked for."""
    path = build_fmu(compile_problem(BlockModel("Limited", Pid("1", k=1.0, T_i=1e9))), tmp_path)
    references = {v.name: v.valueReference for v in fmpy.read_model_description(path).modelVariables}
    folder = fmpy.extract(str(path), tmp_path / "limited")
    fmus = [instantiate(folder, said) for _ in range(2)]
    asked, silent = fmus
    for each in fmus:
        start(each)
    for measurement, y in ((-3.0, 1.0), (-0.5, 0.5), (2.0, -1.0)):
        for each in fmus:
            each.setReal([references["measurement"]], [measurement])
        assert asked.getReal([references["y"]]) == pytest.approx([y], abs=INTEGRATION)
    for each in fmus:
        each.doStep(0.0, H)
    outputs = [references["y"]]
    assert asked.getReal(outputs) == silent.getReal(outputs)
    for each in fmus:
        each.freeInstance()
