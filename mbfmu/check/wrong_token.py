"""An instance with another GUID or instantiation token is refused."""

from __future__ import annotations

from .base import FALSE, ROBUSTNESS, TRUE, Check, Verdict, always, by_standard
from .instances import instantiated
from .subject import CheckedFmu


def run(subject: CheckedFmu) -> Verdict:
    """Instantiate with tokens that are not the FMU's: another, more than it, and less."""
    own = subject.description.guid
    instantiated(subject).free()  # so that others are not refused for what is refused anyway
    for token in (f"not {own}", f"{own} more", own[:-1], ""):
        try:
            instantiated(subject, token=token)
        except Exception:  # FMPy raises a bare exception where it gets no instance
            continue
        detail = f"an instance was made with the token {token!r} instead of {own!r}"
        return Verdict(FALSE, why=f"{detail}, so the library does not check the token")
    return Verdict(TRUE, "4 other tokens refused")


CHECK = Check("wrong GUID or token refused", always, by_standard, run, kind=ROBUSTNESS)
