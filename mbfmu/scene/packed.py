"""Arrays of many numbers in a Scene, which can be compared, hashed and written to JSON as one text."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

FORMAT = "<f4"  # 32 bits, the least significant byte first


@dataclass(frozen=True)
class Packed:
    """An array of numbers of 32 bits: its `sizes`, and the numbers, the last index changing fastest."""

    sizes: tuple[int, ...]
    content: bytes = field(repr=False)

    @classmethod
    def of(cls, values: ArrayLike) -> Packed:
        """The numbers of an array."""
        array = np.asarray(values, dtype=FORMAT)
        return cls(array.shape, array.tobytes())

    @property
    def array(self) -> np.ndarray:
        """The numbers as an array, which cannot be changed."""
        return np.frombuffer(self.content, FORMAT).reshape(self.sizes)

    def plain(self) -> dict[str, Any]:
        """The object of JSON that holds it."""
        return {"sizes": self.sizes, "float32": base64.b64encode(self.content).decode()}


def unpacked_json(found: Any) -> Packed:
    """The array in an object of JSON; ValueError if it holds none of finite numbers."""
    if not isinstance(found, dict) or set(found) != {"sizes", "float32"} or not isinstance(found["float32"], str):
        raise ValueError("an array has sizes and float32")
    sizes = found["sizes"]
    if not isinstance(sizes, list) or not all(type(size) is int and size >= 0 for size in sizes):
        raise ValueError(f"{sizes!r:.60} are no sizes of an array")
    content = base64.b64decode(found["float32"], validate=True)
    if len(content) != 4 * prod(sizes):
        raise ValueError(f"an array of {' by '.join(map(str, sizes))} numbers has {len(content)} bytes; each number has 4")
    packed = Packed(tuple(sizes), content)
    if not np.isfinite(packed.array).all():
        raise ValueError("an array holds what is no number")
    return packed
