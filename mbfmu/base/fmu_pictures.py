"""What the Scene of an FMU shows, without reading what it looks like."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from .errors import MbfmuError
from .safe_zip import read_entry

SCENE = "resources/scene.json"


@dataclass(frozen=True)
class Pictures:
    """What the Scene of an FMU shows: how many `parts` move, and the names of its `outputs`, without indices; `there` says whether it has one."""

    parts: int = 0
    outputs: frozenset[str] = frozenset()
    there: bool = False

    def __str__(self) -> str:
        return f"poses of {self.parts} part{'s' * (self.parts != 1)}, for mbfmu view" if self.outputs else ""


def pictures_of(fmu: Path) -> Pictures:
    """What the Scene of an FMU shows; nothing where it has no Scene that can be read."""
    try:
        scene = json.loads(read_entry(fmu, SCENE))
        positions, others = [node["position"] for node in scene["nodes"]], [node["orientation"] for node in scene["nodes"]]
        others += [arrow["force"] for arrow in scene["arrows"]]
        others += [figure["shape"].get("weights", "") for node in scene["nodes"] for figure in node["figures"]]
        return Pictures(sum(map(bool, positions)), frozenset({*positions, *others} - {""}), True)
    except (MbfmuError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Pictures()


def without_index(name: str) -> str:
    """The name of the variable that a number belongs to: "boom.frame_a.r" of "boom.frame_a.r[1]"."""
    return name.partition("[")[0]
