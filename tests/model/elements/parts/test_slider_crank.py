"""A slider-crank with a flexible rod, beside Exudyn: a cable of absolute nodal coordinates against modes in mean axes."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    FlexibleBody,
    GeneralSection,
    Material,
    Model,
    PositionSensor,
    Prismatic,
    Revolute,
    Spherical,
    World,
    beam_data,
    simulate,
    where,
)
from mbfmu.model.elements.constraints.joint_motion_time import JointMotionTime

from ....tolerances import OTHER_DISCRETIZATION

CRANK, ROD, SIDE, SLIDER = 0.15, 0.3, 0.006, 0.033  # m, m, m and kg
E, RHO, A, I = 2e11, 7870.0, SIDE**2, SIDE**4 / 12
SPEED, RISE, STOP = 150.0, 0.02, 0.06  # rad/s, which is reached in so many s, and the end of the run


def angle(t, choose=lambda early, a, b: a if early else b):
    """The angle of the crank: its speed rises smoothly."""
    s = t / RISE
    return choose(t < RISE, SPEED * RISE * (s**3 - 0.5 * s**4), SPEED * (t - 0.5 * RISE))


class Drive(JointMotionTime):
    @staticmethod
    def s(p, t):
        return angle(t, where)


def by_modes() -> tuple[np.ndarray, np.ndarray]:
    """The slider's place, and that of the middle of the rod (2,), at the end."""
    material = Material(E=E, rho=RHO, nu=0.3)
    section = GeneralSection(A=A, I_y=I, I_z=I, J=2 * I, A_y=1e6 * A, A_z=1e6 * A)
    places = {"pin": [0, 0, 0], "middle": [ROD / 2, 0, 0], "end": [ROD, 0, 0]}
    model = Model("SliderCrank", tolerance=1e-8, integrator="radau", stop_time=STOP)
    model.world, model.crank = World(g=0.0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.turn = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 0, 1])
    model.rod = FlexibleBody(beam_data(places, section, material, elements=8, modes=8, interfaces=["pin", "end"]), zeta=0.0)
    model.pin = Revolute(model.crank.at([CRANK, 0, 0]), model.rod.node("pin"), n=[0, 0, 1])
    model.slider = Body(m=SLIDER, I=[1.0, 1.0, 1.0])
    model.guide = Prismatic(model.world.at([CRANK + ROD, 0, 0]), model.slider.frame_a, n=[1, 0, 0])
    model.wrist = Spherical(model.rod.node("end"), model.slider.frame_a)
    model.drive = Drive(model.turn)
    model.middle = PositionSensor(model.rod.node("middle"))
    model.expose(outputs={"s": model.guide.s, "r": model.middle.r})
    end = simulate(model)[-1]
    return np.array(end["s"] + CRANK + ROD), np.array([end["r[1]"], end["r[2]"]])


def by_exudyn(elements: int = 16, step: float = 1e-5) -> tuple[np.ndarray, np.ndarray]:
    """The same of a cable of so many elements."""
    exu = pytest.importorskip("exudyn")
    from exudyn import itemInterface as item

    system = exu.SystemContainer().AddSystem()
    nodes = [system.AddNode(item.NodePoint2DSlope1(referenceCoordinates=[CRANK + ROD * i / elements, 0, 1, 0])) for i in range(elements + 1)]
    beam = dict(physicsLength=ROD / elements, physicsMassPerLength=RHO * A, physicsBendingStiffness=E * I, physicsAxialStiffness=E * A)
    for pair in zip(nodes, nodes[1:]):
        system.AddObject(item.ObjectANCFCable2D(nodeNumbers=list(pair), **beam))
    slider = system.AddNode(item.NodePoint2D(referenceCoordinates=[CRANK + ROD, 0]))
    system.AddObject(item.ObjectMassPoint2D(nodeNumber=slider, physicsMass=SLIDER))
    ground = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=system.AddNode(item.NodePointGround()), coordinate=0))
    along = lambda node, axis: system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=node, coordinate=axis))
    driven = (lambda mbs, t, i, offset: CRANK * np.cos(angle(t)) - CRANK), (lambda mbs, t, i, offset: CRANK * np.sin(angle(t)))
    for axis, place in enumerate(driven):
        system.AddObject(item.ObjectConnectorCoordinate(markerNumbers=[ground, along(nodes[0], axis)], offsetUserFunction=place))
    for ends in ((ground, along(nodes[-1], 1)), (ground, along(slider, 1)), (along(slider, 0), along(nodes[-1], 0))):
        system.AddObject(item.ObjectConnectorCoordinate(markerNumbers=list(ends)))
    place = exu.OutputVariableType.Position
    sensors = [
        system.AddSensor(item.SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=place)) for node in (slider, nodes[elements // 2])
    ]
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = round(STOP / step), STOP
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.95
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    system.SolveDynamic(settings)
    end, middle = (system.GetSensorStoredData(sensor)[-1] for sensor in sensors)
    return np.array(end[1]), np.array(middle[1:3])


@pytest.mark.slow
def test_exudyn():
    """At 150 rad/s, after more than a turn, to a ten-thousandth of the crank."""
    for found, expected in zip(by_modes(), by_exudyn()):
        assert found == pytest.approx(expected, abs=OTHER_DISCRETIZATION * CRANK)
