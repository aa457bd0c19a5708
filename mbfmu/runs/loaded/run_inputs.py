"""What drives the inputs of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...model.signals.columns import Wanted, csv_inputs
from ...model.signals.signal import Signal


@dataclass(frozen=True)
class Driven:
    """What drives inputs: the columns of a CSV file, and signals by name."""

    file: Path | None = None
    signals: Mapping[str, Signal] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything drives an input."""
        return self.file is not None or bool(self.signals)

    def inputs(self, wanted: Mapping[str, Wanted]) -> dict[str, Signal]:
        """All of them, by name; ProblemsFound for what in the file cannot drive the inputs that are `wanted`."""
        return {**(csv_inputs(self.file, wanted) if self.file else {}), **self.signals}
