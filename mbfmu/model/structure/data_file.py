"""Elastic data from a file of any kind: SID is read, for all others there is advice."""

from __future__ import annotations

from pathlib import Path

from mbfmu.base.errors import MbfmuError

from .elastic_data import ElasticData
from .sid import read_sid

PROPRIETARY = {
    ".mnf": "Adams",
    ".fbi": "Simpack",
    ".bfc": "Simpack",
    ".mtb": "Adams",
    ".rfi": "RecurDyn",
    ".rst": "ANSYS",
    ".op2": "Nastran",
    ".odb": "Abaqus",
}
ADVICE = {
    ".mtx": "matrices need places of nodes: read_abaqus or read_matrix_market, then matrix_data",
    ".full": "matrices need places of nodes: read_ansys, then matrix_data",
    ".cdb": "matrices are in the .full file beside it: read_ansys, then matrix_data",
    ".op4": "matrices need places of nodes: read_nastran, then matrix_data",
    ".pch": "matrices need places of nodes: read_nastran, then matrix_data",
    ".msh": "a mesh needs a material and interfaces: solid_data, or shell_data for plates",
    ".inp": "a mesh needs a material and interfaces: solid_data, or shell_data for plates; matrices of Abaqus: read_abaqus",
    ".bdf": "a mesh needs a material and interfaces: solid_data, or shell_data for plates; matrices of Nastran: read_nastran",
    ".vtu": "a mesh needs a material and interfaces: solid_data, or shell_data for plates",
    ".stl": "a closed surface has no solids: mesh it with tetrahedra first, by gmsh for example, then solid_data; the middle of plates: shell_data",
}


def read_elastic(path: str | Path) -> ElasticData:
    """The elastic data of a SID file (.SID_FEM, .sid). Raises MbfmuError for other formats, and says what to use in their place."""
    suffix = Path(path).suffix.lower()
    if suffix in PROPRIETARY:
        raise MbfmuError(
            f"{path}: {suffix} is a binary format of {PROPRIETARY[suffix]} that is not public. Write SID (standard input data, .SID_FEM), which most "
            f"tools for flexible bodies do, or stiffness and mass as text (DMIG, OUTPUT4, Abaqus .mtx, Matrix Market)."
        )
    if suffix in ADVICE:
        raise MbfmuError(f"{path}: {ADVICE[suffix]}.")
    return read_sid(path)
