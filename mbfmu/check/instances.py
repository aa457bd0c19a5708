"""Instances of the FMU under check, whatever its version."""

from __future__ import annotations

from typing import Any

from .fmi2 import Fmi2
from .fmi3 import Fmi3
from .running_fmu import Running
from .subject import CheckedFmu

VERSIONS: dict[int, type[Running]] = {2: Fmi2, 3: Fmi3}


def instantiated(subject: CheckedFmu, **options: Any) -> Running:
    """A new instance, Instantiated."""
    return VERSIONS[subject.version](subject, **options)


def started(subject: CheckedFmu, **options: Any) -> Running:
    """A new instance that is initialized and can be moved."""
    running = instantiated(subject, **options)
    running.start()
    return running
