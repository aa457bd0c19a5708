"""The rooms of ARCHITECTURE.md: imports run downward only, and the runtime imports nothing of the rest."""

import ast
from pathlib import Path

import mbfmu

ORDER = (
    "runtime", "files", "scalars", "spatial", "model", "elements", "topology", "formulations", "blocks", "problem", "urdf", "analysis", "fmu",
    "cosim", "check", "view",
)  # fmt: skip
PACKAGE = Path(mbfmu.__file__).parent
LEAVES = {"safe_xml", "apart"}  # files beside the rooms that rooms may import; they import the two lowest rooms only


def imported_rooms(path: Path) -> set[str]:
    """The rooms or top-level files of mbfmu that a file imports, whether absolutely or relatively."""
    found = set()
    package = ("mbfmu", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            modules = [".".join(filter(None, (base, node.module)))]
            if modules == ["mbfmu"]:
                modules = [f"mbfmu.{alias.name}" for alias in node.names]
        else:
            continue
        found |= {m.split(".")[1] for m in modules if m.startswith("mbfmu.")}
    return found


def test_imports_run_downward():
    upward = []
    for room in ORDER:
        allowed = set(ORDER[: ORDER.index(room) + 1]) | LEAVES
        for path in sorted((PACKAGE / room).rglob("*.py")):
            upward += [f"{path.relative_to(PACKAGE)} imports {other}" for other in sorted(imported_rooms(path) - allowed)]
    assert upward == []


def test_every_room_is_in_the_order():
    rooms = {p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert rooms == set(ORDER)


def test_leaves_import_the_lowest_rooms_only():
    assert {room for leaf in LEAVES for room in imported_rooms(PACKAGE / f"{leaf}.py")} <= {*ORDER[:2]}
