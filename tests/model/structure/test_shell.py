"""Flexible bodies from shells against closed forms, beams, solids of the same shape, and what makes no shell."""

import warnings

import numpy as np
import pytest
from scipy.linalg import eigh

from mbfmu import BoxSection, FlexibleBody, Material, Model, PressureLoad, RectangleSection, SurfaceMesh, World, beam_data, equilibrium, shell_data
from mbfmu.base.errors import MbfmuError
from mbfmu.model.elements.joints import Fixed
from mbfmu.model.structure.reference_frame import held_at
from mbfmu.model.structure.surface_mesh import read_surface
from tests.tolerances import COARSE_MESH, FINE_MESH, ROUNDOFF, STRIP

from .plates import box, grid

STEEL, L, B, H = Material(E=210e9, rho=7850.0, nu=0.3), 1.0, 0.1, 0.01
ENDS = {"root": lambda x: x[:, 0] < 1e-9, "tip": lambda x: x[:, 0] > x[:, 0].max() - 1e-9}


def strip(nx: int = 16, ny: int = 2) -> SurfaceMesh:
    """A strip along x, in the middle of which is y = 0."""
    return grid(nx, ny, lambda x, y: (L * x, B * (y - 0.5), 0 * x))


@pytest.fixture(scope="module")
def plate():
    return shell_data(strip(), STEEL, H, ENDS, modes=6, stress_at={"top": (0.5, 0.0, H / 2), "bottom": (0.5, 0.0, -H / 2)})


@pytest.fixture(scope="module")
def beam():
    return beam_data({"root": (0, 0, 0), "tip": (L, 0, 0)}, RectangleSection(width=B, height=H), STEEL, elements=16, modes=6)


def at_tip(data, load):
    """Elastic coordinates, and displacement and rotation (6,) of the tip, under a force and a torque (6,) there, held at the root."""
    held = held_at(data, "root")
    moved = np.concatenate([held.nodes["tip"].Phi, held.nodes["tip"].Psi])
    e = np.linalg.solve(held.Ke, moved.T @ np.asarray(load, dtype=float))
    return held, e, moved @ e


def test_mass_and_inertia_are_exact(plate):
    m = STEEL.rho * L * B * H
    assert plate.m == pytest.approx(m, rel=ROUNDOFF)
    assert plate.s[0] / m == pytest.approx([L / 2, 0, 0], abs=ROUNDOFF)
    assert plate.N[0, 0] == pytest.approx(m * np.diag([L**2 / 3, B**2 / 12, H**2 / 12]), abs=ROUNDOFF)
    assert np.einsum("abii->ab", plate.N)[1:, 1:] == pytest.approx(np.eye(plate.modes), abs=1e-10)


def test_frequencies_are_those_of_a_beam(plate, beam):
    """Free: three of bending across the plate, and the first of bending in it."""
    across, expected = np.sqrt(np.diag(plate.Ke))[:4], np.sqrt(np.diag(beam.Ke))[:4]
    assert across == pytest.approx(expected, rel=COARSE_MESH)  # the ends are rigid, which a beam's sections are everywhere


def test_stress_is_known_at_both_faces(plate):
    """F (L - x) z / I half way, with the opposite sign below."""
    held, e, moved = at_tip(plate, [0, 0, -10.0, 0, 0, 0])
    expected = 10.0 * L / 2 * 6 / (B * H**2)
    assert [plate.stresses[name].x[2] for name in ("top", "bottom")] == pytest.approx([H / 2, -H / 2])
    assert [(held.stresses[name].sigma @ e)[0] for name in ("top", "bottom")] == pytest.approx([expected, -expected], rel=FINE_MESH)
    assert moved[2] == pytest.approx(-10.0 * L**3 / (3 * STEEL.E * B * H**3 / 12), rel=COARSE_MESH)


def test_displacements_of_second_order_are_those_of_the_beam(plate, beam):
    """Shortening, bending that twist turns, and buckling at Euler's load."""
    shell, slender = (held_at(data, "root") for data in (plate, beam))
    chosen = []
    for data in (shell, slender):
        tip = data.nodes["tip"]
        bent, twisted = (int(np.argmax(np.abs(of) > 0.1 * np.abs(of).max())) for of in (tip.Phi[1], tip.Psi[0]))
        k = np.array([0, 1, bent, twisted])
        signs = np.sign([tip.Phi[2, 0], tip.Phi[2, 1], tip.Phi[1, bent], tip.Psi[0, twisted]])
        chosen.append(tip.G[:, k][:, :, k] * signs[:, None] * signs)
    found, expected = chosen
    assert found[:, :3] == pytest.approx(expected[:, :3], abs=0.05 * np.abs(expected).max())
    assert shell.H[:2, :2, 0, 0] == pytest.approx(slender.H[:2, :2, 0, 0], abs=COARSE_MESH * np.abs(slender.H[:2, :2]).max())  # of a strip that turns
    load = 1 / eigh(-shell.nodes["tip"].G[0], shell.Ke, eigvals_only=True)[-1]
    assert load == pytest.approx(np.pi**2 * STEEL.E * B * H**3 / 12 / (4 * L**2), rel=COARSE_MESH)


def test_a_twisted_strip_gets_shorter():
    """By I_p / A of the square of the twist for each length, as its fibres become helices; four elements across are enough."""
    held, e, moved = at_tip(shell_data(strip(16, 4), STEEL, H, ENDS, modes=6), [0, 0, 0, 1.0, 0, 0])
    shorter = np.einsum("k,kl,l->", e, held.nodes["tip"].G[0], e) / moved[3] ** 2
    assert shorter == pytest.approx(-(B**2 + H**2) / 12 / L, rel=STRIP)


def test_it_is_the_solid_of_the_same_shape():
    """Frequencies, displacements of second order with edge forces and couples, and stress, against quadratic hexahedra."""
    meshio = pytest.importorskip("meshio")
    pytest.importorskip("skfem")
    from mbfmu import solid_data

    x = np.array([(a, b, c) for a in np.linspace(0, L, 17) for b in (-B / 2, 0, B / 2) for c in (-H / 2, H / 2)])
    corner = lambda i, j, k: (i * 3 + j) * 2 + k
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    cells = [[corner(i + a, j + b, k) for k in (0, 1) for a, b in around] for i in range(16) for j in range(2)]
    place = {"at": (0.25, 0.0, H / 2)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of scikit-fem
        solid = solid_data(meshio.Mesh(x, [("hexahedron", cells)]), STEEL, ENDS, modes=6, stress_at=place)
    shell = shell_data(strip(32, 4), STEEL, H, ENDS, modes=6, stress_at=place)
    assert np.sqrt(np.diag(shell.Ke))[:6] == pytest.approx(np.sqrt(np.diag(solid.Ke))[:6], rel=COARSE_MESH)
    for k, load in enumerate(np.eye(6)):
        (held, e, moved), (other, e_other, expected) = at_tip(shell, load), at_tip(solid, load)
        assert moved == pytest.approx(expected, rel=COARSE_MESH, abs=FINE_MESH * np.abs(expected).max())
        stress = other.stresses["at"].sigma @ e_other
        if k == 1:  # two elements do not show the parabola of shear stress
            stress = np.array([0, 0, 0, 1.5 / (B * H), 0, 0])
        assert held.stresses["at"].sigma @ e == pytest.approx(stress, abs=0.05 * np.abs(stress).max() + 1.0)  # Pa, of unit loads
        work = [
            np.einsum("k,ikl,l->i", along, data.nodes["tip"].G, along) / tip[k] ** 2
            for data, along, tip in ((held, e, moved), (other, e_other, expected))
        ]
        assert work[0] == pytest.approx(work[1], abs=0.05 * np.abs(work[1]).max())


def test_box_girder():
    """Bending of a cantilever with shear, stress of its flanges, and torsion of Bredt: q = T / (2 A), theta = T L ds / (4 A^2 G t)."""
    L, B, H, t = 4.0, 0.2, 0.3, 0.008
    places = {"flange": (L / 2, 0.0, (H + t) / 2), "web": (L / 2, (B + t) / 2, 0.0)}
    girder = shell_data(box(L, B, H, 20, 2, 2), STEEL, t, ENDS, modes=0, stress_at=places)
    beam = beam_data({"root": (0, 0, 0), "tip": (L, 0, 0)}, BoxSection(width=B + t, height=H + t, thickness=t), STEEL, modes=0)
    m = STEEL.rho * L * t
    assert girder.m == pytest.approx(2 * (B + H) * m, rel=ROUNDOFF)
    polar = 2 * (B * (H**2 / 4 + B**2 / 12 + t**2 / 12) + H * (B**2 / 4 + H**2 / 12 + t**2 / 12)) * m
    assert girder.N[0, 0, 1, 1] + girder.N[0, 0, 2, 2] == pytest.approx(polar, rel=ROUNDOFF)
    for k in (0, 1, 2, 4, 5):  # tension, both forces across, both moments
        load = np.eye(6)[k]
        assert at_tip(girder, load)[2][k] == pytest.approx(at_tip(beam, load)[2][k], rel=FINE_MESH)
    held, e, _ = at_tip(girder, [0, 0, -1e4, 0, 0, 0])
    I_y = t * H**3 / 6 + 2 * B * t * (H / 2) ** 2 + B * t**3 / 6
    assert (held.stresses["flange"].sigma @ e)[0] == pytest.approx(1e4 * L / 2 * (H + t) / 2 / I_y, rel=FINE_MESH)
    held, e, moved = at_tip(girder, [0, 0, 0, 1e4, 0, 0])
    G, A = STEEL.G, B * H
    twist = 1e4 * 2 * (B + H) / (4 * A**2 * G * t)
    assert moved[3] == pytest.approx(twist * L, rel=0.03)  # less where rigid ends cannot warp
    outside = 1e4 / (2 * A * t) + G * t * twist  # each plate is twisted, too
    assert (held.stresses["flange"].sigma @ e)[3] == pytest.approx(-outside, rel=COARSE_MESH)
    assert (held.stresses["web"].sigma @ e)[5] == pytest.approx(outside, rel=COARSE_MESH)


def test_welded_i_beam():
    """Flanges on a web, where three plates share a side. Bending both ways, and torsion whose ends cannot warp.

    Vlasov: theta = T / (G J) (L - 2 tanh(k L / 2) / k), k^2 = G J / (E I_w), I_w = I_z h^2 / 4.
    """
    L, B, H, flange, web, n = 2.0, 0.1, 0.2, 0.008, 0.006, 32
    x = np.linspace(0, L, n + 1)
    around = [(y, z) for z in (-H / 2, H / 2) for y in np.linspace(-B / 2, B / 2, 5)] + [(0.0, z) for z in (-H / 4, 0.0, H / 4)]
    lines = [(k + j, k + j + 1) for k in (0, 5) for j in range(4)] + [(2, 10), (10, 11), (11, 12), (12, 7)]
    at = lambda i, j: i * len(around) + j
    cells = [[at(i, a), at(i, b), at(i + 1, b), at(i + 1, a)] for a, b in lines for i in range(n)]
    mesh = SurfaceMesh([(a, *place) for a in x for place in around], quadrilaterals=cells)
    data = shell_data(mesh, STEEL, lambda x: np.where(np.abs(x[:, 2]) > 0.49 * H, flange, web), ENDS, modes=0)
    E, G = STEEL.E, STEEL.G
    I_y = 2 * B * flange * (H / 2) ** 2 + B * flange**3 / 6 + web * H**3 / 12
    I_z, J = flange * B**3 / 6 + H * web**3 / 12, (2 * B * flange**3 + H * web**3) / 3
    k = np.sqrt(G * J / (E * I_z * H**2 / 4))
    for axis, expected in ((4, L / (E * I_y)), (5, L / (E * I_z)), (3, (L - 2 * np.tanh(k * L / 2) / k) / (G * J))):
        assert at_tip(data, np.eye(6)[axis])[2][axis] == pytest.approx(expected, rel=COARSE_MESH)


def stiffened() -> SurfaceMesh:
    """A plate with a stiffener on its middle line, and elements that go around in any direction."""
    plate = grid(4, 2, lambda x, y: (x, y - 0.5, 0 * x)).vertices
    rib = np.stack([np.linspace(0, 1, 5), np.zeros(5), np.full(5, 0.3)], axis=1)
    line = [3 * i + 1 for i in range(5)]
    cells = grid(4, 2, lambda x, y: (x, y, 0 * x)).quadrilaterals.tolist()
    cells += [[line[i], line[i + 1], 15 + i + 1, 15 + i] for i in range(4)]
    turned = [cell[::-1] if k % 3 else cell for k, cell in enumerate(cells)]
    return SurfaceMesh(np.concatenate([plate, rib]), quadrilaterals=turned, groups={"plate": np.arange(8), "rib": np.arange(8, 12)})


def test_the_surface_is_closed_and_seen_from_outside():
    """Whatever the directions of the elements: two sheets, the plate and the stiffener, each with its thickness."""
    data = shell_data(stiffened(), STEEL, {"plate": 0.02, "rib": 0.01}, ENDS, modes=2)
    x, triangles = data.surface.vertices, data.surface.triangles
    at = x[triangles]
    assert np.einsum("qi,qi->", at[:, 0], np.cross(at[:, 1], at[:, 2])) / 6 == pytest.approx(1.0 * 0.02 + 0.3 * 0.01, rel=ROUNDOFF)
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    assert (np.unique(sides, axis=0, return_counts=True)[1] == 2).all()
    assert len(x) == 2 * (15 + 10)
    assert data.m == pytest.approx(STEEL.rho * (0.02 + 0.003), rel=ROUNDOFF)
    for mode in range(2):  # what turns as a rigid body has no stress: faces of folds are not mixed
        assert np.isfinite(data.surface.sigma[:, :, mode]).all()


def test_a_heated_plate():
    """Free, it expands by alpha T L, and bends by alpha T L^2 / (2 h) where its faces differ by T, without stress."""
    alpha = 1e-5
    metal = Material(E=2e11, rho=7850.0, nu=0.0, alpha=alpha)
    fields = {"warm": 1.0, "sun": lambda x: x[:, 2] / H}
    held = held_at(shell_data(strip(), metal, H, ENDS, modes=0, stress_at={"top": (0.5, 0.0, H / 2)}, temperatures=fields), "root")
    e = {name: np.linalg.solve(held.Ke, field.load) for name, field in held.temperatures.items()}
    assert held.nodes["tip"].Phi @ e["warm"] == pytest.approx([alpha * L, 0, 0], abs=1e-9 * alpha)
    assert held.nodes["tip"].Phi @ e["sun"] == pytest.approx([0, 0, -alpha * L**2 / (2 * H)], abs=1e-9)
    for name, field in held.temperatures.items():
        assert np.abs(held.stresses["top"].sigma @ e[name] + field.stresses["top"]).max() < 1e-4 * metal.E * alpha  # rigid ends are far
    locked = {name: field.stresses["top"][0] for name, field in held.temperatures.items()}
    assert locked == pytest.approx({"warm": -metal.E * alpha, "sun": -metal.E * alpha / 2}, rel=1e-4)


def test_hot_edges_soften_a_plate():
    """A free plate whose edges are warmer than its middle by 1 K is pressed there and pulled within. As of solids: see test_solid.

    The torsional stiffness changes by the integral of stress times r^2 (Wagner), bending by Poisson's effect. Heat that is the same everywhere
    leaves stress only where rigid ends do not let the plate swell, 40 times as much as counts here, and it turns with them.
    """
    h, alpha = 0.01 * B, 1.2e-5
    steel = Material(STEEL.E, STEEL.rho, STEEL.nu, alpha)
    fields = {"edges": lambda x: (2 * x[:, 1] / B) ** 2, "warm": 1.0, "sun": lambda x: x[:, 2] / h}
    plate = shell_data(strip(24, 6), steel, h, ENDS, modes=3, temperatures=fields)
    in_torsion = -steel.E * alpha * h * B**3 / 45 / (steel.G * B * h**3 / 3)
    in_bending = -steel.nu * alpha * 12 / 45 * (B / h) ** 2
    tip = plate.nodes["tip"]
    lowest = [int(np.flatnonzero(np.abs(motion) > 0.5 * np.abs(motion).max())[0]) for motion in (tip.Psi[0], tip.Phi[2])]
    edges, uniform, sun = (np.diag(field.stiffening)[lowest] / np.diag(plate.Ke)[lowest] for field in plate.temperatures.values())
    assert edges == pytest.approx([in_torsion, in_bending], rel=STRIP)
    assert np.all(np.abs(uniform) < 0.05 * np.abs(edges))
    assert np.all(np.abs(sun) < 1e-9 * np.abs(edges))
    free, held = (eigh(data.temperatures["edges"].stiffening, data.Ke, eigvals_only=True) for data in (plate, held_at(plate, "root")))
    assert held == pytest.approx(free, abs=ROUNDOFF * np.abs(free).max())  # wherever the frame is


def test_a_field_that_is_not_linear_between_nodes():
    """A plate gets longer by alpha times the mean temperature, which is a third of that at its edges if this is a parabola, also in coarse meshes."""
    steel = Material(STEEL.E, STEEL.rho, 0.0, 1.2e-5)
    held = held_at(shell_data(strip(16, 2), steel, H, ENDS, modes=0, temperatures={"edges": lambda x: (2 * x[:, 1] / B) ** 2}), "root")
    longer = held.nodes["tip"].Phi[0] @ np.linalg.solve(held.Ke, held.temperatures["edges"].load)
    assert longer == pytest.approx(1.2e-5 * L / 3, rel=FINE_MESH)


def test_pressure_on_one_face():
    """q B L^4 / (8 E I) at the tip of a cantilever."""
    mast = Model("Mast")
    mast.world, mast.plate = World(g=0.0), FlexibleBody(shell_data(strip(), STEEL, H, ENDS, modes=4))
    mast.foot = Fixed(mast.world.frame_b, mast.plate.node("root"))
    mast.wind = PressureLoad(mast.plate, where=lambda x: x[:, 2] > 0.9 * H / 2)
    mast.expose(inputs={"q": mast.wind.pressure}, start={"q": 100.0}, outputs={"e": mast.plate.e})
    found = equilibrium(mast).outputs
    e = np.array([found[f"e[{k + 1}]"] for k in range(mast.plate.nq)])
    root, tip = (mast.plate.data.nodes[name] for name in ("root", "tip"))
    sunk = (tip.Phi - root.Phi) @ e - np.cross(root.Psi @ e, tip.x - root.x)
    assert sunk[2] == pytest.approx(-100.0 * B * L**4 / (8 * STEEL.E * B * H**3 / 12), rel=COARSE_MESH)


def test_files_with_element_sets_in_millimetres(tmp_path):
    meshio = pytest.importorskip("meshio")
    mesh = stiffened()
    sets = {name: [of] for name, of in mesh.groups.items()}
    cells = [("quad", mesh.quadrilaterals)]
    meshio.write(tmp_path / "plate.vtu", meshio.Mesh(1e3 * mesh.vertices, cells))
    meshio.write(tmp_path / "plate.inp", meshio.Mesh(1e3 * mesh.vertices, cells, cell_sets=sets, point_sets={"end": np.array([0, 1, 2])}))
    assert read_surface(tmp_path / "plate.vtu", 1e-3).vertices == pytest.approx(mesh.vertices)
    found = shell_data(tmp_path / "plate.inp", STEEL, {"plate": 0.02, "rib": 0.01}, {"root": "end"}, unit=1e-3, modes=2)
    assert found.m == pytest.approx(STEEL.rho * 0.023, rel=ROUNDOFF)
    mixed = meshio.Mesh(
        mesh.vertices, [("quad", mesh.quadrilaterals[:3]), ("triangle", [[0, 1, 4]]), ("line", [[0, 1]])], cell_sets={"t": [[], [0], [0]]}
    )
    assert read_surface(mixed).groups["t"].tolist() == [0]


def test_a_slit_is_told():
    """A tube along x whose seam is not merged, closed at one end by a shared node."""
    around = grid(1, 8, lambda x, y: (x, np.cos(2 * np.pi * y), np.sin(2 * np.pi * y)))
    joined = np.where(around.quadrilaterals == 8, 0, around.quadrilaterals)  # at x = 0 only
    with pytest.warns(UserWarning, match=r"along 1 sides plates lie on each other without sharing nodes, the first at \(0.5, 1, "):
        read_surface(SurfaceMesh(around.vertices, quadrilaterals=joined))


def two_plates() -> SurfaceMesh:
    one = strip(2, 1)
    return SurfaceMesh(np.concatenate([one.vertices, one.vertices + [3.0, 0, 0]]), quadrilaterals=[*one.quadrilaterals, *(one.quadrilaterals + 6)])


def hanging() -> SurfaceMesh:
    """One large element beside two small ones."""
    x = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0.5, 0), (2, 0, 0), (2, 0.5, 0), (2, 1, 0)]
    return SurfaceMesh(x, quadrilaterals=[[0, 1, 2, 3], [1, 5, 6, 4], [4, 6, 7, 2]])


def rib_on_an_element() -> SurfaceMesh:
    """A rib whose foot passes through the middle of a plate's element, with which it shares a corner only."""
    return SurfaceMesh([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 0), (0, 0, 0.3)], triangles=[[0, 4, 5]], quadrilaterals=[[0, 1, 2, 3]])


def bow_tie() -> SurfaceMesh:
    return SurfaceMesh([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], quadrilaterals=[[0, 1, 3, 2]])


def solids():
    meshio = pytest.importorskip("meshio")
    return meshio.Mesh(np.eye(4)[:, :3], [("tetra", [[0, 1, 2, 3]])])


@pytest.mark.parametrize(
    "mesh, thickness, words",
    [
        (strip, 0.0, r"thickness: quadrilateral 1 at \(0.03125, -0.025, 0\) m has 0 m, which is not positive"),
        (strip, lambda x: np.where(x[:, 0] > 0.5, np.nan, 0.01), r"thickness: quadrilateral 17 at .* has nan m"),
        (strip, 8.0, r"has 8 m, which is larger than the whole body \(1 m\): thickness is in metres"),
        (strip, lambda x: np.ones(3), "thickness: the function gave"),
        (strip, {"web": 0.01}, "thickness: the mesh has no element set 'web'. It has none"),
        (stiffened, {"rib": 0.01}, r"thickness: quadrilateral 1 at .* is in none of the sets 'rib'"),
        (lambda: SurfaceMesh(1e3 * strip().vertices, quadrilaterals=strip().quadrilaterals), 0.01, "is 1000 m long.*millimetres, give unit=1e-3"),
        (two_plates, 0.01, r"2 pieces that share no nodes. The smallest has 6 of 12 nodes, about \((0|3).5, 0, 0\) m"),
        (hanging, 0.01, r"a node at \(1, 0.5, 0\) m lies on quadrilateral 1 at \(0.5, 0.5, 0\) m and is none of its corners"),
        (rib_on_an_element, 0.01, r"a node at \(0.5, 0.5, 0\) m lies on quadrilateral 1"),
        (bow_tie, 0.01, r"quadrilateral 1 at \(0.5, 0.5, 0\) m is concave, or a needle, or its corners are not in order"),
        (lambda: SurfaceMesh([(0, 0, 0), (1, 0, 0), (0.5, 1e-3, 0)], triangles=[[0, 1, 2]]), 0.01, "triangle 1 at .* is a needle or has no area"),
        (lambda: SurfaceMesh(np.eye(3), triangles=[[0, 1, 3]]), 0.01, "names node 3"),
        (lambda: SurfaceMesh(np.eye(3), triangles=[[0, 1, -1]]), 0.01, "names node -1"),
        (lambda: SurfaceMesh(np.eye(3), triangles=[[0, 1, 1.5]]), 0.01, "triangles: 1.5 is no whole number"),
        (lambda: SurfaceMesh(np.eye(3)), 0.01, "neither triangles nor quadrilaterals"),
        (solids, 0.01, "there is tetra. Make a body of solids by solid_data"),
    ],
)
def test_what_makes_no_shell_is_refused(mesh, thickness, words):
    with pytest.raises(MbfmuError, match=words):
        shell_data(mesh(), STEEL, thickness, ENDS, modes=1)


@pytest.mark.parametrize(
    "interfaces, stress_at, words",
    [
        ({"all": lambda x: x[:, 0] < 9}, {}, "Nothing deforms the flexible body: modes = 1, and its interfaces 'all' are all of it"),
        ({"root": [0.5, 1.2]}, {}, "interfaces: 'root' must be whole numbers of vertices, or a function of their positions .*, not 0.5"),
        (ENDS, {"top": (500.0, 0, 5.0)}, "stress_at: 'top' is 499 m away from the body, which is 1 m long: places are in metres"),
    ],
)
def test_interfaces_and_places_that_cannot_be_are_refused(interfaces, stress_at, words):
    with pytest.raises(MbfmuError, match=words):
        shell_data(strip(4, 1), STEEL, 0.01, interfaces, modes=1, stress_at=stress_at)
