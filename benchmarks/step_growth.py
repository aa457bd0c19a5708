"""What N four-bars in a chain cost, N = 10 to 160, and how that grows: one accepted step, the start, compiling and the memory of an instance.

A step is what `Instance.advance` does between two accepted points of the integrator: its evaluations, and then the projection onto the
constraints, the choice of rows and the check of drift. What one evaluation of the derivative and one of the constraints take is told beside it.
The start is assembly, the permanent rank at sampled configurations and consistent speeds, the least of three runs; compiling is from the Model to
the Problem.
Times are processor times. Memory is what an instance and its loaded problem have allocated after the start, where the C library is glibc, which
tells it. The exponent is the slope of log cost over log N: 1 is linear.

Run it with one thread for the linear algebra: `OPENBLAS_NUM_THREADS=1 python -m benchmarks.step_growth`
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable

import numpy as np

from benchmarks.closed_loops import RTOL, chain, floating, ours, separate
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model

WINDOWS = (10, 20, 40, 80, 160)
LAYOUTS = {layout.__name__: layout for layout in (chain, separate, floating)}
COLUMNS = ("step [ms]", "derivative [ms]", "constraints [ms]", "start [ms]", "compile [ms]", "memory [kB]")


class Allocated(ctypes.Structure):
    """What glibc's mallinfo2 tells."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def allocated() -> float:
    """Kilobytes that this process has from malloc; NaN where the C library does not tell."""
    try:
        tell = ctypes.CDLL(None).mallinfo2
    except (AttributeError, TypeError):
        return float("nan")
    tell.restype = Allocated
    told = tell()
    return (told.uordblks + told.hblkhd) / 1e3


def milliseconds(run: Callable[[], object], times: int = 1) -> float:
    """Processor time of one call."""
    begin = time.process_time()
    for _ in range(times):
        run()
    return 1e3 * (time.process_time() - begin) / times


def measure(layout: str, windows: int, seconds: float) -> list[float]:
    """In the order of COLUMNS."""
    model = ours(LAYOUTS[layout](windows))
    begin = time.process_time()
    problem = compile_model(model)
    compiling = 1e3 * (time.process_time() - begin)
    before = allocated()
    instance = Instance(problem)
    start = min(milliseconds(lambda: instance.initialize(0.0)) for _ in range(3))
    memory = allocated() - before
    steps: list[float] = []
    instance.passing = steps.append
    step = milliseconds(lambda: instance.advance(seconds, RTOL)) / len(steps)
    return [step, milliseconds(instance.evaluate, 20), milliseconds(instance.constraints, 20), start, compiling, memory]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layout", choices=list(LAYOUTS), default="chain")
    parser.add_argument("--windows", type=int, nargs="+", default=WINDOWS)
    parser.add_argument("--seconds", type=float, default=0.3, help="simulated (default: 0.3)")
    options = parser.parse_args()
    print(f"{options.layout}\n{'N':>8}" + "".join(f"{name:>18}" for name in COLUMNS))
    found = []
    for windows in options.windows:
        found.append(measure(options.layout, windows, options.seconds))
        print(f"{windows:>8}" + "".join(f"{cost:>18.3f}" for cost in found[-1]), flush=True)
    slopes = np.polyfit(np.log(options.windows), np.log(found), 1)[0]
    print("exponent" + "".join(f"{slope:>18.2f}" for slope in slopes))


if __name__ == "__main__":
    main()
