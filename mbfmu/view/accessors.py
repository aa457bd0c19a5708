"""Numbers in the buffers of a glTF."""

from __future__ import annotations

from collections.abc import MutableMapping

import numpy as np

FLOAT = 5126  # of glTF: 32 bits
SHAPES = {3: "VEC3", 4: "VEC4"}


def accessor(buffers: MutableMapping, tree: dict, values: np.ndarray) -> int:
    """The number of a new accessor of values, as glTF has them: 32 bits."""
    single = np.ascontiguousarray(values, dtype="<f4")
    found = {"bufferView": len(buffers), "componentType": FLOAT, "count": len(single), "type": SHAPES.get(single.shape[-1], "VEC3")}
    if single.ndim == 1:
        found |= {"type": "SCALAR", "min": [float(single.min())], "max": [float(single.max())]}
    buffers[f"motion {len(buffers)}"] = single.tobytes()
    tree["accessors"][f"motion {len(tree['accessors'])}"] = found
    return len(tree["accessors"]) - 1


def places_accessor(buffers: MutableMapping, tree: dict, places: np.ndarray) -> int:
    """The same of places or displacements (p, 3), with their bounds, which glTF asks for."""
    number = accessor(buffers, tree, places)
    single = np.asarray(places, dtype="<f4")
    list(tree["accessors"].values())[number] |= {"min": single.min(axis=0).tolist(), "max": single.max(axis=0).tolist()}
    return number
