"""The full car as a native FMU in communication steps of 1 ms, and what masters take for it and for other systems.

On its tires at 72 km/h, while its steering is set before each step; with hub ports, standing on forces that are set before each step; and at
72 km/h on four FMUs of tires after the Magic Formula, by a loop in C with one call for all inputs and one for all outputs of each FMU, by the
masters of other tools that are installed, and by our own, which records what connections carry, or all outputs. These step the examples hydraulic
crane, excavator and convoy, too. FMUs of the car are fused, but where the name says that they are not. All masters are measured over the same
steps. Processor time: medians and the best of rounds in which all take turns, since other users of a processor slow it down for a while; ratios are
medians of those of a round.
Run it: `python -m benchmarks.full_car`
"""

from __future__ import annotations

import json
import runpy
import tempfile
from collections.abc import Callable
from contextlib import chdir
from ctypes import c_double
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import fmpy
import numpy as np
import typer

from benchmarks.array_calls import ArrayCalls
from benchmarks.jacobi import jacobi
from mbfmu import BlockModel, FlatRoad, build_native, tire_block
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, System, simulate_system, write_system
from mbfmu.cosim.system.names import connector_name
from mbfmu.model.elements.tires import MagicFormula52Tire
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_TIRE

STEP, SPEED, LOAD = 1e-3, 20.0, 3520.3185  # s, m/s, N
FRONT, REAR = MID_SIZE_CAR.front.wheel_centre, MID_SIZE_CAR.rear.wheel_centre
CENTRES = {"FL": FRONT, "FR": FRONT.mirrored(), "RL": REAR, "RR": REAR.mirrored()}
LONGER = 11
CAR = "on four tire FMUs"
EXAMPLES = ("hydraulic_crane", "excavator", "convoy")  # whose FMUs are portable, and whose signals other masters hold
QUATERNION = tuple(f"rot.e{i}" for i in range(4))
MOTION = ("pos.x", "pos.y", "pos.z", *QUATERNION, *(f"{speed}.{i}" for speed in ("lin_vel", "ang_vel") for i in "xyz"))
FORCE = tuple(f"{vector}.{i}" for vector in ("point", "force", "moment") for i in "xyz")


def seconds(run: Callable[[int], object], steps: int) -> float:
    """Processor time of a step."""
    begin = process_time()
    run(steps)
    return (process_time() - begin) / steps


def extracted(fmu: Path, folder: Path) -> Path:
    """The folder, with the FMU's files in it."""
    return Path(fmpy.extract(fmu, folder))


def alone(fmu: Path, driven: str, speed: float, mean: float, size: float, steps: int) -> float:
    """Processor time of a step of a car, one input of which swings about a `mean`."""
    with tempfile.TemporaryDirectory() as folder:
        car, value = ArrayCalls("car", extracted(fmu, Path(folder)), {"speed": speed}, [driven], []), (c_double * 1)()
        car.start()

        def run(count: int) -> None:
            for i in range(count):
                value[0] = mean + size * np.sin(0.01 * i)
                car.set(value)
                car.step(i * STEP, STEP)

        taken = seconds(run, steps)
        car.close()
        return taken


def on_four_tires(system: System, steps: int) -> float:
    """Processor time of a step of the car and its tires, side by side (Jacobi), in a loop in C."""
    motion, force = (c_double * (4 * len(MOTION)))(), (c_double * (4 * len(FORCE)))()
    fmus = system.components
    with tempfile.TemporaryDirectory() as folder:
        ports = [f"wheel_{corner}.{{}}" for corner in CENTRES]
        inputs, outputs = ([port.format(name) for port in ports for name in names] for names in (FORCE, MOTION))
        car = ArrayCalls("car", extracted(fmus["car"].fmu, Path(folder) / "car"), fmus["car"].values, inputs, outputs)
        tire_fmu = extracted(fmus["tire_FL"].fmu, Path(folder) / "tire")  # four instances of one library
        tires = []
        for i, corner in enumerate(CENTRES):
            tire = ArrayCalls(corner, tire_fmu, fmus[f"tire_{corner}"].values, [f"hub.{n}" for n in MOTION], [f"hub.{n}" for n in FORCE])
            taken, given = ((c_double * len(names)).from_buffer(of, 8 * i * len(names)) for names, of in ((MOTION, motion), (FORCE, force)))
            tires.append((tire, taken, given))

        def exchange() -> None:
            car.set(force)
            for tire, taken, _ in tires:
                tire.set(taken)

        def read() -> None:
            car.get(motion)
            for tire, _, given in tires:
                tire.get(given)

        for _ in range(3):  # motions decide forces, which decide nothing of the motion at one instant
            read()
            exchange()
        for fmu in (car, *(tire for tire, *_ in tires)):
            fmu.start()
        fmus_with_arrays, done = [(car, force, motion), *tires], 0

        def run(count: int) -> None:
            nonlocal done
            jacobi(fmus_with_arrays, STEP, done, done + count)
            done += count

        taken = later_seconds(run, steps)
        for fmu in (car, *(tire for tire, *_ in tires)):
            fmu.close()
        return taken


def example(name: str, folder: Path) -> System:
    """The System of an example of cosim_examples, with FMUs as its script builds them in `folder`."""
    folder.mkdir()
    with chdir(folder):
        system = runpy.run_path(str(library_file(f"cosim_examples/{name}/system.py")))["system"]
        return replace(system, components={c: replace(of, fmu=of.fmu.resolve()) for c, of in system.components.items()})


def masters(name: str, system: System, ssp: Path, steps: int) -> dict[str, Callable[[], float]]:
    """What steps a System, by names: masters of other tools that are installed, and ours."""
    return {
        **({f"{name}, libcosim": lambda: in_libcosim(ssp, steps)} if find_spec("libcosimpy") else {}),
        **({f"{name}, Ecos": lambda: in_ecos(ssp, steps, system.step_size)} if find_spec("ecospy") else {}),
        f"{name}, mbfmu": lambda: in_mbfmu(system, steps, [connector_name(source) for source, _ in system.connections]),
        f"{name}, mbfmu, all outputs recorded": lambda: in_mbfmu(system, steps),
    }


def later_seconds(run: Callable[[int], object], steps: int) -> float:
    """Processor time of a step among those that our own master is measured by: behind the first `steps`."""
    run(steps)
    return seconds(run, (LONGER - 1) * steps)


def in_libcosim(ssp: Path, steps: int) -> float:
    """Processor time of a step in libcosim."""
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level

    log_output_level(CosimLogLevel.FATAL)
    return later_seconds(CosimExecution.from_ssp_file(str(ssp)).step, steps)


def in_ecos(ssp: Path, steps: int, step_size: float) -> float:
    """Processor time of a step in Ecos."""
    from ecospy import EcosSimulation

    with EcosSimulation(ssp_path=str(ssp), step_size=step_size) as simulation:
        simulation.init(parameter_set="start")
        taken = later_seconds(simulation.step, steps)
        simulation.terminate()
        return taken


def in_mbfmu(system: System, steps: int, signals: list[str] | None = None) -> float:
    """Processor time of a step in our own master, which records `signals`, by default all outputs.

    It is what `LONGER` times as many steps take more, since the start takes as long as thousands of them.
    """
    runs = [replace(system, stop_time=count * system.step_size) for count in (steps, LONGER * steps)]
    short, long = (seconds(lambda _, run=run: simulate_system(run, show_progress=False, signals=signals), 1) for run in runs)
    return (long - short) / ((LONGER - 1) * steps)


def coupled(folder: Path, fused: bool = True) -> System:
    """The car on four tires, all FMUs of their own, built in `folder`."""
    car = build_native(library_file("fmus/full_car/model.py"), folder, fused=fused)
    tire = build_native(BlockModel("Tire", tire_block(MagicFormula52Tire, FlatRoad(), **MID_SIZE_TIRE)), folder, fused=fused)
    system = System({"car": Component(car, {"speed": SPEED})}, name="FullCar", stop_time=10.0, step_size=STEP)
    for corner, at in CENTRES.items():
        start = {"hub.pos.x": at.x, "hub.pos.y": at.y, "hub.pos.z": at.z, "hub.lin_vel.x": SPEED, "hub.ang_vel.y": SPEED / at.z}
        system = replace(system, components={**system.components, f"tire_{corner}": Component(tire, start)})
        system = system.connect(f"car.wheel_{corner}", f"tire_{corner}.hub")
    return system


def main(steps: int = 4000, repetitions: int = 5, as_json: bool = typer.Option(False, "--json")) -> None:
    """Print the time of a step of each, and of masters of the car what it is relative to the loop in C."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        on_tires = build_native(library_file("fmus/full_car_on_tires/model.py"), folder, fused=True)
        system, unfused = coupled(folder), coupled(folder / "unfused", fused=False)
        write_system(system, ssp := folder / "car.ssp")
        runs: dict[str, Callable[[], float]] = {
            "on its tires": lambda: alone(on_tires, "steering", SPEED, 0.0, 1e-3, steps),
            "with hub ports": lambda: alone(system.components["car"].fmu, "wheel_FL.force.z", 0.0, LOAD, 10.0, steps),
            f"{CAR}, in C": lambda: on_four_tires(system, steps),
            f"{CAR}, in C, not fused": lambda: on_four_tires(unfused, steps),
            **masters(CAR, system, ssp, steps),
        }
        for name in EXAMPLES:
            other = example(name, folder / name)
            write_system(other, file := folder / f"{name}.ssp")
            runs |= masters(name, other, file, int(other.stop_time / other.step_size) // LONGER)
        times = np.array([[run() for run in runs.values()] for _ in range(repetitions)]).T * 1e6
    taken = dict(zip(runs, times))
    found = {name: {"median": float(np.median(of)), "best": float(of.min())} for name, of in taken.items()}
    for name in masters(CAR, system, ssp, steps):
        found[name]["of the loop"] = float(np.median(taken[name] / taken[f"{CAR}, in C"]))
    if as_json:
        print(json.dumps(found))
        return
    for name, took in found.items():
        ratio = f", {took['of the loop']:.2f} times the loop in C" if "of the loop" in took else ""
        print(f"{name}: {took['median']:.1f} us a step, at best {took['best']:.1f}{ratio}")


if __name__ == "__main__":
    typer.run(main)
