"""Deformations as morph targets of a glTF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping

import numpy as np

from .accessors import accessor, places_accessor
from .deformations import Deformation

MEGA = 1e6  # stress is written in MPa
Moving = tuple[int, str, np.ndarray]  # the number of a node, what of it changes, and the values in a row of time


class MorphTargets:
    """Gives meshes of a glTF their morph targets; targets that are the same are written once."""

    def __init__(self, buffers: MutableMapping, tree: dict):
        self.buffers, self.tree = buffers, tree
        self._known: dict[bytes, int] = {}

    def added(self, number: int, deformation: Deformation) -> Iterator[Moving]:
        """Makes the mesh of a node deform; yields its weights if they change. The node says which accessors have stress [MPa] and damage."""
        if not len(deformation.targets):
            return
        node = self.tree["nodes"][number]
        mesh, first = self.tree["meshes"][node["mesh"]], np.float32(deformation.weights[0]).tolist()
        mesh["primitives"][0]["targets"] = [{"POSITION": self._known_or(places_accessor, target)} for target in deformation.targets]
        mesh["weights"] = node["weights"] = first
        mesh.setdefault("extras", {})["targetNames"] = list(deformation.names)
        if deformation.stress is not None:
            node["extras"]["stress"] = [self._known_or(accessor, one.ravel() / MEGA) for one in deformation.stress]
        if deformation.damage is not None:
            node["extras"]["damage"] = self._known_or(accessor, deformation.damage)
        if np.ptp(deformation.weights, axis=0).max() > 0.0:
            yield number, "weights", deformation.weights.ravel()

    def _known_or(self, made: Callable[[MutableMapping, dict, np.ndarray], int], values: np.ndarray) -> int:
        """The accessor of values that are there already, or one made for them."""
        content = np.asarray(values, dtype="<f4").tobytes()
        if content not in self._known:
            self._known[content] = made(self.buffers, self.tree, values)
        return self._known[content]
