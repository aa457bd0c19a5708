"""How exact the co-simulation of the convoy is. Run `python convergence.py`: it prints the table of README.md."""

from dataclasses import replace

import numpy as np
from system import inputs, links, models, starts, system  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, simulate_system

STEPS, METHODS = (50e-3, 20e-3, 10e-3, 5e-3), ("jacobi", "gauss_seidel")  # s
SIGNALS = ("controller.steer.left", "controller.cruise.distance")


def whole(interval: float = min(STEPS), stop_time: float = system.stop_time, rtol: float = 1e-8) -> np.ndarray:
    """The motion of cars, driver and controller in one, every `interval` [s]."""
    values = {f"{part}.{name}": value for part, given in starts.items() for name, value in given.items()}
    return simulate(connect("Whole", models, links), stop_time, interval, values, inputs=inputs, rtol=rtol)


def errors(step: float, method: str, exact: np.ndarray) -> str:
    """The largest deviations of the second car from its lane and of its distance to the first."""
    try:
        result = simulate_system(replace(system, method=method, step_size=step), show_progress=False)
    except RunStopped:
        return "stopped: it diverges | "
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    return " | ".join(f"{abs(result[name] - exact[name][rows]).max():.1e} m" for name in SIGNALS)


def main() -> None:
    """Print the table as Markdown."""
    exact = whole()
    print(f"| step | {' | '.join(f'{method}: path | gap' for method in METHODS)} |")
    print("|---:|" + "---:|" * len(METHODS) * len(SIGNALS))
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(errors(step, method, exact) for method in METHODS)} |", flush=True)


if __name__ == "__main__":
    main()
