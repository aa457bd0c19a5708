"""FMU state across processes: saved, restored in a new one, the same calls give the same bits."""

from __future__ import annotations

from pathlib import Path

from fmpy.fmi1 import FMICallException

from .apart import apart
from .base import NOT_TESTED, Broken, Check, Verdict, always, promised
from .rollback import compared, moved
from .subject import Subject


def run(subject: Subject) -> Verdict:
    """Serialize, go on here, and go on from the same bytes in a new process."""
    running = subject.started()
    moved(running, 1.0)
    before, time = running.bits(), running.time
    with promised("serialize the FMU state"):
        saved = running.fmu.serializeFMUState(running.fmu.getFMUState())
    first = moved(running, 2.0)
    if first[-1] == before:
        return Verdict(NOT_TESTED, why="nothing that can be read changes while it runs")
    second = apart(continued, subject.folder, subject.interface, subject.limit, saved, time, limit=subject.limit / 2)
    if isinstance(second, str):
        raise Broken(f"restored in a new process: {second}")
    return compared(first, second)


def continued(folder: Path, interface: str, limit: float, saved: bytes, time: float) -> list[dict[str, bytes]] | str:
    """Restore the bytes in an instance that was only instantiated, as FMI allows, and go on; or what was refused."""
    running = Subject(folder, interface, limit).instance()
    try:
        running.fmu.setFMUState(running.fmu.deserializeFMUState(saved))
        running.time = time
        return moved(running, 2.0)
    except FMICallException as error:
        return str(error)


CHECK = Check(
    "rollback across processes", always, lambda subject: subject.claim("canSerializeFMUstate", "canSerializeFMUState"), run
)
