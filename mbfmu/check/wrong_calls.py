"""Calls in a state where FMI does not allow them are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fmpy.fmi1 import FMICallException

from ..base.child_process import Crashed, Failed, TimedOut, isolated
from .base import ROBUSTNESS, Check, Untestable, Verdict, always, by_standard, judged
from .directional_derivatives import FLAGS
from .excitation import start_values
from .instances import instantiated
from .running_fmu import Running
from .subject import CheckedFmu

LIMIT = 10.0  # s for one call
STATES = {
    "I": "Instantiated",
    "N": "Initialization Mode",
    "E": "Event Mode",
    "C": "Continuous-Time Mode",
    "S": "Step Mode",
    "T": "Terminated",
}
REFUSED, TAKEN = "refused", "taken"
UNKNOWN_REFERENCE = 0x7FFFFFF0
NOWHERE = ""


@dataclass(frozen=True)
class WrongCall:
    """A call: its name, what it does, the letters of the STATES in which it is allowed, and for which FMUs it can be made.

    `allowed` is for FMI 2 Model Exchange and Co-Simulation, FMI 3 Model Exchange and Co-Simulation; None where there is no such call.
    """

    name: str
    make: Callable[[Running], object]
    allowed: tuple[str | None, str | None, str | None, str | None]
    applies: Callable[[CheckedFmu], bool] = always

    def states(self, subject: CheckedFmu) -> str:
        """The letters of the states in which it is wrong."""
        allowed = self.allowed[2 * (subject.version - 2) + (not subject.is_model_exchange)]
        if allowed is None or not self.applies(subject):
            return ""
        reached = "INECT" if subject.is_model_exchange else "INEST" if subject.claim("hasEventMode") else "INST"
        return "".join(state for state in reached if state not in allowed)


def _step(running: Running) -> None:
    running.fmu.doStep(running.time, running.subject.step_size)


def _again(variables: Callable[[CheckedFmu], list]) -> Callable[[Running], None]:
    """Set the first of the variables to its start value."""

    def make(running: Running) -> None:
        chosen = variables(running.subject)[:1]
        running.set(chosen, start_values(chosen))

    return make


def _get(running: Running) -> None:
    running.get(running.subject.reals[:1])


def _differentiate(running: Running) -> None:
    subject = running.subject
    unknown = [u.variable for u in subject.derivatives or subject.description.outputs][:1]
    running.directional(unknown, (subject.states or subject.continuous_inputs)[:1], np.ones(1))


def _set_input_derivatives(running: Running) -> None:
    running.fmu.setRealInputDerivatives([running.subject.continuous_inputs[0].valueReference], [1], [0.0])


def _zeros(running: Running, more: int = 0) -> np.ndarray:
    return np.zeros(running.subject.description.numberOfContinuousStates + more)


def _real(running: Running, verb: str) -> Callable[..., object]:
    return getattr(running.fmu, f"{verb}{'Real' if running.subject.version == 2 else 'Float64'}")


def _parameters(variability: str) -> Callable[[CheckedFmu], list]:
    return lambda s: [v for v in s.numeric if v.causality == "parameter" and v.variability == variability and v.start]


def _inputs(subject: CheckedFmu) -> list:
    return subject.continuous_inputs


def _discrete(subject: CheckedFmu) -> list:
    return [v for v in subject.discrete_inputs if v.start]


def _scalar_rates(subject: CheckedFmu) -> bool:
    unknowns = [u.variable for u in subject.derivatives or subject.description.outputs][:1]
    knowns = (subject.states or subject.continuous_inputs)[:1]
    return bool(subject.claim(*FLAGS) and unknowns and knowns) and not any(v.shape for v in (*unknowns, *knowns))


def _scalar_outputs(subject: CheckedFmu) -> list:
    return [v for v in subject.continuous_outputs if not v.shape]


def _unsettable_outputs(subject: CheckedFmu) -> list:
    """Outputs that cannot be set: in Model Exchange those that are no states, which may be set like all states."""
    states = {v.valueReference for v in subject.states} if subject.is_model_exchange else set()
    return [v for v in subject.continuous_outputs if v.valueReference not in states]


def _has_states(subject: CheckedFmu) -> bool:
    return bool(subject.derivatives)


CALLS = (
    WrongCall("enter initialization", lambda r: r.fmu.enterInitializationMode(), ("I", "I", "I", "I")),
    WrongCall("exit initialization", lambda r: r.fmu.exitInitializationMode(), ("N", "N", "N", "N")),
    WrongCall("terminate", lambda r: r.fmu.terminate(), ("EC", "S", "EC", "ES")),
    WrongCall("set up the experiment", lambda r: r.fmu.setupExperiment(), ("I", "I", None, None)),
    WrongCall("get a variable", _get, ("NECT", "NST", "INECT", "INEST"), lambda s: bool(s.reals)),
    WrongCall("set an input", _again(_inputs), ("INEC", "INS", "INEC", "INES"), lambda s: bool(_inputs(s))),
    WrongCall("set a discrete input", _again(_discrete), ("INE", "INS", "INE", "INES"), lambda s: bool(_discrete(s))),
    WrongCall("set a fixed parameter", _again(_parameters("fixed")), ("IN", "IN", "IN", "IN"), lambda s: bool(_parameters("fixed")(s))),
    WrongCall("set a tunable parameter", _again(_parameters("tunable")), ("INE", "INS", "INE", "INES"), lambda s: bool(_parameters("tunable")(s))),
    WrongCall("get directional derivatives", _differentiate, ("NECT", "NST", "NECT", "NEST"), _scalar_rates),
    WrongCall("enter Event Mode", lambda r: r.fmu.enterEventMode(), ("EC", None, "C", NOWHERE)),
    WrongCall("update discrete states", lambda r: r.update_discrete_states(), ("E", None, "E", "E")),
    WrongCall("enter Continuous-Time Mode", lambda r: r.fmu.enterContinuousTimeMode(), ("E", None, "E", None)),
    WrongCall("complete an integrator step", lambda r: r.fmu.completedIntegratorStep(), ("C", None, "C", None)),
    WrongCall("set time", lambda r: r.fmu.setTime(r.time), ("EC", None, "EC", None)),
    WrongCall("set continuous states", lambda r: r.set_states(_zeros(r)), ("C", None, "C", None), _has_states),
    WrongCall("get derivatives", lambda r: r.derivatives(), ("NECT", None, "NECT", None), _has_states),
    WrongCall("do a step", _step, (None, "S", None, "S")),
    WrongCall("enter Step Mode", lambda r: r.fmu.enterStepMode(), (None, None, None, "E")),
    WrongCall(
        "set input derivatives", _set_input_derivatives, (None, "INS", None, None), lambda s: bool(s.claim("canInterpolateInputs") and _inputs(s))
    ),
    WrongCall(
        "get output derivatives",
        lambda r: r.output_derivatives(_scalar_outputs(r.subject)[:1]),
        (None, "ST", None, "ST"),
        lambda s: bool(s.claim("maxOutputDerivativeOrder") and _scalar_outputs(s)),
    ),
)
"""After FMI 2.0.4, sections 3.2.3 and 4.2.4, and FMI 3.0.2, sections 2.3, 3.2 and 4.2; only where it starts in Event Mode is Co-Simulation told
that this is used."""

MOVING = ("INET", "INT", "INET", "INET")  # where the following are not wrong, or not what they are made for
ARGUMENTS = (
    WrongCall("get an unknown value reference", lambda r: _real(r, "get")([UNKNOWN_REFERENCE]), MOVING),
    WrongCall("set an unknown value reference", lambda r: _real(r, "set")([UNKNOWN_REFERENCE], [1.0]), MOVING),
    WrongCall("set an output", _again(_unsettable_outputs), MOVING, lambda s: bool(_unsettable_outputs(s))),
    WrongCall("set one state too many", lambda r: r.set_states(_zeros(r, 1)), ("INET", None, "INET", None)),
)
ALL = CALLS + ARGUMENTS


def run(subject: CheckedFmu) -> Verdict:
    """Make every wrong call in a process of its own."""
    wrong: dict[str, list[str]] = {}
    made, refused, unreached = 0, 0, []
    for i, state in subject.while_time(list(_wrong(subject))):
        try:
            answer = isolated(answered, i, state, subject.folder, subject.interface, limit=LIMIT)
        except Crashed as crash:
            answer = f"crashed: {crash}"
        except (Failed, TimedOut) as error:
            answer = str(error)
        if answer is None:
            unreached.append(STATES[state])
            continue
        made += 1
        refused += answer == REFUSED
        if answer != REFUSED:
            wrong.setdefault(f"{ALL[i].name}: {answer} in", []).append(STATES[state])
    if not made:
        raise Untestable(f"{', '.join(dict.fromkeys(unreached))} could not be reached")
    detail = "; ".join(f"{what} {', '.join(states)}" for what, states in wrong.items())
    return judged(not wrong, f"{refused} of {made} wrong calls refused", detail)


def _wrong(subject: CheckedFmu) -> Iterator[tuple[int, str]]:
    """The numbers of the calls in ALL, and the states in which they are wrong."""
    yield from ((i, state) for i, call in enumerate(ALL) for state in call.states(subject))


def answered(index: int, state: str, folder: Path, interface: str) -> str | None:
    """What the FMU answers to one wrong call; None if it could not be brought into the state."""
    try:
        subject = CheckedFmu(folder, interface, LIMIT)
        uses_events = state == "E" and not subject.is_model_exchange
        running = instantiated(subject, eventModeUsed=True) if uses_events else instantiated(subject)
        REACH[state](running)
    except Exception:  # whatever goes wrong before is for other checks to tell
        return None
    try:
        ALL[index].make(running)
    except FMICallException:
        return REFUSED
    return TAKEN


def _terminate(running: Running) -> None:
    running.start()
    running.fmu.terminate()


def _initialize(running: Running) -> None:
    running.enter_initialization()
    running.fmu.exitInitializationMode()


REACH: dict[str, Callable[[Running], object]] = {
    "I": lambda running: None,
    "N": lambda running: running.enter_initialization(),
    "E": _initialize,
    "C": lambda running: running.start(),
    "S": lambda running: running.start(),
    "T": _terminate,
}
CHECK = Check("calls in a wrong state refused", always, by_standard, run, several=True, kind=ROBUSTNESS)
