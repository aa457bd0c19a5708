"""A warning that build and simulate share."""

from __future__ import annotations

from collections.abc import Iterable

from ..console import Console


def warn_without_outputs(console: Console, name: str, causalities: Iterable[str]) -> None:
    """Warn if a model shows nothing of what it does."""
    if "output" not in causalities:
        console.warning(f"{name} has no outputs, so its results show no motion: expose some, as in model.expose(outputs={{...}})")
