"""Problems of the content of a mesh file that its format shows without reading the surface itself."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from lxml.etree import QName

from ....base.errors import MbfmuError
from ....base.safe_xml import parse_xml

HEADER, TRIANGLE = 84, 50  # bytes of a binary STL file
NOT_FINITE = rb"[^\n]*\b(?:nan|inf)"  # in the numbers of a line


def mesh_fault(file: Path) -> str:
    """Why a file of one of the `READERS` is no mesh that can be shown; empty if nothing is wrong."""
    try:
        return READERS[file.suffix.lower()](file.read_bytes())
    except OSError as error:
        return f"it cannot be read: {error.strerror}"


def _stl(content: bytes) -> str:
    begin = content[:1000].lstrip().lower()
    if begin.startswith(b"solid") and b"facet" in begin:
        if _names_infinity(content, rb"\bvertex\b"):
            return "it has points that are not finite"
        return "" if b"endsolid" in content[-1000:].lower() else "it ends within its triangles"
    if len(content) < HEADER:
        return "it is no STL file"
    (count,) = struct.unpack_from("<I", content, HEADER - 4)
    if len(content) < HEADER + TRIANGLE * count:
        return f"it is no STL file, or ends behind {(len(content) - HEADER) // TRIANGLE} of {count} triangles"
    if not count:
        return "it has no triangle"
    triangles = np.frombuffer(content, np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("more", "<u2")]), count, HEADER)
    return "" if np.isfinite(triangles["points"]).all() else "it has points that are not finite"


def _obj(content: bytes) -> str:
    if not re.search(rb"^\s*v\s", content, re.MULTILINE):
        return "it is no OBJ file, or has no point"
    return "it has points that are not finite" if _names_infinity(content, rb"^\s*v\s") else ""


def _names_infinity(content: bytes, point: bytes) -> bool:
    """Whether a line of text that begins as those of points do has a number that is none."""
    return bool(re.search(rb"nan|inf", content, re.IGNORECASE)) and bool(re.search(point + NOT_FINITE, content, re.MULTILINE | re.IGNORECASE))


def _glb(content: bytes) -> str:
    if len(content) < 20 or content[:4] != b"glTF":
        return "it is no GLB file"
    _, length, size, _ = struct.unpack_from("<IIII", content, 4)
    if len(content) < length:
        return f"it ends behind {len(content)} of {length} bytes"
    try:
        json.loads(content[20 : 20 + size])
    except ValueError:
        return "it is no GLB file: its description is no JSON"
    return ""


def _dae(content: bytes) -> str:
    try:
        root = parse_xml(content, "it")
    except MbfmuError as error:
        return str(error)
    return "" if QName(root).localname == "COLLADA" and len(root) else "it is no DAE file"


READERS: Mapping[str, Callable[[bytes], str]] = {".stl": _stl, ".obj": _obj, ".glb": _glb, ".dae": _dae}
