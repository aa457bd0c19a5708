"""From a path to what it stands for."""

from __future__ import annotations

from pathlib import Path

from .choices import Choices, kind_of
from .sources.interface import Source


def open_source(path: Path, choices: Choices = Choices()) -> Source:
    """The FMU or model at `path`; MbfmuError where there is none, or `choices` do not fit."""
    choices.refuse(path)
    if kind_of(path) == ".fmu":
        from .sources.fmu_source import FmuSource  # each kind imports what only it needs

        return FmuSource(path)
    from .driving.load import load_problem
    from .sources.model_source import ModelSource

    return ModelSource(load_problem(path, choices))
