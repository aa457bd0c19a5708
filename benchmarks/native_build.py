"""How long it takes to export native FMUs: chains of links turned at random, and windows in a row, whose neighbours share a link.

Warm: one export of another chain goes before, so that the compiler's own libraries are there. Run it: `python -m benchmarks.native_build`
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import typer

from benchmarks import closed_loops
from benchmarks.forward_dynamics import chain
from mbfmu.fmu.native_fmu import build_native
from mbfmu.model.model import Model
from mbfmu.problem.compile import compile_problem


@dataclass(frozen=True)
class Export:
    """A model for some platforms, the present one if none is named, and within how many seconds it shall be there."""

    name: str
    model: Model
    platforms: tuple[str, ...] = ()
    aim: float | None = None

    def seconds(self) -> tuple[float, float]:
        """For equations and for the FMU."""
        begin = perf_counter()
        problem = compile_problem(self.model)
        middle = perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            build_native(problem, Path(folder), 2, self.platforms)
            return middle - begin, perf_counter() - middle


def main() -> None:
    """Print the seconds of each export."""
    Export("warming up", chain(3)[0], ("all",)).seconds()
    for export in (
        Export("100 links, all platforms", chain(100)[0], ("all",), 10.0),
        Export("1000 links, one platform", chain(1000)[0], aim=60.0),
        Export("10 windows (30 links, 10 loops), one platform", closed_loops.ours(closed_loops.chain(10))),
    ):
        equations, fmu = export.seconds()
        aim = f" (aim: {export.aim:.0f} s)" if export.aim else ""
        print(f"{export.name}: equations {equations:.1f} s, FMU {fmu:.1f} s, together {equations + fmu:.1f} s{aim}")


if __name__ == "__main__":
    typer.run(main)
