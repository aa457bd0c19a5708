"""Two instances whose calls alternate do what each does alone."""

from __future__ import annotations

from pathlib import Path

from ..base.child_process import isolated
from .base import BY_STANDARD, Check, Verdict, allowed, always
from .instances import started
from .journey import Bits, leapt, moved, unusual
from .rollback import compared
from .subject import CheckedFmu

STEPS = 10


def run(subject: CheckedFmu) -> Verdict:
    """Each in a process of its own, then both in one with their calls alternating."""
    alone: list[Bits] = []
    together: list[Bits] = []
    for numbers, found in (((0,), alone), ((1,), alone), ((0, 1), together)):
        for bits in isolated(alternating, numbers, subject.folder, subject.interface, subject.limit, limit=subject.limit / 3):
            found += bits
    return compared(alone, together)


def alternating(numbers: tuple[int, ...], folder: Path, interface: str, limit: float) -> list[list[Bits]]:
    """What can be read of each instance while they take turns; number 1 has other parameters, inputs and another tolerance than 0."""
    subject = CheckedFmu(folder, interface, limit)
    with allowed():
        return _alternated(subject, numbers)


def _alternated(subject: CheckedFmu, numbers: tuple[int, ...]) -> list[list[Bits]]:
    instances = [unusual(subject) if number else started(subject) for number in numbers]
    found: list[list[Bits]] = [[] for _ in numbers]
    for _ in range(STEPS):
        for running, number, bits in zip(instances, numbers, found):
            bits += moved(running, 1.0 + number, 1)
    for running, bits in zip(instances, found):
        bits += leapt(running)
    return found


def claim(subject: CheckedFmu) -> str:
    """Claimed unless it is said that only one may be."""
    return "" if subject.claim("canBeInstantiatedOnlyOncePerProcess") else BY_STANDARD


CHECK = Check("independence of instances", always, claim, run, several=True)
