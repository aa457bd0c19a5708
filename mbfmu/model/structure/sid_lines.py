"""The lines of SID files that mbfmu writes, as FEMBS does: readers count on its first line, on `new modal = NAME` and on names of modes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .elastic_data import Array, ThermalField
from .sid_file import FIELDS, PLACES

NodeMatrices = tuple[str, Mapping[str, tuple[Array, Array | None]]]  # what its rframe says, and m0 (r, c) and m1 (r, n, c) or None by name


def written(
    mass: float,
    names: list[str],
    body: Mapping[str, tuple[Array, Array | None]],
    nodes: Mapping[str, NodeMatrices],
    name_of_body: str,
    places: Mapping[str, NodeMatrices],
    fields: Mapping[str, ThermalField],
) -> str:
    """The text of a file: each matrix is m0 (r, c) and m1 (r, n, c) or None. `places` and `fields` stand behind the part."""
    n = len(names)
    lines = [f"{len(nodes)} {n} :No. nodes, No. modes: written by mbfmu, SI units", "part", f"  new modal = {name_of_body}"]
    lines += ["    refmod", f"      mass = {fortran(mass)}", f"      nelastq = {n}"]
    lines += [f"      ielastq ({k + 1:4d}) = {name}" for k, name in enumerate(names)]
    lines += ["    end refmod", "    frame", *nodes_lines(nodes, n), "    end frame"]
    for key, (m0, m1) in body.items():
        lines += matrix_lines(key, m0, m1, n, "    ")
    behind = {PLACES: nodes_lines(places, n), FIELDS: [line for name, field in fields.items() for line in field_lines(name, field)]}
    sections = [line for key, of in behind.items() if of for line in (key, *of, f"end {key}")]
    return "\n".join([*lines, "  end modal", "end part", *sections, ""])


def nodes_lines(nodes: Mapping[str, NodeMatrices], n: int) -> list[str]:
    """The lines of nodes."""
    lines = []
    for name, (rframe, matrices) in nodes.items():
        lines += [f"      new node = {name}", f"        rframe = {rframe}"]
        for key, (m0, m1) in matrices.items():
            lines += matrix_lines(key, m0, m1, n, "        ")
        lines += ["      end node"]
    return lines


def field_lines(name: str, field: ThermalField) -> list[str]:
    """The lines of a temperature field, without what only a surface shows."""
    n = len(field.load)
    lines = [f"  new field = {name}", f"    energy = {fortran(field.energy)}"]
    for key, matrix in (("load", field.load[:, None]), ("stiffening", field.stiffening)):
        lines += matrix_lines(key, matrix, None, n, "    ")
    for place, sigma in field.stresses.items():
        _, *others = matrix_lines("sigma", sigma[:, None], None, n, "    ")
        lines += [f"    sigma = {place}", *others]
    return [*lines, "  end field"]


def matrix_lines(name: str, m0: Array, m1: Array | None, n: int, indent: str) -> list[str]:
    """The lines of a matrix, its zeros left out. Readers look for a blank behind its name."""
    head = {"order": int(m1 is not None), "nrow": m0.shape[0], "ncol": m0.shape[1], "nq": n, "nqn": 0}
    full = m0.any() or (m1 is not None and m1.any())
    lines = [f"{indent}{name:8}"] + [f"{indent}  {key} = {value}" for key, value in (head | {"structure": 3 if full else 0}).items()]
    for symbol, array in (("m0", m0), ("m1", np.zeros(0) if m1 is None else m1)):
        for where in zip(*np.nonzero(array)):
            lines.append(f"{indent}  {symbol}({', '.join(str(i + 1) for i in where)}) = {fortran(array[where])}")
    return [*lines, f"{indent}end {name}"]


def fortran(value: float) -> str:
    """A number to all its digits, with D for the exponent."""
    return f"{value:.16e}".replace("e", "D")
