"""The scripts of an example of co-simulation, which import each other by name: `convergence.py` and the `system.py` beside it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest


@contextmanager
def example_scripts(folder: Path, results: Path) -> Iterator[dict[str, Any]]:
    """What both declare; FMUs are built below `results`. Afterwards another example has its own `system` again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(results)
        patch.syspath_prepend(folder)
        patch.delitem(sys.modules, "system", raising=False)
        try:
            declared = run_path(str(folder / "convergence.py"))
            yield vars(sys.modules["system"]) | declared
        finally:
            sys.modules.pop("system", None)
