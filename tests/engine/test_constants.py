"""Constants of the C engine: one place each."""

from __future__ import annotations

import re
from collections import defaultdict

from mbfmu.engine.sources import C


def test_no_constant_stands_twice():
    """Two files may each have a constant of their own called SINGULAR, but not the same one."""
    places = defaultdict(set)
    for file in C.glob("*/*.[ch]"):
        for name, value in re.findall(r"^#define (\w+) +([^/\n]*[^/\s\\]) *(?:/\*.*)?$", file.read_text(), re.MULTILINE):
            places[name, value].add(file.name)
    assert ("NOISE", "1e-10") in places
    assert {constant: files for constant, files in places.items() if len(files) > 1} == {}
