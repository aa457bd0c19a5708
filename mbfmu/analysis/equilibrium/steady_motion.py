"""steady_motion(model, speeds): a motion that looks the same all the time.

1. Compile the model with its loads and with what `find` names among its variables; start it.
2. `_attempt`, twice: Newton's method with bodies that may spin in the turning axes, and that may not.
3. Take the steady motion nearer to the start; where there is none, say what keeps accelerating.
4. Linearize in the turning axes, and describe the state as `equilibrium` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...engine.instance import Instance
from ...model.declare.extended_model import extended
from ...model.declare.model import Model
from ...model.declare.units import product
from ...problem.blocks.python_block import refuse_program
from ...problem.compile import Declared, declared_in
from ...problem.data.problem import Problem
from ..instant.drive import InputDriver, Inputs, Values, by_name, declared_for
from ..instant.equilibrium import Equilibrium
from ..instant.exposed_variables import exposed
from ..instant.loads import Measured, measured
from ..linear.stability import growing
from ..linearize.linearize import linearized
from .find_equilibrium import described
from .steadiness import Rates, Steadiness, SteadyPoint
from .unknowns import Unknowns

ROUNDS = 100
STEADY = 1e-9  # of accelerations, relative to those of bodies that go round as fast
ROUNDED = 1e-15  # of accelerations, relative to the same: nothing is left but rounding
SHORTEST = 2.0**-10  # part of a step: where no longer one is better, none is
STEP = 0.3  # of a coordinate, in nominal values, or of a speed, relative to the largest: a longer step leaves what is near


def steady_motion(
    declared: Declared,
    speeds: Mapping[str, float],
    find: Sequence[str] = (),
    hold: Mapping[str, float] | None = None,
    values: Values = None,
    inputs: Inputs = None,
) -> Equilibrium:
    """A steady motion, which always looks the same, such as that of a spinning rotor or of a car on a circle.

    `speeds` prescribes states by name, such as {"spin.w": 100.0}, and `hold` prescribes coordinates. `find` names unknown inputs and parameters, such
    as the torque that keeps the speed. `steady_motion` computes these and all other coordinates and speeds, so that no speed changes, now or later.
    Velocity vectors are constant in axes that turn with their bodies. Newton's method begins at the start of the model. If there are several steady
    motions, the result is one nearby. `values` and `inputs` are those of `simulate`; inputs keep their values at the start.

    The result has the fields of an `equilibrium`. Its linear system describes deviations in axes that turn with the bodies. Its `stability` ignores
    eigenvalues of zero, which lead to another steady motion.

    Raises ProblemsFound and InvalidValue as `simulate` does. Raises MbfmuError if there is no steady motion; the message names the speed that still
    changes.
    Source: W. Schiehlen, Recent developments in multibody dynamics, 2005, section 4.1, for the linear system.
    """
    model, shown = _measured(declared_for(declared, values), find)
    refuse_program(model.problem, "steady_motion")
    speeds, hold = by_name("speeds", speeds), by_name("hold", hold)
    kept = {
        **_numbers(model.problem, speeds, model.problem.speeds, "speed"),
        **_numbers(model.problem, hold, _places(model.problem), "coordinate"),
    }
    instance = Instance(model.problem)
    drive = InputDriver(instance, values, inputs)
    drive.start()
    start = instance.buffers["x"].copy()
    unknowns = Unknowns(instance, dict(zip(find, shown)))
    left, turning = _steady(instance, unknowns, kept)
    system = linearized(instance, turning=turning)
    found = described(model, instance, start, "Newton's method", left, system)
    return replace(found, stability="unstable" if growing(system) else "stable", found=unknowns.found(), turning=turning)


def _measured(declared: Declared, find: Sequence[str]) -> tuple[Measured, list[str]]:
    """What is declared with its loads, and the names under which it shows what is to be found."""
    declared = declared_in(declared)
    if not isinstance(declared, Model):
        return measured(declared), list(find)
    with extended(declared, {}) as copy:
        shown = exposed(copy, find)
        return measured(copy), shown


def _places(problem: Problem) -> list[int]:
    return [i for of in problem.mechanisms for i in of.coordinates]


def _numbers(problem: Problem, given: Mapping[str, float], among: Sequence[int], what: str) -> dict[int, float]:
    """What is given for some states, by their numbers; ProblemsFound for names that are none of them."""
    numbers = {problem.state_names[i]: i for i in among}
    wrong = [f"there is no {what} {name!r}{nearest(name, numbers)}; there is {', '.join(numbers)}" for name in given if name not in numbers]
    wrong += [f"{name} is kept at a finite number, not {value!r}" for name, value in given.items() if not _is_finite(value)]
    if wrong:
        raise ProblemsFound(f"a steady motion of {problem.name} cannot be found like this:", wrong)
    return {numbers[name]: float(value) for name, value in given.items()}


@dataclass(frozen=True)
class _Attempt:
    """Where Newton's method has come to: a state of the instance, its unknowns, how far that is from where it began, the largest acceleration there,
    how its axes turn, and what is wrong with it."""

    state: bytes
    way: float
    left: float
    turning: np.ndarray
    wrong: str


def _is_finite(value: object) -> bool:
    return isinstance(value, Real) and isfinite(value)


def _steady(instance: Instance, unknowns: Unknowns, kept: Mapping[int, float]) -> tuple[float, np.ndarray]:
    """Go to a steady motion; the largest acceleration that is left, and how its axes turn.

    Bodies may spin in these axes, or may not; where there are steady motions of both kinds, the one nearer to the start is taken.
    """
    begin, x = instance.save(), instance.buffers["x"].copy()
    attempts = []
    for spinning in (None, x):
        instance.restore(begin)
        attempts.append(_attempt(instance, unknowns, kept, spinning))
    best = min(attempts, key=lambda attempt: (bool(attempt.wrong), attempt.way))
    if best.wrong:
        raise MbfmuError(best.wrong)
    instance.restore(best.state)
    instance.evaluate()
    return best.left, best.turning


def _attempt(instance: Instance, unknowns: Unknowns, kept: Mapping[int, float], spinning: np.ndarray | None) -> _Attempt:
    conditions, start = Steadiness(instance, unknowns, kept, spinning), instance.buffers["x"].copy()
    point = _nearest(conditions)
    rates, change = conditions.rates(point), point.x - start
    way = float(np.linalg.norm([*change[conditions.places], *(change[conditions.speeds] / conditions.pace)]))
    left = float(np.abs(rates.accelerations).max(initial=0.0))
    turning = conditions.axes.generator(point.x, point.spin)
    return _Attempt(state=instance.save(), way=way, left=left, turning=turning, wrong=_unsteady(instance.problem, conditions, rates, kept))


def _nearest(conditions: Steadiness) -> SteadyPoint:
    """The point nearest to a steady motion that Newton's method finds; the instance is there."""
    point = conditions.begin()
    size, last = conditions.size(point), np.inf
    for _ in range(ROUNDS):
        if not ROUNDED * conditions.pace**2 < size < last:
            break
        step, part, last = conditions.step(point), 1.0, size
        longest = np.abs([*step.x[conditions.places], *(step.x[conditions.speeds] / conditions.pace)]).max(initial=STEP)
        while part >= SHORTEST and not size < last:
            further = conditions.at(point.moved(step, part * STEP / longest))
            size, part = conditions.size(further), part / 2.0
        point = further if size < last else point
    return conditions.at(point)


def _unsteady(problem: Problem, conditions: Steadiness, rates: Rates, kept: Mapping[int, float]) -> str:
    """What keeps accelerating, what changes that, or what cannot be kept; "" in a steady motion."""
    asked = ", ".join(f"{problem.state_names[i]} = {value:g} {problem.state_units[i]}" for i, value in kept.items())
    lasting = "changes at a rate that does not last, but changes itself by"
    for numbers, among, order, words, advice in (
        (rates.accelerations, conditions.watched, 2, "keeps changing by", "name in find a force or parameter that may balance it"),
        (rates.off, list(kept), 1, "is off by", "leave free the speeds that follow from constraints"),
        (rates.changing, conditions.watched, 3, lasting, "hold more coordinates"),
    ):
        sizes = np.abs(numbers)
        if sizes.max(initial=0.0) > STEADY * conditions.pace**order:
            worst = int(np.argmax(sizes))
            name, unit = problem.state_names[among[worst]], problem.state_units[among[worst]]
            by = f"{numbers[worst]:.3g} {product((unit, 1), ('s', 1 - order)) if order > 1 else unit}"
            return f"no steady motion of {problem.name} is found with {asked or 'these inputs'}: {name} {words} {by}; {advice}, or begin nearer to it"
    return ""
