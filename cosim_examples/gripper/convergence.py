"""How far the box slips in the fingers, and how exact the co-simulation is. Run `python convergence.py`: it prints the tables of README.md."""

from dataclasses import replace

import numpy as np
from system import FIRM, LINKS, STOP, inputs, models, system, weak  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, simulate_system

STEPS, METHODS = (4e-3, 2e-3, 1e-3), ("jacobi", "gauss_seidel", "newton")  # s
LIFTING = 0.2  # s: the fingers are closed from here on


def slip(result: np.ndarray) -> float:
    """How far the box has slipped down in the fingers at the end [m]."""
    height = (result["gripper.r[3]"] - result["gripper.height"])[result["time"] >= LIFTING]
    return float(height[0] - height[-1])


def whole() -> np.ndarray:
    """The motion of both parts in one."""
    values = {"controller.set_point": 0.0, "gripper.drive": 0.0}
    return simulate(connect("Whole", models, LINKS), STOP, min(STEPS), values, inputs=inputs(FIRM))


def error(method: str, step: float, exact: np.ndarray) -> str:
    """The largest deviation of the height of the hand, as the table shows it."""
    try:
        result = simulate_system(replace(system, method=method, step_size=step), show_progress=False)
    except RunStopped:
        return "stopped: it diverges"
    rows = np.rint(result["time"] / min(STEPS)).astype(int)
    return f"{abs(result['gripper.height'] - exact['gripper.height'][rows]).max():.1e} m"


def main() -> None:
    """Print the tables as Markdown."""
    print("| force of the drive | the box slips by |\n|---:|---:|")
    for one in (system, weak):
        print(f"| {one.inputs['gripper.drive'].values[-1]:g} N | {1e3 * slip(simulate_system(one, show_progress=False)):.3f} mm |")
    exact = whole()
    print(f"\n| step | {' | '.join(METHODS)} |\n|---:|{'---:|' * len(METHODS)}")
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(error(method, step, exact) for method in METHODS)} |", flush=True)


if __name__ == "__main__":
    main()
