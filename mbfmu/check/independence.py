"""Two instances whose calls alternate do what each does alone."""

from __future__ import annotations

from fmpy.fmi1 import FMICallException

from .base import BY_STANDARD, Check, Verdict, always
from .journey import LONG, Bits, moved, unusual
from .rollback import compared
from .running import Running
from .subject import Subject

STEPS = 10
AMOUNTS = (1.0, 2.0)  # how much the inputs of each are excited


def run(subject: Subject) -> Verdict:
    """Each alone, then both with their calls alternating; the second has other parameters and another tolerance."""
    alone = []
    for number in range(2):
        running = _begun(subject, number)
        for turn in range(STEPS + len(LONG)):
            alone += _turn(running, number, turn)
        running.free()
    pair = [_begun(subject, number) for number in range(2)]
    together: list[list[Bits]] = [[], []]
    for turn in range(STEPS + len(LONG)):
        for number, running in enumerate(pair):
            together[number] += _turn(running, number, turn)
    return compared(alone, together[0] + together[1])


def _begun(subject: Subject, number: int) -> Running:
    return unusual(subject) if number else subject.started(name="checked beside")


def _turn(running: Running, number: int, turn: int) -> list[Bits]:
    """A step with this instance's inputs; the last turns are long steps where the FMU says it can make them."""
    if turn < STEPS or not running.subject.claim("canHandleVariableCommunicationStepSize"):
        return moved(running, AMOUNTS[number], 1)
    try:
        running.advance(LONG[turn - STEPS] * running.subject.step_size)
    except FMICallException:
        return []  # too long for the model
    return [running.bits()]


def claim(subject: Subject) -> str:
    """Claimed unless it is said that only one may be."""
    return "" if subject.claim("canBeInstantiatedOnlyOncePerProcess") else BY_STANDARD


CHECK = Check("independence of instances", always, claim, run)
