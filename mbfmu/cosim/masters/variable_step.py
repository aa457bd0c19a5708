"""Communication steps taken in as many parts as a tolerance wants.

1. Choose the size of the next part: the proposed one, no shorter than SHORTEST, so that no sliver is left.
2. Save the FMUs, where they can be taken back, and take the part by the master.
3. Estimate what is off, in tolerances.
4. Above 1: restore, unless a shorter part would not help (an echo, or the shortest part).
5. Propose the next size from the estimate, and repeat until the end of the communication step.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from ..system.timeline import CommunicationStep
from .coupling import CoupledRun
from .step_size import Off, StepSize

SHORTEST = 1e-5  # of the communication step: shorter parts are not tried, since no length resolves what jumps
ECHO = 10.0  # tolerances: more than this is no echo but a jump
ROUNDING = 1e-9  # of a part: differences of communication points are that of a step, but for rounding
CAREFUL = 1e-2  # of the communication step: the first part, where it cannot be taken back


class VariableStep:
    """Takes communication steps by a master, in parts whose sizes `control` finds."""

    def __init__(self, coupling: CoupledRun, master: Callable[[CoupledRun, CommunicationStep], None], control: StepSize):
        self._coupling, self._master, self._control = coupling, master, control
        self._longest = coupling.system.step_size
        self._size = self._longest * (1.0 if control.takes_back else CAREFUL)
        self._warned = False

    def __call__(self, step: CommunicationStep) -> None:
        t, refused = step.start, None
        while t < step.end:
            part = _part(t, step, max(self._size, SHORTEST * self._longest))
            shortest = part.size <= SHORTEST * self._longest
            if shortest or not self._control.takes_back:
                off, taken = self._taken(part), True
            else:
                off, taken = self._tried(part, refused)
            self._size = min(self._control.next_size(part.size, off.tolerances), self._longest)
            t, refused = (part.end, None) if taken else (t, (part.size, off.tolerances))
            if shortest and self._control.takes_back and off.tolerances > 1:
                self._warn(part, off)

    def _taken(self, part: CommunicationStep) -> Off:
        self._control.begin(part)
        self._master(self._coupling, part)
        return self._control.off(part)

    def _tried(self, part: CommunicationStep, refused: tuple[float, float] | None) -> tuple[Off, bool]:
        """What is off, and whether the part may stay; else it is taken back."""
        saved = self._coupling.save()
        off = self._taken(part)
        stays = off.tolerances <= 1 or (refused is not None and self._is_echo(part.size, off.tolerances, *refused))
        if not stays:
            self._coupling.restore(saved)
        self._coupling.release(saved)
        return off, stays

    def _is_echo(self, size: float, tolerances: float, longer: float, before: float) -> bool:
        """Whether a part helps by less than the root of what it should, against a longer one that was refused.

        An output that depends on an input at once is off by what that was off before, however short the part: no step mends it.
        """
        return before * (size / longer) ** ((self._coupling.degree + 1) / 2) < tolerances <= ECHO

    def _warn(self, part: CommunicationStep, off: Off) -> None:
        """Say once that a tolerance is not met."""
        if not self._warned:
            words = "%s: at t = %.9g s the tolerance is not met in a step of %.2g s, the shortest; %s jumps, or is too rough for it"
            logging.getLogger("mbfmu").warning(words, self._coupling.system.name, part.end, part.size, off.what)
        self._warned = True


def _part(t: float, step: CommunicationStep, size: float) -> CommunicationStep:
    """The next part of a step: the rest of it, half of the rest, or less."""
    left = step.end - t
    if size * (1 + ROUNDING) >= left:
        return CommunicationStep(t, left, step.end)
    size = left / 2 if 2 * size > left else size
    return CommunicationStep(t, size, t + size)
