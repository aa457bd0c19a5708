"""The Bricard mechanism: six hinges in a loop that could not move, were they not placed as they are."""

import numpy as np

from mbfmu import Body, KineticEnergy, Model, PositionSensor, PotentialEnergy, Revolute, World

from .case import Case, published
from .shapes import bar

POINTS = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], float)
AXES = np.eye(3)[[1, 2, 0, 1, 2, 0]]


def model(formulation: str) -> Model:
    """Five square rods, and the ground between the first and the last point."""
    model = Model("Bricard")
    model.world = World(g=9.81, n=[0, -1, 0])
    rods = [
        model.add(f"rod{i}", Body(m=1.0, r_CM=(end - foot) / 2, I=bar(1.0, end - foot, 0.1)))
        for i, (foot, end) in enumerate(zip(POINTS, POINTS[1:]), 1)
    ]
    ends = [model.world.frame_b, *(rod.at(end - foot) for rod, foot, end in zip(rods, POINTS, POINTS[1:]))]
    feet = [*(rod.frame_a for rod in rods), model.world.at(POINTS[-1])]
    for i, (end, foot, n) in enumerate(zip(ends, feet, AXES)):
        model.add(f"hinge{i}", Revolute(end, foot, n=n))
    sensors = [model.add(f"sensor{i}", PositionSensor(end)) for i, end in enumerate(ends[1:5], 1)]
    model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
    model.expose(outputs={f"P{i}": sensor.r for i, sensor in enumerate(sensors, 1)})
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V})
    return model


def measure(signals):
    """The moving points, and the energy beside that of the start."""
    energy = signals["T"] + signals["V"]
    return {**signals, "energy": energy - energy[0]}


CASES = (Case("iftomm_a04_bricard", model, published("iftomm_a04_bricard"), 10.0, 0.5, 1e-09, measure=measure),)
