"""An instance with another GUID or instantiation token is refused."""

from __future__ import annotations

from .base import FALSE, TRUE, Check, Verdict, always, by_standard
from .subject import Subject


def run(subject: Subject) -> Verdict:
    """Instantiate with a token that is not the FMU's."""
    token = f"not {subject.description.guid}"
    try:
        subject.instance(token=token)
    except Exception as refusal:  # FMPy raises a bare exception where it gets no instance
        return Verdict(TRUE, str(refusal))
    return Verdict(
        FALSE, why=f"an instance was made with the token {token!r}, so the library does not know which description it fits"
    )


CHECK = Check("wrong GUID or token refused", always, by_standard, run)
