"""LossWatch: notices when constraints become dependent for the moment, and says so the first, the tenth, the hundredth ... time."""

from typing import Callable

import numpy as np

from .errors import StepFailed
from .mechanism import Mechanism

SHARE = 1e-2  # in the weakest combination of rows, relative to the largest: smaller ones are not named
PASSED = 1e-3  # relative singular value of the weakest combination beyond which a passage is over
STEPS, SHORT = 1000, 0.05  # so many steps of one passage within this part of a communication step: the mechanism does not get through
# What is remembered: how many rows were lost at most in this step, whether a passage goes on, the times of the last accepted step and of the
# last evaluation, how many passages were noticed, how many steps of this one were counted since when.
REMEMBERED = 7
MOST, INSIDE, TOLD, LATEST, PASSAGES, COUNTED, SINCE = range(REMEMBERED)


class LossWatch:
    """Watches the slot `lost` of a mechanism through the evaluations of accepted steps, those inside them included.

    What it remembers, `memory` (REMEMBERED), belongs to the state of an instance: one that was restored goes on counting from there.
    `step_size` [s] is that of communication.
    """

    def __init__(self, mechanism: Mechanism, memory: np.ndarray, step_size: float):
        self.mechanism, self.memory, self.step_size = mechanism, memory, step_size

    def begin(self, t: float) -> None:
        """Begin at time t [s], with nothing seen."""
        self.memory[:] = 0.0, 0.0, t, t, 0.0, 0.0, t

    def look(self, t: float) -> None:
        """After an evaluation at time t [s]; where time has gone back, what came before belongs to a step that was not accepted."""
        memory = self.memory
        if t > memory[TOLD]:
            memory[MOST] = max(memory[MOST] if t >= memory[LATEST] else 0.0, self.mechanism.lost[0])
            memory[LATEST] = t

    def tell(self, t: float, report: Callable[[str], None]) -> None:
        """After an accepted step to time t [s], the constraints evaluated there: count a passage that began in it, and report some.

        StepFailed where a passage takes STEPS steps and hardly any time.
        """
        memory = self.memory
        memory[TOLD] = t
        if not (memory[MOST] or memory[INSIDE]):
            return
        kept = np.flatnonzero(self.mechanism.kept)
        U, S, _ = np.linalg.svd(self.mechanism.scaled(kept).rows)
        share = np.abs(U[:, S.size - 1])
        names = ", ".join(self.mechanism.elements(kept[share > SHARE * share.max()]))
        if memory[MOST] and not memory[INSIDE]:
            memory[PASSAGES] += 1
            memory[COUNTED], memory[SINCE] = 0.0, t
            _report(t, int(memory[PASSAGES]), names, int(memory[MOST]), report)
        memory[INSIDE] = memory[MOST] > 0.0 or S[-1] < PASSED * S[0]
        memory[MOST] = 0.0
        self._refuse_standstill(t, names)

    def _refuse_standstill(self, t: float, names: str) -> None:
        memory = self.memory
        memory[COUNTED] += 1
        if memory[COUNTED] < STEPS:
            return
        if t - memory[SINCE] < SHORT * self.step_size:
            raise StepFailed(
                f"the integration cannot go on from t = {t:.9g} s: its last {STEPS} steps took {t - memory[SINCE]:.2g} s, all in a singular position, "
                f"where constraints of {names} depend on each other or say nothing; start it elsewhere or with other speeds, "
                "or write the constraint so that it holds there too"
            )
        memory[COUNTED], memory[SINCE] = 0.0, t


def _report(t: float, passages: int, names: str, lost: int, report: Callable[[str], None]) -> None:
    if passages == 1:
        report(
            f"at t = {t:.9g} s the mechanism passes a singular position: constraints of {names} depend on each other for the moment "
            f"({lost} lost), and it could move on in more than one way; it goes on as smoothly as it came; later ones are counted"
        )
    elif _is_power_of_ten(passages):
        report(f"at t = {t:.9g} s the mechanism passes a singular position, the {passages}th that was noticed: constraints of {names}")


def _is_power_of_ten(number: int) -> bool:
    while number % 10 == 0:
        number //= 10
    return number == 1
