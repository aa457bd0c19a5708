"""Packed: tables as bytes, which engine/c/data/reader.c reads and checks."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from math import nan
from zlib import crc32

import numpy as np

MAGIC = b"mbfmu 1\n"
STEPS = (
    "TAPE_RUN",
    "SPD_SOLVE",
    "NEWTON_SOLVE",
    "FEEDBACK_SOLVE",
    "SLOPES",
    "WEIGHTED_PSEUDO_INVERSE",
    "ORTHOGONAL_COMPLEMENT",
    "INDEX_ONE",
    "TANGENT_SPACE",
    "COORDINATE_PARTITION",
    "UDWADIA_PHOHOMSIRI",
    "MULTIPLIER_SOLVE",
    "SUPERELEMENT_SOLVE",
    "HOST_CALL",
    "GATHER",
    "KEEP_LARGEST",
    "SHARE_LOADS",
)  # as in engine/c/data/load_steps.c


class Packed:
    """Fields one behind the other, little-endian: ints of four bytes, doubles of eight; arrays and texts behind their length."""

    def integer(self, value: int) -> bytes:
        """An int."""
        return struct.pack("<i", value)

    def number(self, value: float | None) -> bytes:
        """A double; NaN for None."""
        return struct.pack("<d", nan if value is None else value)

    def string(self, text: str) -> bytes:
        """A string in UTF-8."""
        content = text.encode()
        return self.integer(len(content)) + content

    def ref(self, start: int, size: int) -> bytes:
        """A piece of an instance's numbers."""
        return struct.pack("<ii", start, size)

    def choice(self, name: str, names: tuple[str, ...]) -> bytes:
        """One of the names of an enumeration."""
        return self.integer(names.index(name))

    def struct(self, **fields: bytes | int) -> bytes:
        """The fields of a struct."""
        return b"".join(self.integer(value) if isinstance(value, int) else value for value in fields.values())

    def array(self, kind: str, entries: Iterable[bytes]) -> bytes:
        """An array of structs."""
        entries = list(entries)
        return self.integer(len(entries)) + b"".join(entries)

    def strings(self, texts: Iterable[str]) -> bytes:
        """An array of strings."""
        return self.array("", map(self.string, texts))

    def numbers(self, values: Iterable[float]) -> bytes:
        """An array of doubles."""
        return self._numbers(values, "<f8")

    def integers(self, values: Iterable[int]) -> bytes:
        """An array of ints."""
        return self._numbers(values, "<i4")

    def pairs(self, values: Iterable[tuple[int, int]]) -> bytes:
        """An array of pairs of ints, as twice as many ints."""
        return self.integers(number for pair in values for number in pair)

    def step(self, kind: str, table: str, **fields: bytes | int) -> bytes:
        """A step of that kind."""
        return self.integer(STEPS.index(kind)) + self.struct(**fields)

    def encode(self, content: bytes) -> bytes:
        """The file: what it is, a check sum, and the content."""
        return MAGIC + struct.pack("<I", crc32(content)) + content

    def _numbers(self, values: Iterable[float], kind: str) -> bytes:
        array = values if isinstance(values, np.ndarray) else np.array(list(values))
        return self.integer(array.size) + array.astype(kind).tobytes()
