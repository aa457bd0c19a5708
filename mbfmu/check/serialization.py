"""FMU state across processes: saved, restored in a new one, the same calls give the same bits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fmpy.fmi1 import FMICallException

from ..base.child_process import isolated
from .base import Broken, Check, Untestable, Verdict, allowed, always
from .instances import instantiated
from .journey import Bits, gone_on, leapt, pend, unusual
from .rollback import compared, seen
from .running_fmu import Running
from .subject import CheckedFmu


@dataclass(frozen=True)
class Saved:
    """The bytes of a state, its time [s], and all that could be read from there on."""

    state: bytes
    time: float
    after: list[Bits]


def run(subject: CheckedFmu) -> Verdict:
    """Save in one process and go on there; restore in another, and go on from the same bytes."""
    where = (subject.folder, subject.interface, subject.limit)
    saved = isolated(saving, *where, limit=subject.limit / 2)
    if isinstance(saved, str):
        raise Broken(saved)
    if saved.after[-1] == saved.after[0]:
        raise Untestable("nothing that can be read changes while it runs")
    second = isolated(continued, *where, saved.state, saved.time, limit=subject.limit / 2)
    if isinstance(second, str):
        raise Broken(f"restored in a new process: {second}")
    return compared(saved.after, second)


def saving(folder: Path, interface: str, limit: float) -> Saved | str:
    """Serialize in the midst of a run, and go on; or what was refused."""
    with allowed():
        return _saved(unusual(CheckedFmu(folder, interface, limit)))


def _saved(running: Running) -> Saved | str:
    pend(running)
    try:
        kept = running.fmu.getFMUState()
        state = running.fmu.serializeFMUState(kept)
    except FMICallException as error:
        return str(error)
    time, after = running.time, [seen(running), *gone_on(running)]
    running.fmu.setFMUState(kept)
    running.time = time
    return Saved(state, time, after + leapt(running))


def continued(folder: Path, interface: str, limit: float, saved: bytes, time: float) -> list[Bits] | str:
    """Restore the bytes in an instance that was only instantiated, as FMI allows, and go on; or what was refused."""
    running, found = instantiated(CheckedFmu(folder, interface, limit)), []
    try:
        state = running.fmu.deserializeFMUState(saved)
        for way in (gone_on, leapt):
            running.fmu.setFMUState(state)
            running.time = time
            found += [seen(running), *way(running)] if way is gone_on else way(running)
        return found
    except FMICallException as error:
        return str(error)


CHECK = Check(
    "rollback across processes",
    always,
    lambda subject: subject.claim("canSerializeFMUstate", "canSerializeFMUState"),
    run,
    several=True,
)
