"""The common equilibrium of a System: the states of all FMUs come to rest together, under the inputs that their connections give them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from fmpy.model_description import ModelDescription

from ...base.errors import MbfmuError
from ..fmu.instance import FmuInstance
from ..fmu.start_function import SETTLING
from ..inputs.drivers import Drivers
from ..system.system import System, connector_name
from ..system.variables import EXPECTED_STEP, looks_ahead
from .closed_response import Closed
from .coupled_response import Coupled, CoupledResponse, coupled
from .euler_step import NOISE, REST, EulerStep, largest

FIRST, LAST, LEAST = 1e-3, 1e9, 1e-9  # s: the first step, one that is Newton's, and one that leads nowhere
LONGER, SHORTER = 4.0, 0.2  # the next step, where one was right and where it was too long
STEPS, LAST_STEPS = 500, 20  # all, and those that are Newton's: what has not settled then keeps moving
AT_HAND = 0.1  # relative: of start values, how far a step of Newton's method goes at first; of inputs, how near they then are to what drives them
SWEEPS = 5  # that bring inputs there
TOLD = {False: [1e-12], True: [1e-5, 1e-7]}  # see EulerStep, by whether derivatives are differences; the second where the first leaves something
UNPLACED = 1e-3  # relative: of rates that do not follow from states that start values place
UNSTABLE = {False: 1e-6, True: 1e-3}  # of the largest eigenvalue; a double zero is known to the root of what differences leave
NAMED = 5  # states in a message


def starts_in_equilibrium(system: System) -> bool:
    """Whether a System, or any FMU of it, has `start_in_equilibrium` set."""
    return system.start_in_equilibrium or any(component.values.get(SETTLING) is True for component in system.components.values())


def common_equilibrium(instances: Mapping[str, FmuInstance], descriptions: Mapping[str, ModelDescription], driven_by: Mapping[str, Drivers]) -> None:
    """Give all FMUs the start values, and connected inputs the values of their outputs, with which no state of any FMU changes.

    Newton's method finds those at hand. The way to others is that of the implicit Euler method, with one iteration of Newton's method a step and
    steps that grow, from a millisecond to those that are Newton's alone (pseudo-transient continuation: Kelley & Keyes (1998), SIAM J. Numer. Anal.
    35, 508-523). It is followed in start values, by which FMUs are placed in Initialization Mode. FMUs that do not say how their states change keep
    them, or settle by themselves under their inputs. Those that look ahead give the force of the instant, which in equilibrium is
    that for any step. Derivatives are those of the FMUs, else differences.

    Raises MbfmuError with what keeps changing, or with what an FMU says that cannot be asked. An unstable equilibrium is a warning.
    """
    for name in [name for name, description in descriptions.items() if looks_ahead(description)]:
        instances[name].set({EXPECTED_STEP: 0.0})
    fmus = coupled(instances, descriptions, driven_by)
    start = _start(fmus)
    step, rests = EulerStep(start, LAST, np.inf), False
    for told in TOLD[fmus.differenced]:
        if not rests:
            step, rests = _followed(replace(step, length=LAST, told=told), LAST, AT_HAND)
    if not rests:
        step, rests = _followed(EulerStep(start, FIRST, told), LEAST, np.inf)
    if not rests:
        raise MbfmuError(_what_moves(replace(step, length=np.inf)))
    _warn_if_unstable(step.closed)


def _start(fmus: Coupled) -> Closed:
    """Where start values are as given, and inputs near what drives them."""
    z = fmus.start()
    for _ in range(SWEEPS):
        closed = _closed(fmus, z, fmus.response(z))
        change = closed.closing @ closed.found.gap
        if largest(change / closed.size) <= AT_HAND:
            break
        z = z + change
    return closed


def _followed(step: EulerStep, shortest: float, farthest: float) -> tuple[EulerStep, bool]:
    """The step to which steps lead that grow while they are right, and whether the FMUs rest where it starts.

    The first one of Newton's method may leave more: what is all but neutral is far before it is balanced.
    """
    first, newton = step, 0
    for _ in range(STEPS):
        there = _tried(step, farthest)
        if there and (step.is_right(there) or (step is first and step.length == LAST)):
            before, step = step, _next(step, there)
            if before.length == LAST == step.length and step.rests_after(before):
                return step, True
        else:
            step = replace(step, length=step.length * SHORTER)
        newton += step.length == LAST
        if step.length < shortest or newton > LAST_STEPS:
            break
    return step, False


def _tried(step: EulerStep, farthest: float) -> CoupledResponse | None:
    """The response where a step leads, None where that is farther in start values, relative, or where an FMU cannot be."""
    fmus = step.closed.fmus
    if largest((step.change / step.closed.size)[fmus.starts]) > farthest:
        return None
    try:
        found = fmus.response(step.closed.z + step.change)
    except MbfmuError:
        return None
    return found if all(np.isfinite(part).all() for part in (found.x, found.rates, found.gap)) else None


def _next(step: EulerStep, there: CoupledResponse) -> EulerStep:
    """The step from where one has led just now: Newton's where hardly anything changes."""
    newton = replace(step, closed=_closed(step.closed.fmus, step.closed.z + step.change, there), length=LAST)
    return newton if newton.is_close else replace(newton, length=min(step.length * LONGER, LAST))


def _closed(fmus: Coupled, z: np.ndarray, found: CoupledResponse) -> Closed:
    """Where the FMUs have responded to z just now."""
    return Closed(fmus, z, found, fmus.slopes())


def _what_moves(step: EulerStep) -> str:
    """A sentence on the rates that nothing brings to zero, largest first, and on connections that stay open."""
    fmus, left = step.closed.fmus, step.left
    named = [f"der({connector_name(state)})" for state in fmus.states]
    named += [f"{connector_name(source)} -> {connector_name(target)}" for target, source in fmus.links.items()]
    worst = [named[i] for i in np.argsort(-np.abs(left))[:NAMED] if abs(left[i]) > REST] or ["the way there is too long"]
    return f"the FMUs find no common equilibrium: these do not vanish: {', '.join(worst)}; hold what moves, or give start values nearer to it"


def _warn_if_unstable(closed: Closed) -> None:
    """Log how fast the fastest motion grows, if any does; it is not known where states take part that no start value places."""
    states, rates = closed.slopes.x @ closed.ways, closed.slopes.rates @ closed.ways
    A = np.linalg.lstsq(states, rates)[0]
    if (np.abs(states @ A - rates) > UNPLACED * np.abs(rates).max(axis=1, keepdims=True, initial=NOISE)).any():
        return
    eigenvalues = np.linalg.eigvals(A)
    fastest = eigenvalues.real.max(initial=0.0)
    if fastest > UNSTABLE[closed.fmus.differenced] * largest(eigenvalues):
        words = "the System starts in an unstable equilibrium: small motions grow e-fold in %.4g s; start it a little aside to have it leave that"
        logging.getLogger("mbfmu").warning(words, 1.0 / fastest)
