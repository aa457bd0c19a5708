"""A start of the model of an FMU, tried when it is built."""

from __future__ import annotations

import logging

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...problem.data.problem import Problem


def warn_unless_it_starts(problem: Problem) -> None:
    """Log a warning, with what `simulate` says, where a Problem does not start at its own start values; others may be set before the start.

    A user's program is not asked: it may do more than compute.
    """
    if problem.program:
        return
    instance = Instance(problem)
    instance.report = lambda sentence: None  # what each run reports
    try:
        instance.initialize()
    except MbfmuError as error:
        logging.getLogger("mbfmu").warning("%s; the FMU starts only if start values or parameters are changed", error)
