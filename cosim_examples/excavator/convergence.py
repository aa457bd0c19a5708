"""How exact the co-simulation of the excavator is, with interface mass and without.

Run `python convergence.py`: it prints the tables of README.md.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
from system import INPUTS, LINKS, STROKES, digging, models  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, System, simulate_system
from mbfmu.cosim.masters import MASTERS

STEPS, METHODS, ORDERS = (10e-3, 5e-3, 2e-3, 1e-3), ("jacobi", "gauss_seidel"), (0, 1, 2)  # s
SECONDS = 6.0  # s of digging that are compared


def whole(stop_time: float = SECONDS) -> np.ndarray:
    """The motion of mechanism, cylinders and controllers in one, every millisecond."""
    return simulate(connect("Whole", models(min(STEPS), interface_mass=False), LINKS), stop_time, min(STEPS), inputs=INPUTS, rtol=1e-9)


def run(system: System, stop_time: float) -> np.ndarray | None:
    """The motion; None if the run is stopped because it diverges."""
    try:
        return simulate_system(replace(system, stop_time=stop_time), show_progress=False)
    except RunStopped:
        return None


def told(system: System, exact: np.ndarray) -> tuple[str, str]:
    """The largest deviation of a stroke while `exact` lasts, and what energy coupling created at the cylinder of the boom."""
    result = run(system, exact["time"][-1])
    if result is None:
        return "stopped: it diverges", ""
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    largest = max(abs(result[f"excavator.{name}_jack.s"] - exact[f"excavator.{name}_jack.s"][rows]).max() for name in STROKES)
    return f"{largest * 1e3:.2g} mm", f"{result['excavator.boom_jack.residual_energy'][-1]:+.2g} J"


def by_interface_mass(step: float, exact: np.ndarray) -> str:
    """A line of the first table."""
    cells = (told(digging(step, with_mass, method), exact)[0] for method, with_mass in product(METHODS, (False, True)))
    return f"| {step * 1e3:g} ms | {' | '.join(cells)} |"


def by_input_order(step: float, exact: np.ndarray) -> Iterator[str]:
    """The lines of a step in the second table: without interface mass, one for each order of the inputs."""
    system = digging(step, interface_mass=False)
    for order in ORDERS:
        cells = (" | ".join(told(replace(system, method=method, input_order=order), exact)) for method in MASTERS)
        yield f"| {step * 1e3:g} ms | {order} | {' | '.join(cells)} |"


def main() -> None:
    """Print the tables as Markdown."""
    exact = whole()
    heads = [f"{method}{of}" for method, of in product(METHODS, ("", " with interface mass"))]
    print(f"| step | {' | '.join(heads)} |\n|---:|{'---:|' * len(heads)}")
    for step in STEPS:
        print(by_interface_mass(step, exact), flush=True)
    print(f"\n| step | input_order | {' | '.join(f'{method} | energy' for method in MASTERS)} |\n|---:|---:|{'---:|---:|' * len(MASTERS)}")
    for step in STEPS[:-1]:
        print(*by_input_order(step, exact), sep="\n", flush=True)


if __name__ == "__main__":
    main()
