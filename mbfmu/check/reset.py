"""After reset, an instance is as a new one."""

from __future__ import annotations

from .base import Check, Verdict, always, by_standard, promised
from .journey import Bits, gone_on, moved, pend, unusual
from .rollback import compared
from .running import Running
from .subject import Subject


def run(subject: Subject) -> Verdict:
    """Start with other parameters, move, reset, start as a new one does; and reset from where it has only been initialized or is over."""
    fresh = subject.started()
    expected = [*moved(fresh, 2.0), *gone_on(fresh)]
    fresh.free()
    used = unusual(subject)
    gone_on(used)
    pend(used)
    found = _from_anew(used)
    used.fmu.terminate()
    found += _from_anew(used)
    with promised("reset"):
        used.fmu.reset()
        used.enter_initialization()
    found += _from_anew(used)
    return compared(expected * 3, found)


def _from_anew(used: Running) -> list[Bits]:
    with promised("reset"):
        used.fmu.reset()
        used.time = used.subject.start_time
        used.start()
    return [*moved(used, 2.0), *gone_on(used)]


CHECK = Check("reset equals a new instance", always, by_standard, run)
