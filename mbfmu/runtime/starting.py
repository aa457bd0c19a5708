"""The start of a mechanism with constraints: assembled, its permanent rank found, its speeds consistent."""

from .assembly import assemble
from .mechanism import Mechanism, Positions, Speeds
from .open_multipliers import find_open
from .projection import project
from .rank import choose_kept


def start_on_manifold(mechanism: Mechanism) -> None:
    """Bring the start values onto the constraints and choose the rows that are kept.

    StepFailed names the elements of a loop that cannot close, of constraints or fixed start values that contradict each other, of
    an over-driven joint and of a mechanism that is locked in place.
    """
    mechanism.measure()
    mechanism.k[:] = 0.0
    positions, speeds = Positions(mechanism), Speeds(mechanism)
    mechanism.evaluate()
    assemble(positions, positions.rows, positions.fixed > 0)
    choose_kept(mechanism)
    find_open(mechanism)
    assemble(speeds, speeds.rows, speeds.fixed > 0)
    project(mechanism)
