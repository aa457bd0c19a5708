"""Elements of shells against exact states of strain and published numbers of plates and shells."""

import numpy as np
import pytest
from scipy.sparse.linalg import eigsh

from mbfmu import Material, SurfaceMesh
from mbfmu.base.spatial.rotations import about_axis
from mbfmu.model.structure.finite_elements import checked
from mbfmu.model.structure.shell_surface import SeenShell
from tests.tolerances import COARSE_MESH, FINE_MESH, ROUNDOFF

from .plates import answer, coordinates, grid, model_of, spread

NU, H = 0.3, 0.05
TURNED = about_axis(np.array([0.6, 0.0, 0.8]), 0.7)


def patch() -> SurfaceMesh:
    """The patch of MacNeal and Harder (1985), 0.24 m by 0.12 m, one of its quadrilaterals as two triangles, turned in space."""
    x = [(0, 0), (0.24, 0), (0.24, 0.12), (0, 0.12), (0.04, 0.02), (0.18, 0.03), (0.16, 0.08), (0.08, 0.08)]
    vertices = np.pad(np.array(x, dtype=float), ((0, 0), (0, 1))) @ TURNED.T
    return SurfaceMesh(vertices, triangles=[(4, 5, 6), (4, 6, 7)], quadrilaterals=[(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])


def test_states_of_constant_strain_and_curvature_are_exact():
    """The patch test: what the inner nodes do, and the stress at both faces, follow from those at the border."""
    mesh = patch()
    shell = SeenShell(mesh, np.full(mesh.count, H), Material(E=1e6, rho=1.0, nu=NU), [])
    x, y, _ = (mesh.vertices @ TURNED).T
    strain, curvature, spin = np.array([1e-3, -2e-3, 3e-3]), np.array([0.02, -0.01, 0.03]), 0.5e-3
    exact = np.zeros((len(x), 6))
    exact[:, 0], exact[:, 1] = strain[0] * x + (strain[2] / 2 - spin) * y, strain[1] * y + (strain[2] / 2 + spin) * x
    exact[:, 2] = -(curvature[0] * x**2 + curvature[1] * y**2 + curvature[2] * x * y) / 2
    exact[:, 3], exact[:, 4], exact[:, 5] = -curvature[1] * y - curvature[2] * x / 2, curvature[0] * x + curvature[2] * y / 2, spin
    exact = np.concatenate([exact[:, :3] @ TURNED.T, exact[:, 3:] @ TURNED.T], axis=1).ravel()
    inner, model = coordinates(np.arange(4, 8), "xyzXYZ"), checked(shell.model())
    border = np.setdiff1d(np.arange(len(exact)), inner)
    found = np.linalg.solve(model.K[inner][:, inner].toarray(), -model.K[inner][:, border] @ exact[border])
    assert found == pytest.approx(exact[inner], abs=ROUNDOFF)
    C = 1e6 / (1 - NU**2) * np.array([[1, NU, 0], [NU, 1, 0], [0, 0, (1 - NU) / 2]])
    sigma = shell.surface(exact[:, None]).sigma[:, [0, 1, 2, 3, 3, 4, 4, 5, 5], 0][:, [0, 3, 7, 3, 1, 5, 7, 5, 2]].reshape(-1, 3, 3)
    for face, z in ((sigma[: len(sigma) // 2], H / 2), (sigma[len(sigma) // 2 :], -H / 2)):
        xx, yy, xy = C @ (strain + z * curvature)
        expected = TURNED @ np.array([[xx, xy, 0], [xy, yy, 0], [0, 0, 0]]) @ TURNED.T
        assert face == pytest.approx(np.broadcast_to(expected, face.shape), abs=1e-9 * np.abs(C).max() * 3e-3)


@pytest.mark.parametrize("length, nu", [(1.0, 0.0), (10.0, NU), (0.1, NU)])
def test_two_triangles_bend_in_their_plane_as_a_beam(length, nu):
    """Whatever the shape of the rectangle: what OPT is optimal for (Felippa 2003)."""
    model = model_of(grid(1, 1, lambda x, y: (length * x, y - 0.5, 0 * x), triangles=True), 1.0, 1.0, nu)
    x, y, _ = model.x.T
    u = np.stack([-x * y, x**2 / 2 + nu * y**2 / 2, 0 * x, 0 * x, 0 * x, x], axis=1).ravel()  # of curvature 1
    assert u @ (model.K @ u) == pytest.approx(length / 12, rel=1e-9)


@pytest.mark.parametrize("n, published", [(2, 20.56), (4, 22.45), (8, 23.43), (16, 23.80)])
def test_cooks_membrane_is_that_of_the_paper(n, published):
    """Deflection of the middle of the loaded side of a skew panel, to all four digits. Source: Felippa (2003), element OPT."""
    model = model_of(grid(n, n, lambda x, y: (48 * x, 44 * x + y * (44 - 28 * x), 0 * x), triangles=True, diagonal=1), 1.0, 1.0, 1 / 3)
    x = model.x[:, 0]
    loaded = np.flatnonzero(x > 48 - 1e-9)
    fixed = np.concatenate([coordinates(np.flatnonzero(x < 1e-9), "xy"), coordinates(np.arange(len(x)), "zXY")])
    u = answer(model, spread(loaded, "y", len(x)), fixed)
    assert u[coordinates(loaded[[n // 2]], "y")] == pytest.approx(published, abs=0.005)


def roof(n: int, triangles: bool) -> float:
    """The deflection of the Scordelis-Lo roof in the middle of its free edge."""
    R, L, h, load, angle = 25.0, 50.0, 0.25, 90.0, np.radians(40)
    model = model_of(grid(n, n, lambda x, y: (R * np.sin(angle * y), L / 2 * x, R * np.cos(angle * y)), triangles), h, 4.32e8, 0.0)
    x, y, _ = model.x.T
    down = np.zeros(6 * len(x))
    down[2::6] = -load / h
    diaphragm, middle, crown = np.flatnonzero(y < 1e-9), np.flatnonzero(y > L / 2 - 1e-9), np.flatnonzero(x < 1e-9)
    fixed = np.unique(np.concatenate([coordinates(diaphragm, "xz"), coordinates(middle, "yXZ"), coordinates(crown, "xYZ")]))
    return float(answer(model, model.M @ down, fixed)[coordinates(middle[[-1]], "z")][0])


@pytest.mark.parametrize("triangles", [False, True])
def test_scordelis_lo_roof(triangles):
    """Source: MacNeal and Harder (1985) give 0.3024; shells without shallow terms converge to 0.3006."""
    assert roof(8, triangles) == pytest.approx(-0.3006, rel=FINE_MESH)


def test_pinched_cylinder():
    """With diaphragms at its ends, of which an eighth is meshed: 1.8248e-5 below a unit load (Lindberg, Olson and Cowper 1969)."""
    R, L, h, n = 300.0, 600.0, 3.0, 16
    model = model_of(grid(n, n, lambda x, y: (R * np.sin(np.pi / 2 * y), L / 2 * x, R * np.cos(np.pi / 2 * y))), h, 3e6, 0.3)
    x, y, z = model.x.T
    ends, middle = np.flatnonzero(y < 1e-9), np.flatnonzero(y > L / 2 - 1e-9)
    crown, side = np.flatnonzero(x < 1e-9), np.flatnonzero(z < 1e-6)
    fixed = [coordinates(ends, "xz"), coordinates(middle, "yXZ"), coordinates(crown, "xYZ"), coordinates(side, "zXY")]
    loaded = coordinates(np.intersect1d(middle, crown), "z")
    load = np.zeros(6 * len(x))
    load[loaded] = -0.25
    assert answer(model, load, np.unique(np.concatenate(fixed)))[loaded] == pytest.approx(-1.8248e-5, rel=FINE_MESH)


@pytest.mark.parametrize("direction, published", [("z", 5.424e-3), ("y", 1.754e-3)])
def test_twisted_beam(direction, published):
    """A strip turned by 90 degrees, whose quadrilaterals are warped. Source: MacNeal and Harder (1985), table 11."""
    L, B = 12.0, 1.1
    model = model_of(
        grid(24, 4, lambda x, y: (L * x, B * (y - 0.5) * np.cos(np.pi / 2 * x), B * (y - 0.5) * np.sin(np.pi / 2 * x))), 0.32, 29e6, 0.22
    )
    x = model.x[:, 0]
    load = spread(np.flatnonzero(x > L - 1e-9), direction, len(x))
    assert load @ answer(model, load, coordinates(np.flatnonzero(x < 1e-9), "xyzXYZ")) == pytest.approx(published, rel=FINE_MESH)


SUPPORTS = {  # of a square plate of nu = 0.3: omega a^2 sqrt(rho h / D), Leissa, The free vibration of rectangular plates, J. Sound Vib. 31 (1973)
    "clamped": (35.992, 73.413, 73.413, 108.27),
    "simply supported": (19.739, 49.348, 49.348, 78.957),
    "cantilever": (3.4917, 8.5246, 21.429, 27.331),  # upper bounds
}


@pytest.mark.parametrize("triangles", [False, True])
@pytest.mark.parametrize("support", SUPPORTS)
def test_frequencies_of_square_plates(support, triangles):
    h, E, n = 1e-3, 1.0, 20 if triangles else 16
    model = model_of(grid(n, n, lambda x, y: (x, y, 0 * x), triangles), h, E, NU)
    x, y, _ = model.x.T
    along_x, along_y = (np.flatnonzero(np.minimum(of, 1 - of) < 1e-9) for of in (x, y))
    fixed = {
        "clamped": [coordinates(np.union1d(along_x, along_y), "zXY")],
        "simply supported": [coordinates(np.union1d(along_x, along_y), "z"), coordinates(along_x, "X"), coordinates(along_y, "Y")],
        "cantilever": [coordinates(np.flatnonzero(x < 1e-9), "zXY")],
    }[support]
    free = np.setdiff1d(np.arange(6 * len(x)), np.concatenate([*fixed, coordinates(np.arange(len(x)), "xyZ")]))
    values = eigsh(model.K[free][:, free].tocsc(), 4, model.M[free][:, free].tocsc(), sigma=0.0, which="LM", v0=np.ones(len(free)))[0]
    D = E * h**3 / (12 * (1 - NU**2))
    assert np.sqrt(np.sort(values) * h / D) == pytest.approx(SUPPORTS[support], rel=FINE_MESH)


@pytest.mark.parametrize("h", [1e-3, 0.1, 0.3])
def test_a_thick_plate_shears(h):
    """A sine of pressure on a simply supported square: q / (D k^4) + q / (kappa G h k^2) in its middle, k^2 = 2 pi^2 (Mindlin 1951)."""
    E, n = 1.0, 12
    model = model_of(grid(n, n, lambda x, y: (x, y, 0 * x)), h, E, NU)
    x, y, _ = model.x.T
    along_x, along_y = (np.flatnonzero(np.minimum(of, 1 - of) < 1e-9) for of in (x, y))
    fixed = [
        coordinates(np.union1d(along_x, along_y), "z"),
        coordinates(along_x, "X"),
        coordinates(along_y, "Y"),
        coordinates(np.arange(len(x)), "xyZ"),
    ]
    load = np.zeros(6 * len(x))
    load[2::6] = np.sin(np.pi * x) * np.sin(np.pi * y) / n**2
    k2, D = 2 * np.pi**2, E * h**3 / (12 * (1 - NU**2))
    expected = 1 / (D * k2**2) + 1 / (5 / 6 * E / (2 + 2 * NU) * h * k2)
    assert answer(model, load, np.concatenate(fixed))[2::6].max() == pytest.approx(expected, rel=COARSE_MESH)
