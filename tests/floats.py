"""A model evaluated kernel by kernel, without tracing or compiling, on plain floats or on numbers with a dimension."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from mbfmu import Model
from mbfmu.base.scalars import Record
from mbfmu.mechanics.formulations import articulated_body, kane
from mbfmu.mechanics.formulations.derived_parameters import derive
from mbfmu.mechanics.formulations.inverse_dynamics import InverseDynamics, inverse_dynamics
from mbfmu.mechanics.formulations.loads import Loads, gather_loads
from mbfmu.mechanics.formulations.motion import Motion
from mbfmu.mechanics.topology import Tree, build_tree
from mbfmu.model.declare.declarations import Input, Parameter
from mbfmu.model.declare.element import Element, declarations
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.forces import Force, JointLoad

Dress = Callable[[np.ndarray, str], np.ndarray]


def undressed(values: np.ndarray, unit: str) -> np.ndarray:
    """Numbers as they are, their unit forgotten."""
    return values


def parameters(element: Element, dress: Dress = undressed) -> Record:
    """The parameters of an element, and its tables."""
    return Record({k: dress(element.values[k], element.unit_of(d)) for k, d in declarations(type(element), Parameter).items()} | element.tables)


class Floats:
    """A model at coordinates q and speeds v; `inputs` names inputs by element and variable, the others keep their start."""

    def __init__(self, model: Model, tree: Tree, q: Any, v: Any, inputs: Mapping[tuple[str, str], Any] = {}, dress: Dress = undressed):
        self.tree, self.elements = tree, list(model.elements.values())
        frames = [f for e in self.elements for f in e.attached.values() if isinstance(f, Frame)]
        placements = [e for f in frames for e in f.placements]
        self.parameters = {e: parameters(e, dress) for e in [*self.elements, *placements]}
        self.inputs = {
            e: Record((k, dress(inputs.get((e.name, k), d.start), e.unit_of(d))) for k, d in declarations(type(e), Input).items())
            for e in self.elements
        }
        self.d = derive(tree, self.parameters, frames)
        self.motion = Motion(tree, self.d, tree.split_q(q), tree.split_v(v), {f: i for i, f in enumerate(frames)})
        self.forces = [e for e in self.elements if isinstance(e, (Force, JointLoad))]

    @cached_property
    def loads(self) -> Loads:
        return gather_loads(self.motion, self.forces, self.parameters, self.inputs, 0.0)

    @property
    def by_articulated_body(self) -> np.ndarray:
        return np.concatenate(articulated_body.accelerations(self.motion, self.loads))

    @property
    def by_kane(self) -> np.ndarray:
        return np.linalg.solve(*self.kane)

    @cached_property
    def kane(self) -> tuple[np.ndarray, np.ndarray]:
        return assembled(*kane.equations(self.motion, self.loads))

    def inverse_dynamics(self, v_dot: np.ndarray) -> InverseDynamics:
        return inverse_dynamics(self.motion, self.loads, self.tree.split_v(v_dot))


def assembled(blocks: Mapping[tuple[int, int], np.ndarray], columns: list) -> tuple[np.ndarray, np.ndarray]:
    """A symmetric matrix of the blocks in its upper half (numbered from 1), and a column of its pieces."""
    sizes, n = [len(c) for c in columns], range(1, len(columns) + 1)
    zeros = {(i, j): np.zeros((sizes[i - 1], sizes[j - 1])) for i in n for j in n}
    rows = [[blocks.get((i, j), zeros[i, j]) if i <= j else blocks.get((j, i), zeros[j, i]).T for j in n] for i in n]
    return (np.block(rows), np.concatenate(columns)) if columns else (np.zeros((0, 0)), np.zeros(0))


def floats(model: Model, q: np.ndarray, v: np.ndarray, inputs: Mapping[tuple[str, str], Any] = {}) -> Floats:
    """The model at q and v, its tree built anew."""
    return Floats(model, build_tree(model), q, v, inputs)
