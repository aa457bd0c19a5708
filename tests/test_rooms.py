"""The rooms of ARCHITECTURE.md: imports run downward only."""

from pathlib import Path

from .imports import PACKAGE, imports

ORDER = (
    "files",
    "scalars",
    "spatial",
    "ports",
    "model",
    "signals",
    "elements",
    "topology",
    "scene",
    "formulations",
    "blocks",
    "urdf",
    "vehicles",
    "problem",
    "codegen",
    "engine",
    "linear",
    "analysis",
    "nonlinear",
    "fitting",
    "fmu",
    "cosim",
    "advice",
    "driving",
    "kinematics",
    "check",
    "view",
    "sources",
)
# files beside the rooms that rooms may import
COMMANDS = "commands"  # the command line, which may import everything
LEAVES = ("errors", "one_line", "variable_types", "interrupt", "isolated", "safe_xml", "safe_zip", "xml_references", "model_description", "choices")


def imported_rooms(path: Path) -> set[str]:
    """The rooms, leaves and other top-level files of mbfmu that a file imports."""
    return {file.relative_to(PACKAGE).parts[0].removesuffix(".py") for file in imports(path)}


def test_imports_run_downward():
    upward = []
    for room in ORDER:
        allowed = {*ORDER[: ORDER.index(room) + 1], *LEAVES}
        for path in sorted((PACKAGE / room).rglob("*.py")):
            upward += [f"{path.relative_to(PACKAGE)} imports {other}" for other in sorted(imported_rooms(path) - allowed)]
    assert upward == []


def test_every_room_is_in_the_order():
    rooms = {p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert rooms == {*ORDER, COMMANDS}


def test_leaves_import_the_two_lowest_rooms_and_the_leaves_before_them():
    for i, leaf in enumerate(LEAVES):
        assert imported_rooms(PACKAGE / f"{leaf}.py") <= {*ORDER[:2], *LEAVES[:i]}
