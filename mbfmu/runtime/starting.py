"""The start of a mechanism with constraints: assembled, its permanent rank found, its speeds consistent; and where inputs put it."""

import numpy as np

from .assembly import assemble, sharpen
from .errors import StepFailed
from .mechanism import Mechanism, Positions, Speeds
from .open_multipliers import find_open
from .projection import Outcome, off_by, project
from .rank import choose_kept


def start_on_manifold(mechanism: Mechanism) -> None:
    """Bring the start values onto the constraints and choose the rows that are kept.

    StepFailed names the elements of a loop that cannot close, of constraints or fixed start values that contradict each other, and
    of an over-driven joint and of a structure that cannot stand.
    """
    mechanism.measure()
    mechanism.evaluate()
    _put_together(mechanism, mechanism.fixed_position > 0, mechanism.fixed_speed > 0)


def put_together_again(mechanism: Mechanism) -> None:
    """Bring a mechanism whose constraints parameters have moved onto them again, start values no longer heeded; StepFailed as above."""
    free = np.zeros(len(mechanism.manifold.starts), dtype=bool)
    _put_together(mechanism, free, free)


def follow_inputs(mechanism: Mechanism) -> None:
    """Bring a running mechanism to where the inputs that feed it are, however far they jumped; StepFailed names what they contradict.

    The rows that are kept stay the same.
    """
    mechanism.evaluate()
    levels = Positions(mechanism), Speeds(mechanism)
    if project(mechanism) is not Outcome.GIVEN_UP and not any(off_by(level, 1.0).any() for level in levels):
        return
    for level in levels:
        assemble(level, level.rows, np.zeros(level.start_residual.size, dtype=bool))
    _refuse_upside_down(mechanism)


def _refuse_upside_down(mechanism: Mechanism) -> None:
    if joints := mechanism.upside_down():
        raise StepFailed(
            f"{', '.join(joints)}: the loop closes only with frame_b half a turn off from where the joint can be; "
            "start less than a quarter turn from where it closes: change the start coordinates"
        )


def _put_together(mechanism: Mechanism, fixed_position: np.ndarray, fixed_speed: np.ndarray) -> None:
    """Positions, then the permanent rank there, then speeds; starts that are fixed (masks) are kept."""
    mechanism.k[:] = 0.0
    positions, speeds = Positions(mechanism), Speeds(mechanism)
    assemble(positions, positions.rows, fixed_position)
    _refuse_upside_down(mechanism)
    choose_kept(mechanism)
    find_open(mechanism)
    assemble(speeds, speeds.rows, fixed_speed)
    sharpen(speeds, speeds.rows & mechanism.kept, fixed_speed)
    project(mechanism)
