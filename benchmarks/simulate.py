"""`simulate` of models of fmus/ with a row every 1 ms and rtol 1e-9, against SciPy's DOP853 on the same derivative and the same rows.

Processor times of runs of a compiled problem, the least of several, each version in a process of its own. `--release DIR` has the mbfmu of another
checkout run the models that lie there:

    git worktree add --detach ../release aa7f4a0^ && python -m benchmarks.simulate --release ../release
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

RUNS = (("crane", 10.0, {"cylinder_force": 38.54e3}), ("crane", 10.0, {"cylinder_force": 0.0}), ("four_bar", 5.0, {}))  # model, seconds, start values
HERE = Path(__file__).resolve().parents[1]
PROGRAM = """
from pathlib import Path
from time import process_time
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.problem.load_problem import load_problem
problem, times = load_problem(Path("fmus") / {model!r} / "model.py"), []
for _ in range({repetitions}):
    begin = process_time()
    simulate(problem, {seconds}, 1e-3, {values}, rtol=1e-9, **{options})
    times.append(process_time() - begin)
print(min(times))
"""


def processor_time(checkout: Path, repetitions: int, options: dict[str, str], model: str, seconds: float, values: dict[str, float]) -> float:
    """Of one run [s], by the mbfmu of a checkout."""
    program = PROGRAM.format(model=model, seconds=seconds, values=values, repetitions=repetitions, options=options)
    environment = {**os.environ, "PYTHONPATH": str(checkout), "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, cwd=checkout, check=True, stdout=subprocess.PIPE, text=True)
    return float(ran.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, help="the folder of another checkout")
    options = parser.parse_args()
    for run in RUNS:
        model, seconds, values = run
        ours, peer = processor_time(HERE, 7, {}, *run), processor_time(HERE, 1, {"solver": "DOP853"}, *run)
        said = f"{model} {values or ''} {seconds:g} s: {ours:.4f} s; SciPy's DOP853 {peer:.3f} s, {peer / ours:.0f} times as long"
        if options.release:
            before = processor_time(options.release.resolve(), 3, {}, *run)
            said += f"; {options.release.name} {before:.3f} s, {before / ours:.1f} times as long"
        print(said, flush=True)


if __name__ == "__main__":
    main()
