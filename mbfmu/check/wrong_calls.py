"""Calls in a state where FMI does not allow them are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fmpy.fmi1 import FMICallException

from .apart import Crashed, TimedOut, apart
from .base import Check, Untestable, Verdict, always, by_standard, judged
from .running import Running
from .subject import Subject

LIMIT = 10.0  # s for one call
INSTANTIATED, INITIALIZATION, TERMINATED = "Instantiated", "Initialization Mode", "Terminated"
READY, EVENT = "ready to move", "Event Mode"
REFUSED, TAKEN = "refused", "taken"
UNKNOWN_REFERENCE = 0x7FFFFFF0


@dataclass(frozen=True)
class Call:
    """One wrong call: its name, the state it is made in, what it does, and for which FMUs it is wrong."""

    name: str
    state: str
    make: Callable[[Running], object]
    applies: Callable[[Subject], bool] = always


def _co_simulation(subject: Subject) -> bool:
    return not subject.is_model_exchange


def _model_exchange(subject: Subject) -> bool:
    return subject.is_model_exchange


def _step(running: Running) -> None:
    running.fmu.doStep(running.time, running.subject.step_size)


def _set_output(running: Running) -> None:
    variables = running.subject.continuous_outputs[:1]
    running.set(variables, running.get(variables))


def _set_fixed(running: Running) -> None:
    variables = _fixed(running.subject)[:1]
    running.set(variables, running.get(variables))


def _fixed(subject: Subject) -> list:
    return [v for v in subject.reals if v.causality == "parameter" and v.variability == "fixed"]


def _one_state_more(running: Running) -> None:
    running.set_states(np.zeros(running.subject.description.numberOfContinuousStates + 1))


CALLS = (
    Call("exit initialization", INSTANTIATED, lambda r: r.fmu.exitInitializationMode()),
    Call("terminate", INSTANTIATED, lambda r: r.fmu.terminate()),
    Call("do a step", INSTANTIATED, _step, _co_simulation),
    Call("do a step", INITIALIZATION, _step, _co_simulation),
    Call("enter initialization", INITIALIZATION, lambda r: r.fmu.enterInitializationMode()),
    Call("enter initialization", READY, lambda r: r.fmu.enterInitializationMode()),
    Call("exit initialization", READY, lambda r: r.fmu.exitInitializationMode()),
    Call("set up the experiment", READY, lambda r: r.fmu.setupExperiment(), lambda s: s.version == 2),
    Call("get an unknown value reference", READY, lambda r: _real(r, "get")([UNKNOWN_REFERENCE])),
    Call("set an unknown value reference", READY, lambda r: _real(r, "set")([UNKNOWN_REFERENCE], [1.0])),
    Call("set an output", READY, _set_output, lambda s: bool(s.continuous_outputs)),
    Call("set a fixed parameter", READY, _set_fixed, lambda s: bool(_fixed(s))),
    Call("do a step", TERMINATED, _step, _co_simulation),
    Call("enter initialization", TERMINATED, lambda r: r.fmu.enterInitializationMode()),
    Call("enter Step Mode", READY, lambda r: r.fmu.enterStepMode(), lambda s: s.version == 3 and _co_simulation(s)),
    Call("enter Event Mode unannounced", READY, lambda r: r.fmu.enterEventMode(), lambda s: s.version == 3 and _co_simulation(s)),
    Call("set continuous states", INITIALIZATION, lambda r: r.set_states(_zeros(r)), lambda s: _model_exchange(s) and bool(s.derivatives)),
    Call("set one state too many", READY, _one_state_more, _model_exchange),
    Call("enter Continuous-Time Mode", INSTANTIATED, lambda r: r.fmu.enterContinuousTimeMode(), _model_exchange),
    Call("enter Continuous-Time Mode", READY, lambda r: r.fmu.enterContinuousTimeMode(), _model_exchange),
    Call("update discrete states", READY, lambda r: r.update_discrete_states(), _model_exchange),
    Call("complete an integrator step", INITIALIZATION, lambda r: r.fmu.completedIntegratorStep(), _model_exchange),
    Call("complete an integrator step", EVENT, lambda r: r.fmu.completedIntegratorStep(), _model_exchange),
    Call("set continuous states", EVENT, lambda r: r.set_states(_zeros(r)), lambda s: _model_exchange(s) and bool(s.derivatives)),
    Call("get derivatives", INSTANTIATED, lambda r: r.derivatives(), lambda s: _model_exchange(s) and bool(s.derivatives)),
)  # fmt: skip


def _real(running: Running, verb: str) -> Callable[..., object]:
    return getattr(running.fmu, f"{verb}{'Real' if running.subject.version == 2 else 'Float64'}")


def _zeros(running: Running) -> np.ndarray:
    return np.zeros(running.subject.description.numberOfContinuousStates)


def run(subject: Subject) -> Verdict:
    """Make every wrong call in a process of its own."""
    wrong, made, unreached = [], 0, []
    calls = [(i, call) for i, call in enumerate(CALLS) if call.applies(subject)]
    for i, call in subject.while_time(calls):
        try:
            answer = apart(answered, i, subject.folder, subject.interface, limit=LIMIT)
        except (Crashed, TimedOut) as error:
            answer = f"crashed: {error}" if isinstance(error, Crashed) else str(error)
        if answer is None:
            unreached.append(call.state)
            continue
        made += 1
        if answer != REFUSED:
            wrong.append(f"{call.name} ({call.state}): {answer}")
    if not made:
        raise Untestable(f"{', '.join(dict.fromkeys(unreached))} could not be reached")
    return judged(not wrong, f"{made - len(wrong)} of {made} wrong calls refused", f"{'; '.join(wrong)}")


def answered(index: int, folder: Path, interface: str) -> str | None:
    """What the FMU answers to one wrong call; None if it could not be brought into the state."""
    call = CALLS[index]
    try:
        running = Subject(folder, interface, LIMIT).instance()
        REACH[call.state](running)
    except Exception:  # whatever goes wrong before is for other checks to tell
        return None
    try:
        call.make(running)
    except FMICallException:
        return REFUSED
    return TAKEN


def _terminate(running: Running) -> None:
    running.start()
    running.fmu.terminate()


def _enter_event_mode(running: Running) -> None:
    running.start()
    running.fmu.enterEventMode()


REACH: dict[str, Callable[[Running], object]] = {
    INSTANTIATED: lambda running: None,
    INITIALIZATION: lambda running: running.enter_initialization(),
    READY: lambda running: running.start(),
    EVENT: _enter_event_mode,
    TERMINATED: _terminate,
}
CHECK = Check("calls in a wrong state refused", always, by_standard, run, several=True)
