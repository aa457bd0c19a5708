"""LossWatch: notices when constraints become dependent for the moment, and says so once per passage."""

from typing import Callable

import numpy as np

from .mechanism import Mechanism

SHARE = 1e-2  # in the weakest combination of rows, relative to the largest: smaller ones are not named
PASSED = 1e-3  # relative singular value of the weakest combination beyond which a passage is over


class LossWatch:
    """Watches the slot `lost` of a mechanism through the evaluations of accepted steps, those inside them included."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.reset(-np.inf)

    def reset(self, t: float) -> None:
        """Begin at time t [s], with nothing seen."""
        self.most, self.inside, self.told, self.latest = 0.0, False, t, t

    def look(self, t: float) -> None:
        """After an evaluation at time t [s]; where time has gone back, what came before belongs to a step that was not accepted."""
        if t > self.told:
            self.most = max(self.most if t >= self.latest else 0.0, float(self.mechanism.lost[0]))
            self.latest = t

    def tell(self, t: float, report: Callable[[str], None]) -> None:
        """After an accepted step to time t [s], the constraints evaluated there: report a passage that began in it."""
        self.told = t
        if not (self.most or self.inside):
            return
        kept = np.flatnonzero(self.mechanism.kept)
        U, S, _ = np.linalg.svd(self.mechanism.scaled(kept).rows)
        if self.most and not self.inside:
            share = np.abs(U[:, S.size - 1])
            names = ", ".join(self.mechanism.elements(kept[share > SHARE * share.max()]))
            report(
                f"at t = {t:.9g} s the mechanism passes a singular position: constraints of {names} depend on each other for the moment "
                f"({self.most:.0f} lost), and it could move on in more than one way; it goes on as smoothly as it came"
            )
        self.inside = bool(self.most) or S[-1] < PASSED * S[0]
        self.most = 0.0
