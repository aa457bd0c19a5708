"""After reset, an instance is as a new one."""

from __future__ import annotations

from fmpy.fmi1 import FMICallException

from .base import Check, Verdict, always, by_standard, promised
from .excitation import excited
from .rollback import compared, moved
from .running import Running
from .subject import Subject

AMOUNT = 1e-3  # of a parameter: small, so that most models still start


def run(subject: Subject) -> Verdict:
    """Start with other parameters, move, reset, start as a new one does."""
    fresh = subject.started()
    expected = moved(fresh, 2.0)
    fresh.free()
    used = _used(subject)
    moved(used, 1.0)
    with promised("reset"):
        used.fmu.reset()
        used.time = subject.start_time
        used.start()
    return compared(expected, moved(used, 2.0))


def _used(subject: Subject) -> Running:
    parameters = [v for v in subject.reals if v.causality == "parameter" and v.initial == "exact"]
    try:
        return subject.started({v.name: excited([v], AMOUNT) for v in parameters})
    except FMICallException:
        return subject.started()  # the model does not start with those


CHECK = Check("reset equals a new instance", always, by_standard, run)
