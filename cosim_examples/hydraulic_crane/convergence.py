"""How the co-simulation converges to the monolithic simulation of the same equations, and up to which step it is stable.

Run `python convergence.py`: it prints the tables of README.md.
"""

from dataclasses import replace
from math import log2

import numpy as np
from system import models, system  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, System, simulate_system
from mbfmu.cosim.masters.masters import MASTERS

STEPS = (8e-3, 4e-3, 2e-3, 1e-3, 5e-4)  # s
SIGNALS = {"crane.stroke": "m", "crane.boom_angle": "rad"}
FASTEST = 0.2  # m/s of the cylinder, three times what the controller asks for: beyond it the run counts as unstable


def monolithic(system: System, interval: float) -> np.ndarray:
    """The components' equations connected into one Problem and integrated as a whole, every `interval` seconds."""
    values = {f"{name}.{v}": value for name, component in system.components.items() for v, value in component.values.items()}
    return simulate(connect(system.name, models, system.connections), system.stop_time, interval, values)


def errors(system: System, step_size: float, exact: np.ndarray) -> dict[str, float]:
    """The largest deviation of each signal over the run; `exact` has points at least as dense as `step_size`."""
    result = simulate_system(replace(system, step_size=step_size), show_progress=False)
    every = round(step_size / exact["time"][1])
    return {signal: float(np.abs(result[signal] - exact[signal][::every]).max()) for signal in SIGNALS}


def is_stable(system: System, step_size: float) -> bool:
    """Whether the cylinder never moves faster than FASTEST."""
    try:
        result = simulate_system(replace(system, step_size=step_size), show_progress=False)
    except RunStopped:
        return False
    return bool(np.abs(result["crane.stroke_rate"]).max() < FASTEST)


def largest_stable_step(system: System) -> float:
    """The last step size [s], counted up in milliseconds, before the first that is not stable."""
    milliseconds = 1
    while is_stable(system, (milliseconds + 1) * 1e-3):
        milliseconds += 1
    return milliseconds * 1e-3


def main() -> None:
    """Print, as Markdown, a table of errors for each master, and the largest stable steps."""
    exact = monolithic(system, min(STEPS))
    for method in MASTERS:
        print(f"\n| {method}: step | {' | '.join(f'{signal} | order' for signal in SIGNALS)} |")
        print("|---:|" + "---:|---:|" * len(SIGNALS))
        before: dict[str, float] = {}
        for step in STEPS:
            now = errors(replace(system, method=method), step, exact)
            orders = {s: f"{log2(before[s] / now[s]):.2f}" if before else "" for s in SIGNALS}
            cells = (f"{now[s]:.2e} {unit} | {orders[s]}" for s, unit in SIGNALS.items())
            print(f"| {step * 1e3:g} ms | {' | '.join(cells)} |", flush=True)
            before = now
    print(f"\nThe example steps by {system.step_size * 1e3:g} ms with the master {system.method}.")
    for method in MASTERS:
        print(f"Largest stable step, {method}: {largest_stable_step(replace(system, method=method)) * 1e3:.0f} ms.")


if __name__ == "__main__":
    main()
