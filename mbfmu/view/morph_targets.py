"""Deformations as morph targets of a glTF."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

import numpy as np

from .accessors import places_accessor
from .deformations import Deformation

Moving = tuple[int, str, np.ndarray]  # the number of a node, what of it changes, and the values in a row of time


class MorphTargets:
    """Gives meshes of a glTF their morph targets; targets that are the same are written once."""

    def __init__(self, buffers: MutableMapping, tree: dict):
        self.buffers, self.tree = buffers, tree
        self._known: dict[bytes, int] = {}

    def added(self, number: int, deformation: Deformation) -> Iterator[Moving]:
        """Makes the mesh of a node deform; yields its weights if they change."""
        if not len(deformation.targets):
            return
        node = self.tree["nodes"][number]
        mesh, first = self.tree["meshes"][node["mesh"]], np.float32(deformation.weights[0]).tolist()
        mesh["primitives"][0]["targets"] = [{"POSITION": self._accessor(target)} for target in deformation.targets]
        mesh["weights"] = node["weights"] = first
        mesh.setdefault("extras", {})["targetNames"] = list(deformation.names)
        if np.ptp(deformation.weights, axis=0).max() > 0.0:
            yield number, "weights", deformation.weights.ravel()

    def _accessor(self, target: np.ndarray) -> int:
        content = np.asarray(target, dtype="<f4").tobytes()
        if content not in self._known:
            self._known[content] = places_accessor(self.buffers, self.tree, target)
        return self._known[content]
