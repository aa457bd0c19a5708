"""Rows of constraints that are no numbers, told by their elements."""

import numpy as np

from .errors import StepFailed
from .mechanism import Level, unit
from .validity import quantity


@np.errstate(over="ignore", invalid="ignore")
def refuse_not_finite_rows(level: Level, rows: np.ndarray) -> None:
    """StepFailed where residuals of `rows` (numbers), or the Jacobian of any row, as last evaluated, are not finite, or their squares are not."""
    mechanism = level.mechanism
    manifold, said = mechanism.manifold, {}
    for i in rows[~np.isfinite(level.residual[rows] ** 2)]:
        of = manifold.rows[i]
        said.setdefault(of.element, f"the residual of {of.element} is {quantity(float(level.residual[i]), unit(of, level))}")
    for i in np.flatnonzero(~np.isfinite((mechanism.A**2).sum(axis=1))):
        said.setdefault(manifold.rows[i].element, f"the residual of {manifold.rows[i].element} has no finite derivative")
    if said:
        raise StepFailed(
            f"constraints cannot be evaluated: {'; '.join(said.values())}; start elsewhere, or look in them for a division by zero, a root or a "
            "logarithm"
        )
