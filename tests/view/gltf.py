"""A GLB read with NumPy alone, by the standard: its nodes, and where they are at any time."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


class Gltf:
    """What is in a GLB."""

    def __init__(self, content: bytes):
        magic, version, length = struct.unpack_from("<4sII", content)
        assert (magic, version, length) == (b"glTF", 2, len(content))
        size, kind = struct.unpack_from("<I4s", content, 12)
        assert kind == b"JSON"
        self.tree = json.loads(content[20 : 20 + size])
        self.binary = content[28 + size :]
        self.nodes = {node["name"]: node for node in self.tree["nodes"]}
        self.about = self.tree["scenes"][0]["extras"]["mbfmu"]

    @classmethod
    def read(cls, path: str | Path) -> Gltf:
        return cls(Path(path).read_bytes())

    def numbers(self, accessor: int) -> np.ndarray:
        """The numbers of an accessor of 32 bits, one row each."""
        found = self.tree["accessors"][accessor]
        assert found["componentType"] == 5126
        view = self.tree["bufferViews"][found["bufferView"]]
        width = WIDTHS[found["type"]]
        flat = np.frombuffer(self.binary, "<f4", found["count"] * width, view.get("byteOffset", 0))
        return flat.reshape(-1, width).astype(float)

    def corners(self, node: dict) -> np.ndarray:
        """The corners (n, 3) of a node's mesh in the axes of the node above; glTF has matrices by columns."""
        place = np.reshape(node.get("matrix", np.eye(4)), (4, 4)).T
        corners = self.numbers(self.tree["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"])
        return corners @ place[:3, :3].T + place[:3, 3]

    def deformed(self, name: str, row: int) -> np.ndarray:
        """The corners (n, 3) of a mesh as its morph targets deform it, at the time of a row."""
        node = self.nodes[name]
        primitive = self.tree["meshes"][node["mesh"]]["primitives"][0]
        targets = [self.numbers(target["POSITION"]) for target in primitive["targets"]]
        weights = self.track(name, "weights").reshape(-1, len(targets))
        return self.numbers(primitive["attributes"]["POSITION"]) + np.tensordot(weights[min(row, len(weights) - 1)], targets, axes=1)

    def deformed_in_world(self, name: str, part: str, row: int) -> np.ndarray:
        """The same in the world, for a mesh in the axes of a part."""
        tracks = (self.track(part, path) for path in ("translation", "rotation"))
        r, Q = (track[min(row, len(track) - 1)] for track in tracks)
        return Rotation.from_quat(Q).apply(self.deformed(name, row)) + r

    def times(self) -> np.ndarray:
        """The times [s] of the animation."""
        return self.numbers(self.tree["animations"][0]["samplers"][0]["input"])[:, 0]

    def track(self, name: str, path: str) -> np.ndarray:
        """The translations, rotations or scales of a node at all times; one row where it stands still."""
        index = next(i for i, node in enumerate(self.tree["nodes"]) if node["name"] == name)
        for animation in self.tree.get("animations", []):
            for channel in animation["channels"]:
                if channel["target"] == {"node": index, "path": path}:
                    sampler = animation["samplers"][channel["sampler"]]
                    assert sampler["interpolation"] == "LINEAR"
                    return self.numbers(sampler["output"])
        return np.array([self.nodes[name][path]])
