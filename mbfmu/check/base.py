"""What a check is: something an FMU claims, and a run that finds out whether it is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fmpy.fmi1 import FMICallException, fmi1Discard

from ..base.errors import MbfmuError
from .subject import CheckedFmu

TRUE, FALSE, NOT_TESTED, NOT_CLAIMED = "true", "false", "not tested", "not claimed"
NOTED = "noted"  # not so, and nothing that FMI promises
CLAIM, ROBUSTNESS, COMPARISON = "claim", "robustness", "comparison"
KINDS = (CLAIM, ROBUSTNESS, COMPARISON)
"""What a check is about: what FMI or the FMU promises; what an FMU does with calls that FMI forbids; how two ways to one result agree."""
FAILED_CALL = "FMI allows a call that failed"
BY_STANDARD = "by the standard"  # what every FMU claims by being one


@dataclass(frozen=True)
class Verdict:
    """What a check has found: one of TRUE, FALSE, NOTED, NOT_TESTED and NOT_CLAIMED, the number it rests on, and why."""

    outcome: str
    measured: str = ""
    why: str = ""


@dataclass(frozen=True)
class Check:
    """A capability of FMUs and how to find out about it.

    1. `name`     the capability
    2. `applies`  whether an FMU of this version and interface could claim it
    3. `claim`    what the FMU claims, in its modelDescription.xml's words; empty if it does not
    4. `run`      find out; runs in a process of its own, so the FMU may crash or hang
    5. `several`  it makes processes of its own, several, and never loads the FMU beside them
    6. `of_description`  it looks at the modelDescription.xml only, so it is made once for all interfaces
    7. `kind`     one of KINDS: only what is wrong with a CLAIM is false
    """

    name: str
    applies: Callable[[CheckedFmu], bool]
    claim: Callable[[CheckedFmu], str]
    run: Callable[[CheckedFmu], Verdict]
    several: bool = False
    of_description: bool = False
    kind: str = CLAIM


class Broken(MbfmuError):
    """The FMU does not do what it claims; the message says what it did."""


class Untestable(MbfmuError):
    """Nothing can be said about the claim; the message says why."""


@contextmanager
def promised(what: str) -> Iterator[None]:
    """Turn a call that fails although the FMU claims it into Broken."""
    try:
        yield
    except (Broken, Untestable):
        raise
    except Exception as error:  # FMPy raises bare exceptions where it gets no instance, ctypes its own for missing functions
        raise Broken(f"{what}: {error}") from error


@contextmanager
def allowed() -> Iterator[None]:
    """Turn an error of a call that FMI allows into Broken, and one that the FMU discards, as it may, into Untestable."""
    try:
        yield
    except FMICallException as error:
        if error.status == fmi1Discard:  # the same number in all versions of FMI
            raise Untestable(f"{error.function} was discarded") from error
        raise Broken(f"{FAILED_CALL}: {error}") from error


def judged(good: bool, measured: str, why: str = "") -> Verdict:
    """A Verdict of what was measured; `why` tells what is wrong."""
    return Verdict(TRUE, measured) if good else Verdict(FALSE, measured, why)


def always(_: CheckedFmu) -> bool:
    """Applies to every FMU."""
    return True


def by_standard(_: CheckedFmu) -> str:
    """Claimed by every FMU."""
    return BY_STANDARD
