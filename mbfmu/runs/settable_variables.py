"""Which variables a run may be started with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..base.nearest import listed, nearest

SETTABLE = ("parameter", "input")


def not_settable(names: Iterable[str], causalities: Mapping[str, str]) -> list[str]:
    """What is wrong with names whose values are to be set, given the causality of each variable."""
    settable = [name for name, causality in causalities.items() if causality in SETTABLE]
    return [
        f"{name} is of causality {causalities[name]}, not {' or '.join(SETTABLE)}"
        if name in causalities
        else f"there is no variable {name!r}{nearest(name, settable)}; what can be set is {listed(settable) or 'nothing'}"
        for name in names
        if name not in settable
    ]
