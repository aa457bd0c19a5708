"""The rooms of ARCHITECTURE.md: imports run downward only."""

from pathlib import Path

from .imports import PACKAGE, imports

# A file is in the room with the longest name that its path begins with. Each room imports from itself and from those before it.
ORDER = (
    "base/errors.py",
    "base/files",
    "base",
    "check",  # which judges FMUs of anybody, and shares nothing with what makes them
    "base/scalars",
    "base/spatial",
    "base/convex",
    "model/ports",
    "model/declare",
    "model/sections",
    "model/signals",
    "model/structure",
    "model/elements",
    "model/beams",
    "model/blocks",
    "model/urdf",
    "model/vehicles",
    "model",
    "mechanics/topology",
    "mechanics/formulations",
    "mechanics",
    "scene",
    "problem/data",
    "problem/schedules",
    "problem/tables",
    "problem/mechanism",
    "problem/blocks",
    "problem",
    "problem/connect",
    "problem/codegen",
    "engine",
    "analysis/linear",
    "analysis/instant",
    "analysis/simulate",
    "analysis/linearize",
    "analysis/equilibrium",
    "analysis",
    "analysis/inverse",
    "analysis/nonlinear",
    "analysis/fitting",
    "analysis/kinematics",
    "fmu/description",
    "fmu/interpreted",
    "fmu/package",
    "fmu",
    "cosim/system",
    "cosim/c_master",
    "cosim/fmu",
    "cosim/inputs",
    "cosim/power",
    "cosim/masters",
    "cosim/equilibrium",
    "cosim",
    "cosim/ssp",
    "cosim/advice",
    "runs/loaded",
    "runs",
    "proving_ground",
    "view",
    "cli",
)
DOORS = 18  # entries at the top of the package: what a newcomer sees first


def room(path: Path) -> str:
    """The room of a file; "" of those at the top of the package."""
    relative = path.relative_to(PACKAGE).as_posix()
    return max((name for name in ORDER if relative == name or relative.startswith(f"{name}/")), key=len, default="")


def files() -> list[Path]:
    """All files in rooms."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE]


def test_every_file_is_in_a_room():
    assert [str(path) for path in files() if not room(path)] == []


def test_every_room_has_files():
    assert {room(path) for path in files()} == set(ORDER)


def test_imports_run_downward():
    upward = []
    for path in files():
        above = ORDER[ORDER.index(room(path)) + 1 :]
        upward += [f"{path.relative_to(PACKAGE)} imports {to.relative_to(PACKAGE)}" for to in sorted(imports(path)) if room(to) in above]
    assert upward == []


def test_few_doors():
    assert len([entry for entry in PACKAGE.iterdir() if entry.name not in ("__pycache__", "_library")]) <= DOORS
