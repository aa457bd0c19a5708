"""The spin-up of a flexible beam (Simo & Vu-Quoc, 1986): modal bodies and beams of mbfmu beside cables of Exudyn, accuracy against time.

A beam of 10 m on a hub turns up to 6 rad/s in 15 s; its tip lags behind by 0.57 m at most. Errors are those of the tip's deflection, the largest of
20 s, and of its steady stretch, against a converged solution (`beam_spinup_simo` of the test cases). Times are processor times of 20 s of motion with
rows every 0.1 s, the least of some; what is built before is listed apart. Exudyn integrates by its generalized-alpha method in equal steps, mbfmu by
Radau to a tolerance.

Needs `pip install exudyn` and MBFMU_CASES, the folder of the test cases. `python -m benchmarks.spin_up`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from time import process_time

import exudyn
import numpy as np
import typer
from exudyn import itemInterface as item
from scipy.interpolate import CubicSpline

from mbfmu import Body, Fixed, FlexibleBody, GeneralSection, Material, Model, PositionSensor, Revolute, World, beam, beam_data, simulate, where
from mbfmu.model.elements.constraints.joint_motion_time import JointMotionTime
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.files_of_others import files_of_others

SPEED, RISE, STOP, ROW = 6.0, 15.0, 20.0, 0.1  # rad/s, s, s, s
STEADY = 19.0  # s, from which the stretch is averaged
REPETITIONS = 2
MODES = (6, 1e-4), (6, 1e-6), (18, 1e-6)  # and tolerances
ELEMENTS = (4, 1e-5), (8, 1e-6), (16, 1e-6)
STEPS = (4, 0.01), (8, 0.005), (16, 0.005), (32, 0.002)  # elements, and s


def angle(t, choose=lambda early, a, b: a if early else b, cosine=np.cos):
    """The angle of the hub [rad]."""
    a = 2.0 * np.pi / RISE
    return choose(t < RISE, SPEED / RISE * (0.5 * t * t + (cosine(a * t) - 1.0) / a**2), SPEED * (t - RISE / 2.0))


class Drive(JointMotionTime):
    """Turns the hub."""

    @staticmethod
    def s(p, t):
        return angle(t, where)


@dataclass(frozen=True)
class Beam:
    """Length [m], stiffness [N, N.m2], mass [kg/m] and its moment [kg.m], and the deflection [m] and stretch [m] that are right."""

    L: float
    EA: float
    GA: float
    EI: float
    rA: float
    rI: float
    deflection: np.ndarray
    stretch: float


@dataclass(frozen=True)
class Found:
    """Processor times [s] of what is built and of the motion, and errors [m, 1]."""

    way: str
    build: float
    run: float
    deflection: float
    stretch: float


def given() -> Beam:
    """The beam of the test case."""
    (file,) = files_of_others("MBFMU_CASES", "beam_spinup_simo.json")
    reference = json.loads(file.read_text())["reference"]
    steady = np.array(reference["t"]) >= STEADY
    stretch = float(np.array(reference["tip_ux"])[steady].mean())
    return Beam(**reference["params"], deflection=np.array(reference["tip_uy"]), stretch=stretch)


def on_hub(of: Beam) -> tuple[Model, GeneralSection, Material]:
    """A hub that turns, and what the beam is made of."""
    I, sheared = of.EI / of.EA, 2.0 * of.GA / of.EA
    model = Model("SpinUp", integrator="radau")
    model.world, model.rotor = World(g=0.0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.hub = Revolute(model.world.frame_b, model.rotor.frame_a, n=[0, 0, 1])
    model.drive = Drive(model.hub)
    return model, GeneralSection(A=1.0, I_y=I, I_z=I, J=2.0 * I, A_y=sheared, A_z=sheared), Material(E=of.EA, rho=of.rA, nu=0.0)


def by_modes(of: Beam, modes: int) -> Model:
    """A modal body."""
    model, section, material = on_hub(of)
    model.blade = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [of.L, 0, 0]}, section, material), modes=modes, zeta=0.0)
    model.root = Fixed(model.rotor.frame_a, model.blade.node("root"))
    model.tip = PositionSensor(model.blade.node("tip"))
    model.expose(outputs={"r": model.tip.r})
    return model


def by_elements(of: Beam, elements: int) -> Model:
    """Geometrically exact beams, seen in the hub."""
    model, section, material = on_hub(of)
    made = beam(model, "blade", model.rotor.frame_a, section, material, elements, length=of.L)
    model.tip = PositionSensor(made.nodes[-1].frame_a)
    model.expose(outputs={"r": model.tip.r})
    return model


def simulated(model: Model, tolerance: float) -> tuple[float, float, np.ndarray]:
    """Processor times of compiling and running, and the places of the tip, rows (t, x, y)."""
    start = process_time()
    problem = compile_model(model)
    build = process_time() - start
    run, table = np.inf, None
    for _ in range(REPETITIONS):
        start = process_time()
        table = simulate(problem, STOP, ROW, rtol=tolerance)
        run = min(run, process_time() - start)
    return build, run, np.column_stack([table["time"], table["r[1]"], table["r[2]"]])


def by_exudyn(of: Beam, elements: int, step: float) -> tuple[float, float, np.ndarray]:
    """The same of Exudyn's cables in the plane, of absolute nodal coordinates. Their root keeps its slope, so it does not stretch there."""
    run = np.inf
    for _ in range(REPETITIONS):
        start = process_time()
        system, sensor = assembled(of, elements)
        settings = exudyn.SimulationSettings()
        settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = round(STOP / step), STOP
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.timeIntegration.newton.relativeTolerance = 1e-6
        settings.timeIntegration.newton.absoluteTolerance = 1e-5  # N: at rest, roundoff of EA is more than the default, and steps become tiny
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        settings.solutionSettings.sensorsWritePeriod = ROW
        build = process_time() - start
        start = process_time()
        system.SolveDynamic(settings)
        run = min(run, process_time() - start)
        rows = system.GetSensorStoredData(sensor)
    return build, run, rows[:, :3]


def assembled(of: Beam, elements: int) -> tuple:
    """Exudyn's system, and the number of a sensor at the tip."""
    system = exudyn.SystemContainer().AddSystem()
    h = of.L / elements
    nodes = [system.AddNode(item.NodePoint2DSlope1(referenceCoordinates=[h * i, 0, 1, 0])) for i in range(elements + 1)]
    section = dict(physicsLength=h, physicsMassPerLength=of.rA, physicsBendingStiffness=of.EI, physicsAxialStiffness=of.EA)
    for pair in zip(nodes, nodes[1:]):
        system.AddObject(item.ObjectANCFCable2D(nodeNumbers=list(pair), **section))
    ground = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=system.AddNode(item.NodePointGround()), coordinate=0))
    along, across = (lambda mbs, t, i, offset: float(np.cos(angle(t)) - 1.0)), (lambda mbs, t, i, offset: float(np.sin(angle(t))))
    for axis, turned in enumerate((0, 0, along, across)):
        root = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=axis))
        system.AddObject(item.ObjectConnectorCoordinate(markerNumbers=[ground, root], offsetUserFunction=turned))
    place = exudyn.OutputVariableType.Position
    sensor = system.AddSensor(item.SensorNode(nodeNumber=nodes[-1], storeInternal=True, outputVariableType=place))
    system.Assemble()
    return system, sensor


def judged(of: Beam, way: str, build: float, run: float, rows: np.ndarray) -> Found:
    """The errors of the tip's places, rows (t, x, y)."""
    t, x, y = rows.T
    phi = np.array([angle(one) for one in t])
    across, along = np.cos(phi) * y - np.sin(phi) * x, np.cos(phi) * x + np.sin(phi) * y - of.L
    right = CubicSpline(ROW * np.arange(len(of.deflection)), of.deflection)(t)
    return Found(way, build, run, float(np.abs(across - right).max()), float(along[t >= STEADY].mean() / of.stretch - 1.0))


def main(as_json: bool = typer.Option(False, "--json")) -> None:
    """Print a line for each way."""
    of = given()
    found = [
        *(judged(of, f"mbfmu, {n} modes, {tol:g}", *simulated(by_modes(of, n), tol)) for n, tol in MODES),
        *(judged(of, f"mbfmu, {n} beams, {tol:g}", *simulated(by_elements(of, n), tol)) for n, tol in ELEMENTS),
        *(judged(of, f"Exudyn, {n} beams, {1e3 * h:g} ms", *by_exudyn(of, n, h)) for n, h in STEPS),
    ]
    if as_json:
        print(json.dumps([asdict(one) for one in found]))
        return
    print(f"{'':28} {'build s':>8} {'run s':>8} {'deflection mm':>14} {'stretch':>9}")
    for one in found:
        print(f"{one.way:28} {one.build:8.2f} {one.run:8.3f} {1e3 * one.deflection:14.3f} {one.stretch:9.1e}")


if __name__ == "__main__":
    typer.run(main)
