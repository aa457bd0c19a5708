"""After reset, an instance is as a new one."""

from __future__ import annotations

from .base import Check, Verdict, always, by_standard, promised
from .journey import Bits, gone_on, leapt, pend, set_parameters, unusual
from .rollback import compared
from .running import Running
from .subject import Subject


def run(subject: Subject) -> Verdict:
    """Start with other parameters, move, reset, start as a new one does; reset also from Terminated, Initialization Mode and Instantiated."""
    fresh = subject.started()
    expected = _on_its_way(fresh)
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
    with promised("reset"):
        used.fmu.reset()
        set_parameters(used)
    found += _from_anew(used)
    return compared(expected * 4, found)


def _from_anew(used: Running) -> list[Bits]:
    with promised("reset"):
        used.fmu.reset()
        used.time = used.subject.start_time
        used.start()
    return _on_its_way(used)


def _on_its_way(running: Running) -> list[Bits]:
    return [running.bits(), *leapt(running), *gone_on(running)]


CHECK = Check("reset equals a new instance", always, by_standard, run)
