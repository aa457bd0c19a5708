"""Adrift: a step that has left the constraints, beyond what projection and stabilization bring back."""

from .contradiction import amounts
from .errors import StepFailed
from .mechanism import Mechanism, Positions, Speeds
from .projection import off_by

LEFT = 1e5  # misfits, a hundredth of the lengths involved: no tolerance that one would compute with leaves so much


def refuse_adrift(mechanism: Mechanism, t: float) -> None:
    """StepFailed with the elements and their drift if a mechanism, as last evaluated and projected, at time t [s] is off its constraints."""
    for level in (Positions(mechanism), Speeds(mechanism)):
        off = off_by(level, LEFT).nonzero()[0]
        if off.size:
            raise StepFailed(
                f"at t = {t:.9g} s a step has left the constraints, by {amounts(level, off)}; compute it with a tighter tolerance or "
                "shorter steps; where that does not help, the mechanism cannot move on from there"
            )
