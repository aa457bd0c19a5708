"""How long it takes to export chains of links turned at random as native FMUs.

Warm: one export of another chain goes before, so that the compiler's own libraries are there. Run it: `python -m benchmarks.native_build`
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter
from typing import Sequence

import typer

from benchmarks.forward_dynamics import chain
from mbfmu.fmu.native_fmu import build_native
from mbfmu.problem.compile import compile_problem

AIMS = {(100, "all"): 10.0, (1000, ""): 60.0}  # seconds by links and platforms


def seconds(links: int, platforms: Sequence[str]) -> tuple[float, float]:
    """For equations and for the FMU."""
    model = chain(links)[0]
    begin = perf_counter()
    problem = compile_problem(model)
    middle = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        build_native(problem, Path(folder), 2, platforms)
        return middle - begin, perf_counter() - middle


def main() -> None:
    """Print the seconds of each chain."""
    seconds(3, ["all"])
    for (links, platforms), aim in AIMS.items():
        equations, fmu = seconds(links, [platforms] if platforms else [])
        print(f"{links} links, {platforms or 'one'}: equations {equations:.1f} s, FMU {fmu:.1f} s, together {equations + fmu:.1f} s (aim: {aim:.0f} s)")


if __name__ == "__main__":
    typer.run(main)
