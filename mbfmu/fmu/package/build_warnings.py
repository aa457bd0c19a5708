"""What deserves attention when an FMU is built: a start that fails, impulses that outputs do not tell."""

from __future__ import annotations

import logging

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...problem.data.problem import Problem
from ...problem.mechanism.lost_impulses import lost_impulses

logger = logging.getLogger("mbfmu")


def warn_about(problem: Problem) -> None:
    """Log a warning of each."""
    for words in lost_impulses(problem):
        logger.warning(words)
    _warn_unless_it_starts(problem)


def _warn_unless_it_starts(problem: Problem) -> None:
    """With what `simulate` says; other start values may be set before the start. A user's program is not asked: it may do more than compute."""
    if problem.program:
        return
    instance = Instance(problem)
    instance.report = lambda sentence: None  # what each run reports
    try:
        instance.initialize()
    except MbfmuError as error:
        logger.warning("%s; the FMU starts only if start values or parameters are changed", error)
