"""Two instances whose calls alternate do what each does alone."""

from __future__ import annotations

from .base import BY_STANDARD, Check, Verdict, always
from .rollback import compared, moved
from .running import Running
from .subject import Subject

STEPS = 20
AMOUNTS = (1.0, 2.0)  # how much the inputs of each are excited


def run(subject: Subject) -> Verdict:
    """Each alone, then both with their calls alternating."""
    alone = []
    for amount in AMOUNTS:
        running = subject.started()
        for _ in range(STEPS):
            alone += moved(running, amount, 1)
        running.free()
    pair: list[Running] = [subject.started(name=f"checked {amount}") for amount in AMOUNTS]
    together: list[list] = [[], []]
    for _ in range(STEPS):
        for running, amount, found in zip(pair, AMOUNTS, together):
            found += moved(running, amount, 1)
    return compared(alone, together[0] + together[1])


def claim(subject: Subject) -> str:
    """Claimed unless it is said that only one may be."""
    return "" if subject.claim("canBeInstantiatedOnlyOncePerProcess") else BY_STANDARD


CHECK = Check("independence of instances", always, claim, run)
