"""The radius on which a wheel rolls freely, against equations solved apart."""

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import Body, FlatRoad, LinearTire, MagicFormulaTire, Model, World
from mbfmu.model.elements.tires.free_rolling import rolling_radius
from tests.model.elements.tires.data import EVEN
from tests.model.elements.tires.tours import TIRE
from tests.tolerances import ROUNDOFF

HEIGHT, SPEED = 0.302, 40.0  # m, m/s


def test_a_linear_tire_rolls_on_its_loaded_radius():
    assert rolling_radius(LinearTire(Body().frame_a, FlatRoad(), **TIRE), SPEED, HEIGHT) == pytest.approx(HEIGHT, rel=ROUNDOFF)


def radius(speed: float) -> float:
    """Of the tire of EVEN: A3.1, A3.3 and A3.6 of Pacejka (2012), solved for r_e at r_e w = speed."""
    c = EVEN
    dpi = (c["INFLPRES"] - c["NOMPRES"]) / c["NOMPRES"]
    stiffness = c["VERTICAL_STIFFNESS"] * (1.0 + c["PFZ1"] * dpi)

    def effective(w: float) -> float:
        free = c["UNLOADED_RADIUS"] * (1.0 + c["Q_V1"] * (w * c["UNLOADED_RADIUS"] / c["LONGVL"]) ** 2)
        depth = (free - HEIGHT) / c["UNLOADED_RADIUS"]
        linear = np.sqrt((c["VERTICAL_STIFFNESS"] * c["UNLOADED_RADIUS"] / c["FNOMIN"]) ** 2 - 4.0 * c["Q_FZ2"])
        faster = 1.0 + c["Q_V2"] * w * c["UNLOADED_RADIUS"] / c["LONGVL"]
        load = faster * (1.0 + c["PFZ1"] * dpi) * (linear * depth + c["Q_FZ2"] * depth**2)
        return free - c["FNOMIN"] / stiffness * (c["FREFF"] * load + c["DREFF"] * np.arctan(c["BREFF"] * load))

    return speed / brentq(lambda w: effective(w) * w - speed, 0.0, 2.0 * speed / HEIGHT, xtol=1e-14, rtol=1e-15)


def test_a_tire_that_grows_with_its_spin():
    tire = MagicFormulaTire(Body().frame_a, FlatRoad(), **EVEN)
    assert rolling_radius(tire, SPEED, HEIGHT) == pytest.approx(radius(SPEED), rel=ROUNDOFF)
    assert radius(SPEED) - radius(1.0) > 5e-4  # m: growth counts


def test_its_radius_follows_a_parameter_of_the_model():
    model = Model("Rolling")
    model.world = World()
    speed = model.parameter("speed", SPEED, "m/s")
    found = rolling_radius(MagicFormulaTire(Body().frame_a, FlatRoad(), **EVEN), speed, HEIGHT)
    assert found.value == pytest.approx(radius(SPEED), rel=ROUNDOFF)
