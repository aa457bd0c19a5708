"""The slave in plain Python under misuse, through FMPy and the compiled wrapper."""

import gc
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave

from mbfmu import BlockModel, Pid
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.compile import compile_problem
from tests.engine.problems import lambert, pendulum, two_masses
from tests.fmi2_callbacks import fmi2_callbacks
from tests.tolerances import INTEGRATION

HOST = Path(__file__).parents[1] / "plain_host.py"
MASS, PHI_START, TAU, PHI, POWER = range(5)
OUTPUTS = {"pendulum": PHI, "lambert": 0}
H, FATAL = 0.01, 4


@pytest.fixture(scope="module")
def extracted(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("fmus")
    return {make.__name__: fmpy.extract(str(build_fmu(make(), folder)), folder / make.__name__) for make in (pendulum, lambert, two_masses)}


def instantiate(folder: str, said: list[str]) -> FMU2Slave:
    logger = lambda environment, name, status, category, message: said.append(message.decode())
    description = fmpy.read_model_description(folder)
    fmu = FMU2Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier, instanceName="it")
    fmu.instantiate(callbacks=fmi2_callbacks(logger), loggingOn=True)
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


def refused(call: Callable, *arguments, **values) -> bool:
    """Whether the wrapper answers with its only word for what is refused."""
    with pytest.raises(FMICallException) as raised:
        call(*arguments, **values)
    return raised.value.status == FATAL


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
    assert discarded(fmu, H)
    assert "tau = nan N.m must be a finite number (torque on the pendulum)" in said[-1]
    fmu.setFMUState(state)
    fmu.doStep(H, H)
    assert fmu.getReal([PHI, POWER]) == undisturbed


def test_reset_starts_anew(fmu) -> None:
    """After a reset the first run repeats, start values included."""
    fmu.doStep(0.0, H)
    first = fmu.getReal([PHI])
    fmu.setReal([MASS, TAU], [-1.0, 5.0])
    assert discarded(fmu)
    fmu.reset()
    start(fmu)
    fmu.doStep(0.0, H)
    assert fmu.getReal([PHI]) == first


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        (PHI_START, "phi_start cannot be set in Step Mode: it is a fixed parameter; reset to change it"),
        (PHI, "phi cannot be set in Step Mode"),
        (99, "unknown value reference 99: modelDescription.xml has 0 to 9"),
        (2**32 - 1, "unknown value reference 4294967295"),
    ],
)
def test_what_cannot_be_set(fmu, said, reference: int, words: str) -> None:
    """It is refused with the reason, and nothing has changed."""
    before = fmu.getReal([PHI, POWER])
    assert refused(fmu.setReal, [reference], [0.5])
    assert any(words in message for message in said)
    assert fmu.getReal([PHI, POWER]) == before
    fmu.doStep(0.0, H)


def test_refusals_leave_the_instance_usable(fmu, said) -> None:
    """The wrapper gives back references that it goes on to use; a thousand times."""
    for _ in range(1000):
        assert refused(fmu.getReal, [99])
    assert "unknown value reference 99" in said[0]
    fmu.doStep(0.0, H)
    assert fmu.getReal([PHI])[0] < 1.0


@pytest.mark.parametrize(("t", "h"), [(0.5, H), (0.0, -H), (0.0, np.nan), (np.nan, H), (0.0, np.inf)])
def test_steps_out_of_time(fmu, said, t: float, h: float) -> None:
    """Steps from elsewhere, backwards, or to nowhere are discarded."""
    assert discarded(fmu, t, h)
    assert "was asked for, but the FMU is at t = 0 s" in said[-1]
    fmu.doStep(0.0, H)


@pytest.mark.parametrize(
    ("experiment", "words"),
    [
        ({"startTime": np.nan}, "the start time must be a finite number, not nan s"),
        ({"tolerance": np.nan}, "the tolerance must be > 0 and < 1, not nan"),
        ({"tolerance": 0.0}, "the tolerance must be > 0 and < 1, not 0"),
        ({"startTime": 1.0, "stopTime": 0.5}, "the stop time must not be before the start time 1 s, but it is 0.5 s"),
    ],
)
def test_experiments_that_cannot_be(extracted, said, experiment: dict, words: str) -> None:
    fmu = instantiate(extracted["pendulum"], said)
    assert refused(fmu.setupExperiment, **experiment)
    assert words in said[0]
    start(fmu)
    fmu.freeInstance()


def test_steps_past_the_stop_time(extracted, said) -> None:
    fmu = instantiate(extracted["pendulum"], said)
    fmu.setupExperiment(startTime=0.0, stopTime=H)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.doStep(0.0, H)
    assert discarded(fmu, H)
    assert "the stop time is 0.01 s" in said[-1]
    fmu.freeInstance()


def test_failed_start_is_said_and_mended(extracted, said) -> None:
    """Initialization Mode is not left with an invalid start, until it is mended."""
    fmu = instantiate(extracted["pendulum"], said)
    fmu.setReal([MASS], [-1.0])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    assert refused(fmu.exitInitializationMode)
    assert any("bob.m = -1.0 kg must be > 0 kg (mass of the bob)" in message for message in said)
    assert refused(fmu.getReal, [PHI])
    fmu.setReal([MASS, PHI_START], [1.0, 0.25])
    assert fmu.getReal([PHI]) == [0.25]
    fmu.exitInitializationMode()
    fmu.doStep(0.0, H)
    fmu.freeInstance()


def test_outputs_follow_in_initialization_mode(extracted, said) -> None:
    """Between entering and leaving Initialization Mode outputs follow what is set, inputs included."""
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
    """A state of another FMU changes nothing, and the log says so."""
    other = instantiate(extracted["lambert"], said)
    start(other)
    before = fmu.serializeFMUState(fmu.getFMUState())
    assert refused(fmu.setFMUState, fmu.deserializeFMUState(other.serializeFMUState(other.getFMUState())))
    assert any("this is no state of a Pendulum" in message for message in said)
    assert fmu.serializeFMUState(fmu.getFMUState()) == before
    fmu.doStep(0.0, H)
    other.freeInstance()


def test_damaged_states_are_refused(fmu, said) -> None:
    """Each bit counts, and each byte that is lost or gained: the FMU is as it was."""
    before = fmu.serializeFMUState(fmu.getFMUState())
    fmu.doStep(0.0, H)
    state = fmu.serializeFMUState(fmu.getFMUState())
    flipped = [bytes([*before[:i], before[i] ^ 1 << i % 8, *before[i + 1 :]]) for i in range(len(before))]
    for damaged in (*flipped, before[:-8], before + b"12345678", before[:20], b""):
        assert refused(fmu.setFMUState, fmu.deserializeFMUState(damaged))
    assert any("these bytes are not those of the FMU state that was saved" in message for message in said)
    assert fmu.serializeFMUState(fmu.getFMUState()) == state
    fmu.doStep(H, H)


def test_other_types(fmu, said) -> None:
    """Each type has its own functions."""
    for call in (fmu.getInteger, fmu.getBoolean, fmu.getString):
        assert refused(call, [0])
    assert refused(fmu.setBoolean, [0], [True])
    assert any("bob.m is of type Real: call fmi2GetReal" in message for message in said)
    fmu.doStep(0.0, H)


def test_nothing_is_left_behind(extracted, said) -> None:
    """Instances come and go, refusals and resets on the way, without a trace on the import path and among Python's objects."""
    slaves = lambda: sum("Fmi2Slave" in [kind.__name__ for kind in type(object_).__mro__] for object_ in gc.get_objects())
    gc.collect()  # what other tests left in cycles
    before = list(sys.path), slaves()
    for _ in range(20):
        fmu = instantiate(extracted["pendulum"], said)
        assert refused(fmu.getReal, [99])
        fmu.reset()
        assert refused(fmu.getReal, [99])
        start(fmu)
        fmu.doStep(0.0, H)
        fmu.freeInstance()
    assert (list(sys.path), slaves()) == before


def test_threads(extracted) -> None:
    """Instances of two FMUs come, run, refuse and go in several threads at a time, and do not know of each other."""

    def final(name: str) -> float:
        fmu = instantiate(extracted[name], [])
        start(fmu)
        for k in range(20):
            fmu.doStep(k * H, H)
        assert refused(fmu.getReal, [99])
        (value,) = fmu.getReal([OUTPUTS[name]])
        fmu.freeInstance()
        return value

    before = list(sys.path)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(final, list(OUTPUTS) * 40))
    assert found == [final(name) for name in OUTPUTS] * 40 and sys.path == before


def test_time_may_be_off_by_roundoff(fmu) -> None:
    """Summed-up times are taken as what they mean, also by a step of no length."""
    fmu.doStep(0.0, 0.04)
    for t in (0.04 + 1e-16, 0.04 - 1e-16):
        fmu.doStep(t, 0.0)
    fmu.doStep(0.04 - 1e-16, H)


def test_calls_in_a_wrong_state(extracted, said) -> None:
    """A step has nothing to start from, an output no value; after initialization they have."""
    fmu = instantiate(extracted["pendulum"], said)
    assert discarded(fmu)
    assert "fmi2DoStep is not allowed in Instantiated" in said[-1]
    assert refused(fmu.getReal, [PHI]) and refused(fmu.exitInitializationMode)
    start(fmu)
    fmu.doStep(0.0, H)
    fmu.freeInstance()


def test_a_folder_that_is_gone(extracted, said, tmp_path) -> None:
    """What was loaded from it serves the same FMU elsewhere; an instance that is reset without it refuses all calls."""
    first, second = (Path(shutil.copytree(extracted["pendulum"], tmp_path / name)) for name in ("first", "second"))
    fmu = instantiate(str(first), said)
    shutil.rmtree(first)
    start(fmu)
    fmu.doStep(0.0, H)
    other = instantiate(str(second), said)
    start(other)
    other.doStep(0.0, H)
    assert other.getReal([PHI]) == fmu.getReal([PHI])
    fmu.reset()
    assert refused(fmu.enterInitializationMode) and refused(fmu.getReal, [PHI])
    assert "model.mbfmu cannot be read" in said[0]
    for each in (fmu, other):
        each.freeInstance()


@pytest.mark.parametrize(
    ("lost", "words"), [("engine_*", "cannot open shared object file"), ("model.mbfmu", "model.mbfmu cannot be read; it holds the model")]
)
def test_what_is_missing_is_said(extracted, tmp_path, lost: str, words: str) -> None:
    """In a process of its own, which has not loaded the engine yet: through the logger, and to those who do not listen to it."""
    folder = Path(shutil.copytree(extracted["pendulum"], tmp_path / "lost"))
    (missing,) = (folder / "resources").glob(lost)
    missing.unlink()
    failed = subprocess.run([sys.executable, HOST, folder, "Pendulum", "", "3", "0.1", "1"], capture_output=True, text=True)
    assert failed.returncode == 1 and failed.stderr.count(words) == 2 and missing.name in failed.stderr


def test_another_system_is_said(extracted, said, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    with pytest.raises(Exception, match="instantiate"):
        instantiate(extracted["lambert"], said)
    assert "this FMU has no engine for plan9; it was built for linux" in said[0]


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
