"""The text of SID files (standard input data): matrices by name, each a constant part m0 and parts m1 that are linear in the elastic coordinates.

Wallrapp, Standard Input Data of Flexible Members in Multibody Systems (1993); Schwertassek and Wallrapp, Dynamik flexibler Mehrkoerpersysteme (1999),
table 6.9. An entry m1(i, k, j) stands in row i and column j beside coordinate k; files that write m1(i, j, k) instead are known by their bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .text_file import number, whole, wrong

BODY = ("mdCM", "J", "Ct", "Cr", "Me", "Gr", "Ge", "Oe", "ksigma", "Ke", "De")
NODE = ("origin", "phi", "psi", "AP", "sigma")
HEAD = ("order", "nrow", "ncol", "nq", "nqn", "structure")
ENTRY = re.compile(r"m([01])\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)")
LARGEST = 1000  # modes
PLACES, FIELDS = "mbfmu stress places", "mbfmu temperatures"  # what stands behind the end of the part, where other tools have stopped to read


@dataclass
class Taylor:
    """A matrix that is linear in the elastic coordinates: m0 (r, c) + sum_k m1[:, k] e_k."""

    head: dict[str, int]
    line: int  # where it begins
    entries: list[tuple[int, tuple[int, ...], float, int]] = field(default_factory=list)  # order, indices, value, line


@dataclass
class FieldText:
    """A temperature field: the energy of its deformation, its load and stiffening, and stress by the names of nodes."""

    energy: float
    load: Taylor
    stiffening: Taylor | None
    stresses: dict[str, Taylor]


@dataclass
class SidText:
    """What stands in a file: mass, matrices of the body, of each node with the words of its line rframe, and temperature fields behind them.

    Places whose stress is known, and not their motion, are nodes too, wherever they stand.
    """

    mass: float
    modes: int
    body: dict[str, Taylor]
    nodes: dict[str, tuple[str, dict[str, Taylor]]]
    path: str
    temperatures: dict[str, FieldText]

    def wrong(self, line: int, what: str) -> MbfmuError:
        """An error of a line."""
        return wrong(self.path, line, what)


@dataclass
class Lines:
    """The lines of a file as (line, key, value), read one after the other."""

    path: str
    lines: list[tuple[int, str, str]]
    at: int = 0

    def next(self, inside: str) -> tuple[int, str, str]:
        """The next line; MbfmuError if the file ends."""
        if self.at >= len(self.lines):
            raise wrong(self.path, self.lines[-1][0] if self.lines else 1, f"the file ends inside {inside}: it was cut off. Write it again.")
        self.at += 1
        return self.lines[self.at - 1]


def parsed(text: str, path: str) -> SidText:
    """The matrices of a file. Raises MbfmuError with the line and what is wrong there."""
    lines = split(text, path)
    mass, modes = None, None
    body: dict[str, Taylor] = {}
    nodes: dict[str, tuple[str, dict[str, Taylor]]] = {}
    while True:
        line, key, value = lines.next("part")
        if key in ("end modal", "end part"):
            break
        if key == "refmod":
            mass, modes = refmod(lines)
        elif key == "frame":
            continue
        elif key == "new node":
            add_node(lines, line, value, nodes)
        elif key in BODY:
            if key in body:
                raise wrong(path, line, f"{key} is given twice.")
            body[key] = taylor(lines, key, line)
        elif key != "end frame":
            raise wrong(path, line, f"{key!r} is no part of SID.")
    if mass is None or modes is None:
        raise wrong(path, lines.lines[-1][0], "refmod with mass and nelastq is missing.")
    missing = [name for name in ("Me", "Ke", "mdCM", "J", "Ct", "Cr", "Oe") if name not in body]
    if missing:
        raise wrong(path, lines.lines[-1][0], f"{', '.join(missing)} is missing.")
    if found_behind(lines, PLACES):
        while (line_of := lines.next(PLACES))[1] != f"end {PLACES}":
            line, key, value = line_of
            if key != "new node":
                raise wrong(path, line, f"{key!r} is no part of {PLACES}.")
            add_node(lines, line, value, nodes)
    return SidText(mass, modes, body, nodes, path, temperatures(lines) if found_behind(lines, FIELDS) else {})


def split(text: str, path: str) -> Lines:
    """Lines behind the word part, without blanks."""
    lines = []
    for at, line in enumerate(text.splitlines(), 1):
        key, _, value = line.partition("=")
        if key.strip():
            lines.append((at, " ".join(key.split()), value.strip()))
    starts = [at for at, line in enumerate(lines) if line[1] == "part"]
    if not starts or starts[0] + 1 >= len(lines) or lines[starts[0] + 1][1] != "new modal":
        raise wrong(path, lines[0][0] if lines else 1, "this is no SID file: it has no line 'part' with 'new modal' behind it.")
    return Lines(path, lines[starts[0] + 2 :])


def found_behind(lines: Lines, section: str) -> bool:
    """Whether a section of mbfmu stands behind the end of the part, none in files of other tools; then the next line is its first."""
    starts = [at for at in range(lines.at, len(lines.lines)) if lines.lines[at][1] == section]
    if starts:
        lines.at = starts[0] + 1
    return bool(starts)


def temperatures(lines: Lines) -> dict[str, FieldText]:
    """The temperature fields, to their end."""
    found: dict[str, FieldText] = {}
    while True:
        line, key, value = lines.next(FIELDS)
        if key == f"end {FIELDS}":
            return found
        if key != "new field" or not value or value in found:
            raise wrong(lines.path, line, f"{FIELDS}: 'new field = NAME' is expected, with a name of its own.")
        found[value] = temperature_field(lines, value)


def temperature_field(lines: Lines, name: str) -> FieldText:
    """One temperature field, to its end."""
    energy, matrices, stresses = None, dict[str, Taylor](), dict[str, Taylor]()
    while True:
        line, key, value = lines.next(f"field {name!r}")
        if key == "energy":
            energy = number(lines.path, line, value)
        elif key in ("load", "stiffening"):
            matrices[key] = taylor(lines, key, line)
        elif key == "sigma" and value:
            stresses[value] = taylor(lines, key, line)
        elif key == "end field":
            if energy is None or "load" not in matrices:
                raise wrong(lines.path, line, f"field {name!r} has no energy or no load.")
            return FieldText(energy, matrices["load"], matrices.get("stiffening"), stresses)
        else:
            raise wrong(lines.path, line, f"{key!r} is no part of a temperature field.")


def refmod(lines: Lines) -> tuple[float, int]:
    """Mass [kg] and number of modes."""
    mass = modes = None
    while True:
        line, key, value = lines.next("refmod")
        if key == "mass":
            mass = number(lines.path, line, value)
            if not mass > 0:
                raise wrong(lines.path, line, f"the mass is {mass:g} kg, and must be positive.")
        elif key == "nelastq":
            modes = whole(lines.path, line, value)
            if not 0 <= modes <= LARGEST:
                raise wrong(lines.path, line, f"nelastq is {modes}, and must lie between 0 and {LARGEST}.")
        elif key == "end refmod":
            if mass is None or modes is None:
                raise wrong(lines.path, line, "refmod has no mass or no nelastq.")
            return mass, modes
        elif not key.startswith("ielastq"):
            raise wrong(lines.path, line, f"{key!r} is no part of refmod.")


def add_node(lines: Lines, line: int, name: str, nodes: dict[str, tuple[str, dict[str, Taylor]]]) -> None:
    """Read one node more, which begins in a line."""
    if not name or name in nodes:
        raise wrong(lines.path, line, f"the node has {'the name ' + repr(name) + ' of one before' if name else 'no name'}.")
    nodes[name] = node(lines, name)


def node(lines: Lines, name: str) -> tuple[str, dict[str, Taylor]]:
    """What rframe says, and the matrices of a node."""
    rframe = ""
    found: dict[str, Taylor] = {}
    while True:
        line, key, value = lines.next(f"node {name!r}")
        if key == "end node":
            if "origin" not in found:
                raise wrong(lines.path, line, f"node {name!r} has no origin.")
            return rframe, found
        if key == "rframe":
            rframe = value
        elif key in NODE:
            found[key] = taylor(lines, key, line)
        else:
            raise wrong(lines.path, line, f"{key!r} is no part of a node.")


def taylor(lines: Lines, name: str, start: int) -> Taylor:
    """A matrix of this name, to its end."""
    made = Taylor({}, start)
    while True:
        line, key, value = lines.next(name)
        entry = ENTRY.fullmatch(key)
        if key == f"end {name}":
            missing = [word for word in HEAD if word not in made.head and word != "nqn"]
            if missing:
                raise wrong(lines.path, line, f"{name} has no {', '.join(missing)}.")
            return made
        if key in HEAD:
            made.head[key] = whole(lines.path, line, value)
        elif entry is not None and (entry[1] == "1") == (entry[4] is not None):
            indices = tuple(int(i) - 1 for i in entry.groups()[1:] if i is not None)
            made.entries.append((int(entry[1]), indices, number(lines.path, line, value), line))
        else:
            raise wrong(lines.path, line, f"{key!r} is no part of {name}, which has not ended.")


def mode_last(matrices: Iterable[Taylor]) -> bool:
    """Whether m1(i, j, k) has the coordinate last: only so all indices stay within their bounds."""
    entries = [(t.head, indices) for t in matrices for order, indices, _, _ in t.entries if order == 1]
    inside = lambda j, k: all(indices[j] < head["ncol"] and indices[k] < head["nq"] for head, indices in entries)
    return not inside(2, 1) and inside(1, 2)


def arrays(text: SidText, name: str, matrix: Taylor, shape: tuple[int, int], last: bool) -> tuple[Array, Array]:
    """m0 (r, c) and m1 (r, n, c) of a matrix that must have this shape."""
    head = matrix.head
    if (head["nrow"], head["ncol"]) != shape:
        raise text.wrong(matrix.line, f"{name} is {head['nrow']} x {head['ncol']} and must be {shape[0]} x {shape[1]} for {text.modes} modes.")
    m0, m1 = np.zeros(shape), np.zeros((shape[0], text.modes, shape[1]))
    if head["structure"] not in range(5):
        raise text.wrong(
            matrix.line, f"{name} has structure {head['structure']}, and must be 0 (zero), 1 (diagonal), 2 (symmetric), 3 (full), 4 (unity)."
        )
    if head["structure"] == 0 and matrix.entries:
        raise text.wrong(matrix.entries[0][3], f"{name} has an entry, although its structure is 0 (zero).")
    if head["structure"] == 4:
        m0 = np.eye(*shape)
    for order, indices, value, line in matrix.entries:
        where = (indices[0], indices[2], indices[1]) if order == 1 and last else indices
        into = m1 if order else m0
        if min(where) < 0 or any(i >= size for i, size in zip(where, into.shape)):
            raise text.wrong(
                line, f"{name} has no entry ({', '.join(str(i + 1) for i in indices)}): it is {shape[0]} x {shape[1]} for {text.modes} modes."
            )
        into[where] = value
        if order == 0 and head["structure"] == 2:
            into[where[::-1]] = value
    return m0, m1
