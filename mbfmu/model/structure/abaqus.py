"""Matrices that Abaqus writes: *MATRIX GENERATE with FORMAT=MATRIX INPUT, and *SUBSTRUCTURE MATRIX OUTPUT; places of nodes from its input file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .elastic_data import Array
from .finite_elements import FiniteElements
from .matrix_entries import Entries, put_together
from .text_file import number, text_of, whole, wrong


def read_abaqus(matrices: str | Path, inp: str | Path, mass: str | Path | None = None, unit: float | None = None) -> FiniteElements:
    """Stiffness and mass from .mtx files, and places of nodes from the .inp file.

    `matrices` is the file of a substructure, which holds both; or the stiffness of *MATRIX GENERATE, with `mass` its mass. Lengths are `unit` metres,
    forces newtons. Parts are read if there is one instance, which is not moved. Raises MbfmuError with the line.
    """
    if mass is None:
        K, M = substructure(matrices)
    else:
        K, M = generated(matrices), generated(mass)
    return put_together(nodes_of(inp), K, M, str(matrices), unit)


def nodes_of(inp: str | Path) -> dict[int, Array]:
    """Places (3,) of nodes of *NODE by their labels; of parts, one with one instance that stands where the part does."""
    places: dict[int, Array] = {}
    inside, instances, moved = False, 0, False
    for line, text in enumerate(text_of(inp, "the input file of Abaqus").splitlines(), 1):
        if text.startswith("**") or not text.strip():
            continue
        if text.startswith("*"):
            words = [word.strip().upper() for word in text.split(",")]
            inside, moved = words[0] == "*NODE", words[0] in ("*INSTANCE", "*SYSTEM")
            instances += words[0] == "*INSTANCE"
            if instances > 1 or (inside and any(word.replace(" ", "").startswith("SYSTEM=") for word in words)):
                raise wrong(inp, line, "several instances, or nodes in a SYSTEM of their own, are not read. Write the input file of a flat model.")
            continue
        if moved:
            raise wrong(inp, line, "an instance or a system moves nodes, which is not read. Write the input file of a flat model.")
        if inside:
            fields = [field.strip() for field in text.split(",")] + [""] * 3
            label = whole(inp, line, fields[0])
            if label in places:
                raise wrong(inp, line, f"node {label} is given twice.")
            places[label] = np.array([number(inp, line, field or "0") for field in fields[1:4]])
    return places


def generated(path: str | Path) -> Entries:
    """The matrix of *MATRIX GENERATE: lines of node, direction, node, direction, value."""
    rows, columns, values = [], [], []
    for line, text in enumerate(text_of(path, "the matrix of Abaqus").splitlines(), 1):
        if text.startswith("*") or not text.strip():
            continue
        fields = text.replace(",", " ").split()
        if len(fields) != 5:
            raise wrong(path, line, f"there are {len(fields)} numbers in place of 5. Write matrices with FORMAT=MATRIX INPUT, which names nodes.")
        labels = [whole(path, line, field) for field in fields[:4]]
        if not (1 <= labels[1] <= 6 and 1 <= labels[3] <= 6) or min(labels[0], labels[2]) < 1:
            raise wrong(path, line, f"{', '.join(fields[:4])} are no nodes and directions from 1 to 6.")
        rows.append((labels[0], labels[1] - 1))
        columns.append((labels[2], labels[3] - 1))
        values.append(number(path, line, fields[4]))
    return Entries(np.array(rows, dtype=int).reshape(-1, 2), np.array(columns, dtype=int).reshape(-1, 2), np.array(values))


@dataclass
class Block:
    """A keyword line without blanks, in capitals, with the lines of numbers and the comments behind it."""

    line: int
    keyword: str
    data: list[tuple[int, list[str]]]
    comments: list[str]

    def option(self, name: str) -> str:
        """The value of an option, "" if it is not there."""
        found = re.search(rf",{name}=(\w+)", self.keyword)
        return found[1] if found else ""


def blocks(path: str | Path) -> list[Block]:
    """The keywords of a file with what belongs to each."""
    found = [Block(1, "", [], [])]
    for line, text in enumerate(text_of(path, "the substructure of Abaqus").splitlines(), 1):
        if text.startswith("**"):
            found[-1].comments.append(text.strip("* ").upper())
        elif text.startswith("*"):
            found.append(Block(line, re.sub(r"\s", "", text.upper()), [], []))
        elif text.strip():
            fields = [field for field in text.split(",") if field.strip()]
            if not fields:
                raise wrong(path, line, "there are no numbers.")
            found[-1].data.append((line, fields))
    return found


def substructure(path: str | Path) -> tuple[Entries, Entries]:
    """Stiffness and mass of *SUBSTRUCTURE MATRIX OUTPUT: a user element, and its matrices by the rows of their lower triangles."""
    found = blocks(path)
    elements = [block for block in found if block.keyword.startswith("*USERELEMENT")]
    if not elements or "UNSYMM" in elements[0].keyword or not elements[0].data:
        raise wrong(path, found[-1].line, "there is no symmetric *USER ELEMENT with directions of nodes. Write *SUBSTRUCTURE MATRIX OUTPUT.")
    named = coordinates(path, elements[0])
    i, j = np.tril_indices(len(named))
    made = {}
    for block in found:
        if block.keyword.startswith("*MATRIX"):
            values = [number(path, line, field) for line, fields in block.data for field in fields]
            if len(values) != len(i):
                raise wrong(path, block.line, f"{block.option('TYPE')} has {len(values)} numbers in place of {len(i)} for {len(named)} coordinates.")
            made[block.option("TYPE")] = Entries(named[i], named[j], np.array(values))
    missing = [kind for kind in ("STIFFNESS", "MASS") if kind not in made]
    if missing:
        raise wrong(path, found[-1].line, f"*MATRIX, TYPE={missing[0]} is missing. Write the substructure with STIFFNESS=YES, MASS=YES.")
    return made["STIFFNESS"], made["MASS"]


def coordinates(path: str | Path, element: Block) -> Array:
    """Label and direction (N, 2) of the coordinates of a user element, whose nodes are named by a comment."""
    starts = [k for k, comment in enumerate(element.comments) if comment.startswith("ELEMENT NODES")]
    labels: list[int] = []
    for comment in element.comments[starts[0] + 1 :] if starts else []:
        if not re.fullmatch(r"[\d,\s]+", comment):
            break
        labels += [int(label) for label in re.findall(r"\d+", comment)]
    if not labels or str(len(labels)) != element.option("NODES"):
        raise wrong(path, element.line, f"*USER ELEMENT has NODES={element.option('NODES')}, and its comment ELEMENT NODES names {len(labels)}.")
    rows = [[whole(path, line, field) for field in fields] for line, fields in element.data]
    directions = {1: rows[0]} | {row[0]: row[1:] for row in rows[1:]}  # from this node on
    made, current = [], rows[0]
    for at, label in enumerate(labels, 1):
        current = directions.get(at, current)
        made += [(label, direction - 1) for direction in current]
    named = np.array(made)
    if named[:, 1].min() < 0 or named[:, 1].max() > 5:
        raise wrong(
            path, element.line, "the substructure has modes of its own (directions above 6). Write it with nodes only, and with more of them."
        )
    return named
