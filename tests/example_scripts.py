"""The scripts of an example of co-simulation, which import each other by name, as `convergence.py` does `system.py`; the .ssd written of it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from mbfmu.cosim import System, write_system


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


def written_ssd(system: System) -> str:
    """The .ssd of a system, beside its FMUs as `run.py` writes it."""
    folder = next(iter(system.components.values())).fmu.resolve().parents[1]
    write_system(system, folder / "written.ssd")
    return (folder / "written.ssd").read_text()
