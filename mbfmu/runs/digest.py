"""What tells one study from another: its inputs and values, in words that are the same in every process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model.signals.expression import as_signal
from ..model.signals.signal import Signal


def told_inputs(inputs: Mapping[str, Any]) -> dict[str, str]:
    """What drives inputs."""
    return {name: in_words(as_signal(given)) for name, given in inputs.items()}


def in_words(given: Any) -> str:
    """A signal or a text as it is; of a user's own function its name."""
    if isinstance(given, (str, Signal)):
        return str(given)
    return getattr(given, "__qualname__", type(given).__name__)
