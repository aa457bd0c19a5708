"""FMUs of no tool's in a System: what they compute, how often they are called, and what is said if they fail."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from mbfmu.base.child_process import TimedOut, followed
from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, RunStopped, System, simulate_system, write_system
from mbfmu.cosim.fmu import instance
from mbfmu.model.signals.ramp import Ramp
from mbfmu.runs.fmu_run import FmuRun
from tests.command_line import run
from tests.tolerances import CONNECTED, ROUNDOFF, TOLERATED

from .foreign import COUNTERS, Behaviour

KINDS = [(2, False), (3, False), (3, True)]
"""Versions of FMI, and whether the FMU has Event Mode."""
STEP = 0.125
REBOUND = 0.8  # as in unit.h

Unit = Callable[..., Path]
kinds = pytest.mark.parametrize(("version", "events"), KINDS)
versions = pytest.mark.parametrize("version", [2, 3])


def alone(fmu: Path, behaviour: Behaviour = Behaviour.BEHAVES, **values: float) -> System:
    return System({"unit": Component(fmu, {"behaviour": int(behaviour), **values})}, stop_time=1.0, step_size=STEP)


def joined(first: Path, second: Path, **options: object) -> System:
    """All types of the first one go to the second one."""
    connections = [(f"a.{output}", f"b.{input}") for output, input in {"x": "u", "j": "i", "n": "b", "t": "s"}.items()]
    components = {"a": Component(first, {"u": 2.0, "i": 6, "b": True, "s": "text"}), "b": Component(second)}
    return System(components, connections, stop_time=1.0, step_size=STEP, **options)


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", KINDS)
def test_numbers_truth_values_and_texts_go_from_one_version_to_another(unit: Unit, first: tuple[int, bool], second: tuple[int, bool]):
    result = simulate_system(joined(unit(*first), unit(*second), method="jacobi", input_order=0))
    steps = np.arange(9)
    assert result["a.x"] == pytest.approx(2.0 * result["time"], abs=ROUNDOFF)
    # what is held over each step sums up to h^2 (0 + 2 + ... + 2 (k - 1))
    assert result["b.x"] == pytest.approx(STEP**2 * steps * (steps - 1), abs=ROUNDOFF)
    assert {*result["b.j"]} == {8} and {*result["b.n"]} == {True}


@versions
def test_beside_one_of_ours_it_gives_and_takes(unit: Unit, fmus: dict[str, Path], version: int):
    components = {"unit": Component(unit(version), {"x_start": 1.0}), "gain": Component(fmus["gain"], {"k": -2.0})}
    system = System(components, [("unit.x", "gain.u"), ("gain.y", "unit.u")], stop_time=1.0, step_size=STEP, method="jacobi", input_order=0)
    result = simulate_system(system)
    # x' = 1 - 2 x of the step before: gain.y is of the input that it had over the step
    x, held = [1.0, 1.0 + STEP * -1.0], -1.0
    for _ in range(7):
        held = 1.0 - 2.0 * x[-2]
        x.append(x[-1] + STEP * held)
    assert result["unit.x"] == pytest.approx(np.array(x), abs=ROUNDOFF)


@versions
@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_at_each_communication_point_there_is_one_call_a_type_and_one_step(unit: Unit, version: int, method: str):
    result = simulate_system(joined(unit(version), unit(version), method=method))
    calls = {name: {*np.diff(result[f"b.{name}"]).tolist()} for name in COUNTERS}
    assert calls == {name: {0} if name in ("events", "get_text") else {1} for name in COUNTERS}  # no one takes the text of b
    assert {*np.diff(result["a.get_text"]).tolist()} == {1}
    assert {name: {*np.diff(result[f"a.{name}"]).tolist()} for name in COUNTERS if name.startswith("set")} == dict.fromkeys(COUNTERS[:4], {0})


@versions
def test_outputs_that_drive_nothing_are_read_where_they_are_recorded(unit: Unit, version: int):
    """All types of a drive inputs, nothing of b does; what counts calls are integers, which are recorded at steps 0, 5 and 8."""
    kinds = ("real", "integer", "boolean", "text")
    system, signals = joined(unit(version), unit(version), method="jacobi"), [f"{c}.get_{kind}" for c in "ab" for kind in kinds]
    result = simulate_system(system, signals=signals, every=5)
    calls = {name: np.diff(result[name]).tolist() for name in signals}
    assert calls == {
        **{f"a.get_{kind}": [5, 3] for kind in kinds},
        **{f"b.get_{kind}": [0, 0] for kind in kinds},
        "a.get_integer": [6, 4],
        "b.get_integer": [1, 1],
    }


def test_discrete_inputs_are_set_in_event_mode_and_only_if_they_change(unit: Unit):
    fmu = unit(3, True)
    inputs = {"unit.i": lambda t: 1 if t < 0.5 else 4, "unit.u": lambda t: 2.0 * t}
    result = simulate_system(replace(alone(fmu), inputs=inputs))
    assert np.diff(result["unit.set_integer"]).tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert np.diff(result["unit.events"]).tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert np.diff(result["unit.set_real"]).tolist() == [1] * 8
    assert result["unit.j"].tolist() == [2] * 5 + [5] * 4


@kinds
def test_one_that_is_stepped_by_hand_takes_discrete_inputs_between_steps(unit: Unit, version: int, events: bool):
    fmu = FmuRun(unit(version, events))
    for i, text in ((3, "one"), (8, "two")):
        fmu.go_on(STEP)
        fmu.set("i", i)
        fmu.set("s", text)
        fmu.go_on(STEP)
        assert (fmu.get("j"), fmu.get("t")) == (i + 1, f"<{text}>")
    fmu.free()


@kinds
def test_what_jumps_within_steps_is_where_it_should_be(unit: Unit, version: int, events: bool):
    result = simulate_system(alone(unit(version, events), Behaviour.COUNTS, u=2.0, at=0.3))
    assert result["unit.x"] == pytest.approx(2.0 * result["time"] + np.floor(result["time"] / 0.3), abs=ROUNDOFF)
    # an event takes two updates, and the step ends there and begins again; the initialization ends with one update
    assert (result["unit.events"][-1], result["unit.steps"][-1]) == ((7, 11) if events else (0, 8))


@kinds
def test_an_event_where_a_step_ends_belongs_to_the_next_one_with_event_mode(unit: Unit, version: int, events: bool):
    result = simulate_system(alone(unit(version, events), Behaviour.COUNTS, u=0.0, at=0.25))
    times = result["time"]
    seen = np.maximum(np.ceil(times / 0.25) - 1.0, 0.0) if events else np.floor(times / 0.25)
    assert result["unit.x"] == pytest.approx(seen, abs=ROUNDOFF)
    assert result["unit.steps"][-1] == 8


def test_newtons_method_takes_what_its_last_round_has_nearly_closed(unit: Unit):
    """Beside a jump, with a component of three steps, a round leaves 0.4 of what was off: the last one 1.1e-8."""
    components = {"a": Component(unit(2), {"behaviour": int(Behaviour.COUNTS), "u": -1.0, "at": 0.3}), "b": Component(unit(2), {"x_start": 1.0})}
    links = [("a.x", "b.u"), ("b.x", "a.u")]
    result = simulate_system(System(components, links, stop_time=0.6, step_size=0.1, method="newton", divisors={"b": 3}, tolerance=1e-3))
    # x_a' = x_b, x_b' = x_a from (0, 1), with a jump of 1 in x_a at 0.3 s
    t, late = result["time"][:-1], np.maximum(result["time"][:-1] - 0.3, 0.0)  # where the run ends there is another jump
    assert result["a.x"][:-1] == pytest.approx(np.sinh(t) + np.where(t > 0.29, np.cosh(late), 0.0), abs=TOLERATED)
    assert result["b.x"][:-1] == pytest.approx(np.cosh(t) + np.sinh(late), abs=TOLERATED)


def bounced(times: np.ndarray, gravity: float) -> np.ndarray:
    """The height of a ball that falls from 1 m, by its flights one after another."""
    begin, speed, heights = -sqrt(2.0 / gravity), sqrt(2.0 * gravity), []
    for t in times:
        while t > begin + 2.0 * speed / gravity:
            begin, speed = begin + 2.0 * speed / gravity, REBOUND * speed
        heights.append(speed * (t - begin) - gravity * (t - begin) ** 2 / 2.0)
    return np.array(heights)


@kinds
def test_a_ball_bounces_as_high_as_it_should(unit: Unit, version: int, events: bool):
    system = replace(alone(unit(version, events), Behaviour.BOUNCES, u=-9.81, x_start=1.0), stop_time=3.0, step_size=0.2)
    result = simulate_system(system)
    assert result["unit.x"] == pytest.approx(bounced(result["time"], 9.81), abs=1e2 * ROUNDOFF)


@pytest.mark.parametrize("options", [{"method": "newton"}, {"method": "jacobi", "tolerance": 1e-3}, {"method": "gauss_seidel", "tolerance": 1e-3}])
@pytest.mark.parametrize("events", [False, True])
def test_steps_that_are_taken_back_pass_event_mode_again(unit: Unit, events: bool, options: dict):
    fmu = unit(3, events)
    components = {"a": Component(fmu, {"behaviour": int(Behaviour.COUNTS), "u": 2.0, "at": 0.3}), "b": Component(fmu)}
    system = System(components, [("a.x", "b.u"), ("a.j", "b.i")], stop_time=1.0, step_size=STEP, **options)
    result = simulate_system(system)
    assert result["a.x"] == pytest.approx(2.0 * result["time"] + np.floor(result["time"] / 0.3), abs=ROUNDOFF)
    without = simulate_system(replace(system, components={name: Component(unit(3), c.values) for name, c in components.items()}))
    assert result["b.x"] == pytest.approx(without["b.x"], abs=CONNECTED)


@pytest.mark.parametrize("events", [False, True])
def test_inputs_that_are_followed_go_on_after_an_event(unit: Unit, events: bool):
    fmu = unit(3, events, follows=True)
    result = simulate_system(replace(alone(fmu, Behaviour.COUNTS, at=0.3), inputs={"unit.u": Ramp(at=0.0, duration=1.0, height=2.0)}))
    # a straight line has its mean in the middle of each piece, wherever an event cuts that
    assert result["unit.steps"][-1] == (11 if events else 8)
    # of a piece h that an event cuts after r the first part is taken by the whole one's mean, which is off by r (h - r): three times h^2 / 4 at most
    cut = (STEP / 8) ** 2 if events else ROUNDOFF
    assert result["unit.x"] == pytest.approx(result["time"] ** 2 + np.floor(result["time"] / 0.3), abs=cut)


def test_a_step_that_fails_within_is_told_with_its_time_as_well(unit: Unit):
    system = replace(alone(unit(3, follows=True), Behaviour.FAILS), inputs={"unit.u": Ramp(at=0.0, duration=1.0, height=2.0)})
    with pytest.raises(RunStopped, match=r"could not step from t = 0\.5 s by 0\.125 s: the fuse has blown"):
        simulate_system(system)


@pytest.mark.parametrize("options", [{"method": "newton"}, {"method": "jacobi", "tolerance": 1e-3}])
def test_discrete_inputs_are_set_again_where_a_step_is_taken_back(unit: Unit, options: dict):
    components = {"a": Component(unit(3, True), {"u": 2.0}), "b": Component(unit(3, True), {"x_start": 1.0})}
    inputs = {"b.i": lambda t: 1 if t < 0.5 else 4, "b.s": lambda t: "before" if t < 0.5 else "after"}
    links = [("a.x", "b.u"), ("b.x", "a.u")]
    result = simulate_system(System(components, links, inputs=inputs, stop_time=1.0, step_size=STEP, **options))
    assert result["b.j"].tolist() == [2] * 5 + [5] * 4


WORDS = {
    Behaviour.DISCARDS: r"could not step from t = 0\.5 s by 0\.125 s: the step is too long for me \(fmi\dDoStep .*discard",
    Behaviour.FAILS: r"could not step from t = 0\.5 s by 0\.125 s: the fuse has blown \(fmi\dDoStep .*error",
}


@kinds
@pytest.mark.parametrize("behaviour", WORDS)
def test_a_refused_step_names_component_file_time_and_what_was_logged(unit: Unit, version: int, events: bool, behaviour: Behaviour):
    fmu = unit(version, events)
    with pytest.raises(RunStopped, match=rf"^unit \({re.escape(str(fmu))}\) {WORDS[behaviour]}") as stopped:
        simulate_system(alone(fmu, behaviour))
    assert stopped.value.result["time"].tolist() == [0.0, 0.125, 0.25, 0.375, 0.5]


@kinds
def test_an_output_that_is_no_number_is_named_with_its_time(unit: Unit, version: int, events: bool):
    with pytest.raises(RunStopped, match=r"at t = 0\.625 s unit\.x = nan, not a finite number; .* look into unit \(.*Unit\d.*\.fmu\)") as stopped:
        simulate_system(alone(unit(version, events), Behaviour.NOT_A_NUMBER))
    assert stopped.value.result["time"][-1] == 0.5


@pytest.mark.parametrize("events", [False, True])
def test_an_fmu_that_asks_to_end_is_told_apart_from_one_that_fails(unit: Unit, events: bool):
    fmu = unit(3, events)
    words = rf"^unit \({re.escape(str(fmu))}\) could not step from t = 0\.5 s by 0\.125 s: .*it asks to end the simulation"
    with pytest.raises(RunStopped, match=words) as stopped:
        simulate_system(alone(fmu, Behaviour.ENDS))
    assert stopped.value.result["time"][-1] == 0.5


def test_an_fmu_that_returns_early_for_ever_is_an_error(unit: Unit):
    fmu = unit(3, True)
    words = rf"^unit \({re.escape(str(fmu))}\) could not step from t = 0\.5 s by 0\.1 s: .*it returns early from every step, and comes no further"
    with pytest.raises(RunStopped, match=words):
        simulate_system(replace(alone(fmu, Behaviour.STUCK), step_size=0.2))


@pytest.mark.parametrize(("at", "action"), [(0.0, "finish the initialization"), (0.3, r"handle an event at t = 0\.3 s")])
def test_discrete_states_that_do_not_settle_are_an_error(unit: Unit, at: float, action: str):
    fmu = unit(3, True)
    words = rf"^unit \({re.escape(str(fmu))}\) could not {action}: .*it wants its discrete states updated without end"
    with pytest.raises(MbfmuError, match=words):
        simulate_system(alone(fmu, Behaviour.RESTLESS, at=at))


@kinds
def test_a_crash_names_component_file_time_and_step(unit: Unit, version: int, events: bool, tmp_path: Path):
    write_system(alone(unit(version, events), Behaviour.CRASHES), tmp_path / "System.ssp")
    outcome = run("cosim", tmp_path / "System.ssp", "-o", tmp_path / "out")
    assert outcome.exit_code == 1
    words = rf"ended by SIG\w+ as unit \(.*{unit(version, events).name}\) was to step from t = 0\.5 s by 0\.125 s"
    assert re.search(words, " ".join(outcome.stderr.split()))


@kinds
def test_the_command_line_says_why_a_step_was_refused(unit: Unit, version: int, events: bool, tmp_path: Path):
    write_system(alone(unit(version, events), Behaviour.FAILS), tmp_path / "System.ssp")
    outcome = run("cosim", tmp_path / "System.ssp", "-o", tmp_path / "out")
    assert outcome.exit_code == 1
    assert re.search(r"unit \(.*\.fmu\) could not step from t = 0\.5 s by 0\.125 s: the fuse has blown", " ".join(outcome.stderr.split()))


def instantiated_in_half_a_second(fmu: Path, progress: object) -> None:
    """Run in a process of its own, where an FMU may take so long."""
    instance.LOADING = 0.5
    simulate_system(alone(fmu))


@versions
def test_one_that_hangs_where_it_is_instantiated_is_given_up(unit: Unit, version: int):
    with pytest.raises(TimedOut, match=r"^unit \(.*_hangs\.fmu\) was to instantiate, and has not come back for 0\.5 s"):
        followed(instantiated_in_half_a_second, unit(version, hangs=True), progress=print)
