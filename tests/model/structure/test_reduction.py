"""Finite elements as matrices reduced to modes, against beams whose every point is known; and matrices that are none of a body."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csc_matrix

from mbfmu import GeneralSection, Material, RectangleSection
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.axial import axial
from mbfmu.model.structure.beam import beam_data, polyline
from mbfmu.model.structure.finite_elements import FiniteElements, checked
from mbfmu.model.structure.reduction import reduced
from mbfmu.model.structure.reference_frame import held_at
from tests.model.structure.clouds import rotating_stiffness
from tests.tolerances import EIGENVALUES, ROUNDOFF

CORNERS = {"root": (0.2, 0.1, 0.0), "elbow": (1.2, 0.1, 0.0), "tip": (1.2, 0.9, 0.3)}
SECTION, STEEL = RectangleSection(width=0.03, height=0.06), Material(E=210e9, rho=7850.0, nu=0.3)


@pytest.fixture(scope="module")
def beams():
    """Matrices of a bent beam, as other tools give them."""
    line = polyline(CORNERS, SECTION, STEEL, None, 6)
    K, M = line.assembled([e.stiffness() for e in line.elements]), line.assembled([e.mass() for e in line.elements])
    count = len(line.x)
    return FiniteElements(line.x, 10 * np.arange(count) + 7, np.repeat(np.arange(count), 6), np.tile(np.arange(6), count), K, M)


INTERFACES = {"root": np.array([0]), "elbow": np.array([6]), "tip": np.array([12])}


def test_matrices_of_a_beam_give_its_modes_and_mass(beams):
    found, expected = reduced(beams, INTERFACES, 4), beam_data(CORNERS, SECTION, STEEL, elements=6, modes=4)
    assert np.diag(found.Ke) == pytest.approx(np.diag(expected.Ke), rel=EIGENVALUES)
    assert found.m == pytest.approx(expected.m, rel=ROUNDOFF)
    assert found.s[0] == pytest.approx(expected.s[0], rel=ROUNDOFF)
    assert found.N[0, 0] == pytest.approx(expected.N[0, 0], abs=ROUNDOFF)
    assert axial(found.N[0, 1:]) == pytest.approx(axial(expected.N[0, 1:]), abs=EIGENVALUES)
    assert found.N[1:5, 1:5] == pytest.approx(expected.N[1:5, 1:5], abs=0.03)  # of masses at nodes in place of elements
    assert found.nodes["tip"].Phi == pytest.approx(expected.nodes["tip"].Phi, rel=1e-8, abs=1e-8)
    assert not found.stiffens


def test_held_at_the_root_its_frequencies_are_those_of_the_beam(beams):
    found, expected = (held_at(data, "root") for data in (reduced(beams, INTERFACES, 4), beam_data(CORNERS, SECTION, STEEL, elements=6, modes=4)))
    assert np.diag(found.Ke) == pytest.approx(np.diag(expected.Ke), rel=1e-9)


def test_a_disk_at_a_node_turns_with_it():
    """Rotary inertia of a node is that of points around it: inertia, Cr and the products of modes, against a ring of points."""
    line = polyline({"a": (0, 0, 0), "b": (1, 0, 0)}, SECTION, STEEL, None, 2)
    K = line.assembled([e.stiffness() for e in line.elements])
    disk = np.diag([0.16, 0.08, 0.08])
    M = np.zeros((18, 18))
    M[np.arange(18), np.arange(18)] = np.tile([1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 3)
    M[12:15, 12:15], M[15:, 15:] = 10.0 * np.eye(3), disk
    model = FiniteElements(line.x, np.arange(3), np.repeat(np.arange(3), 6), np.tile(np.arange(6), 3), K, csc_matrix(M))
    data = reduced(model, {"a": np.array([0]), "middle": np.array([1]), "b": np.array([2])}, 0)
    tip = data.nodes["b"]
    assert data.m == pytest.approx(12.0) and data.s[0] == pytest.approx([10.5, 0.0, 0.0])
    P = np.trace(disk) / 2 * np.eye(3) - disk
    angles = 2 * np.pi * np.arange(8) / 8
    ring = np.sqrt(2 * P[1, 1] / 8) * np.stack([0 * angles, np.cos(angles), np.sin(angles)], axis=-1)
    theta = tip.Psi.T
    turned = np.cross(theta[:, None], ring[None])
    masses = [(node.Phi, mass) for node, mass in ((data.nodes["a"], 1.0), (data.nodes["middle"], 1.0), (tip, 10.0))]
    expected = sum(mass * np.einsum("ik,jl->klij", Phi, Phi) for Phi, mass in masses) + np.einsum("kpi,lpj->klij", turned, turned)
    assert data.N[1:, 1:] == pytest.approx(expected, abs=1e-9)
    bent = np.cross(theta[:, None, None], turned[None])
    assert data.H == pytest.approx(np.einsum("pi,klpj->klij", ring, (bent + bent.transpose(1, 0, 2, 3)) / 2), abs=1e-9)


@pytest.mark.parametrize("rpm", [0.0, 1000.0, 4000.0, 8000.0])
def test_an_overhung_disk_whirls_as_stodolas(rpm):
    """Of a massless shaft, in a frame that turns with it (A1's equations at rest): whirl frequencies less the speed, by deflection and slope w.

    m w1'' + k11 w1 + k12 w2 = 0, I_d w2'' - i I_p Omega w2' + k21 w1 + k22 w2 = 0, as in the case rotor_overhung_campbell.
    """
    length, m, I_d, I_p, d, Omega = 0.5, 10.0, 0.08, 0.16, 0.02, rpm * np.pi / 30
    I, A = np.pi * d**4 / 64, np.pi * d**2 / 4
    line = polyline({"root": (0, 0, 0), "tip": (length, 0, 0)}, GeneralSection(A, I, I, 2 * I, 1e9 * A, 1e9 * A), STEEL, None, 1)
    M = np.diag([1.0] * 6 + [m] * 3 + [I_p, I_d, I_d])  # the foot's mass is held
    K = line.assembled([line.elements[0].stiffness()])
    model = FiniteElements(line.x, np.arange(2), np.repeat([0, 1], 6), np.tile(np.arange(6), 2), K, csc_matrix(M))
    data = held_at(reduced(model, {"root": np.array([0]), "tip": np.array([1])}, 0), "root")
    spin, n = np.array([Omega, 0.0, 0.0]), data.modes
    gyroscopic = 2 * np.einsum("i,cbi->bc", spin, axial(data.N[1:, 1:]))
    found = np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [-rotating_stiffness(data, spin), -gyroscopic]])).imag
    k = STEEL.E * I * np.array([[12 / length**3, -6 / length**2], [-6 / length**2, 4 / length]])
    inertia, turning = np.diag([m, I_d]), np.diag([0.0, I_p * Omega])
    whirl = np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [np.linalg.solve(inertia, k), np.linalg.solve(inertia, turning)]]))
    for expected in np.abs(whirl.real - Omega):
        assert np.abs(np.abs(found) - expected).min() == pytest.approx(0.0, abs=1e-8 * max(expected, 100.0))


def test_nodes_in_another_order_are_found(beams):
    order = np.arange(len(beams.x))
    order[[3, 4]] = [4, 3]
    with pytest.raises(MbfmuError, match=r"resists a motion of the whole body .* at node (37|47).*another order"):
        checked(replace(beams, x=beams.x[order]))


def test_masses_on_a_line_are_refused():
    """Nothing resists a rotation about it: a straight beam of points."""
    line = polyline({"a": (1.0, 0.0, 0.0), "b": (1.0, 2.0, 0.0)}, SECTION, STEEL, None, 2)
    M = csc_matrix(np.diag(np.tile([1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 3)))
    model = FiniteElements(
        line.x, np.arange(3), np.repeat(np.arange(3), 6), np.tile(np.arange(6), 3), line.assembled([e.stiffness() for e in line.elements]), M
    )
    with pytest.raises(MbfmuError, match=r"no inertia when it turns about the axis \(-?0, -?1, -?0\): all of its masses lie on a line"):
        reduced(model, {"a": np.array([0]), "b": np.array([2])}, 0)


def test_an_indefinite_mass_is_found(beams):
    wrong = beams.M.tolil()
    wrong[13, 13] = -1.0
    with pytest.raises(MbfmuError, match="mass matrix is indefinite: a motion that involves node 27, y has a negative mass"):
        checked(replace(beams, M=csc_matrix(wrong)))
    hidden = beams.M.tolil()
    hidden[12, 18] = hidden[18, 12] = 100.0
    with pytest.raises(MbfmuError, match="mass matrix is indefinite: a motion that involves node (27|37), x"):
        checked(replace(beams, M=csc_matrix(hidden)))


def test_a_matrix_that_is_not_symmetric_is_found(beams):
    wrong = beams.K.tolil()
    wrong[0, 6] *= 1.1
    with pytest.raises(MbfmuError, match="stiffness matrix is not symmetric: at node 7, x|stiffness matrix is not symmetric: at node 17, x"):
        checked(replace(beams, K=csc_matrix(wrong)))


def test_supports_are_found(beams):
    wrong = beams.K.tolil()
    wrong[2, 2] += 1e6
    with pytest.raises(MbfmuError, match="resists a motion of the whole body .* at node 7, z"):
        checked(replace(beams, K=csc_matrix(wrong)))


def test_two_pieces_are_found():
    """Two beams of which one is held by the interface."""
    line = polyline({"a": (0, 0, 0), "b": (1, 0, 0)}, SECTION, STEEL, None, 4)
    kept = [0, 1, 3]  # the third element is missing
    K, M = (line.assembled([getattr(e, of)() * (k in kept) for k, e in enumerate(line.elements)]) for of in ("stiffness", "mass"))
    model = FiniteElements(line.x, np.arange(5), np.repeat(np.arange(5), 6), np.tile(np.arange(6), 5), K, M)
    with pytest.raises(MbfmuError, match="can move without deformation although 6 coordinates"):
        reduced(model, {"a": np.array([0])}, 2)


@pytest.mark.parametrize(
    "interfaces, words",
    [
        ({}, "needs an interface"),
        ({"root": np.array([], dtype=int)}, "'root' has 0 nodes"),
        ({"root": np.array([0, 1]), "tip": np.array([1, 2])}, "'root' and 'tip' share node 17"),
    ],
)
def test_interfaces_that_are_none_are_refused(beams, interfaces, words):
    with pytest.raises(MbfmuError, match=words):
        reduced(beams, interfaces, 2)


def test_nodes_on_a_line_without_rotations_hold_no_frame():
    x = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]])
    model = FiniteElements(x, np.arange(4), np.repeat(np.arange(4), 3), np.tile(np.arange(3), 4), csc_matrix((12, 12)), csc_matrix(np.eye(12)))
    with pytest.raises(MbfmuError, match="'edge' has 3 nodes, which cannot hold a frame: it needs three that are not on a line"):
        reduced(model, {"edge": np.array([0, 1, 2])}, 0)
