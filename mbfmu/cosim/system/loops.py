"""Direct feedthrough between connected FMUs: algebraic loops, and the order that computes everything from newest values."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import numpy as np
from fmpy.model_description import ModelDescription
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .system import Connector, System
from .variables import direct_feedthrough, inputs_at_once

Graph = dict[Connector, tuple[Connector, ...]]
"""Each connector and the connectors its value needs at the same instant."""


def algebraic_loops(system: System, descriptions: Mapping[str, ModelDescription]) -> list[tuple[Connector, ...]]:
    """Return one closed path of connectors for every set of variables that need each other at the same instant."""
    needs = _needs(system, descriptions)
    connectors = sorted(needs)
    index = {connector: i for i, connector in enumerate(connectors)}
    edges = np.array([(index[a], index[b]) for a in connectors for b in needs[a]], dtype=int).reshape(-1, 2)
    graph = coo_array((np.ones(len(edges)), edges.T), shape=(len(connectors), len(connectors)))
    _, label = connected_components(graph, connection="strong")
    several = np.flatnonzero(np.bincount(label) > 1)
    return [_closed_path(needs, {connectors[i] for i in np.flatnonzero(label == k)}) for k in several]


def stepping_order(system: System, descriptions: Mapping[str, ModelDescription]) -> tuple[str, ...]:
    """Return the components so that those come first whose values others need at the same instant (as declared in a loop)."""
    feeds = {name: inputs_at_once(descriptions[name]) for name in system.components}
    waits: dict[str, set[str]] = {name: set() for name in system.components}
    for (source, _), (target, variable) in system.connections:
        if source != target and variable in feeds[target]:
            waits[target].add(source)
    order: list[str] = []
    while waits:
        ready = next((name for name in waits if not waits[name] & waits.keys()), next(iter(waits)))
        order.append(ready)
        del waits[ready]
    return tuple(order)


def _needs(system: System, descriptions: Mapping[str, ModelDescription]) -> Graph:
    """Those of connected variables: no others are in a loop."""
    drives: dict[Connector, tuple[Connector, ...]] = {target: (source,) for source, target in system.connections}
    sources = {source for source, _ in system.connections}
    feeds = {
        (name, output): tuple((name, i) for i in inputs if (name, i) in drives)
        for name in system.components
        for output, inputs in direct_feedthrough(descriptions[name]).items()
        if (name, output) in sources
    }
    needs = {**feeds, **drives}
    for connector in {p for connectors in needs.values() for p in connectors} - needs.keys():
        needs[connector] = ()
    return needs


def _closed_path(needs: Graph, group: set[Connector]) -> tuple[Connector, ...]:
    inside = {connector: [p for p in needs[connector] if p in group] for connector in group}
    try:
        TopologicalSorter(inside).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    raise AssertionError("a strongly connected group of connectors has a cycle")
