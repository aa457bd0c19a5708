"""The balance of energy, by velocities of bodies, powers of forces and a quadrature of its own: nothing of EnergyError is in it."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import make_interp_spline

from mbfmu import simulate
from mbfmu.base.spatial.inertia import symmetric
from mbfmu.model.elements.constraints import KnifeEdge
from mbfmu.model.elements.constraints.joint_motion import JointMotion
from mbfmu.model.elements.forces.base import Load
from mbfmu.model.elements.joints import RotorInertia
from mbfmu.model.elements.parts import Body, World
from mbfmu.model.elements.sensors import PowerSensor, VelocitySensor

from .case import Case
from .description import Description, Item, Place
from .runs import RTOL, Deviation

ROWS = 400  # of the quadrature, whose error is seen with half as many
QUADRATURE = 100.0  # times what half as many rows change: where powers jump, this is no more than a guess


def energy_balance(case: Case) -> Deviation:
    """How far kinetic energy is from that at the start and the work of all forces, gravity and drives since, relative to what was exchanged."""
    found = case.found
    if found.of(KnifeEdge):  # whose plane may move, and does work then
        return Deviation(0.0)
    table = _measured(found)
    t = table["time"]
    T = _kinetic(found, table)
    works = [_work(t, power) for power in _powers(found, table)]
    coarse = [_work(t[::2], power[::2]) for power in _powers(found, table)]
    error = sum(np.abs(fine[::2] - rough).max() for fine, rough in zip(works, coarse))
    exchanged = np.abs(T).max() + sum(np.abs(work).max() for work in works)
    missing = float(np.abs(T - T[0] - sum(works, np.zeros(len(t)))).max() - QUADRATURE * error)
    return Deviation(max(missing, 0.0) / max(exchanged, 1e-300), "energy")


def _measured(found: Description) -> np.ndarray:
    at_centre = [Item(f"{body.name}_centre", VelocitySensor, (Place(body.name, body.values.get("r_CM", np.zeros(3))),)) for body in found.of(Body)]
    meters = [Item(f"{load.name}_power", PowerSensor, (load.name,)) for load in found.of(Load)]
    outputs = {sensor.name: ("v", "w") for sensor in at_centre} | {meter.name: ("P",) for meter in meters}
    outputs |= {drive.name: ("P",) for drive in found.of(JointMotion)} | {rotor.name: ("w",) for rotor in found.of(RotorInertia)}
    problem = found.with_items(added=[*at_centre, *meters]).problem(outputs)
    stop = found.start_time + found.stop_time
    table = simulate(problem, stop, found.stop_time / ROWS, rtol=RTOL, start_time=found.start_time)
    return {name.removeprefix("net."): table[name] for name in table.dtype.names}


def _vector(table, name: str) -> np.ndarray:
    return np.array([table[f"{name}[{i}]"] for i in (1, 2, 3)])


def _kinetic(found: Description, table) -> np.ndarray:
    T = np.zeros(len(table["time"]))
    for body in found.of(Body):
        v, w = _vector(table, f"{body.name}_centre.v"), _vector(table, f"{body.name}_centre.w")
        T += 0.5 * body.values.get("m", 0.0) * (v * v).sum(axis=0) + 0.5 * (w * (symmetric(body.values.get("I", np.zeros(6))) @ w)).sum(axis=0)
    for rotor in found.of(RotorInertia):
        T += 0.5 * rotor.values["J"] * table[f"{rotor.name}.w"] ** 2
    return T


def _powers(found: Description, table) -> list[np.ndarray]:
    (world,) = found.of(World)
    gravity = world.values.get("g", 0.0) * world.values["n"] / np.linalg.norm(world.values["n"])
    weights = [body.values.get("m", 0.0) * gravity @ _vector(table, f"{body.name}_centre.v") for body in found.of(Body)]
    loads = [table[f"{load.name}_power.P"] for load in found.of(Load)]
    return [*weights, *loads, *(table[f"{drive.name}.P"] for drive in found.of(JointMotion))]


def _work(t: np.ndarray, power: np.ndarray) -> np.ndarray:
    """The integral of a power since the start, by splines of degree 5."""
    return make_interp_spline(t, power, k=5).antiderivative()(t)
