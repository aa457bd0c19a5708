"""check/ knows nothing of multibody models, and inside it imports run one way."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.imports import PACKAGE, imports

FOLDER = PACKAGE / "check"
LEAVES = {
    "base/xml_references.py",
    "base/errors.py",
    "base/fmu_pictures.py",
    "base/safe_xml.py",
    "base/safe_zip.py",
    "base/model_description.py",
    "base/child_process.py",
    "base/interrupt.py",
    "base/notes.py",
    "base/garbage.py",
}  # each imports errors, leaves and files/ only


def order_of(folder: Path) -> list[str]:
    """The files of a folder, each behind all that it imports of them; CycleError names those that import each other in a circle."""
    graph = {path: imports(path) & {*folder.glob("*.py")} for path in folder.glob("*.py")}
    return [path.stem for path in TopologicalSorter(graph).static_order()]


def test_imports_inside_run_one_way():
    order = order_of(FOLDER)
    assert order.index("subject") < order.index("running_fmu") < order.index("fmi3") < order.index("fmu")


@pytest.mark.parametrize(
    "circle",
    [
        {"a": "from .b import B", "b": "from __future__ import annotations\nif TYPE_CHECKING:\n    from .a import A"},
        {"a": "from . import b", "b": "def late():\n    from mbfmu.check.a import A"},
        {"a": "import mbfmu.check.b", "b": "from ..check import c", "c": "from mbfmu.check import a"},
    ],
)
def test_circles_are_found(circle: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However an import is written, and where it is for types only too."""
    monkeypatch.setattr("tests.imports.PACKAGE", tmp_path)
    folder = tmp_path / "check"
    folder.mkdir()
    for name, text in circle.items():
        (folder / f"{name}.py").write_text(text)
    with pytest.raises(CycleError):
        order_of(folder)


def test_only_leaves_are_imported():
    outside = {file for path in FOLDER.rglob("*.py") for file in imports(path)} - {*FOLDER.rglob("*.py")}
    assert {file.relative_to(PACKAGE).as_posix() for file in outside} <= LEAVES


def test_leaves_lead_nowhere_else():
    """All that check/ comes to by imports, directly or not."""
    reached: set[Path] = set()
    ahead = {*FOLDER.rglob("*.py")}
    while ahead:
        reached |= ahead
        ahead = {file for path in ahead for file in imports(path)} - reached
    others = {file.relative_to(PACKAGE).as_posix() for file in reached if FOLDER not in file.parents and file.parent.name != "files"}
    assert others <= LEAVES
