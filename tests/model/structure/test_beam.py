"""Beams against closed forms, published numbers, and the geometrically exact beam."""

import json

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.spatial.transform import Rotation

from mbfmu import BoxSection, CircleSection, GeneralSection, ISection, Material, RectangleSection, TubeSection
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.beam import beam_data, polyline
from mbfmu.model.structure.beam_element import BeamElement, quadrature
from mbfmu.model.structure.beam_shortening import Shortening, integration
from mbfmu.model.structure.reference_frame import held_at
from tests.files_of_others import files_of_others
from tests.model.structure.clouds import CANTILEVER, rotating_stiffness
from tests.tolerances import EIGENVALUES, ROUNDOFF

STEEL = Material(E=210e9, rho=7850.0, nu=0.3)
STRAIGHT = {"root": (0.0, 0.0, 0.0), "tip": (1.0, 0.0, 0.0)}
THIN = 1e-9  # of I beside A L^2: of an Euler-Bernoulli beam


def euler_bernoulli(EI: float, rho_A: float, elements: int, modes: int):
    """A beam of unit length with bending stiffness only, the same in both planes."""
    return beam_data(STRAIGHT, GeneralSection(1.0, THIN, THIN, THIN, 1.0, 1.0), Material(EI / THIN, rho_A), elements=elements, modes=modes)


def hertz(data):
    return np.sqrt(np.diag(data.Ke)) / (2 * np.pi)


def test_a_free_beam_by_craig_bampton_modes():
    """Of 20 elements, 6 modes a plane: as an own computation with dense matrices in one plane gives (case beam_modes_cb)."""
    data = euler_bernoulli(210e9 * 0.05 * 0.1**3 / 12, 7850 * 0.05 * 0.1, 20, 12)
    expected = [531.7067721888882, 1465.9465840933444, 2876.8972615400735, 4757.078070252307, 7121.490603934179]
    assert hertz(data)[:10] == pytest.approx(np.repeat(expected, 2), rel=1e-6)


@pytest.mark.files
def test_the_case_of_craig_bampton_modes():
    case = json.loads(files_of_others("MBFMU_CASES", "beam_modes_cb.json")[0].read_text())["reference"]
    for modes, expected in case["craig_bampton_Hz_by_modes"].items():
        data = euler_bernoulli(210e9 * 0.05 * 0.1**3 / 12, 7850 * 0.05 * 0.1, 20, 2 * int(modes))
        assert hertz(data)[: 2 * len(expected)] == pytest.approx(np.repeat(expected, 2), rel=1e-6)


def test_a_pinned_beam_with_shear_is_timoshenkos():
    """omega of sin(k pi x / L): the lower root of Timoshenko's quadratic in omega^2, with shear factor 5/6 and rotary inertia."""
    b, h, k = 0.05, 0.1, np.arange(1, 6)
    line = polyline(STRAIGHT, RectangleSection(width=b, height=h), STEEL, None, 160)
    K, M = (line.assembled([getattr(e, of)() for e in line.elements]).toarray() for of in ("stiffness", "mass"))
    plane = np.array([i for i in range(6 * 161) if i % 6 in (2, 4) and i not in (2, 962)])  # height is along z by default
    found = np.sqrt(eigh(K[np.ix_(plane, plane)], M[np.ix_(plane, plane)], eigvals_only=True)[:5])
    EI, rho_A, rho_I, kGA = 210e9 * b * h**3 / 12, 7850 * b * h, 7850 * b * h**3 / 12, 5 / 6 * STEEL.G * b * h
    wave = (k * np.pi) ** 2
    B = rho_A * kGA + wave * (rho_A * EI + rho_I * kGA)
    quadratic = (B - np.sqrt(B**2 - 4 * rho_A * rho_I * wave**2 * EI * kGA)) / (2 * rho_A * rho_I)
    # rho_I rho_A w^4 - (rho_A kGA + wave (rho_A EI + rho_I kGA)) w^2 + wave^2 EI kGA = 0
    assert found == pytest.approx(np.sqrt(quadratic), rel=2e-4)  # elements shorter than the section are linear
    assert found[0] / (2 * np.pi) == pytest.approx(230.6804066689902, rel=1e-6)  # the case beam_modes_cb


def test_a_cantilever_has_the_roots_of_the_books():
    root = held_at(euler_bernoulli(1.0, 1.0, 16, 16), "root")
    assert np.sqrt(np.diag(root.Ke))[:6] == pytest.approx(np.repeat(CANTILEVER, 2) ** 2, rel=1e-4)


def test_mass_properties_are_exact():
    """Of a bent tube, against thin rods with the moments of their sections."""
    section, corners = TubeSection(0.05, 0.01), {"a": (0.1, 0.2, 0.3), "b": (1.1, 0.2, 0.3), "c": (1.1, 0.2, -0.7)}
    data = beam_data(corners, section, STEEL, elements=3, modes=2)
    m = STEEL.rho * section.A
    assert data.m == pytest.approx(2 * m, rel=ROUNDOFF)
    assert data.s[0] / data.m == pytest.approx([0.85, 0.2, 0.05], rel=ROUNDOFF)
    moments = np.zeros((3, 3))
    for centre, along in (((0.6, 0.2, 0.3), (1.0, 0.0, 0.0)), ((1.1, 0.2, -0.2), (0.0, 0.0, 1.0))):
        t = np.outer(along, along)
        moments += m * (np.outer(centre, centre) + t / 12) + STEEL.rho * section.I_z * (np.eye(3) - t)
    assert data.N[0, 0] == pytest.approx(moments, rel=ROUNDOFF)
    assert np.einsum("abii->ab", data.N)[1:, 1:] == pytest.approx(np.eye(data.modes), abs=EIGENVALUES)
    assert data.s[1:] == pytest.approx(np.zeros((data.modes, 3)), abs=EIGENVALUES)  # modes of a free body do not move its centre of mass


def test_strains_stay_linear_to_second_order():
    """Those of the geometrically exact beam along a bent one, where it bends and twists both ways, with its derivatives taken numerically."""
    rng = np.random.default_rng(1)
    line = polyline({"a": (0, 0, 0), "b": (1, 0, 0), "c": (1.3, 0.8, 0.5)}, ISection(width=0.1, height=0.2, web=0.01, flange=0.02), STEEL, None, 1)
    T = rng.normal(size=(18, 2))
    xi, _ = quadrature(5)
    rate = np.linalg.inv(integration(xi)[0])
    errors = []
    for size in (1e-2, 5e-3):
        e, worst, start = size * rng.permutation([1.0, -0.7]), 0.0, Shortening(2)
        for k, (element, R) in enumerate(zip(line.elements, line.axes)):
            coordinates, L = line.coordinates(T, k), line.elements[k].length
            inside, at = start.along(element, R, coordinates, xi), element.fields(xi)
            theta = inside.psi @ e + inside.gamma @ e @ e / 2
            from_start = [start.displacement @ e @ e / 2 + R @ coordinates[:3] @ e, (start.rotation @ e @ e / 2) + R @ coordinates[3:6] @ e]
            r_rate = R[:, 0] + rate @ (inside.u @ e + inside.displacement @ e @ e / 2 - from_start[0]) / L
            theta_rate = rate @ (theta - from_start[1]) / L
            turned = Rotation.from_rotvec(theta)
            strain = turned.inv().apply(r_rate) - R[:, 0] - at.strain @ coordinates @ e @ R.T
            step = 1e-6
            spin = (turned.inv() * Rotation.from_rotvec(theta + step * theta_rate)).as_rotvec() / step
            bend = spin - at.curvature @ coordinates @ e @ R.T
            worst, start = max(worst, np.abs(strain).max(), np.abs(bend).max()), inside.end
        errors.append(worst)
    assert errors[0] < 1e-4 and errors[0] / errors[1] > 6.0  # of third order


def test_a_rotating_blade_stiffens_as_published():
    """Wright, Smith, Thresher and Wang (1982), hub radius 0: the first two flap frequencies, and lag = sqrt(flap^2 - eta^2)."""
    data = held_at(euler_bernoulli(1.0, 1.0, 20, 16), "root")
    for eta, flap in {1.0: (3.6817, 22.181), 6.0: (7.3604, 26.8091), 12.0: (13.1702, 37.6031)}.items():
        found = np.linalg.eigvalsh(rotating_stiffness(data, np.array([0.0, 0.0, eta])))
        expected = np.array([[w**2, w**2 - eta**2] for w in flap]).ravel()
        assert np.sqrt(found[:4]) == pytest.approx(np.sqrt(np.sort(expected)), rel=1e-3)


@pytest.mark.files
def test_the_case_of_rotating_beams():
    case = json.loads(files_of_others("MBFMU_CASES", "rotating_beam_frequencies_hub0.json")[0].read_text())["reference"]
    data = held_at(euler_bernoulli(1.0, 1.0, 20, 16), "root")
    for eta in range(13):
        found = np.sqrt(np.linalg.eigvalsh(rotating_stiffness(data, np.array([0.0, 0.0, float(eta)]))))
        expected = np.sort([*case[f"hub0_eta{eta}_flap"][:2], *case[f"hub0_eta{eta}_lag"][:2]])
        assert found[:4] == pytest.approx(expected, rel=1e-3)


def test_a_compressed_cantilever_buckles_at_eulers_load():
    data = held_at(euler_bernoulli(1.0, 1.0, 10, 12), "root")
    softening = data.nodes["tip"].G[0]  # a force -P along x does P G_x along the modes
    loads = 1 / eigh(-softening, data.Ke, eigvals_only=True)[:-3:-1]
    assert loads[:2] == pytest.approx([np.pi**2 / 4, np.pi**2 / 4], rel=1e-5)


@pytest.mark.parametrize("names", [("root", "tip"), ("tip", "root")])
def test_a_high_cantilever_falls_over_sideways(names):
    """Lateral buckling under a force at the tip: P = 4.0126 sqrt(E I_z G J) / L^2 (Timoshenko and Gere, section 6.3); the beam is stiff upright.

    Wherever it is held: rotations of second order begin at the first vertex.
    """
    stiff = GeneralSection(1.0, 1e5 * THIN, THIN, THIN, 1.0, 1.0)
    data = held_at(beam_data({name: STRAIGHT[name] for name in names}, stiff, Material(E=1 / THIN, rho=1.0, nu=0.0), elements=20, modes=40), "root")
    load = 1 / eigh(data.nodes["tip"].G[2], data.Ke, eigvals_only=True)[-1]
    assert load == pytest.approx(4.0126 * np.sqrt(0.5), rel=2e-3)


def test_stress_at_the_root_of_a_loaded_cantilever():
    """6 F L / (b h^2) at the top of the root, and T / (k a b^2) beside it, by modes that hold the static answer."""
    b, h, F, T = 0.02, 0.05, 100.0, 20.0
    data = held_at(beam_data({"root": (0, 0, 0), "tip": (0, 2, 0)}, RectangleSection(width=b, height=h), STEEL, elements=4, modes=4), "root")
    tip = data.nodes["tip"]
    e = np.linalg.solve(data.Ke, tip.Phi.T @ [0.0, 0.0, -F] + tip.Psi.T @ [0.0, T, 0.0])
    top, right = data.stresses["root.top"].sigma @ e, data.stresses["root.right"].sigma @ e
    assert top[1] == pytest.approx(6 * F * 2.0 / (b * h**2), rel=1e-8)  # the beam is along y
    assert right[1] == pytest.approx(0.0, abs=1.0)
    torsion = T / (0.258 * h * b**2)  # height 2.5 times the width
    assert abs(right[4]) == pytest.approx(torsion - 1.5 * F / (b * h), rel=3e-3) or abs(right[4]) == pytest.approx(
        torsion + 1.5 * F / (b * h), rel=3e-3
    )
    assert {name.split(".")[0] for name in data.stresses} == {"root", "tip"}
    assert tip.Phi[2] @ e == pytest.approx(-F * 8 / (3 * 210e9 * b * h**3 / 12) - F * 2 / (5 / 6 * STEEL.G * b * h), rel=1e-8)


@pytest.mark.parametrize("section", [RectangleSection(0.05, 0.1), BoxSection(0.05, 0.1, 0.01), CircleSection(0.05), ISection(0.1, 0.2, 0.01, 0.02)])
def test_the_surface_is_closed_and_encloses_the_section_swept(section):
    """Volume by the divergence theorem, with triangles counterclockwise seen from outside; the skin of a tip moves with its node."""
    data = beam_data({"a": (0, 0, 0), "b": (0, 0, 1.5)}, section, STEEL, elements=3, modes=3)
    x = data.surface.vertices[data.surface.triangles]
    outline = np.array([(fibre.y, fibre.z) for fibre in section.outline])
    area = np.sum(outline[:, 0] * np.roll(outline[:, 1], -1) - np.roll(outline[:, 0], -1) * outline[:, 1]) / 2
    assert np.einsum("qi,qi->", x[:, 0], np.cross(x[:, 1], x[:, 2])) / 6 == pytest.approx(area * 1.5, rel=ROUNDOFF)
    edges = {(a, b) for t in data.surface.triangles.tolist() for a, b in zip(t, t[1:] + t[:1])}
    assert edges == {(b, a) for a, b in edges}
    end = np.abs(data.surface.vertices[:, 2] - 1.5) < 1e-9
    assert data.surface.Phi[end].mean(axis=0) == pytest.approx(data.nodes["b"].Phi, abs=1e-9)


def test_planes_of_a_beam_do_not_mix():
    """Where frequencies in both planes are the same, and in no invariant by roundoff."""
    data = held_at(beam_data(STRAIGHT, CircleSection(0.02), STEEL), "root")
    assert (np.abs(data.nodes["tip"].Phi) > 0).sum(axis=0).max() == 1  # of each mode one direction
    assert np.count_nonzero(data.N[1:, 1:]) < 2 * data.modes**2


def test_an_element_moves_rigidly_without_force():
    element = BeamElement(0.7, RectangleSection(width=0.05, height=0.1), STEEL)
    turned = np.zeros((12, 6))
    turned[:3, :3] = turned[6:9, :3] = turned[3:6, 3:] = turned[9:, 3:] = np.eye(3)
    turned[6:9, 3:] = np.cross(np.eye(3), [0.7, 0.0, 0.0]).T
    K = element.stiffness()
    assert np.abs(K @ turned).max() < ROUNDOFF * np.abs(K).max()
    assert turned[:, :3].T @ element.mass() @ turned[:, :3] == pytest.approx(np.eye(3) * 0.7 * 0.005 * 7850, rel=ROUNDOFF)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"vertices": {"a": (0, 0, 0)}}, "at least two"),
        ({"vertices": {"a": (0, 0, 0), "b": (0, 0, 0)}}, "'a' and 'b' are at the same place"),
        ({"vertices": {"a": (0, 0, 0), "b": (0, float("nan"), 0)}}, "'b' is no position"),
        ({"section": [CircleSection(0.1)] * 2}, "2 sections for 1 spans"),
        ({"up": (1.0, 0.0, 0.0)}, "along the span from 'root' to 'tip'"),
        ({"interfaces": ["end"]}, "no vertex 'end'.*'root', 'tip'"),
        ({"elements": 0}, "elements is 0"),
        ({"elements": 2.5}, "elements is 2.5, and must be a whole number"),
        ({"modes": -1}, "modes is -1, and must be a whole number, not negative"),
        ({"highest": -5.0}, "highest is -5.0, and must be a positive"),
        ({"highest": 5.0}, "highest is 5 rad/s, and the first angular frequency of the free body is"),
        ({"section": None}, "None is no section"),
        ({"section": GeneralSection(1.0, THIN, THIN, THIN)}, "shear areas of which one is infinite"),
        ({"vertices": {"a": "here", "b": (1, 0, 0)}}, "'a' is no position"),
        ({"vertices": [(0, 0, 0), (1, 0, 0)]}, "at least two, by name"),
    ],
)
def test_what_makes_no_beam_is_refused(change, words):
    with pytest.raises(MbfmuError, match=words):
        beam_data(**({"vertices": STRAIGHT, "section": CircleSection(0.1), "material": STEEL} | change))


def test_vertices_in_millimetres_are_warned_of():
    with pytest.warns(UserWarning, match="vertices: the beam is 1000 m long. .* divide them by 1000 if they are in millimetres"):
        beam_data({"root": (0.0, 0.0, 0.0), "tip": (1000.0, 0.0, 0.0)}, RectangleSection(width=0.05, height=0.1), STEEL, elements=2, modes=2)
