"""Blocks of states, and the order in which implicit methods eliminate them: read off the structure of the Jacobian of the rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array

from ..data.dependencies import Patterns, members, running_dependencies
from ..data.problem import Problem

FEW = 64  # states: dense elimination is as fast
WORTH = 0.5  # of the products of dense elimination: more are not worth the search for blocks


@dataclass(frozen=True)
class StateBlocks:
    """States in blocks, in the order of elimination. `pattern` has for each block those that elimination couples it with, ascending, itself included.

    It is symmetric and closed: blocks that are coupled with one are coupled with each other when it is eliminated. `reach` has for each block those
    whose rates depend on it. Blocks of one group reach no common block, so that one tangent gives a column of the Jacobian for each of them.
    """

    blocks: tuple[tuple[int, ...], ...]
    pattern: tuple[tuple[int, ...], ...]
    reach: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[int, ...], ...]


def state_blocks(problem: Problem, patterns: Callable[[], Patterns]) -> StateBlocks:
    """Those of a problem whose functions have these patterns, if asked for; one block if elimination by blocks saves little."""
    n = problem.sizes.get("x", 0)
    whole = StateBlocks((tuple(range(n)),), ((0,),), ((0,),), ((0,),)) if n else StateBlocks((), (), (), ())
    if n <= FEW:
        return whole
    owners = _owners(problem.state_names, n)
    reached = _reach(running_dependencies(problem, ("x",), patterns()).of["x_dot"], owners)
    sizes = np.bincount(owners)
    order, rows = _eliminated(_either_way(reached), sizes)
    if _products(rows, sizes) > WORTH * n**3 / 3.0:
        return whole
    return _in_order(order, rows, reached, [np.flatnonzero(owners == of).tolist() for of in range(sizes.size)])


def _owners(names: Sequence[str], n: int) -> np.ndarray:
    """For each state the number of the joint or element that it is of: all that stands before the last dot of its name."""
    found: dict[str, int] = {}
    texts = names or [f"x.{i}" for i in range(n)]
    return np.array([found.setdefault(name.rpartition(".")[0] or name, len(found)) for name in texts])


def _reach(rates: Sequence[int], owners: np.ndarray) -> list[set[int]]:
    """For each owner those whose rates depend on it."""
    columns = [members(of) for of in rates]
    rows = np.repeat(owners, [len(of) for of in columns])
    between = csr_array(coo_array((np.ones(rows.size, dtype=bool), (rows, owners[np.concatenate(columns)]))))
    found: list[set[int]] = [set() for _ in range(int(owners.max()) + 1)]
    for row, column in zip(*between.nonzero()):
        found[column].add(int(row))
    return found


def _either_way(reached: list[set[int]]) -> list[set[int]]:
    """For each owner the others that it depends on or that depend on it."""
    found = [others - {of} for of, others in enumerate(reached)]
    for of, others in enumerate(reached):
        for other in others - {of}:
            found[other].add(of)
    return found


def _eliminated(coupled: list[set[int]], sizes: np.ndarray) -> tuple[list[int], dict[int, set[int]]]:
    """The order in which the next is always coupled with the fewest states, and what each is coupled with when its turn comes (George & Liu 1989)."""
    left, order, rows = {of: set(others) for of, others in enumerate(coupled)}, [], {}
    degree = {of: int(sum(sizes[i] for i in others)) for of, others in left.items()}
    while left:
        of = min(left, key=lambda i: (degree[i], i))
        others = left.pop(of)
        order.append(of)
        rows[of] = others
        for other in others:
            left[other] |= others
            left[other] -= {of, other}
            degree[other] = int(sum(sizes[i] for i in left[other]))
    return order, rows


def _products(rows: dict[int, set[int]], sizes: np.ndarray) -> float:
    """About how many products elimination takes: of each block with what it is coupled with."""
    return float(sum(sizes[of] * (sizes[of] + sum(sizes[i] for i in others)) ** 2 for of, others in rows.items()))


def _in_order(order: list[int], rows: dict[int, set[int]], reached: list[set[int]], states: list[list[int]]) -> StateBlocks:
    place = {of: i for i, of in enumerate(order)}
    pattern: list[set[int]] = [{i} for i in range(len(order))]
    for of, others in rows.items():
        for other in others:
            pattern[place[of]].add(place[other])
            pattern[place[other]].add(place[of])
    reach = [{place[i] for i in reached[of] | {of}} for of in order]  # energy drainage adds to the diagonal
    return StateBlocks(
        blocks=tuple(tuple(states[of]) for of in order),
        pattern=tuple(tuple(sorted(row)) for row in pattern),
        reach=tuple(tuple(sorted(row)) for row in reach),
        groups=tuple(map(tuple, _groups(reach))),
    )


def _groups(reach: list[set[int]]) -> list[list[int]]:
    """Greedy: each block joins the first group of which none reaches what it does (Curtis, Powell & Reid 1974)."""
    groups: list[list[int]] = []
    taken: list[set[int]] = []
    for block in sorted(range(len(reach)), key=lambda i: -len(reach[i])):
        for group, rows in zip(groups, taken):
            if rows.isdisjoint(reach[block]):
                group.append(block)
                rows |= reach[block]
                break
        else:
            groups.append([block])
            taken.append(set(reach[block]))
    return [sorted(group) for group in groups]
