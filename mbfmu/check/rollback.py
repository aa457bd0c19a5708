"""FMU state: set again, the same calls give the same bits."""

from __future__ import annotations

from .base import Check, Untestable, Verdict, always, judged, promised
from .excitation import excited_inputs
from .running import Running
from .subject import Subject

STEPS = 20


def run(subject: Subject) -> Verdict:
    """Get the state, go on, set it, go on again."""
    running = subject.started()
    moved(running, 1.0)
    with promised("get the FMU state"):
        state = running.fmu.getFMUState()
    time, before = running.time, running.bits()
    first = moved(running, 2.0)
    with promised("set the FMU state"):
        running.fmu.setFMUState(state)
    running.time = time
    restored = differing(before, running.bits())
    second = moved(running, 2.0)
    with promised("free the FMU state"):
        running.fmu.freeFMUState(state)
    if first[-1] == before:
        raise Untestable("nothing that can be read changes while it runs")
    return compared(first, second, restored)


def moved(running: Running, amount: float, steps: int = STEPS) -> list[dict[str, bytes]]:
    """Excite the inputs by `amount` times the usual and go on; all that can be read after every step."""
    running.set_named(excited_inputs(running.subject, amount * 1e-2))
    found = []
    for _ in range(steps):
        running.advance()
        found.append(running.bits())
    return found


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The names of what differs in its bits."""
    return [name for name in one if one[name] != other[name]]


def compared(first: list[dict[str, bytes]], second: list[dict[str, bytes]], restored: list[str] = ()) -> Verdict:
    """The Verdict on two runs that should be the same, and on what should have been restored between them."""
    wrong = [*restored, *(name for one, other in zip(first, second) for name in differing(one, other))]
    names = list(dict.fromkeys(wrong))
    measured = f"{len(first)} steps, {len(names)} of {len(first[0])} values differ"
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return judged(not names, measured, f"{', '.join(names[:3])}{more} not the same to the last bit")


CHECK = Check("rollback in process", always, lambda subject: subject.claim("canGetAndSetFMUstate", "canGetAndSetFMUState"), run)
