"""What shaping leaves of the first mode, and how exact the co-simulation is. Run `python convergence.py`: it prints the tables of README.md."""

from dataclasses import replace

import numpy as np
from system import SHAPED, STARTS, STOP, inputs, mode, models, system, unshaped  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, simulate_system

STEPS, METHODS = (4e-3, 2e-3, 1e-3, 5e-4), ("jacobi", "gauss_seidel", "newton")  # s
SWING = 2.508  # rad/s: of the payload, which the shaper leaves alone
FROM, UNTIL = 2.0, 5.0  # s: behind the motion


def residual(result: np.ndarray) -> float:
    """The amplitude [m] of the first mode in the height of the hook at FROM, fitted beside a drift and the payload's swing and its double."""
    t = result["time"] - FROM
    rows = (t >= 0.0) & (t <= UNTIL - FROM)
    t = t[rows]
    waves = [(mode.real, mode.imag), (0.0, SWING), (0.0, 2 * SWING)]
    columns = [np.ones_like(t), t, *(np.exp(decay * t) * wave(w * t) for decay, w in waves for wave in (np.cos, np.sin))]
    found = np.linalg.lstsq(np.column_stack(columns), result["crane.hook[3]"][rows], rcond=None)[0]
    return float(np.hypot(found[2], found[3]))


def whole() -> np.ndarray:
    """The motion of all parts in one, every millisecond."""
    values = {f"{name}.{of}": value for name, starts in STARTS.items() for of, value in starts.items() if of != "set_point"}
    return simulate(connect("Whole", models, SHAPED), STOP, min(STEPS), values, inputs=inputs, rtol=1e-9)


def error(result: np.ndarray, exact: np.ndarray) -> float:
    """The largest deviation of the height of the hook [m]."""
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    return float(abs(result["crane.hook[3]"] - exact["crane.hook[3]"][rows]).max())


def cell(method: str, step: float, exact: np.ndarray) -> str:
    """The error of a master at a step size [s], as the table shows it."""
    try:
        return f"{error(simulate_system(replace(system, method=method, step_size=step), show_progress=False), exact):.1e} m"
    except RunStopped:
        return "stopped: it diverges"


def main() -> None:
    """Print the tables as Markdown."""
    print("|  | first mode at 2 s | largest von Mises stress |")
    print("|---|---:|---:|")
    for name, one in (("shaped", system), ("not shaped", unshaped)):
        result = simulate_system(one, show_progress=False)
        print(f"| {name} | {1e3 * residual(result):.1f} mm | {1e-6 * result['crane.von_mises'].max():.0f} MPa |")
    exact = whole()
    print(f"\n| step | {' | '.join(METHODS)} |")
    print("|---:|" + "---:|" * len(METHODS))
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(cell(method, step, exact) for method in METHODS)} |", flush=True)


if __name__ == "__main__":
    main()
