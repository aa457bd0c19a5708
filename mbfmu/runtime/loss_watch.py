"""LossWatch: notices when constraints become dependent for the moment, and says so once per passage."""

from typing import Callable

import numpy as np

from .mechanism import Mechanism

SHARE = 1e-2  # in the weakest combination of rows, relative to the largest: smaller ones are not named


class LossWatch:
    """Watches the slot `lost` of a mechanism through all evaluations of the derivative, those inside a step included."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.most = 0.0
        self.inside = False

    def look(self) -> None:
        """After an evaluation."""
        self.most = max(self.most, float(self.mechanism.lost[0]))

    def tell(self, t: float, report: Callable[[str], None]) -> None:
        """After an accepted step to time t [s], the constraints evaluated there: report a passage that began in it."""
        if self.most and not self.inside:
            report(
                f"at t = {t:.9g} s the constraints {', '.join(self._weakest())} became dependent for the moment ({self.most:.0f} lost): "
                "the mechanism passes a singular position, from where it may move on in more than one way; it goes on as smoothly as it came"
            )
        self.inside, self.most = self.most > 0, 0.0

    def _weakest(self) -> list[str]:
        """The elements of the rows that are closest to dependent."""
        mechanism = self.mechanism
        kept = np.flatnonzero(mechanism.kept)
        share = np.abs(np.linalg.svd(mechanism.scaled(kept).rows)[0][:, -1])
        return mechanism.elements(kept[share > SHARE * share.max()])
