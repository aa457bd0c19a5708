"""How exact the co-simulation is with interface mass and without. Run `python convergence.py`: it prints the tables of README.md."""

from dataclasses import replace

import numpy as np
from scipy.linalg import expm
from system import quarter_car

from mbfmu.cosim import RunStopped, simulate_system
from mbfmu.cosim.masters.masters import MASTERS

STEPS, METHODS, ORDERS = (20e-3, 10e-3, 5e-3, 2e-3, 1e-3), ("jacobi", "gauss_seidel"), (0, 1, 2)  # s


def exact(times: np.ndarray) -> np.ndarray:
    """The height of the wheel [m] at `times` [s], by the exponential of the system's matrix."""
    M, c, d, m, k, step = 400.0, 15e3, 1e3, 40.0, 150e3, 0.1
    A = np.array([[0, 1, 0, 0], [-c / M, -d / M, c / M, d / M], [0, 0, 0, 1], [c / m, d / m, -(c + k) / m, -d / m]])
    rest = np.array([step, 0, step, 0])
    return np.array([(rest - expm(A * t) @ rest)[2] for t in times])


def error(step: float, interface_mass: bool, method: str, input_order: int = 0) -> str:
    """The largest error of the wheel's height."""
    try:
        result = simulate_system(replace(quarter_car(step, interface_mass, method), input_order=input_order), show_progress=False)
    except RunStopped:
        return "stopped: it diverges"
    return f"{abs(result['car.hub.s'] - exact(result['time'])).max():.1e} m"


def by_input_order(method: str, input_order: int) -> str:
    """A line of the second table: without interface mass."""
    return f"| {method}, {input_order} | {' | '.join(error(step, False, method, input_order) for step in STEPS[1:])} |"


def main() -> None:
    """Print the tables as Markdown."""
    runs = [(method, with_mass) for method in METHODS for with_mass in (False, True)]
    print(f"| step | {' | '.join(method + (' with interface mass' if with_mass else '') for method, with_mass in runs)} |")
    print("|---:|" + "---:|" * len(runs))
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(error(step, with_mass, method) for method, with_mass in runs)} |", flush=True)
    print(f"\n| method, input_order | {' | '.join(f'{step * 1e3:g} ms' for step in STEPS[1:])} |\n|---|{'---:|' * len(STEPS[1:])}")
    for method in MASTERS:
        for order in ORDERS:
            print(by_input_order(method, order), flush=True)


if __name__ == "__main__":
    main()
