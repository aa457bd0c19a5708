"""How exact the co-simulation of the excavator is, with interface mass and without, and how long steps may be.

Run `python convergence.py`: it prints the tables of README.md.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
from system import INPUTS, LINKS, STROKES, digging, models  # beside this file

from mbfmu import connect, simulate
from mbfmu.cosim import RunStopped, System, simulate_system
from mbfmu.cosim.advice import advise
from mbfmu.cosim.masters.masters import MASTERS

STEPS, METHODS, ORDERS = (10e-3, 5e-3, 2e-3, 1e-3), ("jacobi", "gauss_seidel"), (0, 1, 2)  # s
SECONDS = 6.0  # s of digging that are compared
SHAKE, HELD = 1e-4, 40.0  # rad/s, with which the boom starts where it is held; s, and 400 steps at least
CLOSE = 0.01  # relative: how exactly the largest stable step is observed


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


def grows(system: System, step: float) -> bool:
    """Whether the boom, held where it starts but shaken, moves faster in the last quarter of a run in steps of `step` [s] than in the second one."""
    shaken = replace(system.components["excavator"], values={"foot.w_start": SHAKE})
    system = replace(system, components={**system.components, "excavator": shaken}, inputs={}, step_size=step)
    result = run(system, max(round(HELD / step), 400) * step)
    if result is None:
        return True
    quarters = np.array_split(abs(result["excavator.boom_jack.v"]), 4)
    return bool(quarters[3].max() > quarters[1].max())


def observed(system: System, predicted: float) -> float:
    """The largest step [s] in whose run the shake dies out, by bisection around a prediction."""
    below, above = predicted / 2, predicted * 2
    while above > (1 + CLOSE) * below:
        middle = (below * above) ** 0.5
        below, above = (below, middle) if grows(system, middle) else (middle, above)
    return below


def by_limit(longest: float = 0.1) -> Iterator[str]:
    """The lines of the third table: masters whose stable steps end before `longest` [s], and what interface mass gives."""
    for interface_mass in (False, True):  # both build FMUs of the same names
        advice = advise(digging(min(STEPS), interface_mass))
        for way in [advice.present] if interface_mass else advice.ways:
            if way.limit < longest:
                seen = observed(replace(advice.system, method=way.method, input_order=way.input_order), way.limit)
                name = way.name + " and interface mass" * interface_mass
                yield f"| {name} | {way.limit * 1e3:.3g} ms | {seen * 1e3:.3g} ms |"


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
    print("\n| master | predicted | observed |\n|---|---:|---:|", *by_limit(), sep="\n")


if __name__ == "__main__":
    main()
