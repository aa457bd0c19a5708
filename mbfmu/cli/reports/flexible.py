"""`mbfmu flexible`: the modes of flexible bodies as a table, what was dropped, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.linear.explicit_step import longest_explicit_step
from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...mechanics.topology import Tree, build_tree
from ...model.declare.model import Model
from ...model.elements.parts import FlexibleBody
from ...model.elements.parts.flexible_body import FRAME
from ...model.structure.data_file import read_elastic
from ...model.structure.elastic_data import ElasticData
from ...model.structure.modes import mass_normalized
from ...model.structure.reference_frame import held_at
from ...problem.load import names_of

ZETA = float(FlexibleBody.zeta.default)
NAMED = 8  # nodes in a line


@dataclass(frozen=True)
class ListedBody:
    """A flexible body: its data as given, `used` in the natural modes of its elastic coordinates, frequencies [Hz] `left_out`, and its damping ratio.

    The data are `held` at a node, or free where that is None; of a body in a model, modes are left out of those held where it is entered.
    """

    name: str
    given: ElasticData
    used: ElasticData
    left_out: tuple[float, ...]
    held: str | None
    zeta: float

    @property
    def modes(self) -> int:
        """The number of modes in use."""
        return self.used.modes

    @property
    def frequencies(self) -> np.ndarray:
        """Natural frequencies (n,) [Hz]."""
        return frequencies(self.used)

    @property
    def dropped(self) -> int:
        """How many modes of the data move the rigid body or nothing."""
        return self.given.modes - self.modes - len(self.left_out)

    @property
    def centre(self) -> np.ndarray:
        """The centre of mass (3,) [m] in the undeformed body."""
        return self.given.s[0] / self.given.m

    @property
    def inertia(self) -> np.ndarray:
        """The inertia (3, 3) [kg.m2] about the centre of mass."""
        second = self.given.N[0, 0] - self.given.m * np.outer(self.centre, self.centre)
        return np.trace(second) * np.eye(3) - second

    @property
    def step(self) -> float:
        """The longest explicit step [s] beside the highest mode in use; inf if there is none."""
        highest = 2 * np.pi * self.frequencies.max(initial=0.0)
        return longest_explicit_step(highest * complex(-min(self.zeta, 1.0), np.sqrt(max(1.0 - self.zeta**2, 0.0))))

    def moves_most(self, mode: int) -> str:
        """The node that a mode moves most, and in which direction, or turns most where it moves none; "" where it does neither."""
        nodes = self.used.nodes.items()
        for how, of in (("along", {name: node.Phi[:, mode] for name, node in nodes}), ("about", {name: node.Psi[:, mode] for name, node in nodes})):
            name = max(of, key=lambda name: float(np.linalg.norm(of[name])), default="")
            if name and np.any(of[name]):
                return f"{name} {how} {'xyz'[int(np.argmax(np.abs(of[name])))]}"
        return ""

    def numbers(self) -> dict[str, Any]:
        """All of it, for --json, in SI units."""
        return {
            "held_at": self.held,
            "frequencies": self.frequencies.tolist(),
            "left_out": list(self.left_out),
            "dropped": self.dropped,
            "m": self.given.m,
            "r_CM": self.centre.tolist(),
            "I": self.inertia.tolist(),
            "nodes": {name: node.x.tolist() for name, node in self.given.nodes.items()},
            "stress_places": list(self.given.stresses),
            "states": 2 * self.modes,
            "explicit_step": self.step,
            "geometric_stiffening": self.given.stiffens,
        }


def flexible_bodies(path: Path, node: str | None) -> list[ListedBody]:
    """The flexible bodies at a path: of a SID file, or of the model or the data that a Python file declares.

    Data are free, or held at `node`. Raises MbfmuError where there are none, and for a node that does not fit.
    """
    if path.suffix.lower() != ".py":
        return [_of_data(path.stem, read_elastic(path), node)]
    names = names_of(path)
    if isinstance(model := names.get("model"), Model):
        if node is not None:
            raise MbfmuError(f"--node {node} does not fit {path}: in a model the joints say how bodies are held; leave it out")
        found = list(_of_tree(build_tree(model)))
    else:
        found = [_of_data(name, data, node) for name, data in names.items() if isinstance(data, ElasticData)]
    if not found:
        raise MbfmuError(f"{path} declares no flexible body: assign a Model with a FlexibleBody to `model`, or elastic data to any name")
    return found


def _of_data(name: str, data: ElasticData, node: str | None) -> ListedBody:
    if node is not None and node not in data.nodes:
        raise MbfmuError(f"--node {node}: {name} has no such node{nearest(node, data.nodes)}; it has {', '.join(data.nodes) or 'none'}")
    found = mass_normalized(data) if node is None else held_at(data, node)
    return ListedBody(name=name, given=data, used=found, left_out=(), held=node, zeta=ZETA)


def frequencies(data: ElasticData) -> np.ndarray:
    """Natural frequencies (n,) [Hz] of data in natural modes of unit mass."""
    return np.sqrt(np.maximum(np.diag(data.Ke), 0.0)) / 2 / np.pi


def _of_tree(tree: Tree) -> Iterator[ListedBody]:
    for at in tree.bodies:
        if at.elastic is not None:
            body, entered = at.joint, at.inboard.part.label
            given = replace(body.data, nodes={name: node for name, node in body.data.nodes.items() if name != FRAME})
            left_out = tuple(frequencies(held_at(body.data, entered))[body.nq :].tolist())
            yield ListedBody(name=body.path, given=given, used=at.elastic, left_out=left_out, held=None, zeta=float(body.values["zeta"]))


def one_of(bodies: list[ListedBody], body: str | None, option: str) -> ListedBody:
    """The body that an option is for."""
    named = {one.name: one for one in bodies}
    if body is None and len(bodies) > 1:
        raise MbfmuError(f"{option} is for one body: choose it by --body, of {', '.join(named)}")
    if body is not None and body not in named:
        raise MbfmuError(f"--body {body}: there is no such flexible body{nearest(body, named)}; there is {', '.join(named)}")
    return bodies[0] if body is None else named[body]


def modes_table(body: ListedBody) -> Table:
    """A row a mode, below what there is to say of the whole."""
    table = Table(title=escape("\n".join(_head(body))), title_justify="left")
    for heading in ("mode", "frequency in Hz"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("moves most", overflow="fold")
    for k, frequency in enumerate(body.frequencies):
        table.add_row(str(k + 1), f"{frequency:.5g}", escape(body.moves_most(k)))
    return table


def _head(body: ListedBody) -> Iterator[str]:
    data = body.given
    numbers = lambda values: ", ".join(f"{value:.5g}" for value in values)
    held = f"held at {body.held}" if body.held else "free in space"
    yield f"{body.name}: {body.modes} modes {held}, {len(data.nodes)} nodes, {len(data.stresses)} places of stress"
    yield f"mass {data.m:.5g} kg, centre ({numbers(body.centre)}) m, inertia about it ({numbers(np.diag(body.inertia))}) kg.m2"
    shown = [f"{name} ({numbers(node.x)})" for name, node in data.nodes.items()][:NAMED]
    yield f"nodes: {', '.join(shown)}{f' and {len(data.nodes) - NAMED} others' if len(data.nodes) > NAMED else ''}"
    if body.dropped:
        yield f"dropped: {body.dropped} of {data.modes} modes given, which move the rigid body or nothing"
    if body.left_out:
        yield f"left out: {len(body.left_out)} modes from {body.left_out[0]:.5g} Hz on, of the body held where its joint enters"
    yield f"geometric stiffening: {'yes' if body.given.stiffens else 'none, so turn it well below its first frequency only'}"
    highest = body.frequencies.max(initial=0.0)
    step = f"{highest:.5g} Hz holds explicit steps (dormand_prince) below {body.step:.3g} s at damping ratio {body.zeta:g}"
    yield f"cost: {2 * body.modes} states; {step}"
