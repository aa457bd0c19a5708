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


def check_walls(owner: str, thickness: float, across: float) -> None:
    """MbfmuError if two walls do not leave a hole in a section that is so long across [m]."""
    if 2.0 * thickness >= across:
        raise MbfmuError(f"{owner}: two walls of {thickness:g} m do not fit into {across:g} m: give a thinner wall")
