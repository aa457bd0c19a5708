"""How long it takes to export native and portable FMUs: chains of links turned at random, and windows in a row, whose neighbours share a link.

Processor times, those of compilers included, stand beside the seconds that pass, since other users of the machine change these.
Warm: one export of another chain goes before, so that the compiler's own libraries are there. Run it: `python -m benchmarks.native_build`
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
import typer

from benchmarks import closed_loops
from benchmarks.forward_dynamics import chain
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.model.declare.model import Model
from mbfmu.problem.compile import compile_problem


@dataclass(frozen=True)
class Export:
    """A model for some platforms, the present one if none is named, and within how many seconds it shall be there."""

    name: str
    model: Model
    platforms: tuple[str, ...] = ()
    aim: float | None = None
    build: Callable = build_native
    pictures: bool = True

    def seconds(self) -> np.ndarray:
        """For equations and for the FMU: those that pass, and processor time."""
        begin = clocks()
        problem = compile_problem(self.model, pictures=self.pictures)
        middle = clocks()
        with tempfile.TemporaryDirectory() as folder:
            self.build(problem, Path(folder), 2, self.platforms)
            return np.array([middle - begin, clocks() - middle])


def clocks() -> np.ndarray:
    """The time, and that of the processors for this process and those it has waited for [s]."""
    return np.array([perf_counter(), sum(os.times()[:4])])


def main() -> None:
    """Print the seconds of each export."""
    Export("warming up", chain(3)[0], ("all",)).seconds()
    for export in (
        Export("100 links, all platforms", chain(100)[0], ("all",), 10.0),
        Export("1000 links, one platform", chain(1000)[0], aim=60.0, pictures=False),
        Export("1000 links with pictures, one platform", chain(1000)[0], aim=60.0),
        Export("1000 links, portable", chain(1000)[0], aim=14.0, build=build_portable, pictures=False),
        Export("1000 links with pictures, portable", chain(1000)[0], aim=20.0, build=build_portable),
        Export("10 windows (30 links, 10 loops), one platform", closed_loops.ours(closed_loops.chain(10))),
    ):
        (equations, busy_with_equations), (fmu, busy_with_fmu) = export.seconds()
        aim = f" (aim: {export.aim:.0f} s)" if export.aim else ""
        print(f"{export.name}: equations {equations:.1f} s, FMU {fmu:.1f} s, together {equations + fmu:.1f} s{aim}", end="")
        print(f"; of processors {busy_with_equations:.1f} s and {busy_with_fmu:.1f} s")


if __name__ == "__main__":
    typer.run(main)
