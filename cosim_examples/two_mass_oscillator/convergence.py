"""How every master converges to the solution of the whole, and what energy its coupling creates.

Run `python convergence.py`: it prints the tables of README.md.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from math import log2

import numpy as np
from scipy.linalg import expm
from system import system  # beside this file

from mbfmu.cosim import System, simulate_system
from mbfmu.cosim.masters.masters import MASTERS

STEPS = (8e-2, 4e-2, 2e-2, 1e-2, 5e-3)  # s
ORDERS = (0, 1, 2)
TOLERANCES = (1e-2, 1e-3, 1e-4)
WHOLE = np.array([[0, 1, 0, 0], [-20, -0.7, 10, 0.5], [0, 0, 0, 1], [10, 0.5, -30, -0.8]])
"""x' = WHOLE x, of s and v of the left mass, then of the right one."""
START = (0.0, 0.0, 0.5, 0.0)


def error(changed: System, result: np.ndarray) -> float:
    """The largest deviation [m] of the two positions over a run."""
    x, step, largest = np.array(START), expm(WHOLE * changed.step_size), 0.0
    for row in result:
        largest = max(largest, abs(row["left.s"] - x[0]), abs(row["right.s"] - x[2]))
        x = step @ x
    return largest


def rows() -> Iterator[str]:
    """A line of the first table for each master and order of its inputs."""
    for method, order in product(MASTERS, ORDERS):
        runs = [replace(system, method=method, input_order=order, step_size=h) for h in STEPS]
        results = [simulate_system(run, show_progress=False) for run in runs]
        errors = [error(*pair) for pair in zip(runs, results)]
        slope = [log2(a / b) for a, b in pairwise(errors)][-1]
        created = results[STEPS.index(1e-2)]["left.f.residual_energy"][-1]
        yield f"| {method} | {order} | {' | '.join(f'{e:.1e}' for e in errors)} | {slope:.2f} | {created:+.1e} J |"


def controlled() -> Iterator[str]:
    """A line of the second table for each tolerance."""
    for method in MASTERS:
        runs = [replace(system, method=method, input_order=2, step_size=0.1, tolerance=tolerance) for tolerance in TOLERANCES]
        yield f"| {method} | {' | '.join(f'{error(run, simulate_system(run, show_progress=False)):.1e}' for run in runs)} |"


def main() -> None:
    """Print the tables as Markdown."""
    print(f"| master | input_order | {' | '.join(f'{h * 1e3:g} ms' for h in STEPS)} | measured order | energy created at 10 ms |")
    print("|---|---:|" + "---:|" * (len(STEPS) + 2), *rows(), sep="\n")
    print(f"\n| master | {' | '.join(f'{tolerance:g}' for tolerance in TOLERANCES)} |")
    print("|---|" + "---:|" * len(TOLERANCES), *controlled(), sep="\n")


if __name__ == "__main__":
    main()
