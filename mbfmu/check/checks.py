"""The checks, in the order in which they are made and shown."""

from __future__ import annotations

from . import directional_derivatives, rollback, running_at_all, serialization
from .base import Check

CHECKS: tuple[Check, ...] = tuple(
    module.CHECK for module in (running_at_all, directional_derivatives, rollback, serialization)
)
