"""The files of check/ import each other in one direction."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from mbfmu import check

FOLDER = Path(check.__file__).parent


def imported(path: Path) -> set[str]:
    """The files of the same folder that a file imports, for their types only or not."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom) and node.level == 1]
    return {name for node in nodes for name in ([node.module] if node.module else [alias.name for alias in node.names])}


def test_no_files_import_each_other_in_a_circle():
    graph = {path.stem: imported(path) for path in FOLDER.glob("*.py")}
    order = list(TopologicalSorter(graph).static_order())
    assert order.index("subject") < order.index("running") < order.index("fmu")
