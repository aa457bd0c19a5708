"""Tires as blocks on a hub port: the same motion as with the tire inside the model."""

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    BumpRoad,
    FlatRoad,
    FootprintRoad,
    FreeMotion,
    Hub,
    InclinedRoad,
    LinearTire,
    MagicFormulaTire,
    Model,
    RigidRingTire,
    Road,
    WashboardRoad,
    World,
    compile_problem,
    connect,
    linearize,
    simulate,
    tire_block,
)
from mbfmu.base.errors import InvalidValue, MbfmuError, ProblemsFound

from ...running import Running
from ...tolerances import FINITE_DIFFERENCE, INTEGRATION
from ..elements.tires.data import ALL, SIDELESS, written
from ..elements.tires.tours import TIRE


def wheel():
    """A heavy wheel that drives, slips and is about to fall over."""
    model = Model("Wheel")
    model.world, model.body = World(g=9.81), Body(m=400.0, I=[5.0, 8.0, 5.0])
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.0, 0.0, 0.31], v_start=[10.0, 0.5, 0.0], w_start=[0.0, 30.0, 0.0])
    return model


def road(kind):
    return WashboardRoad(amplitude=0.005, wavelength=1.0) if kind is WashboardRoad else FlatRoad()


@pytest.mark.parametrize(("tire", "values", "on"), [(LinearTire, TIRE, FlatRoad), (MagicFormulaTire, ALL, WashboardRoad)])
def test_it_moves_a_hub_as_the_tire_inside_does(tire, values, on):
    whole, parted = wheel(), wheel()
    whole.road = road(on)
    whole.tire = tire(whole.body.frame_a, whole.road, **values)
    whole.expose(outputs={"r": whole.motion.r})
    parted.hub = Hub(parted.body.frame_a)
    parted.expose(ports={"hub": parted.hub}, outputs={"r": parted.motion.r})
    block = BlockModel("Tire", tire_block(tire, road(on), **values))
    connected = simulate(connect("Parted", {"wheel": parted, "tire": block}, [("wheel.hub", "tire.hub")]), 0.5, 0.1)
    together = simulate(whole, 0.5, 0.1)
    for i in (1, 2, 3):
        np.testing.assert_allclose(connected[f"wheel.r[{i}]"], together[f"r[{i}]"], atol=INTEGRATION)


def test_the_friction_of_its_road_is_a_parameter():
    problem = compile_problem(BlockModel("Tire", tire_block(MagicFormulaTire, FlatRoad(), **ALL)))
    start = {"hub.pos.z": 0.3, "hub.lin_vel.x": 10.0, "u_start": -0.2}
    full, half = (float(Running(problem, {**start, "road_mu": mu}).outputs_at(np.array([-0.2, 0.0]))["hub.force.x"]) for mu in (1.0, 0.5))
    assert 0.4 < half / full < 0.6
    with pytest.raises(InvalidValue, match="road_mu = -1"):
        Running(problem, {"road_mu": -1.0})
    assert float(tire_block(MagicFormulaTire, FlatRoad(mu=0.7), **ALL, road_mu=0.5).values["road_mu"]) == 0.5


def test_its_tread_is_as_stiff_as_the_carcass_where_it_rolls_freely():
    """The slopes of the Magic Formula over the relaxation lengths, which follow from the stiffness of the carcass; seen by tangents."""
    values = SIDELESS | {"RVY1": 0.0, "QSY1": 0.0}
    start = {"hub.pos": [0.0, 0.0, 0.3], "hub.lin_vel": [10.0, 0.0, 0.0], "hub.ang_vel": [0.0, 32.0, 0.0]}
    block = BlockModel("Tire", tire_block(MagicFormulaTire, FlatRoad(), **values), start=start)
    system, load = linearize(block), simulate(block, 0.1, 0.1)["hub.force.z"][0] / values["FNOMIN"] - 1.0
    pressure = values["INFLPRES"] / values["NOMPRES"] - 1.0
    for along, stiffness, by_load, by_pressure in (
        (("hub.force.x", "u"), "LONGITUDINAL_STIFFNESS", ("PCFX1", "PCFX2"), "PCFX3"),
        (("hub.force.y", "v"), "LATERAL_STIFFNESS", ("PCFY1", "PCFY2"), "PCFY3"),
    ):
        row, column = system.outputs.index(along[0]), system.states.index(along[1])
        change = 1.0 + values[by_load[0]] * load + values[by_load[1]] * load**2
        wanted = values[stiffness] * change * (1.0 + values[by_pressure] * pressure)
        assert system.C[row, column] == pytest.approx(wanted, rel=INTEGRATION)


def test_a_step_of_its_road_has_derivatives_by_its_edge():
    problem = compile_problem(BlockModel("Tire", tire_block(LinearTire, BumpRoad(bump=0.05, start=1.0, edge=0.1), **TIRE)))

    def load(edge: float) -> tuple[float, float]:
        """The load on the edge, and its derivative by the edge."""
        running = Running(problem, {"hub.pos.x": 1.02, "hub.pos.z": 0.3, "road_edge": edge})
        along = np.zeros(problem.sizes["p"])
        along[running.variable("road_edge").ref.start] = 1.0
        (slopes,) = running.directional({"p": along}, ("y",))
        return float(running.get("hub.force.z")), slopes[running.variable("hub.force.z").ref.start]

    h = 1e-6
    assert load(0.1)[1] == pytest.approx((load(0.1 + h)[0] - load(0.1 - h)[0]) / (2 * h), rel=FINITE_DIFFERENCE)


class Bottomless(Road):
    """It has no height."""

    @staticmethod
    def height(p, x, y, t):
        return None


def test_what_is_wrong_is_said(tmp_path):
    with pytest.raises(MbfmuError, match="mirrored=True mirrors a LinearTire"):
        tire_block(LinearTire, FlatRoad(), side="left", **TIRE)
    with pytest.raises(MbfmuError, match="must be a road, such as FlatRoad"):
        tire_block(LinearTire, FlatRoad, **TIRE)
    for road in (InclinedRoad(slope=1.6), FootprintRoad(InclinedRoad(slope=1.6))):
        with pytest.raises(ProblemsFound, match="InclinedRoad.slope = 1.6 rad must be <= 1.5 rad"):
            tire_block(LinearTire, road, **TIRE)
    with pytest.raises(ProblemsFound, match="height returns None"):
        tire_block(LinearTire, Bottomless(), **TIRE)
    with pytest.raises(MbfmuError, match="RigidRingTire rolls on a belt, a body that no block has"):
        tire_block(RigidRingTire, FlatRoad())
    with pytest.raises(MbfmuError, match="must be a class of tires, such as LinearTire"):
        tire_block(FlatRoad, FlatRoad(), **TIRE)
    with pytest.raises(ProblemsFound, match="PKY1 = 18 must be < 0"):
        compile_problem(BlockModel("Tire", tire_block(written(tmp_path / "own.tir", ALL | {"PKY1": 18.0}), FlatRoad(), side="left")))
