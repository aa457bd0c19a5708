"""The demonstration: the hydraulic crane, its three FMUs built and laid beside its system description, and its motion shown."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from ..base.files.whole_file import whole_file
from ..fmu.package.python_fmu import build_fmu
from ..problem.load import load_declared
from ..scene import Scene, scene_text
from .library import library_file
from .results import scene_file

COMPONENTS = ("crane", "hydraulics", "pid")
SHOWN = [
    "pid.reference",
    "crane.stroke",
    "crane.stroke_rate",
    "crane.boom_angle",
    "crane.jib_angle",
    "crane.swing_angle",
    "hydraulics.rod.f",
    "hydraulics.p_A",
    "hydraulics.p_B",
    "pid.y",
]


def build_demo(folder: Path, progress: Callable[[str], None] = lambda text: None) -> Path:
    """Build the crane's FMUs into `folder`/resources; the path of the system description beside them. `progress` gets what comes next."""
    resources = folder / "resources"
    resources.mkdir(parents=True, exist_ok=True)
    for i, name in enumerate(COMPONENTS, 1):
        progress(f"building the FMU of the {name} ({i} of {len(COMPONENTS)}) ...")
        build_fmu(load_declared(library_file(f"fmus/{name}/model.py")), resources)
    with whole_file(folder / "system.ssd") as partial:
        shutil.copy(library_file("cosim_examples/hydraulic_crane/system.ssd"), partial)
    return folder / "system.ssd"


def write_scene(scene: Scene, csv: Path) -> Path:
    """Write the Scene of a result beside it, where `mbfmu view` looks for it; its path."""
    with whole_file(scene_file(csv)) as partial:
        partial.write_text(scene_text(scene), encoding="utf-8")
    return scene_file(csv)
