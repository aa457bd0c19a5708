"""Check a whole FMU: every check of every interface, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import fmpy

from ..base.child_process import Crashed, Failed, TimedOut, isolated
from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from . import basic_run
from .base import CLAIM, FAILED_CALL, FALSE, KINDS, NOT_CLAIMED, NOT_TESTED, NOTED, Broken, Check, Untestable, Verdict, allowed
from .checks import CHECKS
from .instances import VERSIONS
from .subject import CO_SIMULATION, MODEL_EXCHANGE, CheckedFmu

LIMIT = 60.0  # s a check may take
WORDS = 600  # characters of what went wrong that are reported
DESCRIPTION = "modelDescription.xml"  # in place of an interface


@dataclass(frozen=True)
class Finding:
    """One row of the result: a capability of an interface (or of DESCRIPTION), what is claimed of it, the Verdict, and the kind of check."""

    capability: str
    interface: str
    claimed: str
    outcome: str
    measured: str
    why: str
    kind: str = CLAIM


def check_fmu(path: str | Path, progress: Callable[[str], None] = lambda _: None, skip: Collection[str] = ()) -> list[Finding]:
    """Exercise all that the FMU at `path` claims.

    `progress` hears of every check before it runs; checks of a name or kind in `skip` are left out. Raises MbfmuError when the file cannot be
    read or holds nothing that runs here, and for names in `skip` that no check has.
    """
    path, wanted = Path(path), _wanted(skip)
    description = describe_fmu(path)
    interfaces = {MODEL_EXCHANGE: description.modelExchange, CO_SIMULATION: description.coSimulation}
    offered = [interface for interface, stated in interfaces.items() if stated is not None]
    refuse_unknown(path, description.fmiVersion, offered)
    with unpacked(path) as folder:
        findings: list[Finding] = []
        for check, interface, of in _rows(offered, wanted):
            subject = CheckedFmu(folder, interface, LIMIT)
            if check.applies(subject):
                progress(f"{check.name} ({of})")
                findings.append(_finding(check, subject, of, _basic(findings, interface)))
        return findings


def is_refuted(findings: list[Finding]) -> bool:
    """Whether a claim is false, or nothing could be found out since the FMU does not even run here."""
    return any(f.outcome == FALSE or (f.capability == basic_run.NAME and f.outcome == NOT_TESTED) for f in findings)


def _wanted(skip: Collection[str]) -> list[Check]:
    """The checks that are not skipped."""
    names = [check.name for check in CHECKS]
    if unknown := [name for name in skip if name not in (*names, *KINDS)]:
        raise MbfmuError(
            f"no check or kind of checks is named {', '.join(map(repr, unknown))}; the kinds are {', '.join(KINDS)}, the checks {'; '.join(names)}"
        )
    return [check for check in CHECKS if not {check.name, check.kind} & set(skip)]


def _rows(offered: list[str], checks: list[Check]) -> list[tuple[Check, str, str]]:
    """The checks to make, through which interface, and of what they tell: those of the description first, and once."""
    once = [(check, offered[0], DESCRIPTION) for check in checks if check.of_description]
    return once + [(check, interface, interface) for interface in offered for check in checks if not check.of_description]


def refuse_unknown(path: Path, version: str, offered: list[str]) -> None:
    """MbfmuError where nothing of it runs here."""
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


def _basic(findings: list[Finding], interface: str) -> Finding | None:
    """What the basic run through an interface has shown, if it was made."""
    return next((f for f in findings if f.capability == basic_run.NAME and f.interface == interface), None)


def _finding(check: Check, subject: CheckedFmu, of: str, basic: Finding | None) -> Finding:
    claim = check.claim(subject)
    verdict = Verdict(NOT_CLAIMED)
    if claim and basic and basic.outcome == NOT_TESTED:  # what needs that it runs would take as long to fail as well
        verdict = Verdict(NOT_TESTED, why=basic.why)
    elif claim:
        verdict = _verdict(check, subject)
        if basic and basic.why.startswith(basic_run.UNSTARTED) and verdict.why.startswith(FAILED_CALL):
            verdict = Verdict(NOT_TESTED, "the FMU does not start")
    if verdict.outcome == FALSE and check.kind != CLAIM:
        verdict = replace(verdict, outcome=NOTED)
    return Finding(check.name, of, claim or "no", **asdict(verdict), kind=check.kind)


def _verdict(check: Check, subject: CheckedFmu) -> Verdict:
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
        with allowed():
            return check.run(CheckedFmu(folder, interface, limit))
    except Broken as broken:
        return Verdict(FALSE, why=str(broken)[:WORDS])
    except (Crashed, TimedOut):
        raise
    except Untestable as reason:
        return Verdict(NOT_TESTED, why=str(reason)[:WORDS])
    except Exception as error:  # FMPy raises bare exceptions, ctypes its own
        what = "the FMU could not be brought there" if type(error) in (Exception, Failed) else f"the check could not be made: {type(error).__name__}"
        return Verdict(NOT_TESTED, why=f"{what}: {error}"[:WORDS])
