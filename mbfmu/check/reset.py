"""After reset, an instance is as a new one, wherever it was."""

from __future__ import annotations

from collections.abc import Callable

from .base import Broken, Check, Verdict, always, by_standard, judged, promised
from .instances import started
from .journey import Bits, gone_on, leapt, pend, set_parameters, unusual
from .rollback import difference
from .running_fmu import Running
from .subject import CheckedFmu


def run(subject: CheckedFmu) -> Verdict:
    """Start with other parameters, move, reset from each state, start as a new one does; tell all resets that failed."""
    fresh = started(subject)
    expected = _on_its_way(fresh)
    fresh.free()
    faults = {when: _fault(subject, come_there, expected) for when, come_there in RESETS.items()}
    wrong: dict[str, list[str]] = {}
    for when, fault in faults.items():
        wrong.setdefault(fault, []).append(when)
    right = len(wrong.pop("", []))
    detail = "; ".join(f"reset {', '.join(whens)}: {fault}" for fault, whens in wrong.items())
    return judged(not wrong, f"{right} of {len(RESETS)} resets, {len(expected)} points each", detail)


def _fault(subject: CheckedFmu, come_there: Callable[[Running], None], expected: list[Bits]) -> str:
    """What is not as in a new instance after a reset; empty if nothing."""
    used = unusual(subject)
    gone_on(used)
    pend(used)
    try:
        come_there(used)
        _reset(used)
        with promised("started anew"):
            used.time = subject.start_time
            used.start()
        return difference(expected, _on_its_way(used))
    except Broken as broken:
        return str(broken)
    finally:
        used.free()


def _on_its_way(running: Running) -> list[Bits]:
    return [running.bits(), *leapt(running), *gone_on(running)]


def _reset(running: Running) -> None:
    with promised("refused"):
        running.fmu.reset()


def _initializing(running: Running) -> None:
    _reset(running)
    running.enter_initialization()


def _instantiated(running: Running) -> None:
    _reset(running)
    set_parameters(running)


RESETS: dict[str, Callable[[Running], None]] = {
    "midway": lambda running: None,
    "from Terminated": lambda running: running.fmu.terminate(),
    "from Initialization Mode": _initializing,
    "from Instantiated": _instantiated,
}
"""How an instance that is under way comes to where it is reset."""
CHECK = Check("reset equals a new instance", always, by_standard, run)
