"""What drives inputs, in words that are the same in every process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..signals.expression import as_signal
from ..signals.signal import Signal


def told_inputs(inputs: Mapping[str, Any]) -> dict[str, str]:
    """Each signal as text; of a user's own function its name."""
    return {name: _told(as_signal(given)) for name, given in inputs.items()}


def _told(given: Any) -> str:
    return repr(given) if isinstance(given, Signal) else getattr(given, "__qualname__", type(given).__name__)
