"""Numbers of which physics wants that they are positive."""

from __future__ import annotations

from ...base.errors import MbfmuError


def check_positive(owner: str, infinite: tuple[str, ...] = (), **numbers: float) -> None:
    """MbfmuError names the first number that is not positive and finite, but for those that may be infinite."""
    for name, value in numbers.items():
        try:
            fits = 0.0 < float(value) < float("inf") or name in infinite and value == float("inf")
        except (TypeError, ValueError):
            fits = False
        if not fits:
            raise MbfmuError(f"{owner}: {name} = {value!r} must be a positive number in SI units")
