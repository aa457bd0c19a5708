"""FMU state: set again, the same calls give the same bits."""

from __future__ import annotations

from .base import Check, Untestable, Verdict, always, judged, promised
from .journey import Bits, gone_on, leapt, moved, pend, unusual
from .running_fmu import Running
from .subject import CheckedFmu


def run(subject: CheckedFmu) -> Verdict:
    """Get the state where something is still to be taken in, go on, set it, go on again; then set it where the instance was reset."""
    running = unusual(subject)
    pend(running)
    with promised("get the FMU state"):
        state = running.fmu.getFMUState()
    time = running.time
    leap = [seen(running), *leapt(running)]
    near = _restored(running, state, time)
    running.fmu.reset()
    running.time = subject.start_time
    running.start()
    moved(running, 2.0, 2)
    far = _restored(running, state, time)
    with promised("free the FMU state"):
        running.fmu.freeFMUState(state)
    if near[-1] == near[-2]:
        raise Untestable("nothing that can be read changes while it runs")
    return compared([*leap, *near], [*near[: len(leap)], *far])


def _restored(running: Running, state: object, time: float) -> list[Bits]:
    """Set the state, and all that can be read there and on two ways from there."""
    found = []
    with promised("set the FMU state and go on"):
        for way in (leapt, gone_on):
            running.fmu.setFMUState(state)
            running.time = time
            found += [seen(running), *way(running)]
    return found


def seen(running: Running) -> Bits:
    """All that can be read, but nothing where inputs were set and FMI 2 wants a step before outputs are read (section 4.2.4)."""
    subject = running.subject
    return running.bits() if subject.is_model_exchange or subject.version > 2 else {}


def compared(first: list[Bits], second: list[Bits]) -> Verdict:
    """The Verdict on two runs that should be the same."""
    names = _differing(first, second)
    detail = difference(first, second)
    return judged(not detail, f"{len(first)} points, {len(names)} of {len(first[-1])} values differ", detail)


def difference(first: list[Bits], second: list[Bits]) -> str:
    """In what two runs differ that should be the same; empty if in nothing."""
    if len(first) != len(second):
        return f"a step was done once and refused when made again: {len(first)} and {len(second)} points"
    names = _differing(first, second)
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more} not the same to the last bit" if names else ""


def _differing(first: list[Bits], second: list[Bits]) -> list[str]:
    """The names of what differs in its bits anywhere on the way."""
    return list(dict.fromkeys(name for one, other in zip(first, second) for name in one if one[name] != other.get(name)))


CHECK = Check("rollback in process", always, lambda subject: subject.claim("canGetAndSetFMUstate", "canGetAndSetFMUState"), run)
