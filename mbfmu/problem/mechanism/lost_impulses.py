"""Impulses that outputs do not tell: those on motions that inputs prescribe, in another FMU the motion of a body."""

from __future__ import annotations

from collections.abc import Collection

from ..data.problem import Problem


def lost_impulses(problem: Problem, read: Collection[str] | None = None) -> list[str]:
    """A warning for each driven element whose reaction is an output, among those `read` if given, and lacks the impulses of rigid contacts."""
    found, outputs = [], {v.origin: v.name for v in problem.variables if v.causality == "output" and (read is None or v.name in read)}
    for manifold in problem.manifolds:
        contacts = dict.fromkeys(contact.name for contact in manifold.contacts)
        driven = dict.fromkeys(row.element for row in manifold.rows if row.input_driven and row.element not in contacts)
        for element in driven if contacts else ():
            told = ", ".join(name for origin, name in outputs.items() if origin.rpartition(".")[0] == element)
            if told:
                found.append(
                    f"{problem.name}: inputs prescribe the motion of {element}, and its reaction {told} does not contain the impulses of "
                    f"rigid contacts ({', '.join(contacts)}): whatever gives that motion feels no impact. Use a compliant contact there, such as "
                    "HuntCrossleyContact, or put both sides of the contact into one model"
                )
    return found
