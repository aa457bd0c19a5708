"""The layers of the C engine (ARCHITECTURE.md): a file includes and calls what lies in its folder or to the left of it, and nothing in a circle.

`x.c` and `x.h` are one file here, `x`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mbfmu.engine.sources import DATA, FMI, HANDLE, HOST, LAYERS, MASTER, C

from .symbols import Symbols, symbols_of

BESIDE = {
    FMI: {*LAYERS},
    DATA: {"core", "geometry", "steps"},
    HOST: {*LAYERS, FMI},
    HANDLE: {*LAYERS, DATA},
    MASTER: {"core", "linear_algebra"},
}  # what those beside each other may use
REACH = {layer: {*LAYERS[: i + 1]} for i, layer in enumerate(LAYERS)} | {name: {name, *used} for name, used in BESIDE.items()}
FILES = sorted(C.glob("*/*.[ch]"))
HOME = {file.stem: file.parent.name for file in FILES}
# Headers that say for several files what the others may ask of them: the contract, small dense systems, both versions of FMI, what steps in a master.
FACES = {"problem", "linear_algebra", "component", "method", "kind"}
Graph = Mapping[str, set[str]]


def includes() -> Graph:
    """The files that each file includes; those of the standard and of the system are none of ours."""
    graph: dict[str, set[str]] = {file.stem: set() for file in FILES}
    for file in FILES:
        named = {Path(name).stem for name in re.findall(r'^ *#include "(.*)"', file.read_text(), re.MULTILINE)}
        graph[file.stem] |= named & HOME.keys() - {file.stem}
    return graph


@cache
def symbols() -> Mapping[str, Symbols]:
    sources = [file for file in FILES if file.suffix == ".c"]
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as threads:
        found = threads.map(lambda source: symbols_of(source, Path(folder)), sources)
        return {source.stem: symbols for source, symbols in zip(sources, found)}


def calls() -> Graph:
    """The files whose functions or constants each file needs; of those that stand for each other (compiled_problem.c, resources.c) those in reach."""
    defined: dict[str, set[str]] = {}
    for file, own in symbols().items():
        for name in own.defined:
            defined.setdefault(name, set()).add(file)
    graph: dict[str, set[str]] = {}
    for file, own in symbols().items():
        of_each = [defined[name] for name in own.needed & defined.keys()]
        graph[file] = set().union(*({f for f in files if HOME[f] in REACH[HOME[file]]} or files for files in of_each))
    return graph


COMPILED = pytest.mark.slow  # two hundred objects
GRAPHS = pytest.mark.parametrize("graph", [pytest.param(includes, id="includes"), pytest.param(calls, id="calls", marks=COMPILED)])


def test_every_folder_is_a_layer():
    assert {folder.name for folder in C.iterdir() if folder.is_dir()} == REACH.keys()


def test_every_file_has_a_name_of_its_own():
    """Sources of native FMUs lie in one folder."""
    assert len({file.name for file in FILES}) == len(FILES)


@COMPILED
def test_headers_are_named_after_the_file_that_keeps_what_they_promise():
    defined = {name: file for file, own in symbols().items() for name in own.defined}
    elsewhere = []
    for header in (file for file in FILES if file.suffix == ".h" and file.stem not in FACES):
        promised = re.findall(r"^(?!static|typedef)\w[^\n(){]*?(\w+)\(", header.read_text(), re.MULTILINE)
        elsewhere += [f"{name} of {defined[name]}.c in {header.name}" for name in promised if defined.get(name, header.stem) != header.stem]
    assert elsewhere == []


@GRAPHS
def test_runs_to_the_left(graph):
    upward = [f"{HOME[a]}/{a} -> {HOME[b]}/{b}" for a, used in graph().items() for b in sorted(used) if HOME[b] not in REACH[HOME[a]]]
    assert upward == []


@GRAPHS
def test_runs_in_no_circle(graph):
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(reversed(circle.args[1])))


@GRAPHS
def test_finds_what_is_there(graph):
    """A graph that saw nothing would pass all of the above."""
    assert {"contradiction", "linear_algebra" if graph is includes else "vector"} <= graph()["assembly"]
