"""Times of steps: what is said of them, and by which command."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import build_portable
from mbfmu.base.child_process import isolated
from mbfmu.base.errors import MbfmuError
from mbfmu.base.fmu_pictures import pictures_of
from mbfmu.base.safe_zip import unpacked
from mbfmu.check.step_times import LIMIT, Measured, duration, measured, step_times, summary
from mbfmu.check.subject import CO_SIMULATION, MODEL_EXCHANGE
from mbfmu.check.timed_steps import DERIVATIVES, EARLY, EVENT, GET, SET, STEP
from mbfmu.cli.main import app
from tests.library import problem_of

from .stub import Lie

STATES = ' canGetAndSetFMUstate="true" canSerializeFMUstate="true"'
CO_SIMULATION_2 = """  <CoSimulation modelIdentifier="stub" canHandleVariableCommunicationStepSize="true" canInterpolateInputs="true"
    maxOutputDerivativeOrder="1" canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"/>
"""
STATELESS = {STATES: ""}
WITHOUT_CO_SIMULATION = {CO_SIMULATION_2: ""}


def run(*arguments: object):
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


@pytest.fixture(scope="module")
def fmu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_portable(problem_of("duffing"), tmp_path_factory.mktemp("duffing"))


def test_numbers_of_a_distribution():
    """Of 2000 steps of 1 ms: one takes 3 ms, most of it in the outputs, one 0.5 ms, the others 10 us. Made again, the first takes 20 us."""
    taken = np.tile([1e-6, 7e-6, 2e-6], (2000, 1))
    taken[700], taken[1500] = (1e-6, 2e-4, 2.799e-3), (1e-6, 4.97e-4, 2e-6)
    events = ["Event Mode" if i == 700 else "" for i in range(2000)]
    run = Measured((SET, STEP, GET), 1e-3 * np.arange(2000), taken, events)
    found = summary(1e-3, run, np.array([700, 1500]), np.array([[2e-6, 1.6e-5, 3e-6], [1e-6, 4.5e-4, 2e-6]]))
    assert (found.median, found.most, found.largest) == pytest.approx((1e-5, 5e-4, 3e-3)) and (found.late, found.with_events) == (1, 1)
    assert found.largest_at == pytest.approx(0.7) and found.ratio == pytest.approx(300.0)
    gets = found.calls[2]
    assert (gets.median, gets.largest, gets.largest_at) == pytest.approx((2e-6, 2.799e-3, 0.7))
    assert gets.share == pytest.approx((1999 * 2e-6 + 2.799e-3) / taken.sum()) and sum(call.share for call in found.calls) == pytest.approx(1.0)
    first, second = found.longest
    assert (first.number, first.call, first.event, first.own_call) == (701, GET, "Event Mode", STEP)
    assert (first.share, first.own, second.own) == pytest.approx((0.933, 2e-5, 4.53e-4))


@pytest.mark.parametrize(
    ("slow", "replaced", "call", "at"),
    [
        (Lie.SLOW_STEP, {}, STEP, 0.5),
        (Lie.SLOW_OUTPUTS, {}, GET, 0.499),
        (Lie.SLOW_STEP, STATELESS, STEP, 0.5),
        (Lie.SLOW_RATES, WITHOUT_CO_SIMULATION, DERIVATIVES, 0.5),
    ],
    ids=["in the step", "in outputs", "without saved states", "in Model Exchange"],
)
def test_the_call_that_takes_long_is_named_with_its_time(slow: Lie, replaced: dict[str, str], call: str, at: float, stub: Callable[..., Path]):
    """An FMU that burns time at t = 0.5 s in one kind of call takes as long when the step is made again; other steps are the machine's."""
    shown = run(stub(slow, replaced), "--real-time", "1ms", "--json")
    found = json.loads(shown.stdout)
    longest = max(found["longest"], key=lambda step: step["own"])
    assert (longest["own_call"], longest["number"]) == (call, round(at * 1e3) + 1) and longest["at"] == pytest.approx(at)
    assert longest["own"] > 100 * found["median"] and shown.exit_code == 1
    assert max(step["own"] for step in found["longest"] if step != longest) < longest["own"] / 10


@pytest.mark.slow
def test_a_model_need_not_go_beyond_its_experiment(tmp_path: Path):
    """A rover's wheel leaves its sand 0.77 s behind the experiment of 4 s, of which steps of 5 ms are 800."""
    found = step_times(build_portable(problem_of("rover_wheel"), tmp_path), 5e-3)
    assert 800 < found.steps < 1000 and found.largest_at < 5.0


def test_time_that_is_lost_once_is_not_the_fmus_own(stub: Callable[..., Path]):
    """As a machine that does something else would take it; the table says whose each step's time was."""
    fmu = stub(Lie.SLOW_STEP | Lie.SLOW_ONCE)
    found = step_times(fmu, 1e-3)
    (slow,) = (step for step in found.longest if step.number == 501)
    assert (slow.call, slow.event) == (STEP, "") and slow.taken > 100 * found.median > 10 * slow.own
    said = " ".join(run(fmu, "--real-time", "1ms").stdout.split())
    assert "the machine's" in said and "events none reported" in said


@pytest.mark.parametrize(("interface", "reported"), [(CO_SIMULATION, {EVENT, EARLY}), (MODEL_EXCHANGE, {EVENT})])
def test_events_are_seen_in_the_steps_in_which_they_are(interface: str, reported: set[str], tmp_path: Path):
    """The ball falls 1 m, and is on the ground after 0.4515 s; by Euler's method in the same step of 10 ms."""
    fmu = build_portable(problem_of("bouncing_ball"), tmp_path, fmi=3)
    with unpacked(fmu, to_run=True) as folder:
        found = isolated(measured, folder, interface, 1e-2, pictures_of(fmu).outputs, 100, limit=LIMIT)
    impact = int(np.sqrt(2 / 9.81) / 1e-2)
    assert {i for i, event in enumerate(found.events) if event} == {impact} and {*found.events[impact].split(", ")} == reported
    assert {i for i, taken in enumerate(found.taken[:, found.kinds.index(EVENT)]) if taken} == {impact}


def test_the_command_measures_at_least_a_thousand_steps(fmu: Path):
    shown = run(fmu, "--real-time", "1s")
    assert shown.exit_code == 0 and "1000 steps of 1 s" in shown.stdout and "late" in shown.stdout
    found = json.loads(run(fmu, "--real-time", "20ms", "--json").stdout)
    assert found["step"] == 2e-2 and found["steps"] == 5000 and 0.0 < found["median"] <= found["most"] <= found["largest"]


@pytest.mark.slow
def test_steps_that_are_late_end_with_1(fmu: Path):
    outcome = run(fmu, "--real-time", "1e-9")
    assert outcome.exit_code == 1 and "100000 of 100000" in " ".join(outcome.stdout.split())


@pytest.mark.parametrize("text", ["", "fast", "-1ms", "0s", "nan", "inf", "1 minute"])
def test_what_is_no_time_is_said(fmu: Path, text: str):
    with pytest.raises(MbfmuError, match="is no time > 0: write it as 1ms, 250us or 0.001"):
        duration(text)
    assert (duration("250us"), duration("1 ms"), duration("0.5")) == (2.5e-4, 1e-3, 0.5)


def test_what_cannot_be_measured_is_said(fmu: Path, tmp_path: Path):
    assert "no such file" in run(tmp_path / "none.fmu", "--real-time", "1ms").stderr
    for step in (0.0, 1e-300, 1e300):
        with pytest.raises(MbfmuError, match="a step of .* s must be from 1e-09 s to 1000 s"):
            step_times(fmu, step)
    stuck = build_portable(replace(problem_of("duffing"), max_steps=1), tmp_path)
    with pytest.raises(MbfmuError, match="Duffing fails in the communication step of 100 s from t = 0 s: fmi2DoStep .* Try a shorter step"):
        step_times(stuck, 100.0)
