"""The checks, in the order in which they are made and shown."""

from __future__ import annotations

from . import (
    adjoint_derivatives, dependencies, description, directional_derivatives, early_return, event_indicators, event_mode, independence,
    initial_unknowns, input_interpolation, intermediate_update, output_derivatives, reset, rollback, running_at_all, same_trajectory,
    same_values, serialization, start_values, units, variable_steps, wrong_calls, wrong_token,
)  # fmt: skip
from .base import Check

CHECKS: tuple[Check, ...] = (
    description.CHECK,
    units.CHECK,
    initial_unknowns.CHECK,
    running_at_all.CHECK,
    start_values.CHECK,
    same_values.CHECK,
    dependencies.INITIAL,
    dependencies.CONTINUOUS,
    directional_derivatives.CHECK,
    adjoint_derivatives.CHECK,
    event_indicators.CHECK,
    input_interpolation.CHECK,
    output_derivatives.CHECK,
    variable_steps.CHECK,
    same_trajectory.CHECK,
    rollback.CHECK,
    serialization.CHECK,
    reset.CHECK,
    independence.CHECK,
    event_mode.CHECK,
    intermediate_update.CHECK,
    early_return.CHECK,
    wrong_calls.CHECK,
    wrong_token.CHECK,
)
