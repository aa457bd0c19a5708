"""How exact the co-simulation is with interface mass and without. Run `python convergence.py`: it prints the table of README.md."""

import numpy as np
from scipy.linalg import expm
from system import quarter_car

from mbfmu.cosim import RunStopped, simulate_system

STEPS = (20e-3, 10e-3, 5e-3, 2e-3, 1e-3)  # s


def exact(times: np.ndarray) -> np.ndarray:
    """The height of the wheel [m] at `times` [s], by the exponential of the system's matrix."""
    M, c, d, m, k, step = 400.0, 15e3, 1e3, 40.0, 150e3, 0.1
    A = np.array([[0, 1, 0, 0], [-c / M, -d / M, c / M, d / M], [0, 0, 0, 1], [c / m, d / m, -(c + k) / m, -d / m]])
    rest = np.array([step, 0, step, 0])
    return np.array([(rest - expm(A * t) @ rest)[2] for t in times])


def error(step: float, interface_mass: bool, method: str) -> str:
    """The largest error of the wheel's height."""
    try:
        result = simulate_system(quarter_car(step, interface_mass, method), show_progress=False)
    except RunStopped:
        return "stopped: it diverges"
    return f"{abs(result['car.hub.s'] - exact(result['time'])).max():.1e} m"


def main() -> None:
    """Print the table as Markdown."""
    runs = [(method, with_mass) for method in ("jacobi", "gauss_seidel") for with_mass in (False, True)]
    print(f"| step | {' | '.join(method + (' with interface mass' if with_mass else '') for method, with_mass in runs)} |")
    print("|---:|" + "---:|" * len(runs))
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(error(step, with_mass, method) for method, with_mass in runs)} |", flush=True)


if __name__ == "__main__":
    main()
