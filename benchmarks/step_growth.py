"""The cost of one accepted step of N four-bars in a chain, N = 10 to 160, and how it grows.

A step is what `Instance.advance` does between two accepted points of the integrator: its evaluations, and then the projection onto the
constraints, the choice of rows and the check of drift. What one evaluation of the derivative and one of the constraints take is told beside it.
Times are processor times; the exponent is the slope of log time over log N: 1 is linear.

Run it with one thread for the linear algebra: `OPENBLAS_NUM_THREADS=1 python -m benchmarks.step_growth`
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from benchmarks.closed_loops import RTOL, chain, floating, ours, separate
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanics import compile_model

WINDOWS = (10, 20, 40, 80, 160)
LAYOUTS = {layout.__name__: layout for layout in (chain, separate, floating)}
COLUMNS = ("step", "derivative", "constraints", "start")  # [ms]


def milliseconds(run: Callable[[], object], times: int = 1) -> float:
    """Processor time of one call."""
    begin = time.process_time()
    for _ in range(times):
        run()
    return 1e3 * (time.process_time() - begin) / times


def measure(layout: str, windows: int, seconds: float) -> list[float]:
    """In the order of COLUMNS [ms]."""
    instance = Instance(compile_model(ours(LAYOUTS[layout](windows))))
    start = milliseconds(lambda: instance.initialize(0.0))
    steps: list[float] = []
    instance.passing = steps.append
    step = milliseconds(lambda: instance.advance(seconds, RTOL)) / len(steps)
    return [step, milliseconds(instance.evaluate, 20), milliseconds(instance.constraints, 20), start]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layout", choices=list(LAYOUTS), default="chain")
    parser.add_argument("--windows", type=int, nargs="+", default=WINDOWS)
    parser.add_argument("--seconds", type=float, default=0.3, help="simulated (default: 0.3)")
    options = parser.parse_args()
    print(f"{options.layout} [ms]\n{'N':>8}" + "".join(f"{name:>13}" for name in COLUMNS))
    found = []
    for windows in options.windows:
        found.append(measure(options.layout, windows, options.seconds))
        print(f"{windows:>8}" + "".join(f"{ms:>13.3f}" for ms in found[-1]), flush=True)
    slopes = np.polyfit(np.log(options.windows), np.log(found), 1)[0]
    print("exponent" + "".join(f"{slope:>13.2f}" for slope in slopes))


if __name__ == "__main__":
    main()
