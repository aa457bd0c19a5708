"""Check a whole FMU: every check of every interface, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import fmpy

from ..errors import MbfmuError
from ..isolated import Crashed, TimedOut, isolated
from ..model_description import describe_fmu
from ..safe_zip import unpacked
from .base import FALSE, NOT_CLAIMED, NOT_TESTED, Broken, Check, Untestable, Verdict
from .checks import CHECKS
from .instances import VERSIONS
from .subject import CO_SIMULATION, MODEL_EXCHANGE, Subject

LIMIT = 60.0  # s a check may take
WORDS = 300  # characters of what went wrong that are reported
DESCRIPTION = "modelDescription.xml"  # in place of an interface


@dataclass(frozen=True)
class Finding:
    """One row of the result: a capability of an interface (or of DESCRIPTION), what is claimed of it, and the Verdict."""

    capability: str
    interface: str
    claimed: str
    outcome: str
    measured: str
    why: str


def check_fmu(path: str | Path, progress: Callable[[str], None] = lambda _: None) -> list[Finding]:
    """Exercise all that the FMU at `path` claims; `progress` hears of every check before it runs.

    Raises MbfmuError when the file cannot be read or holds nothing that runs here.
    """
    path = Path(path)
    description = describe_fmu(path)
    interfaces = {MODEL_EXCHANGE: description.modelExchange, CO_SIMULATION: description.coSimulation}
    offered = [interface for interface, stated in interfaces.items() if stated is not None]
    _refuse_unknown(path, description.fmiVersion, offered)
    with unpacked(path) as folder:
        findings = []
        for check, interface, of in _rows(offered):
            subject = Subject(folder, interface, LIMIT)
            if check.applies(subject):
                progress(f"{check.name} ({of})")
                findings.append(_finding(check, subject, of))
        return findings


def _rows(offered: list[str]) -> list[tuple[Check, str, str]]:
    """The checks to make, through which interface, and of what they tell: those of the description first, and once."""
    once = [(check, offered[0], DESCRIPTION) for check in CHECKS if check.of_description]
    return once + [(check, interface, interface) for interface in offered for check in CHECKS if not check.of_description]


def _refuse_unknown(path: Path, version: str, offered: list[str]) -> None:
    if int(version.split(".")[0]) not in VERSIONS:
        raise MbfmuError(f"{path} is of FMI {version}; what can be checked is FMI {' and '.join(map(str, VERSIONS))}")
    if not offered:
        raise MbfmuError(f"{path} offers neither Model Exchange nor Co-Simulation, so there is nothing to check")
    platforms = fmpy.supported_platforms(str(path))
    here = {fmpy.platform, fmpy.platform_tuple}
    if not here & set(platforms):
        raise MbfmuError(
            f"{path} has no binary for {fmpy.platform_tuple}"
            + (f", but for {', '.join(platforms)}: check it there" if platforms else ", nor for any other platform")
        )


def _finding(check: Check, subject: Subject, of: str) -> Finding:
    claim = check.claim(subject)
    verdict = _verdict(check, subject) if claim else Verdict(NOT_CLAIMED)
    return Finding(check.name, of, claim or "no", **asdict(verdict))


def _verdict(check: Check, subject: Subject) -> Verdict:
    where = (check.name, subject.folder, subject.interface, subject.limit)
    try:
        return run_check(*where) if check.several else isolated(run_check, *where, limit=subject.limit)
    except Crashed as crash:
        return Verdict(FALSE, why=f"crash in calls that FMI allows: {crash}")
    except TimedOut as error:
        return Verdict(NOT_TESTED, why=str(error))


def run_check(name: str, folder: Path, interface: str, limit: float) -> Verdict:
    """Run one check in this process, which an FMU that it loads may crash or never let go."""
    check = next(c for c in CHECKS if c.name == name)
    try:
        return check.run(Subject(folder, interface, limit))
    except Broken as broken:
        return Verdict(FALSE, why=str(broken)[:WORDS])
    except (Crashed, TimedOut):
        raise
    except Untestable as reason:
        return Verdict(NOT_TESTED, why=str(reason)[:WORDS])
    except Exception as error:  # FMPy raises bare exceptions, ctypes its own
        return Verdict(NOT_TESTED, why=f"the FMU could not be brought there: {error}"[:WORDS])
