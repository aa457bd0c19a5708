"""200 payloads of the crane, three of them impossible: `sweep` on one worker and on two, and a loop of `simulate`; and 10,000 short runs of it.

Wall times in s, the least of several; of the short runs also the processor time of this process, which is all that two
workers cannot share. `--release DIR` has the mbfmu of another checkout run the loop, over ten payloads:

    git worktree add --detach ../release aa7f4a0^ && python -m benchmarks.sweep --release ../release
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from mbfmu import simulate, sweep
from mbfmu.base.errors import MbfmuError
from mbfmu.problem.load_problem import load_problem

SECONDS, ROWS, REPETITIONS = 10.0, 1e-3, 2
PAYLOADS = np.linspace(100.0, 700.0, 200)
PAYLOADS[[20, 100, 180]] *= -1
IN_RELEASE = 10  # payloads
SHORT_RUNS, SHORT_SECONDS, SHORT_ROWS = 10_000, 0.1, 0.01
PROGRAM = """
import numpy as np
from pathlib import Path
from time import perf_counter
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.problem.load_problem import load_problem
problem = load_problem(Path("fmus/crane/model.py"))
begin = perf_counter()
for payload in np.linspace(100.0, 700.0, {count}):
    simulate(problem, {seconds}, {rows}, {{"payload.m": payload}})
print(perf_counter() - begin)
"""


def least(run) -> float:
    """The wall time of a run [s]."""
    times = []
    for _ in range(REPETITIONS):
        begin = perf_counter()
        run()
        times.append(perf_counter() - begin)
    return min(times)


def looped(problem) -> None:
    """What users write without `sweep`."""
    for payload in PAYLOADS:
        try:
            simulate(problem, SECONDS, ROWS, {"payload.m": payload})
        except MbfmuError:
            continue


def short_runs(problem, workers: int) -> tuple[float, float]:
    """The wall time and the processor time of this process [s]."""
    wall, own = perf_counter(), process_time()
    found = sweep(problem, {"payload.m": np.linspace(100.0, 700.0, SHORT_RUNS)}, SHORT_SECONDS, SHORT_ROWS, workers=workers)
    assert (found["error"] == "").all()
    return perf_counter() - wall, process_time() - own


def in_release(checkout: Path) -> float:
    """The wall time of the loop of another checkout over all payloads [s]."""
    program = PROGRAM.format(count=IN_RELEASE, seconds=SECONDS, rows=ROWS)
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, cwd=checkout, check=True, stdout=subprocess.PIPE, text=True)
    return float(ran.stdout) * len(PAYLOADS) / IN_RELEASE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, help="the folder of another checkout")
    options = parser.parse_args()
    problem = load_problem(Path(__file__).parents[1] / "fmus/crane/model.py")
    failed = (sweep(problem, {"payload.m": PAYLOADS}, SECONDS, ROWS)["error"] != "").sum()
    one, two = (least(partial(sweep, problem, {"payload.m": PAYLOADS}, SECONDS, ROWS, workers=workers)) for workers in (1, 2))
    loop = least(lambda: looped(problem))
    print(f"load {os.getloadavg()[0]:.1f}; {len(PAYLOADS)} runs, {failed} failed")
    print(f"one worker {one:.2f} s, two {two:.2f} s: {one / two:.2f} times as fast; a loop of simulate {loop:.2f} s: {loop / two:.2f} times as long")
    (one, alone), (two, parent) = (min(short_runs(problem, workers) for _ in range(REPETITIONS)) for workers in (1, 2))
    print(f"{SHORT_RUNS} runs of {SHORT_SECONDS:g} s: one worker {one:.2f} s, two {two:.2f} s: {one / two:.2f} times as fast")
    print(
        f"a run takes {1e3 * alone / SHORT_RUNS:.3f} ms of processor time; with two workers, {1e3 * parent / SHORT_RUNS:.3f} ms of it in this process"
    )
    if options.release:
        before = in_release(options.release.resolve())
        print(f"a loop of simulate in {options.release.name} {before:.1f} s: {before / two:.0f} times as long")


if __name__ == "__main__":
    main()
