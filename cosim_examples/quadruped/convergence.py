"""How exact the co-simulation of the quadruped is, and how still it stands. Run `python convergence.py`: it prints the tables of README.md."""

import time
from dataclasses import replace

import numpy as np
from system import FOLDER, LINKS, STEP, inputs, models, system  # beside this file

from mbfmu import Table, build_native, connect, simulate
from mbfmu.cosim import RunStopped, System, simulate_system

STEPS, METHODS, COMPARED = (1e-3, 0.5e-3), ("jacobi", "gauss_seidel"), 5.0  # s: four of them trotting
STOOD, AFTER = 60.0, 10.0  # s: how long it stands, and when it has settled
PLACES = [f"robot.{of}.r[{i}]" for of in ("floating_base", "FL_foot", "FR_foot", "RL_foot", "RR_foot") for i in (1, 2, 3)]


def whole() -> np.ndarray:
    """The motion of robot and controller in one, every step."""
    links = [(a.partition("[")[0], b.partition("[")[0]) for a, b in LINKS]  # of whole vectors
    return simulate(connect("Whole", models, list(dict.fromkeys(links))), COMPARED, STEP, inputs=inputs, rtol=1e-10)


def error(result: np.ndarray, exact: np.ndarray) -> float:
    """The largest deviation [m] of the trunk or a foot."""
    every = round(STEP / result["time"][1])
    return max(float(abs(result[place][::every] - exact[place]).max()) for place in PLACES)


def compared(step: float, method: str, exact: np.ndarray) -> str:
    """The error of a run, or that it diverges."""
    try:
        run = simulate_system(replace(system, method=method, step_size=step, stop_time=COMPARED), show_progress=False)
    except RunStopped:
        return "stopped: it diverges"
    return f"{error(run, exact):.0e} m"


def native() -> System:
    """The system with native FMUs."""
    return replace(system, components={name: build_native(model, FOLDER / "native") for name, model in models.items()})


def standing(of: System) -> System:
    """The same, but it stands."""
    return replace(of, stop_time=STOOD, inputs={"controller.speed": Table((0.0, STOOD), (0.0, 0.0))})


def creep(result: np.ndarray) -> float:
    """The largest distance [m] from where trunk and feet were when it had settled, divided by the time since [m/s]."""
    since = result[np.searchsorted(result["time"], AFTER) :]
    span = since["time"][-1] - since["time"][0]
    return max(float(abs(since[place] - since[place][0]).max()) for place in PLACES) / span


def main() -> None:
    """Print both tables as Markdown."""
    exact = whole()
    print(f"| step | {' | '.join(METHODS)} |\n|---:|{'---:|' * len(METHODS)}")
    for step in STEPS:
        print(f"| {step * 1e3:g} ms | {' | '.join(compared(step, method, exact) for method in METHODS)} |", flush=True)
    print("\n| run | FMUs | time | factor | creep |\n|---|---|---:|---:|---:|")
    for kind, of in (("portable", system), ("native", native())):
        for run in (of, standing(of)):
            begin = time.process_time()
            result = simulate_system(run, show_progress=False)
            spent = time.process_time() - begin
            still = f"{creep(result):.0e} m/s" if run.stop_time == STOOD else ""
            print(f"| {run.stop_time:g} s | {kind} | {spent:.1f} s | {run.stop_time / spent:.1f} | {still} |", flush=True)


if __name__ == "__main__":
    main()
