"""Matrices of a bent beam, written in the words of other tools by their manuals."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mbfmu import Material, RectangleSection
from mbfmu.model.structure.beam import polyline
from mbfmu.model.structure.finite_elements import FiniteElements

CORNERS = {"root": (0.2, 0.1, 0.0), "elbow": (1.2, 0.1, 0.0), "tip": (1.2, 0.9, 0.3)}


def bent_beam(elements: int = 2) -> FiniteElements:
    """In SI units, with nodes 17, 27, 37 ..."""
    line = polyline(CORNERS, RectangleSection(width=0.03, height=0.06), Material(E=210e9, rho=7850.0, nu=0.3), None, elements)
    K, M = line.assembled([e.stiffness() for e in line.elements]), line.assembled([e.mass() for e in line.elements])
    count = len(line.x)
    return FiniteElements(line.x, 10 * np.arange(count) + 17, np.repeat(np.arange(count), 6), np.tile(np.arange(6), count), K, M)


def in_millimetres(model: FiniteElements) -> FiniteElements:
    """The same numbers in millimetres, newtons, seconds and tonnes."""
    scale = np.diag(np.where(model.direction < 3, 1e-3**0.5, 1e-3**-0.5))
    return FiniteElements(
        model.x * 1e3, model.labels, model.node, model.direction, scale @ model.K.toarray() @ scale, scale @ model.M.toarray() @ scale
    )


def named(model: FiniteElements) -> list[tuple[int, int]]:
    """Label and direction from 1 to 6 of each coordinate."""
    return [(int(model.labels[node]), int(direction) + 1) for node, direction in zip(model.node, model.direction)]


def abaqus_generated(model: FiniteElements, folder: Path) -> None:
    """*MATRIX GENERATE, FORMAT=MATRIX INPUT: the lower triangles; and the input file, its nodes in another order."""
    for of, name in (("K", "job_STIF2.mtx"), ("M", "job_MASS2.mtx")):
        matrix, at = np.asarray(getattr(model, of)), named(model)
        lines = [f"{at[i][0]},{at[i][1]}, {at[j][0]},{at[j][1]}, {matrix[i, j]:.17e}" for i in range(len(at)) for j in range(i + 1) if matrix[i, j]]
        (folder / name).write_text("** written for a test\n" + "\n".join(lines) + "\n")
    nodes = [f"{label}, {x[0]:.17e}, {x[1]:.17e}, {x[2]:.17e}" for label, x in zip(model.labels, model.x)]
    text = ["*HEADING", " a bent beam", "** nodes", "*Node, nset=ALL", *reversed(nodes), "*ELEMENT, TYPE=B31", "1, 17, 27", ""]
    (folder / "job.inp").write_text("\n".join(text))


def abaqus_substructure(model: FiniteElements, path: Path) -> None:
    """*SUBSTRUCTURE MATRIX OUTPUT, four numbers a line."""
    lines = ["** ABAQUS Substructure Matrix Output", f"*USER ELEMENT, NODES= {len(model.labels)}, LINEAR", "** ELEMENT NODES"]
    labels = [str(label) for label in model.labels]
    lines += [f"** {', '.join(labels[k : k + 2])}{',' if k + 2 < len(labels) else ''}" for k in range(0, len(labels), 2)]
    lines += ["1, 2, 3, 4, 5, 6"]
    for of, kind in (("K", "STIFFNESS"), ("M", "MASS")):
        values = [f"{value: .17e}" for value in np.asarray(getattr(model, of))[np.tril_indices(len(model.node))]]
        lines += [f"*MATRIX,TYPE={kind}", *(", ".join(values[k : k + 4]) + "," for k in range(0, len(values), 4))]
    path.write_text("\n".join(lines) + "\n")


def nastran_bulk(model: FiniteElements, path: Path) -> None:
    """GRID in free, small and large fields."""
    lines = ["SOL 103", "CEND", "BEGIN BULK", "$ grid points"]
    for k, (label, x) in enumerate(zip(model.labels, model.x)):
        if k % 3 == 0:
            lines.append(f"GRID,{label},,{x[0]:.12g},{x[1]:.12g},{x[2]:.12g}")
        elif k % 3 == 1:
            lines += [f"GRID*   {label:<16d}{'':16}{x[0]:<16.10f}{x[1]:<16.10f}", f"*       {x[2]:<16.10f}"]
        else:
            lines.append(f"GRID    {label:<8d}{'':8}{x[0]:<8.6g}{x[1]:<8.6g}{x[2]:<8.6g}")
    path.write_text("\n".join([*lines, "ENDDATA", ""]))


def nastran_dmig(model: FiniteElements, path: Path) -> None:
    """DMIG of form 6 in large fields, as EXTSEOUT punches them, with exponents by D."""
    at = named(model)
    lines = []
    for of, name in (("K", "KAAX"), ("M", "MAAX")):
        matrix = np.asarray(getattr(model, of))
        lines.append(f"DMIG    {name:<8}{0:8d}{6:8d}{2:8d}{0:8d}{'':16}{len(at):8d}")
        for j in range(len(at)):
            lines.append(f"DMIG*   {name:<16}{at[j][0]:16d}{at[j][1]:16d}")
            for i in range(j, len(at)):
                if matrix[i, j]:
                    lines.append(f"*       {at[i][0]:16d}{at[i][1]:16d}{f'{matrix[i, j]:.9E}'.replace('E', 'D'):>16}")
    path.write_text("\n".join(lines) + "\n")


def nastran_op4(model: FiniteElements, path: Path, layout: str) -> None:
    """Formatted OUTPUT4, 1P,3E23.16: "dense", or with strings of one number, their rows apart ("bigmat") or in one number with their lengths."""
    lines = []
    three = lambda values: ["".join(f"{value:23.16E}" for value in values[k : k + 3]) for k in range(0, len(values), 3)]
    for of, name in (("K", "KAAX"), ("M", "MAAX")):
        matrix = np.asarray(getattr(model, of))
        size = len(matrix)
        lines.append(f"{size:8d}{-size if layout == 'bigmat' else size:8d}{6:8d}{2:8d}{name:<8}1P,3E23.16")
        for j in range(size):
            rows = np.flatnonzero(matrix[:, j])
            if layout != "dense":
                lines.append(f"{j + 1:8d}{0:8d}{(4 if layout == 'bigmat' else 3) * len(rows):8d}")
                for i in rows:
                    lines += [f"{3:8d}{i + 1:8d}" if layout == "bigmat" else f"{3 * 65536 + i + 1:12d}", f"{matrix[i, j]:23.16E}"]
            else:
                lines.append(f"{j + 1:8d}{rows[0] + 1:8d}{rows[-1] - rows[0] + 1:8d}")
                lines += three(matrix[rows[0] : rows[-1] + 1, j])
        lines += [f"{size + 1:8d}{1:8d}{1:8d}", f"{1.0:23.16E}"]
    path.write_text("\n".join(lines) + "\n")
