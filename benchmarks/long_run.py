"""Resident memory of a long run whose rows go to a file: the system of `mbfmu demo`, with the step of its description.

Prints the memory of this process, which runs the FMUs as well, after each tenth of the run (Linux only). Then its growth since the first tenth, and
what reading the file back takes. Run it: `python -m benchmarks.long_run --seconds 3600 --ending .parquet`
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import typer

from mbfmu.cli.demo import build_demo
from mbfmu.cosim import open_system
from mbfmu.cosim.advice.advised_run import advised_run
from mbfmu.cosim.masters.recording import Recording
from mbfmu.model.signals.result_file import read_result

MEGABYTE = 2**20
PARTS = 10
ROWS = 1000  # that are read back


def resident() -> float:
    """The resident memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def watch(seconds: float, found: list[float], say: Callable[[str], None]) -> Callable[[float], None]:
    """What is called with the time of a run, and notes the memory at the end of each part."""
    begun = perf_counter()

    def progress(t: float) -> None:
        if t >= (len(found) + 1) * seconds / PARTS:
            found.append(resident())
            say(f"t = {t:7.1f} s: {found[-1]:6.1f} MB, after {perf_counter() - begun:.0f} s")

    return progress


def main(seconds: float = 60.0, ending: str = ".csv", every: int = 1, as_json: bool = typer.Option(False, "--json")) -> None:
    """Run the demo for so many simulated seconds into a file with this ending, and print the memory."""
    found: list[float] = []
    say = (lambda text: None) if as_json else (lambda text: print(text, flush=True))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"run{ending}"
        with open_system(build_demo(Path(folder))) as system:
            system = replace(system, stop_time=system.start_time + seconds)
            begun = perf_counter()
            advised_run(system, watch(seconds, found, say), Recording(file=file, every=every))
            took, ended = perf_counter() - begun, resident()
        size, before, begun = file.stat().st_size / MEGABYTE, resident(), perf_counter()
        again = read_result(file, most_rows=ROWS)
        read, read_memory = perf_counter() - begun, resident() - before
    grown = max(found) - found[0]
    numbers = {
        "seconds": took,
        "memory_mb": found,
        "growth_mb": grown,
        "ended_mb": ended,
        "file_mb": size,
        "read_seconds": read,
        "read_mb": read_memory,
    }
    if as_json:
        print(json.dumps(numbers))
    else:
        print(f"{seconds:g} s at {system.step_size:g} s took {took:.0f} s; memory grew by {grown:.1f} MB (aim: at most 5), to {ended:.0f} MB")
        print(f"the file of {size:.0f} MB reads back to t = {again['time'][-1]:g} s, in {read:.1f} s and {read_memory:.0f} MB")


if __name__ == "__main__":
    typer.run(main)
