"""Matrices of ANSYS: files of others, and what stands in the way of reading them."""

import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.sparse import triu

from mbfmu import matrix_data, read_ansys, read_elastic
from mbfmu.base.errors import MbfmuError
from tests.files_of_others import files_of_others
from tests.tolerances import EIGENVALUES, EIGENVALUES_OF_FILES

NODE = "%8d%8d%8d" + 3 * "%21.13E"


def test_it_says_which_package_it_needs(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ansys.mapdl.reader", None)
    with pytest.raises(MbfmuError, match="pip install ansys-mapdl-reader"):
        read_ansys(tmp_path / "file.full", tmp_path / "file.cdb")


def test_the_command_line_names_the_way():
    with pytest.raises(MbfmuError, match="file.full: matrices need places of nodes: read_ansys, then matrix_data"):
        read_elastic("file.full")


@pytest.mark.tools
def test_what_is_held_is_refused():
    """The example of the package is clamped at 21 nodes."""
    examples = pytest.importorskip("ansys.mapdl.reader.examples")
    with pytest.raises(MbfmuError, match=r"supports hold the body in 63 directions, such as at node \d+, [xyz]. Delete them"):
        read_ansys(examples.fullfile, examples.hexarchivefile)


@pytest.mark.tools
def test_damaged_files_are_refused(tmp_path):
    examples = pytest.importorskip("ansys.mapdl.reader.examples")
    (tmp_path / "file.full").write_bytes(Path(examples.fullfile).read_bytes()[:4000])
    for full, words in (
        (tmp_path / "file.full", "ansys-mapdl-reader cannot read the file .* cut off: write it again"),
        (examples.rstfile, "this file has no matrices"),
        ("none", "no such file"),
    ):
        with pytest.raises(MbfmuError, match=words):
            read_ansys(full, examples.hexarchivefile)


def places_by_rotations(motions: np.ndarray) -> np.ndarray:
    """Places (p, 3), but for their scale and origin, of nodes that motions (3 p, 6) of a free rigid body move: each by t + w x r."""
    moved = (motions - np.tile(motions[:3], (len(motions) // 3, 1))).reshape(-1, 3, 6)
    kept = np.linalg.svd(moved.reshape(-1, 6))[2][:3]
    turned = moved @ kept.T  # (p, 3, 3): each a skew matrix times one that is the same for all
    rows = [[turned[:, i, k] * (j == m) + turned[:, j, k] * (i == m) for k in range(3) for m in range(3)] for i in range(3) for j in range(i, 3)]
    same = np.linalg.svd(np.transpose(rows, (0, 2, 1)).reshape(-1, 9))[2][-1].reshape(3, 3)
    skew = turned @ same
    found = np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1)
    return found / np.ptp(found, axis=0).max()


@pytest.mark.files
def test_a_free_rotor(tmp_path):
    """Its mass and its modes, with five nodes at one end held together, are those of the matrices by SciPy.

    sparse.full is of the tests of ansys-mapdl-reader; its stiffness tells where its 115 nodes are.
    """
    reader = pytest.importorskip("ansys.mapdl.reader")
    (full,) = files_of_others("MBFMU_ANSYS", "sparse.full")
    numbers, K, M = reader.read_binary(str(full)).load_km(sort=True)
    K, M = ((of + triu(of, 1).T).toarray() for of in (K, M))
    shapes = eigh(K, M)[1]
    nodes, x = numbers[::3, 0], places_by_rotations(shapes[:, :6])
    lines = [NODE % (node, 0, 0, *place) for node, place in zip(nodes, x, strict=True)]
    archive = ["/PREP7", f"NBLOCK,6,SOLID,{nodes.max():10d},{len(nodes):10d}", "(3i8,6e21.13e3)", *lines, "N,R5.3,LOC,       -1,", "FINISH", ""]
    (tmp_path / "rotor.cdb").write_text("\n".join(archive))

    front = np.argsort(x[:, 2])[:5]
    body = matrix_data(read_ansys(full, tmp_path / "rotor.cdb"), {"front": nodes[front].tolist()}, modes=400)
    assert body.m == pytest.approx(M.sum() / 3.0, rel=EIGENVALUES)
    stiff = held_together(x, front)
    expected = eigh(stiff.T @ K @ stiff, stiff.T @ M @ stiff, eigvals_only=True)[6:12]
    assert np.diag(body.Ke)[:6] == pytest.approx(expected, rel=EIGENVALUES_OF_FILES)


def held_together(x: np.ndarray, nodes: np.ndarray) -> np.ndarray:
    """Motions (3 p, k) of nodes at x (p, 3) of which some move as one rigid body."""
    columns = []
    for axis in np.eye(3):
        for moved in (np.tile(axis, (len(x), 1)), np.cross(axis, x - x[nodes[0]])):
            columns.append(np.where(np.isin(np.arange(len(x)), nodes)[:, None], moved, 0.0).ravel())
    free = np.repeat(~np.isin(np.arange(len(x)), nodes), 3)
    return np.column_stack([*columns, np.eye(3 * len(x))[:, free]])
