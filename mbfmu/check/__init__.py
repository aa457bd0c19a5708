"""Checks of any FMU: what it claims is exercised."""

from .base import FALSE, NOT_CLAIMED, NOT_TESTED, NOTED, TRUE, Verdict
from .fmu import Finding, check_fmu, is_refuted
from .step_times import StepTimes, duration, step_times
from .step_times_table import step_times_table
from .table import findings_table, progress_shown

__all__ = [
    "FALSE",
    "NOTED",
    "NOT_CLAIMED",
    "NOT_TESTED",
    "TRUE",
    "Finding",
    "StepTimes",
    "Verdict",
    "check_fmu",
    "duration",
    "findings_table",
    "is_refuted",
    "progress_shown",
    "step_times",
    "step_times_table",
]
