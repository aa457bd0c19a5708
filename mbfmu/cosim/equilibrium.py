"""The common equilibrium of a System: the states of all FMUs come to rest together, under the inputs that their connections give them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from fmpy.model_description import ModelDescription
from scipy.linalg import null_space

from ..errors import MbfmuError
from .at_start import SETTLING
from .coupled import Coupled, Response, coupled
from .coupling import Drivers
from .instance import FmuInstance
from .system import System, connector_name
from .variables import EXPECTED_STEP, looks_ahead

FIRST, LAST, LEAST = 1e-3, 1e6, 1e-9  # s: the first step, one that is Newton's, and one that leads nowhere
LONGER, SHORTER = 4.0, 0.2  # the next step, where one was right and where it was too long
RIGHT = 0.5  # of what was off: a step that leaves more was too long
STEPS, LAST_STEPS = 500, 20  # all, and those that are Newton's: what has not settled then keeps moving
REST = 1e-9  # relative to the size of the numbers: what may be off in equilibrium
DEPENDENT = 1e-12  # relative: what counts as zero in rows and columns that depend on each other
UNSTABLE = 1e-6  # of the largest eigenvalue
NAMED = 5  # states in a message


def starts_in_equilibrium(system: System) -> bool:
    """Whether a System or any FMU of it is told to start in equilibrium."""
    return system.start_in_equilibrium or any(component.values.get(SETTLING) is True for component in system.components.values())


def common_equilibrium(instances: Mapping[str, FmuInstance], descriptions: Mapping[str, ModelDescription], driven_by: Mapping[str, Drivers]) -> None:
    """Give all FMUs the start values, and connected inputs the values of their outputs, with which no state of any FMU changes.

    The way there is that of the implicit Euler method, with one iteration of Newton's method a step and steps that grow, from a millisecond to those
    that are Newton's alone (pseudo-transient continuation: Kelley & Keyes (1998), SIAM J. Numer. Anal. 35, 508-523). It is followed in start
    values, by which FMUs are placed in Initialization Mode. FMUs that do not say how their states change keep them, or settle by themselves under
    their inputs. Those that look ahead give the force of the instant meanwhile. Derivatives are those of the FMUs, else differences.

    Raises MbfmuError with what keeps changing, or with what an FMU says that cannot be asked. An unstable equilibrium is a warning.
    """
    with _not_ahead([instances[name] for name, description in descriptions.items() if looks_ahead(description)]):
        _come_to_rest(coupled(instances, descriptions, driven_by))


@contextmanager
def _not_ahead(instances: Iterable[FmuInstance]) -> Iterator[None]:
    """FMUs that look ahead expect no step for a while."""
    expected = {instance: instance.get(EXPECTED_STEP) for instance in instances}
    for instance in expected:
        instance.set({EXPECTED_STEP: 0.0})
    yield
    for instance, step in expected.items():
        instance.set({EXPECTED_STEP: step})


def _come_to_rest(fmus: Coupled) -> None:
    z = fmus.start()
    found, slopes, step, last = fmus.response(z), fmus.slopes(), FIRST, 0
    for _ in range(STEPS):
        last += step == LAST
        newton = _newton(found, slopes, step, size := np.maximum(np.abs(z), 1.0))
        if step == LAST and max(_largest(newton.change / size), _largest(newton.left)) <= REST:
            return _warn_if_unstable(slopes)
        there = _tried(fmus, z + newton.change)
        if there and newton.off(found, there, step) <= max(RIGHT * newton.off(found, found, step), REST):
            z, found, slopes, step = z + newton.change, there, fmus.slopes(), min(step * LONGER, LAST)
        else:
            step *= SHORTER
        if step < LEAST or last > LAST_STEPS:
            break
    raise MbfmuError(_what_moves(fmus, _newton(found, slopes, np.inf, size)))


@dataclass(frozen=True)
class _Newton:
    """One iteration: the `change` of z, the `weights` that make the equations alike, and what no change brings to zero, by row, the `left`."""

    change: np.ndarray
    weights: np.ndarray
    left: np.ndarray

    def off(self, before: Response, after: Response, step: float) -> float:
        """The largest of what is off in a step from one response to another."""
        return _largest(self.weights * _equations(before, after, step))


def _newton(found: Response, slopes: Response, step: float, size: np.ndarray) -> _Newton:
    matrix = np.vstack([slopes.x / step - slopes.rates, slopes.gap]) * size
    largest = np.abs(matrix).max(axis=1, initial=0.0)
    weights = 1.0 / np.where(largest > 0, largest, 1.0)
    matrix, off = matrix * weights[:, None], weights * _equations(found, found, step)
    change = np.linalg.lstsq(matrix, -off, rcond=DEPENDENT)[0]
    return _Newton(size * change, weights, matrix @ change + off)


def _equations(before: Response, after: Response, step: float) -> np.ndarray:
    """What is off in a step of the implicit Euler method from one response to another."""
    return np.concatenate([(after.x - before.x) / step - after.rates, after.gap])


def _tried(fmus: Coupled, z: np.ndarray) -> Response | None:
    """The response to z, None where an FMU cannot be there."""
    try:
        found = fmus.response(z)
    except MbfmuError:
        return None
    return found if all(np.isfinite(part).all() for part in (found.x, found.rates, found.gap)) else None


def _largest(numbers: np.ndarray) -> float:
    return float(np.abs(numbers).max(initial=0.0))


def _what_moves(fmus: Coupled, newton: _Newton) -> str:
    """A sentence on the rates that nothing brings to zero, largest first, and on connections that stay open."""
    named = [f"der({connector_name(state)})" for state in fmus.states]
    named += [f"{connector_name(source)} -> {connector_name(target)}" for target, source in fmus.links.items()]
    worst = [named[i] for i in np.argsort(-np.abs(newton.left))[:NAMED] if abs(newton.left[i]) > REST] or ["the way there is too long"]
    return f"the FMUs find no common equilibrium, since this does not vanish: {', '.join(worst)}; hold what moves, or give start values nearer to it"


def _warn_if_unstable(slopes: Response) -> None:
    """Log how fast the fastest motion grows, if any does: the eigenvalues of what is left when connections are closed."""
    free = null_space(slopes.gap / np.maximum(np.abs(slopes.gap).max(axis=1, keepdims=True, initial=0.0), 1e-300))
    left, sizes, right = np.linalg.svd(slopes.x @ free, full_matrices=False)
    kept = sizes > DEPENDENT * sizes.max(initial=0.0)
    A = left[:, kept].T @ slopes.rates @ free @ right[kept].T / sizes[kept]
    eigenvalues = np.linalg.eigvals(A)
    fastest = eigenvalues.real.max(initial=0.0)
    if fastest > UNSTABLE * _largest(eigenvalues):
        words = "the System starts in an unstable equilibrium: small motions grow e-fold in %.4g s; start it a little aside to have it leave that"
        logging.getLogger("mbfmu").warning(words, 1.0 / fastest)
