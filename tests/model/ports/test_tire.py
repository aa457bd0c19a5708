"""A wheel over a bump, its tire an FMU of its own: with interface mass an explicit master is as good as one model."""

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    BumpRoad,
    Hub,
    LinearTire,
    MagicFormulaTire,
    Model,
    Prismatic,
    Revolute,
    TranslationSpringDamper,
    World,
    build_portable,
    simulate,
    tire_block,
)
from mbfmu.cosim import Component, System, simulate_system

from ...tolerances import WHEEL_LOAD
from ..elements.tires.data import SIDELESS
from ..elements.tires.tours import TIRE

LOAD = 3800.0  # N: of the wheel that stands
STEP = 5e-3


def road():
    return BumpRoad(bump=0.03, start=3.0, edge=0.3)


def quarter():
    """A wheel on a suspension that rolls with 10 m/s."""
    model = Model("Quarter", stop_time=1.0)
    model.world, model.carriage, model.hub_carrier = World(g=9.81), Body(m=380.0), Body(m=40.0)
    model.wheel = Body(m=20.0, I=[0.6, 1.0, 0.6])
    model.along = Prismatic(model.world.frame_b, model.carriage.frame_a, n=[1, 0, 0], v_start=10.0)
    model.travel = Prismatic(model.carriage.frame_a, model.hub_carrier.frame_a, n=[0, 0, 1], s_start=0.302)
    model.suspension = TranslationSpringDamper(model.travel, c=15e3, d=1e3, s_rel0=0.302 - (LOAD - 60.0 * 9.81) / 15e3)
    model.axle = Revolute(model.hub_carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=33.0)
    return model


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "values"), [(LinearTire, TIRE), (MagicFormulaTire, SIDELESS)])
def test_the_load_of_a_wheel_on_a_bump(kind, values, tmp_path):
    whole, parted = quarter(), quarter()
    whole.road = road()
    whole.tire = kind(whole.wheel.frame_a, whole.road, **values)
    whole.expose(outputs={"F": whole.tire.F})
    parted.hub = Hub(parted.wheel.frame_a)
    parted.expose(ports={"hub": parted.hub}, interface_mass=True)
    start = {"hub.pos": [0.0, 0.0, 0.302], "hub.lin_vel": [10.0, 0.0, 0.0], "hub.ang_vel": [0.0, 33.0, 0.0]}
    tire = BlockModel("Tire", tire_block(kind, road(), **values), start=start, interface_mass=True)
    fmus = {"car": build_portable(parted, tmp_path, fmi=3), "tire": Component(build_portable(tire, tmp_path), {"expected_step": STEP})}
    system = System(fmus, step_size=STEP, stop_time=1.0).connect("car.hub", "tire.hub")
    load = simulate_system(system, show_progress=False)["tire.F[3]"]
    np.testing.assert_allclose(load, simulate(whole, 1.0, STEP)["F[3]"], atol=WHEEL_LOAD * LOAD)
