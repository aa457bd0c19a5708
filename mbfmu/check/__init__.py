"""Checks of any FMU: what it claims is exercised."""

from .base import FALSE, NOT_CLAIMED, NOT_TESTED, NOTED, TRUE, Verdict
from .fmu import Finding, check_fmu, is_refuted
from .table import findings_table, progress_shown

__all__ = [
    "FALSE",
    "NOTED",
    "NOT_CLAIMED",
    "NOT_TESTED",
    "TRUE",
    "Finding",
    "Verdict",
    "check_fmu",
    "findings_table",
    "is_refuted",
    "progress_shown",
]
