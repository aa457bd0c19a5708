"""What a run of a study of a system costs beside the steps of the master in C: examples of `cosim_examples` at their own stop time.

Processor times of this process [ms], medians of runs by turns: `in C` is what the master's loop takes, `loaded` a run that loads the FMUs, `reset`
one that resets those of the run before, as the processes of a study do. `caller` is what a run costs the calling process in a sweep with two workers,
whose start is left out. The last column is the cost of a run of a study beside the loop, relative to it.

Run it from the source tree: `python -m benchmarks.system_study [EXAMPLE ...]`
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir, closing
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from mbfmu import sweep
from mbfmu.cosim import System
from mbfmu.cosim.advice.advised_run import advised_run
from mbfmu.cosim.loaded_system import KeptSystem
from mbfmu.cosim.masters.master import Master
from mbfmu.runs.load_any import load_any

EXAMPLES = {"hydraulic_crane": ("pid.set_point", 1.8, 2.0), "excavator": ("boom_pid.k", 7.9, 8.1), "full_car": ("driver.T", 0.14, 0.16)}
"""With a parameter that is swept, from one value to another."""
ROUNDS, FEW, RUNS, WORKERS = 5, 4, 24, 2
TOP = Path(__file__).parents[1] / "cosim_examples"


class Loop:
    """Counts the processor time that a master's loop in C takes [s]."""

    def __init__(self) -> None:
        self.seconds, self._run = 0.0, Master.run

    def __enter__(self) -> Loop:
        def run(master: Master, steps: np.ndarray) -> None:
            begun = process_time()
            self._run(master, steps)
            self.seconds += process_time() - begun

        Master.run = run  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Master.run = self._run  # type: ignore[method-assign]


def taken(run: Callable[[], Any]) -> float:
    """The processor time of this process [s]."""
    begun = process_time()
    run()
    return process_time() - begun


def quiet(time: float) -> None:
    """Hears of the progress of a run."""


def costs(system: System) -> list[float]:
    """In C, loaded, reset: medians [ms]."""
    found = []
    with closing(KeptSystem()) as kept:
        advised_run(system, quiet, kept=kept)
        for _ in range(ROUNDS):
            loaded = taken(lambda: advised_run(system, quiet))
            with Loop() as loop:
                reset = taken(lambda: advised_run(system, quiet, kept=kept))
            found.append((loop.seconds, loaded, reset))
    return [1e3 * median(column) for column in zip(*found)]


def caller(system: System, swept: tuple) -> float:
    """The processor time of the calling process for a run of a sweep [ms]; few runs come first, for imports."""
    name, first, last = swept
    rows = [{name: np.linspace(first, last, runs)} for runs in (FEW, FEW, FEW + RUNS)]
    _, few, many = (taken(partial(sweep, system, of, workers=WORKERS)) for of in rows)
    return 1e3 * (many - few) / RUNS


def main() -> None:
    print(f"{'':>18}{'in C':>10}{'loaded':>10}{'reset':>10}{'caller':>10}{'beside':>10}")
    for name in sys.argv[1:] or EXAMPLES:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            system = load_any(TOP / name / "system.py")
            in_c, loaded, reset = costs(system)
            called = caller(system, EXAMPLES[name])
        print(f"{name:>18}{in_c:>10.2f}{loaded:>10.2f}{reset:>10.2f}{called:>10.2f}{(reset - in_c + called) / in_c:>10.1%}", flush=True)


if __name__ == "__main__":
    main()
