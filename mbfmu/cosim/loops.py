"""Direct feedthrough between connected FMUs: algebraic loops, and the order that computes everything from newest values."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import numpy as np
from fmpy.model_description import ModelDescription
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .system import Port, System
from .variables import direct_feedthrough

Graph = dict[Port, tuple[Port, ...]]
"""Each port and the ports its value needs at the same instant."""


def algebraic_loops(system: System, descriptions: Mapping[str, ModelDescription]) -> list[tuple[Port, ...]]:
    """Return one closed path of ports for every set of variables that need each other at the same instant."""
    needs = _needs(system, descriptions)
    ports = sorted(needs)
    index = {port: i for i, port in enumerate(ports)}
    edges = np.array([(index[a], index[b]) for a in ports for b in needs[a]], dtype=int).reshape(-1, 2)
    graph = coo_array((np.ones(len(edges)), edges.T), shape=(len(ports), len(ports)))
    count, label = connected_components(graph, connection="strong")
    groups = [{ports[i] for i in np.flatnonzero(label == k)} for k in range(count)]
    return [_closed_path(needs, group) for group in groups if len(group) > 1]


def stepping_order(system: System, descriptions: Mapping[str, ModelDescription]) -> tuple[str, ...]:
    """Return the components so that those come first whose values others need at the same instant (as declared in a loop)."""
    feeds = {name: direct_feedthrough(descriptions[name]) for name in system.components}
    waits: dict[str, set[str]] = {name: set() for name in system.components}
    for (source, _), (target, variable) in system.connections:
        if source != target and any(variable in inputs for inputs in feeds[target].values()):
            waits[target].add(source)
    order: list[str] = []
    while waits:
        ready = next((name for name in waits if not waits[name] & waits.keys()), next(iter(waits)))
        order.append(ready)
        del waits[ready]
    return tuple(order)


def _needs(system: System, descriptions: Mapping[str, ModelDescription]) -> Graph:
    drives: dict[Port, tuple[Port, ...]] = {target: (source,) for source, target in system.connections}
    feeds = {
        (name, output): tuple((name, i) for i in inputs)
        for name in system.components
        for output, inputs in direct_feedthrough(descriptions[name]).items()
    }
    needs = {**feeds, **drives}
    for port in {p for ports in needs.values() for p in ports} - needs.keys():
        needs[port] = ()
    return needs


def _closed_path(needs: Graph, group: set[Port]) -> tuple[Port, ...]:
    inside = {port: [p for p in needs[port] if p in group] for port in group}
    try:
        TopologicalSorter(inside).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    raise AssertionError("a strongly connected group of ports has a cycle")
