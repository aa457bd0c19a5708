"""Newton: all FMUs step on what their inputs will be at the end of the step, found by Newton's method over what connects them.

It is implicit: inputs follow polynomials that meet their values of the end of the step, or are held at these, so nothing comes a step late. Held
inputs come early instead, on average by half a step, which is no more stable than late where FMUs share a spring. Each iteration takes the step
back. See S. Sicklinger et al., "Interface Jacobian-based Co-Simulation", Int. J. Numer. Meth. Engng 98 (2014), 418-444.
"""

import numpy as np

from ...base.errors import MbfmuError
from ..system.system import connector_name
from ..system.timeline import CommunicationStep
from .coupling import CoupledRun, Saved

ROUNDS = 20
CLOSED = 1e-8  # of the scale of a signal: what connections may be off
NEARLY = 1e-5  # of the same: what they may be off where FMUs are too rough for more
SLOW = 0.3  # a round that leaves more than this of what was off wants a new Jacobian


class NotClosed(MbfmuError):
    """Newton's method does not find the values of signals at the end of a step."""


def newton(coupling: CoupledRun, step: CommunicationStep) -> None:
    """Advance every FMU by one communication step; the order of components makes no difference.

    Signals may be rows of numbers, of many runs that step at once. Raises NotClosed naming signals of connections that cannot be closed.
    """
    saved = coupling.save()
    try:
        _close(coupling, step, saved)
    finally:
        coupling.ahead = {}
        coupling.release(saved)


def _close(coupling: CoupledRun, step: CommunicationStep, saved: Saved) -> None:
    guess, last = coupling.predicted(coupling.degree + 1, step), np.inf
    for _ in range(ROUNDS):
        found = outputs_behind(coupling, step, guess)
        sizes = coupling.sizes
        off = ((found - guess).T / sizes).T
        worst = np.abs(off).max(initial=0.0)
        if not np.isfinite(worst):
            break
        if worst <= CLOSED or (worst <= NEARLY and worst > last / 2):
            return
        if coupling.jacobian is None or worst > SLOW * last or not coupling.jacobian.suits(step):
            coupling.jacobian = coupling.find_jacobian(step, saved, found)
        coupling.restore(saved)
        guess, last = guess + (sizes * coupling.jacobian.correction(off, sizes).T).T, worst
    sources = [connector_name(source) for source, far in zip(coupling.signals, off) if not np.abs(far).max() <= NEARLY]
    raise NotClosed(
        f"in the step from t = {step.start:.9g} s by {step.size:.9g} s Newton's method does not find the values of {', '.join(sources)}"
        " that agree; take a smaller step_size"
    )


def outputs_behind(coupling: CoupledRun, step: CommunicationStep, guess: np.ndarray) -> np.ndarray:
    """The outputs at the end of the step, if they were `guess` where they drive inputs."""
    coupling.look_ahead(step.end, guess)
    for together in coupling.steps_within(step):
        for name, part in together:
            coupling.advance(name, part, coupling.inputs(name, part, until=step.start))
    return coupling.newest
