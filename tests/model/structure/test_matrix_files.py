"""Matrices from files of other tools: the same body whatever the words, and damaged files."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.io import mmwrite
from scipy.sparse import csc_matrix

from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.abaqus import nodes_of, read_abaqus
from mbfmu.model.structure.data_file import read_elastic
from mbfmu.model.structure.matrix_entries import matrix_data
from mbfmu.model.structure.matrix_market import read_matrix_market
from mbfmu.model.structure.nastran import dmig, read_nastran
from tests.model.structure import written_matrices
from tests.model.structure.written_matrices import bent_beam, in_millimetres

MODEL = bent_beam()
MILLIMETRES = in_millimetres(MODEL)


def in_order(model):
    """Dense stiffness and mass, and places."""
    return np.asarray(model.K.todense()), np.asarray(model.M.todense()), model.x


def same(found, tolerance):
    """Matrices and places, in SI units."""
    for a, b in zip(in_order(found), in_order(MODEL)):
        assert a == pytest.approx(b, rel=tolerance, abs=tolerance * np.abs(b).max())
    assert list(found.labels) == list(MODEL.labels)


def table(folder, directions=""):
    lines = [f"{label} {x[0]:.17g} {x[1]:.17g}, {x[2]:.17g} {directions}  # a node" for label, x in zip(MODEL.labels, MODEL.x)]
    (folder / "nodes.txt").write_text("# number x y z\n" + "\n".join(lines))
    return folder / "nodes.txt"


def test_abaqus_matrices_of_a_model(tmp_path):
    written_matrices.abaqus_generated(MILLIMETRES, tmp_path)
    same(read_abaqus(tmp_path / "job_STIF2.mtx", tmp_path / "job.inp", tmp_path / "job_MASS2.mtx", unit=1e-3), 1e-12)


def test_abaqus_matrices_of_a_substructure(tmp_path):
    written_matrices.abaqus_generated(MILLIMETRES, tmp_path)
    written_matrices.abaqus_substructure(MILLIMETRES, tmp_path / "sub.mtx")
    same(read_abaqus(tmp_path / "sub.mtx", tmp_path / "job.inp", unit=1e-3), 1e-12)


def test_nastran_dmig(tmp_path):
    written_matrices.nastran_bulk(MILLIMETRES, tmp_path / "model.bdf")
    written_matrices.nastran_dmig(MILLIMETRES, tmp_path / "model.pch")
    same(read_nastran(tmp_path / "model.pch", tmp_path / "model.bdf", unit=1e-3), 1e-8)


@pytest.mark.parametrize("layout", ["dense", "bigmat", "packed"])
def test_nastran_output4(tmp_path, layout):
    written_matrices.nastran_bulk(MILLIMETRES, tmp_path / "model.bdf")
    written_matrices.nastran_op4(MILLIMETRES, tmp_path / "model.op4", layout)
    same(read_nastran(tmp_path / "model.op4", tmp_path / "model.bdf", unit=1e-3), 1e-12)


def test_matrix_market_with_a_table(tmp_path):
    for name, of in (("k.mtx", MODEL.K), ("m.mtx", MODEL.M)):
        mmwrite(tmp_path / name, of, symmetry="symmetric", precision=17)
    same(read_matrix_market(tmp_path / "k.mtx", tmp_path / "m.mtx", table(tmp_path)), 1e-12)


def test_matrices_become_a_body():
    """Named by labels of nodes; first frequencies as of the same beam with a fine mesh."""
    data = matrix_data(MODEL, {"root": 17, "tip": [57]}, modes=6)
    fine = matrix_data(bent_beam(8), {"root": 17, "tip": 177}, modes=6)
    assert np.sqrt(np.diag(data.Ke))[:3] == pytest.approx(np.sqrt(np.diag(fine.Ke))[:3], rel=0.02)
    assert data.nodes["tip"].x == pytest.approx([1.2, 0.9, 0.3]) and not data.stiffens
    with pytest.raises(MbfmuError, match="'tip' names node 58, which the matrices do not have"):
        matrix_data(MODEL, {"tip": 58})


@pytest.mark.parametrize("elements", [4, 70])  # dense and sparse matrices
def test_a_lumped_mass_has_no_rotary_inertia(elements):
    """As Nastran lumps by default; frequencies of the free body by static condensation."""
    fine = bent_beam(elements)
    mass = np.where(fine.direction < 3, 0.03 * 0.06 * 7850.0 * 1.0 / elements, 0.0)
    data = matrix_data(replace(fine, M=csc_matrix(np.diag(mass))), {"root": 17, "tip": int(fine.labels[-1])}, modes=12)
    K, heavy, light = fine.K.toarray(), np.flatnonzero(mass), np.flatnonzero(mass == 0.0)
    condensed = K[np.ix_(heavy, heavy)] - K[np.ix_(heavy, light)] @ np.linalg.solve(K[np.ix_(light, light)], K[np.ix_(light, heavy)])
    expected = np.sqrt(np.linalg.eigvalsh(condensed)[6:9] / mass[0])
    assert np.sqrt(np.diag(data.Ke))[:3] == pytest.approx(expected, rel=1e-3)  # of 12 modes


def test_lengths_in_millimetres_are_asked_about(tmp_path):
    written_matrices.abaqus_generated(MILLIMETRES, tmp_path)
    with pytest.raises(MbfmuError, match="1000 m long. If its lengths are in millimetres, give unit=1e-3"):
        read_abaqus(tmp_path / "job_STIF2.mtx", tmp_path / "job.inp", tmp_path / "job_MASS2.mtx")


def test_unsorted_nodes_are_found(tmp_path):
    """A table in another order than the rows."""
    for name, of in (("k.mtx", MODEL.K), ("m.mtx", MODEL.M)):
        mmwrite(tmp_path / name, of, symmetry="symmetric", precision=17)
    lines = table(tmp_path).read_text().splitlines()
    (tmp_path / "nodes.txt").write_text("\n".join([lines[0], lines[2], lines[1], *lines[3:]]))
    model = read_matrix_market(tmp_path / "k.mtx", tmp_path / "m.mtx", tmp_path / "nodes.txt")
    with pytest.raises(MbfmuError, match="resists a motion of the whole body .*another order"):
        matrix_data(model, {"root": 17, "tip": 57})


def read_all(folder, what):
    if what == "abaqus":
        return read_abaqus(folder / "job_STIF2.mtx", folder / "job.inp", folder / "job_MASS2.mtx", unit=1e-3)
    if what == "substructure":
        return read_abaqus(folder / "sub.mtx", folder / "job.inp", unit=1e-3)
    return read_nastran(folder / f"model.{what}", folder / "model.bdf", unit=1e-3)


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    folder = tmp_path_factory.mktemp("written")
    written_matrices.abaqus_generated(MILLIMETRES, folder)
    written_matrices.abaqus_substructure(MILLIMETRES, folder / "sub.mtx")
    written_matrices.nastran_bulk(MILLIMETRES, folder / "model.bdf")
    written_matrices.nastran_dmig(MILLIMETRES, folder / "model.pch")
    written_matrices.nastran_op4(MILLIMETRES, folder / "model.op4", "dense")
    return folder


def first(pattern, by):
    return lambda text: re.sub(pattern, by, text, count=1, flags=re.M)


@pytest.mark.parametrize(
    "what, file, change, words",
    [
        ("abaqus", "job.inp", first(r"^27,.*\n", ""), "name node 27, and no place is given"),
        ("abaqus", "job.inp", first(r"^(27,.*)\n", r"\1\n\1\n"), r"job.inp, line \d+: node 27 is given twice"),
        ("abaqus", "job.inp", first(r"^\*Node", "*INSTANCE, NAME=a\n0., 1., 0.\n*Node"), r"job.inp, line 5: an instance or a system moves nodes"),
        ("abaqus", "job.inp", first(r"^\*Node", "*INSTANCE, NAME=a\n*INSTANCE, NAME=b\n*Node"), r"job.inp, line 5: several instances"),
        ("abaqus", "job.inp", first(r"^27,.*\n", ",\n"), r"job.inp, line \d+: '' is no whole number"),
        ("abaqus", "job.inp", first(r"^27,", "2_7,"), r"job.inp, line \d+: '2_7' is no whole number"),
        ("abaqus", "job.inp", first(r"^27, ([-\d])", r"27, \g<1>_0"), r"job.inp, line \d+: '.*' is no number"),
        ("abaqus", "job_STIF2.mtx", first(r"^17,1, 17,1,", "99999999999999999999,1, 17,1,"), "line 2: 99999999999999999999 has more than 15 digits"),
        ("abaqus", "job_STIF2.mtx", first(r"^17,1, 17,1,", "1, 1,"), r"job_STIF2.mtx, line 2: there are 3 numbers in place of 5"),
        ("abaqus", "job_STIF2.mtx", first(r"^17,1,", "17,7,"), r"line 2: 17, 7, 17, 1 are no nodes and directions"),
        ("abaqus", "job_MASS2.mtx", first(r"e\+", "f+"), r"job_MASS2.mtx, line \d+: '.*' is no number"),
        ("substructure", "sub.mtx", first("NODES= 5", "NODES= 6"), "NODES=6, and its comment ELEMENT NODES names 5"),
        ("substructure", "sub.mtx", first("1, 2, 3, 4, 5, 6", ","), r"sub.mtx, line \d+: there are no numbers"),
        ("substructure", "sub.mtx", lambda text: re.sub(r"\*\* \d.*\n", "", text.replace("NODES= 5", "NODES= 0")), "NODES=0, and its comment"),
        ("substructure", "sub.mtx", first("TYPE=MASS", "TYPE=LOAD"), "TYPE=MASS is missing"),
        ("substructure", "sub.mtx", first(r"^ \d\.\d+e\+\d+, ", ""), "STIFFNESS has 464 numbers in place of 465 for 30 coordinates"),
        ("substructure", "sub.mtx", first("1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 7"), "modes of its own"),
        ("pch", "model.bdf", first("GRID,17,,", "GRID,17,5,"), r"model.bdf, line 5: grid point 17 is in another coordinate system .*CP 5"),
        ("pch", "model.bdf", first("^BEGIN BULK", "BEGIN BULK\nGRDSET,,5"), "line 4: GRDSET puts grid points in another coordinate system"),
        ("pch", "model.bdf", lambda text: "BEGIN BULK\n", "there are no GRID entries"),
        ("pch", "model.pch", lambda text: text.replace("KAAX", "K2PP"), "there is no DMIG KAAX. There is K2PP, MAAX"),
        ("pch", "model.pch", first(r"^\*( +)27 ", r"*\g<1>2x "), r"model.pch, line \d+: '2x' is no whole number"),
        ("op4", "model.op4", lambda text: text.replace("KAAX", "KGG "), "there is no matrix KAAX. There is KGG, MAAX"),
        ("op4", "model.op4", lambda text: text[: len(text) // 3], r"line \d+: the file ends inside a matrix"),
        ("op4", "model.op4", first("3E23.16", "3E0.16"), "line 1: numbers of KAAX have the format '1P,3E0.16', which is 0 columns wide"),
        ("op4", "model.op4", first(r"^( +2) +\d+", r"\g<1>      -3"), r"line \d+: column 2 of KAAX reaches beyond its 30 rows"),
        ("op4", "model.op4", first(r"^( +2) +\d+", r"\g<1>      29"), r"line \d+: column 2 of KAAX reaches beyond its 30 rows"),
        ("op4", "model.bdf", first(r"^GRID,17.*\n", ""), "KAAX is 30 x 30, and the bulk data have 4 grid points"),
    ],
)
def test_damaged_files_are_refused(every, tmp_path, what, file, change, words):
    for path in every.iterdir():
        text = path.read_text()
        (tmp_path / path.name).write_text(change(text) if path.name == file else text)
    with pytest.raises(MbfmuError, match=words):
        read_all(tmp_path, what)


@pytest.mark.parametrize(
    "text, words",
    [
        ("17 0 0 0\n17 1 0 0", "line 2: node 17 is given twice"),
        ("17 0 0", "line 1: there are 3 fields"),
        ("17 0 0 0 1237", "line 1: directions '1237' are not different digits"),
        ("17 0 zero 0", "line 1: 'zero' is no number"),
        ("17 0 0 0", "the matrix is 30 x 30, and the nodes of the table have 6 directions"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path, text, words):
    mmwrite(tmp_path / "k.mtx", csc_matrix(MODEL.K))
    (tmp_path / "nodes.txt").write_text(text)
    with pytest.raises(MbfmuError, match=words):
        read_matrix_market(tmp_path / "k.mtx", tmp_path / "k.mtx", tmp_path / "nodes.txt")


HEAD = "%%MatrixMarket matrix coordinate real general\n"


@pytest.mark.parametrize(
    "text, words",
    [
        ("nothing", "line 1: this is no Matrix Market file"),
        ("", "line 1: this is no Matrix Market file"),
        (HEAD.replace("real", "complex"), "line 1: the matrix is complex and general, and must be real"),
        (HEAD, "line 1: rows, columns and entries are not counted"),
        (HEAD + "30 30", "line 2: rows, columns and entries are not counted"),
        (HEAD + "30 30 999999999999\n1 1 1.0", "line 3: there are 1 entries in place of 999999999999"),
        (HEAD + "30 30 2\n1 1 1.0\n1 2 0.00e", r"line 4: '0.00e' is no number"),  # at whose end SciPy ends Python
        (HEAD + "30 30 1\n1 31 1.0", "line 3: there is no row or column 31, but 1 to 30"),
        (HEAD + "30 30 1\n1 nan", "line 3: there are 2 numbers in place of row, column and value"),
        (HEAD + "30 30 1\n1 1 nan", "line 3: 'nan' is no number"),
    ],
)
def test_matrix_market_files_that_are_damaged_are_refused(tmp_path, text, words):
    (tmp_path / "k.mtx").write_text(text)
    with pytest.raises(MbfmuError, match=f"k.mtx, {words}"):
        read_matrix_market(tmp_path / "k.mtx", tmp_path / "k.mtx", table(tmp_path))


@pytest.mark.parametrize("symmetry", ["symmetric", "general"])
def test_dense_matrices_of_matrix_market(tmp_path, symmetry):
    for name, of in (("k.mtx", MODEL.K), ("m.mtx", MODEL.M)):
        mmwrite(tmp_path / name, of.toarray(), symmetry=symmetry, precision=17)
    same(read_matrix_market(tmp_path / "k.mtx", tmp_path / "m.mtx", table(tmp_path)), 1e-12)


def test_blank_coordinates_of_abaqus_are_zero(tmp_path):
    (tmp_path / "job.inp").write_text("*NODE\n17, , 2.0, 3.0\n27\n", newline="\r\n")
    places = nodes_of(tmp_path / "job.inp")
    assert list(places[17]) == [0.0, 2.0, 3.0] and list(places[27]) == [0.0, 0.0, 0.0]


def test_fields_that_end_a_line_early_are_blank_in_nastran(tmp_path):
    """In free fields with a mark of continuation, with none and with large ones."""
    lines = ["DMIG,KAAX,0,6,2,0", "DMIG,KAAX,17,1,,17,1,1.5,,+A", "+A,17,2,2.5", ",17,3,3.5", "DMIG*,KAAX,17,2", "*,17,2,4.5"]
    (tmp_path / "model.pch").write_text("\n".join(lines))
    found = dmig(tmp_path / "model.pch")["KAAX"]
    assert list(found.values) == [1.5, 2.5, 3.5, 4.5] and found.rows.tolist() == [[17, 0], [17, 1], [17, 2], [17, 1]]


@pytest.mark.parametrize(
    "name, words",
    [
        ("arm.mnf", "binary format of Adams that is not public. Write SID"),
        ("arm.fbi", "Simpack"),
        ("arm.msh", "solid_data"),
        ("arm.op4", "read_nastran"),
    ],
)
def test_other_formats_are_refused_with_what_to_use(name, words):
    with pytest.raises(MbfmuError, match=words):
        read_elastic(name)
