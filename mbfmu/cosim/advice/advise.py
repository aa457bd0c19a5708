"""Advice on how to couple the FMUs of a System: which masters and steps are stable and accurate, and which FMUs to merge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...base.errors import MbfmuError
from ...base.model_description import describe_fmu
from ..system.loops import algebraic_loops
from ..system.ports_ahead import TOLD
from ..system.system import System, connector_name
from .accuracy import let_go
from .events import Events, events
from .limit import largest_stable_step
from .linear_coupling import LinearCoupling
from .linearized_system import LinearizedSystem, linearized

WAYS = [("jacobi", 0), ("jacobi", 1), ("gauss_seidel", 0), ("gauss_seidel", 1), ("newton", 0), ("newton", 1)]
COSTS = {"newton": 3.0}  # of a step, relative to one that is taken once
HELPS = 2.0  # times the largest stable step: what is worth to put two FMUs into one


@dataclass(frozen=True)
class Way:
    """A way to couple: a master, and the degree of inputs within a step.

    `limit` is the largest stable step [s]. `error` is the relative error with the system's step, infinite if that step is unstable. `step` [s] is the
    step for the wanted accuracy.
    """

    method: str
    input_order: int
    limit: float
    error: float
    step: float

    @property
    def name(self) -> str:
        return f"{self.method}, inputs {('held', 'linear', 'quadratic')[self.input_order]}"


@dataclass(frozen=True)
class Merge:
    """Two FMUs in one: the `limit` is the largest stable step [s] then, with the method that the system has."""

    components: tuple[str, str]
    limit: float


@dataclass(frozen=True)
class Advice:
    """Advice on the coupling of a `system` near its start, for the relative error `wanted`.

    The first of the `ways` is that of the system. `merges` are pairs of FMUs that should become one. `rate` [1/s] is the growth rate of the fastest
    growing motion in an exact coupling, negative if all motions decay. `loops` are algebraic loops, as closed paths. `hidden` are FMUs that do not
    give the rates of their states; they count as FMUs without states. The advice ignores variables that change only at `events`, and the interface
    mass of FMUs that take several steps within one step of the master (`divided`).
    """

    system: System
    wanted: float
    rate: float
    loops: tuple[tuple[str, ...], ...]
    hidden: tuple[str, ...]
    divided: tuple[str, ...]
    events: Events
    ways: tuple[Way, ...]
    merges: tuple[Merge, ...]

    @property
    def present(self) -> Way:
        """The way of the system."""
        return self.ways[0]

    @property
    def best(self) -> Way:
        """The way with the fewest steps of FMUs for the wanted accuracy; a step of Newton's method counts as three, because it is repeated."""
        return max(self.ways, key=lambda way: way.step / COSTS.get(way.method, 1.0))


def advise(system: System, wanted: float = 0.01, progress: Callable[[str], None] = lambda text: None) -> Advice:
    """Find the stable and the accurate steps of each master, for the FMUs of `system`, linearized at its start.

    `wanted` is a relative error. The test displaces the system by a constant offset of one connected input, releases it, and takes the largest error
    of all connected outputs during the experiment. The masters that step FMUs step the linear systems, too. `progress` is called with the name of
    each part of the work. Raises MbfmuError if `wanted` is not between 0 and 1, and the errors of a run that does not start.
    """
    if not 0.0 < wanted < 1.0:
        raise MbfmuError(f"the relative error that is wanted is {wanted:g}; it must be between 0 and 1, such as 0.01 for one percent")
    progress("the linear systems of the FMUs")
    of = linearized(system)
    ways = dict.fromkeys([(system.method, system.degree), *(way for way in WAYS if way[0] != "newton" or _take_back(of))])
    found = []
    for method, input_order in ways:
        progress(f"{method}, input_order {input_order}")
        found.append(_way(of, method, input_order, wanted))
    merges = []
    for pair in _pairs(of):
        progress(f"{' and '.join(pair)} in one")
        limit = _limit(of.merged(pair).coupling(system.method, system.degree), of)
        merges += [Merge(pair, limit)] * (limit > HELPS * found[0].limit)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    loops = tuple(tuple(map(connector_name, loop)) for loop in algebraic_loops(system, descriptions))
    merges.sort(key=lambda merge: -merge.limit)
    return Advice(
        system=system,
        wanted=wanted,
        rate=of.rate,
        loops=loops,
        hidden=of.hidden,
        divided=of.divided,
        events=events(system, descriptions),
        ways=tuple(found),
        merges=tuple(merges),
    )


def _way(of: LinearizedSystem, method: str, input_order: int, wanted: float) -> Way:
    coupling = of.coupling(method, input_order)
    limit, free = _limit(coupling, of), let_go(of)
    error = free.error(coupling, of.system.step_size) if of.system.step_size <= limit else np.inf
    return Way(method=method, input_order=input_order, limit=limit, error=error, step=free.step_for(coupling, wanted, limit) if limit else 0.0)


def _limit(coupling: LinearCoupling, of: LinearizedSystem) -> float:
    return largest_stable_step(coupling, of.system.step_size, of.duration, of.tolerated)


def _take_back(of: LinearizedSystem) -> bool:
    return all(traits.takes_back for traits in of.traits.values())


def _pairs(of: LinearizedSystem) -> list[tuple[str, str]]:
    """Components that drive each other, where there are more than two; one that looks ahead goes with those at its ports only."""
    drives = {(source[0], target[0]) for source, target in of.system.connections}
    told = {(target[0], source[0]) for source, target in of.system.connections if target[1].endswith(TOLD)}
    both = [(a, b) for a, b in combinations(of.system.components, 2) if {(a, b), (b, a)} <= drives]
    alone = [pair for pair in both if all(source in pair for ahead, source in told if ahead in pair)]
    return alone if len(of.system.components) > 2 else []
