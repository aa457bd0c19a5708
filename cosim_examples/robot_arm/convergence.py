"""How exact the co-simulation of the robot arm is. Run `python convergence.py`: it prints the table of README.md."""

from dataclasses import replace

import numpy as np
from system import GAINS, STOP, inputs, links, models, system  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import simulate_system

STEPS, METHODS = (4e-3, 2e-3, 1e-3), ("jacobi", "gauss_seidel", "newton")  # s


def whole() -> np.ndarray:
    """The motion of arm and controllers in one, every millisecond."""
    return simulate(connect("Whole", models(), links), STOP, min(STEPS), inputs=inputs, rtol=1e-10)


def error(result: np.ndarray, exact: np.ndarray) -> float:
    """The largest deviation of an angle [rad]."""
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    return max(float(abs(result[f"arm.{name}.phi"] - exact[f"arm.{name}.phi"][rows]).max()) for name in GAINS)


def main() -> None:
    """Print the table as Markdown."""
    exact = whole()
    print(f"| step | {' | '.join(METHODS)} |")
    print("|---:|" + "---:|" * len(METHODS))
    for step in STEPS:
        runs = (simulate_system(replace(system, method=method, step_size=step), show_progress=False) for method in METHODS)
        print(f"| {step * 1e3:g} ms | {' | '.join(f'{error(run, exact):.1e} rad' for run in runs)} |", flush=True)


if __name__ == "__main__":
    main()
