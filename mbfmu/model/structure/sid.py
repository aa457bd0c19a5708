"""Elastic data as SID (standard input data), the public exchange format of flexible bodies, read and written.

With D_b of A1 in docs/design (the integral of r (dr/de_b)^T dm) its matrices are, to first order in the elastic coordinates,

    mdCM = c                        Ct_b = s[b] + g e                Cr_b = axial(D_b)
    Gr_b = 2 (tr D_b 1 - D_b^T)     Ge_c = 2 axial(N[c, b])          Oe_b = xx, yy, zz, xy, yz, xz parts of w.D_b.w - w^2 tr D_b

Gr and Ge follow from the others and are not read, for tools differ in the order of their columns. Gr of first order, which mbfmu writes, is read.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .axial import axial, with_axial
from .elastic_data import Array, ElasticData, Node, StressPlace, ThermalField
from .sid_file import FieldText, SidText, Taylor, arrays, mode_last, parsed
from .sid_lines import written
from .text_file import text_of

PAIRS = ((0, 1), (1, 2), (0, 2))  # of the last three columns of Oe
NEGATIVE = 0.3  # of Me: second moments below the opposite of it are none of masses, however roughly these are lumped
ROUNDED = 1e-9  # of the largest: digits that files have
STRESS_PLACE = "stress place"  # rframe of places that are known by their stress only


def read_sid(path: str | Path) -> ElasticData:
    """The elastic data of a SID file, in its modes.

    Nodes have the names of the file, and the axes of the body whatever AP says. Bodies under stress without load are not read: ksigma must be
    zero. Raises MbfmuError with the line and what is wrong there.
    """
    return Reading(parsed(text_of(path, "the SID file"), str(path))).data()


class Reading:
    """Elastic data from the matrices of a file."""

    def __init__(self, text: SidText):
        self.text = text
        every = [*text.body.values(), *(t for _, matrices in text.nodes.values() for t in matrices.values())]
        self.last = mode_last(every)

    def pair(self, name: str, matrix: Taylor | None, rows: int, columns: int) -> tuple[Array, Array]:
        """m0 (rows, columns) and m1 (rows, n, columns); zero if there is none."""
        if matrix is None:
            return np.zeros((rows, columns)), np.zeros((rows, self.text.modes, columns))
        return arrays(self.text, name, matrix, (rows, columns), self.last)

    def of_body(self, name: str, rows: int, columns: int) -> tuple[Array, Array]:
        """The same of the body."""
        return self.pair(name, self.text.body.get(name), rows, columns)

    def data(self) -> ElasticData:
        """The elastic data."""
        text, n = self.text, self.text.modes
        Me, Ke, De = (self.of_body(name, n, n)[0] for name in ("Me", "Ke", "De"))
        self.look_at_what_is_not_read()
        Ct, Ct_rate = self.of_body("Ct", n, 3)
        Cr, Cr_rate = self.of_body("Cr", n, 3)
        Oe, Oe_rate = self.of_body("Oe", n, 6)
        N = np.zeros((1 + n, 1 + n, 3, 3))
        N[0, 0] = self.second_moments()
        N[0, 1:] = with_axial(symmetric_part(Oe), Cr)
        N[1:, 0] = N[0, 1:].transpose(0, 2, 1)
        second = symmetric_part(Oe_rate)  # symmetric in the modes too, which some files are in the sum only
        D = with_axial((second + second.transpose(1, 0, 2, 3)) / 2, Cr_rate).transpose(1, 0, 2, 3)  # N[k, b] + H[k, b]
        N[1:, 1:] = self.products(D, Me)
        H = D - N[1:, 1:]
        return ElasticData(
            m=text.mass,
            s=np.concatenate([self.of_body("mdCM", 3, 1)[0].T, Ct]),
            N=N,
            g=symmetric(Ct_rate.transpose(2, 0, 1)),
            H=np.where(np.abs(H) > ROUNDED * np.abs(D).max(initial=0.0), H, 0.0),
            Me=Me,
            Ke=Ke,
            De=De,
            nodes={name: self.node(name, of) for name, (rframe, of) in text.nodes.items() if rframe != STRESS_PLACE},
            stresses={name: self.stress(of) for name, (_, of) in text.nodes.items() if "sigma" in of},
            temperatures={name: self.temperature_field(of) for name, of in text.temperatures.items()},
        )

    def look_at_what_is_not_read(self) -> None:
        """Raise MbfmuError where it is damaged, or where ksigma holds forces of a body that is under stress before it deforms."""
        n = self.text.modes
        self.of_body("Gr", 3, 3 * n), self.of_body("Ge", n, 3 * n)
        for _, matrices in self.text.nodes.values():
            self.pair("AP", matrices.get("AP"), 3, 3)
        if "ksigma" in self.text.body and self.of_body("ksigma", self.text.modes, 1)[0].any():
            raise self.text.wrong(self.text.body["ksigma"].line, "ksigma is not zero; data of bodies under stress without load are not supported.")

    def second_moments(self) -> Array:
        """N[0, 0] from J, which is written as 3 x 3 or as xx, yy, zz, xy, xz, yz."""
        matrix = self.text.body["J"]
        if matrix.head["nrow"] == 6:
            xx, yy, zz, xy, xz, yz = self.pair("J", matrix, 6, 1)[0][:, 0]
            J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        else:
            J = self.pair("J", matrix, 3, 3)[0]
        return np.trace(J) / 2 * np.eye(3) - J

    def products(self, D: Array, Me: Array) -> Array:
        """N[k, b] (n, n, 3, 3) of modes: from Gr of first order if there is such, else the part of D that changes its sign with k and b, and Oe.

        Motion depends on N and H apart in that part only. If Oe holds stiffening, which its negative moments tell, that goes into H.
        """
        n = self.text.modes
        matrix = self.text.body.get("Gr")
        if matrix is not None and matrix.head["order"] == 1:
            Gr = self.of_body("Gr", 3, 3 * n)[1].reshape(3, n, n, 3).transpose(1, 2, 0, 3)
            return (np.trace(Gr, axis1=2, axis2=3)[:, :, None, None] / 4 * np.eye(3) - Gr / 2).transpose(0, 1, 3, 2)
        turning, both = axial(D), D
        moments = np.einsum("kkij->kij", D)
        if np.linalg.eigvalsh((moments + moments.transpose(0, 2, 1)) / 2).min(initial=0.0) < -NEGATIVE * np.abs(Me).max(initial=0.0):
            both = both - (np.trace(D, axis1=2, axis2=3) - Me)[:, :, None, None] / 3 * np.eye(3)
        return with_axial(both, (turning - turning.transpose(1, 0, 2)) / 2)

    def node(self, name: str, of: dict[str, Taylor]) -> Node:
        """A node, whose displacement and rotation of second order are phi and psi of first order."""
        n = self.text.modes
        Phi, rate = self.pair("phi", of.get("phi"), 3, n)
        x, moved = self.pair("origin", of["origin"], 3, 1)
        if "phi" not in of:
            Phi = moved[:, :, 0]
        Psi, turning = self.pair("psi", of.get("psi"), 3, n)
        return Node(x[:, 0], Phi, Psi, symmetric(rate), symmetric(turning))

    def stress(self, of: dict[str, Taylor]) -> StressPlace:
        """The stress at a node."""
        return StressPlace(self.pair("origin", of["origin"], 3, 1)[0][:, 0], self.pair("sigma", of["sigma"], 6, 1)[1][:, :, 0])

    def temperature_field(self, of: FieldText) -> ThermalField:
        """A temperature field, without what it does to a surface."""
        n, column = self.text.modes, lambda name, matrix, rows: self.pair(name, matrix, rows, 1)[0][:, 0]
        stiffening = self.pair("stiffening", of.stiffening, n, n)[0]
        stresses = {name: column("sigma", matrix, 6) for name, matrix in of.stresses.items()}
        return ThermalField(column("load", of.load, n), of.energy, stresses, stiffening=stiffening)


def symmetric(rates: Array) -> Array:
    """The part (3, n, n) that is symmetric in the modes."""
    return (rates + rates.transpose(0, 2, 1)) / 2


def symmetric_part(Oe: Array) -> Array:
    """The symmetric parts (..., 3, 3) of D from the columns (..., 6) of Oe."""
    trace = -Oe[..., :3].sum(axis=-1, keepdims=True) / 2
    made = np.zeros((*Oe.shape[:-1], 3, 3))
    made[..., [0, 1, 2], [0, 1, 2]] = Oe[..., :3] + trace
    for column, (i, j) in enumerate(PAIRS, 3):
        made[..., i, j] = made[..., j, i] = Oe[..., column] / 2
    return made


def write_sid(data: ElasticData, path: str | Path) -> None:
    """Write elastic data as SID; `read_sid` gives the same data without surface, which SID does not know.

    Nor does it know temperature fields, and places whose stress is known but not their motion: these stand behind the end of the part, where other
    tools have stopped to read.
    """
    n = data.modes
    D0, D1 = data.N[0, 1:], data.N[1:, 1:] + data.H  # D1[k, b]
    frequencies = np.sqrt(np.maximum(np.diag(data.Ke) / np.where(np.diag(data.Me) > 0, np.diag(data.Me), np.inf), 0.0)) / (2 * np.pi)
    body = {
        "mdCM": (data.s[:1].T, data.s[1:].T[:, :, None]),
        "J": (inertia(data.N[0, 0]), inertia(D0 + D0.transpose(0, 2, 1)).transpose(1, 0, 2)),
        "Ct": (data.s[1:], data.g.transpose(1, 2, 0)),
        "Cr": (axial(D0), axial(D1).transpose(1, 0, 2)),
        "Me": (data.Me, None),
        "Gr": (gyroscopic(D0).transpose(1, 0, 2).reshape(3, 3 * n), gyroscopic(data.N[1:, 1:]).transpose(2, 0, 1, 3).reshape(3, n, 3 * n)),
        "Ge": (2 * axial(data.N[1:, 1:]).transpose(1, 0, 2).reshape(n, 3 * n), None),
        "Oe": (centrifugal(D0), centrifugal(D1).transpose(1, 0, 2)),
        "ksigma": (np.zeros((n, 1)), None),
        "Ke": (data.Ke, None),
        "De": (data.De, None),
    }
    of_stress = lambda place: {"sigma": (np.zeros((6, 1)), place.sigma[:, :, None])}
    nodes = {name: ("body ref", node_matrices(node)) for name, node in data.nodes.items()}
    places = {}
    for name, place in data.stresses.items():
        if name in nodes:
            nodes[name][1].update(of_stress(place))
        else:
            places[name] = (STRESS_PLACE, {"origin": (place.x[:, None], None), **of_stress(place)})
    names = [f"Eigen Mode {k + 1} : {frequency:.6f} Hz" for k, frequency in enumerate(frequencies)]
    Path(path).write_text(
        written(data.m, names, body, nodes, Path(path).stem, places, data.temperatures), encoding="latin-1", errors="xmlcharrefreplace"
    )


def node_matrices(node: Node) -> dict[str, tuple[Array, Array | None]]:
    """origin, phi, psi and AP of a node."""
    turned = np.cross(node.Psi.T[:, None], np.eye(3)[None]).transpose(2, 0, 1)
    return {
        "origin": (node.x[:, None], node.Phi[:, :, None]),
        "phi": (node.Phi, node.G),
        "psi": (node.Psi, node.Gamma),
        "AP": (np.eye(3), turned),
    }


def inertia(R: Array) -> Array:
    """The columns (..., 6, 1) xx, yy, zz, xy, xz, yz of tr R 1 - R."""
    J = np.trace(R, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - R
    return J[..., [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]][..., None]


def gyroscopic(D: Array) -> Array:
    """2 (tr D 1 - D^T)."""
    return 2 * (np.trace(D, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - np.swapaxes(D, -1, -2))


def centrifugal(D: Array) -> Array:
    """The six columns of Oe."""
    trace = np.trace(D, axis1=-2, axis2=-1)
    squares = [D[..., i, i] - trace for i in range(3)]
    return np.stack([*squares, *(D[..., i, j] + D[..., j, i] for i, j in PAIRS)], axis=-1)
