"""The hydraulic crane with interface mass: its cylinder pushes at a port, and predicts how the crane moves between communication points.

Run `python interface_mass.py`: it prints the tables of README.md. `mbfmu cosim interface_mass.py` co-simulates it in steps of 10 ms.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from mbfmu import BlockModel, Model, build_portable, connect, simulate
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, RunStopped, System, simulate_system
from mbfmu.problem.load import load_declared

FOLDER, STEPS = Path("results"), (12.5e-3, 10e-3, 5e-3, 2e-3, 1e-3)  # s
METHODS = ("jacobi", "gauss_seidel")
LOCKS = (4e4, 4e3)  # N.m.s/rad: damping of the lock between boom and jib, as the crane has it and a tenth of that
FORCE, SET_POINT = 38.54e3, 1.9  # N that hold the crane at rest, and the stroke that is wanted [m]


def models(step_size: float, interface_mass: bool, lock: float) -> dict[str, Model | BlockModel]:
    """Crane, hydraulics and controller; the cylinder expects steps of `step_size` [s] before the first one."""
    crane, hydraulics, pid = (load_declared(library_file(f"fmus/{name}/model.py")) for name in ("crane", "hydraulics", "pid"))
    for shown in (crane.inputs, crane.outputs, crane.starts):
        shown.clear()  # in the place of a force and a stroke it shows a port
    crane.expose(ports={"rod": crane.cylinder}, interface_mass=interface_mass, start={"rod.f": FORCE})
    crane.lock.d = lock
    hydraulics.block.step_size = step_size
    return {"crane": crane, "hydraulics": replace(hydraulics, interface_mass=interface_mass), "pid": pid}


def hydraulic_crane(step_size: float, interface_mass: bool = True, method: str = "jacobi", lock: float = LOCKS[0]) -> System:
    """The system in steps of `step_size` [s]; without interface mass, its inputs are held and nothing is done about it."""
    given = {"pid": {"set_point": SET_POINT}}
    fmus = {name: Component(build_portable(model, FOLDER), given.get(name, {})) for name, model in models(step_size, interface_mass, lock).items()}
    system = System(fmus, name="HydraulicCraneAtRod", stop_time=10.0, step_size=step_size, method=method)
    return system.connect("crane.rod", "hydraulics.rod").connect("crane.rod.s", "pid.measurement").connect("pid.y", "hydraulics.command")


def exact(lock: float) -> np.ndarray:
    """The motion of the whole, every millisecond."""
    links = [("crane.rod", "hydraulics.rod"), ("crane.rod.s", "pid.measurement"), ("pid.y", "hydraulics.command")]
    return simulate(connect("Whole", models(1e-3, False, lock), links), 10.0, min(STEPS), rtol=1e-9)


def error(system: System, whole: np.ndarray) -> str:
    """The largest deviation of the stroke."""
    try:
        result = simulate_system(system, show_progress=False)
    except RunStopped:
        return "stopped: it diverges"
    return f"{abs(result['crane.rod.s'] - np.interp(result['time'], whole['time'], whole['crane.rod.s'])).max():.1e} m"


def main() -> None:
    """Print the tables as Markdown, one for each lock."""
    runs = [(method, with_mass) for method in METHODS for with_mass in (False, True)]
    for lock in LOCKS:
        whole = exact(lock)
        print(f"\n| {lock:g} N.m.s/rad: step | {' | '.join(method + (' with interface mass' if with_mass else '') for method, with_mass in runs)} |")
        print("|---:|" + "---:|" * len(runs))
        for step in STEPS:
            cells = (error(hydraulic_crane(step, with_mass, method, lock), whole) for method, with_mass in runs)
            print(f"| {step * 1e3:g} ms | {' | '.join(cells)} |", flush=True)


system = hydraulic_crane(step_size=10e-3)

if __name__ == "__main__":
    main()
