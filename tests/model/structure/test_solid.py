"""Solids from meshes against beam theory, closed forms, and the displacements of second order of beams."""

import numpy as np
import pytest
from scipy.linalg import eigh

from mbfmu import Material, RectangleSection
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.mesh_file import read_mesh
from mbfmu.model.structure.reference_frame import held_at
from mbfmu.model.structure.solid import solid_data
from tests.tolerances import ROUNDOFF, STRETCHED, STRIP

meshio = pytest.importorskip("meshio")  # of the extra mbfmu[fe]
skfem = pytest.importorskip("skfem")

STEEL, L, B, H = Material(E=210e9, rho=7850.0, nu=0.3), 1.0, 0.05, 0.1
ENDS = {"root": lambda x: x[:, 0] < 1e-9, "tip": lambda x: x[:, 0] > L - 1e-9}


def brick(nx: int = 6, scale: float = 1.0, tetrahedra: bool = False, layers: int = 1, **sets):
    """A meshio.Mesh of a bar along x in layers along z, of corners in meshio's order."""
    x, y, z = np.linspace(0, L, nx + 1), np.array([-B / 2, B / 2]), np.linspace(-H / 2, H / 2, layers + 1)
    points = np.array([(a, b, c) for a in x for b in y for c in z]) * scale
    corner = lambda i, j, k: (2 * i + j) * (layers + 1) + k
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    cells = np.array([[corner(i + a, b, k + up) for up in (0, 1) for a, b in around] for i in range(nx) for k in range(layers)])
    if tetrahedra:
        six = [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]
        cells = np.array([cell[list(four)] for cell in cells for four in six])
    return meshio.Mesh(points, [("tetra" if tetrahedra else "hexahedron", cells)], **sets)


@pytest.fixture(scope="module")
def bar():
    return solid_data(brick(), STEEL, ENDS, modes=6, stress_at={"top": (0.5, 0.0, H / 2)})


@pytest.fixture(scope="module")
def beam():
    return beam_data({"root": (0, 0, 0), "tip": (L, 0, 0)}, RectangleSection(width=B, height=H), STEEL, elements=8, modes=6)


def test_mass_is_exact(bar):
    m = STEEL.rho * L * B * H
    assert bar.m == pytest.approx(m, rel=ROUNDOFF)
    assert bar.s[0] / bar.m == pytest.approx([L / 2, 0.0, 0.0], abs=ROUNDOFF)
    assert bar.N[0, 0] == pytest.approx(m * np.diag([L**2 / 3, B**2 / 12, H**2 / 12]), abs=ROUNDOFF)
    assert np.einsum("abii->ab", bar.N)[1:, 1:] == pytest.approx(np.eye(bar.modes), abs=1e-10)


def test_bending_frequencies_are_those_of_the_beam(bar, beam):
    """Free, and held at an end: within 3 % of Timoshenko's, for six elements with rigid end faces."""
    for solid, slender in ((bar, beam), (held_at(bar, "root"), held_at(beam, "root"))):
        assert np.sqrt(np.diag(solid.Ke))[:3] == pytest.approx(np.sqrt(np.diag(slender.Ke))[:3], rel=0.03)


@pytest.mark.parametrize("root, tip", [("root", "tip"), ("tip", "root")])
def test_displacements_of_second_order_are_those_of_the_beam(bar, beam, root, tip):
    """By stress of unit loads there, by slopes and twist here: shortening, bending that twist turns, and buckling at Euler's load."""
    solid, slender = held_at(bar, root), held_at(beam, root)
    torsion = [int(np.flatnonzero(np.abs(data.nodes[tip].Psi[0]) > 1.0)[0]) for data in (solid, slender)]
    kept = [np.array([0, 1, 2, t]) for t in torsion]
    G, expected = (data.nodes[tip].G[:, k][:, :, k] for data, k in zip((solid, slender), kept))
    turn = np.sign(solid.nodes[tip].Psi[0, torsion[0]] * slender.nodes[tip].Psi[0, torsion[1]])
    signs = np.array([1.0, 1.0, 1.0, turn])
    assert (G * signs[:, None] * signs)[:, :3] == pytest.approx(expected[:, :3], abs=0.05 * np.abs(expected).max())
    twist = solid.nodes[tip].Psi[0, torsion[0]] ** 2 * np.pi**2 / (8 * L)  # of theta'^2 of a sine
    away = 1.0 if tip == "tip" else -1.0
    assert G[0, 3, 3] == pytest.approx(
        -away * (B**2 + H**2) / 12 * twist, rel=0.03
    )  # fibres of a twisted bar are helices, which rigid sections cannot tell
    assert solid.H[:3, :3, 0, 0] == pytest.approx(slender.H[:3, :3, 0, 0], abs=0.05 * np.abs(slender.H[:3, :3]).max())
    load = 1 / eigh(-away * solid.nodes[tip].G[0], solid.Ke, eigvals_only=True)[-1]
    assert load == pytest.approx(np.pi**2 * STEEL.E * H * B**3 / 12 / (4 * L**2), rel=0.03)


def test_hot_edges_soften_a_strip():
    """A strip whose edges are warmer than its middle is pressed there and pulled within, and no force acts on it.

    1 K at the edges, (2 z / h)^2 K elsewhere, changes G J by the integral of stress times r^2, - E alpha b h^3 / 45 (Wagner). Bending across the thin
    side turns fibres by w' - nu w''' (z^2 - h^2 / 12) / 2, which gives - nu E alpha b h^3 / 45 beside E b^3 h / 12.
    """
    mesh, b, alpha = brick(12, layers=4), B / 5, 1.2e-5
    mesh.points[:, 1] /= 5
    steel = Material(STEEL.E, STEEL.rho, STEEL.nu, alpha)
    strip = solid_data(mesh, steel, ENDS, modes=3, temperatures={"edges": lambda x: (2 * x[:, 2] / H) ** 2, "warm": 1.0})
    in_torsion = -steel.E * alpha * b * H**3 / 45 / (steel.G * H * b**3 / 3 * (1 - 0.63 * b / H))
    in_bending = -steel.nu * alpha * 12 / 45 * (H / b) ** 2
    tip, fields = strip.nodes["tip"], strip.temperatures
    lowest = [int(np.flatnonzero(np.abs(motion) > 0.5 * np.abs(motion).max())[0]) for motion in (tip.Psi[0], tip.Phi[1])]
    edges, uniform = (np.diag(field.stiffening)[lowest] / np.diag(strip.Ke)[lowest] for field in fields.values())
    assert edges == pytest.approx([in_torsion, in_bending], rel=STRIP)
    assert np.all(np.abs(uniform) < 0.05 * np.abs(edges))  # there where the ends do not let it swell
    free, held = (eigh(data.temperatures["edges"].stiffening, data.Ke, eigvals_only=True) for data in (strip, held_at(strip, "root")))
    assert held == pytest.approx(free, abs=STRETCHED * np.abs(free).max())  # wherever the frame is


def test_stress_of_a_loaded_cantilever(bar):
    """F (L - x) z / I at the top, half way."""
    solid, F = held_at(bar, "root"), 1000.0
    e = np.linalg.solve(solid.Ke, solid.nodes["tip"].Phi.T @ [0.0, 0.0, -F])
    expected = F * L / 2 * (H / 2) / (B * H**3 / 12)
    assert solid.stresses["top"].x[2] == pytest.approx(H / 2)
    assert (solid.stresses["top"].sigma @ e)[0] == pytest.approx(expected, rel=0.02)
    assert solid.nodes["tip"].Phi[2] @ e == pytest.approx(-F * L**3 / (3 * STEEL.E * B * H**3 / 12), rel=0.03)


def test_the_surface_is_closed_and_seen_from_outside(bar):
    x, triangles = bar.surface.vertices, bar.surface.triangles
    at = x[triangles]
    assert np.einsum("qi,qi->", at[:, 0], np.cross(at[:, 1], at[:, 2])) / 6 == pytest.approx(L * B * H, rel=ROUNDOFF)
    assert bar.surface.sigma.shape == (len(x), 6, bar.modes)


def test_tetrahedra_in_millimetres_are_the_same_body(bar):
    found = solid_data(brick(10, 1e3, tetrahedra=True), STEEL, {"root": np.arange(4), "tip": np.arange(40, 44)}, unit=1e-3, modes=2)
    assert found.m == pytest.approx(bar.m, rel=ROUNDOFF)
    assert np.sqrt(found.Ke[0, 0]) == pytest.approx(np.sqrt(bar.Ke[0, 0]), rel=0.03)


def test_a_file_with_named_faces(tmp_path, bar):
    sets = {"root": np.arange(4), "end face": np.arange(24, 28)}
    meshio.write(tmp_path / "bar.inp", brick(point_sets=sets))
    found = solid_data(tmp_path / "bar.inp", STEEL, {"root": "root", "tip": "end face"}, modes=6)
    assert np.diag(found.Ke) == pytest.approx(np.diag(bar.Ke), rel=1e-6)


GMSH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
2 1 "root"
2 2 "end"
3 1 "arm"
$EndPhysicalNames
$Nodes
6
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
7 5 5 5
8 1 1 1
$EndNodes
$Elements
4
1 2 2 1 1 1 3 4
2 2 2 2 2 2 8 3
3 4 2 1 1 1 2 3 4
4 4 2 1 1 2 3 4 8
$EndElements
"""


def test_physical_groups_of_gmsh_and_nodes_of_no_element(tmp_path):
    (tmp_path / "arm.msh").write_text(GMSH)
    mesh = read_mesh(tmp_path / "arm.msh")
    assert len(mesh.vertices) == 5
    assert {name: sorted(map(tuple, mesh.vertices[at].astype(int).tolist())) for name, at in mesh.names.items()} == {
        "root": [(0, 0, 0), (0, 0, 1), (0, 1, 0)],
        "end": [(0, 1, 0), (1, 0, 0), (1, 1, 1)],
        "arm": sorted(map(tuple, mesh.vertices.astype(int).tolist())),
    }
    assert solid_data(tmp_path / "arm.msh", STEEL, {"root": "root"}, modes=2).m == pytest.approx(STEEL.rho / 2)


def two_bricks():
    one = brick(1)
    return meshio.Mesh(
        np.concatenate([one.points, one.points + [3.0, 0.0, 0.0]]), [("hexahedron", np.concatenate([one.cells[0].data, one.cells[0].data + 8]))]
    )


def flat():
    one = brick(2)
    one.points[4:8] = one.points[0:4]
    return one


def pressed_flat():
    one = brick(2)
    one.points[:, 2] = 0.0
    return one


@pytest.mark.parametrize(
    "mesh, interfaces, words",
    [
        (lambda: brick(1, 1e3), ENDS, "is 1000 m long. If its lengths are in millimetres, give unit=1e-3"),
        (two_bricks, ENDS, r"2 pieces that share no nodes. The smallest has 8 of 16 nodes, about \((0|3).5, 0, 0\) m"),
        (flat, ENDS, "element 1 at .* has no volume"),
        (brick, {"root": "roof"}, "no node set 'roof'. It has none"),
        (brick, {"root": np.array([0, 1])}, "'root' has 2 vertices and no whole face"),
        (brick, {"root": lambda x: x[:, 0] > 5}, "'root' has no vertices"),
        (pressed_flat, ENDS, r"element 1 at \(.*\) m has no volume"),
        (lambda: meshio.Mesh(np.eye(3), [("triangle", [[0, 1, 2]])]), ENDS, "there is triangle"),
        (lambda: "nowhere.msh", ENDS, "there is no such file"),
    ],
)
def test_what_makes_no_solid_is_refused(mesh, interfaces, words):
    with pytest.raises(MbfmuError, match=words):
        solid_data(mesh(), STEEL, interfaces, modes=1)


def test_an_incompressible_solid_is_refused():
    with pytest.raises(MbfmuError, match="nu = 0.5 of a solid must be less than 0.5"):
        solid_data(brick(), Material(E=1e6, rho=1000.0, nu=0.5), ENDS, modes=1)


def test_a_file_that_is_no_mesh_is_refused(tmp_path, capsys):
    (tmp_path / "bar.msh").write_text("nothing")
    with pytest.raises(MbfmuError, match="bar.msh: meshio cannot read the mesh"):
        read_mesh(tmp_path / "bar.msh")
    assert not capsys.readouterr().out


def test_a_heated_solid():
    """Free, it expands by alpha T L and bends by alpha T L^2 / (2 h), without stress; its rigid ends have no Poisson's effect to resist.

    A bimetal whose layers expand by alpha and alpha / 2 bends by 3/2 (alpha / 2) T / h, and has E (alpha / 2) T / 4 at its outer faces. Source:
    Timoshenko (1925), Analysis of bi-metal thermostats.
    """
    alpha = 1e-5
    metal = Material(E=2e11, rho=7850.0, nu=0.0, alpha=alpha)
    fields = {"warm": 1.0, "sun": lambda x: x[:, 2] / H, "bimetal": lambda x: np.where(x[:, 2] > 0, 1.0, 0.5)}
    top = {"top": (0.5, 0.0, H / 2)}
    solid = held_at(solid_data(brick(20, layers=2), metal, ENDS, modes=0, stress_at=top, temperatures=fields), "root")
    e = {name: np.linalg.solve(solid.Ke, field.load) for name, field in solid.temperatures.items()}
    moved = {name: solid.nodes["tip"].Phi @ e[name] for name in fields}
    assert moved["warm"] == pytest.approx([alpha * L, 0, 0], abs=1e-6 * alpha)
    assert [moved[name][2] for name in ("sun", "bimetal")] == pytest.approx([-alpha * L**2 / (2 * H), -3 / 4 * alpha * L**2 / (2 * H)], rel=1e-6)
    stress = {name: solid.stresses["top"].sigma @ e[name] + field.stresses["top"] for name, field in solid.temperatures.items()}
    assert stress["bimetal"][0] == pytest.approx(metal.E * alpha / 8, rel=0.01)
    assert np.abs([stress["warm"], stress["sun"]]).max() < 0.01 * metal.E * alpha / 8


def test_a_heated_solid_between_walls():
    """With Poisson's effect: its expansion across is free, so it pushes with E A alpha T, and its stress half way is E alpha T along it alone."""
    steel = Material(E=210e9, rho=7850.0, nu=0.3, alpha=1.2e-5)
    solid = held_at(solid_data(brick(10), steel, ENDS, modes=0, stress_at={"top": (0.5, 0.0, H / 2)}, temperatures={"warm": 1.0}), "root")
    field, Phi = solid.temperatures["warm"], solid.nodes["tip"].Phi
    free = np.linalg.solve(solid.Ke, field.load)
    held = np.linalg.solve(Phi @ np.linalg.solve(solid.Ke, Phi.T), Phi @ free)
    e = free - np.linalg.solve(solid.Ke, Phi.T @ held)
    assert held == pytest.approx([steel.E * steel.alpha * B * H, 0, 0], rel=0.05, abs=1e-6 * held[0])  # rigid ends cannot get wider
    stress = solid.stresses["top"].sigma @ e + field.stresses["top"]
    assert stress == pytest.approx([-held[0] / (B * H), 0, 0, 0, 0, 0], abs=0.01 * steel.E * steel.alpha)
    assert field.shown_by(solid.Ke) == pytest.approx(1.0)
