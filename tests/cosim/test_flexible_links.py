"""Two flexible links, each an FMU, joined by a bushing that is a third: the same mechanism as one model is the truth."""

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    Bushing,
    BushingBlock,
    Fixed,
    FlexibleBody,
    Hub,
    Material,
    Model,
    PositionSensor,
    RectangleSection,
    Revolute,
    World,
    beam_data,
    build_portable,
    connect,
    equilibrium,
    simulate,
)
from mbfmu.cosim import System, simulate_system
from tests.tolerances import INTEGRATION, SETTLED

STEEL, SECTION = Material(E=2.1e11, rho=7850.0, nu=0.3), RectangleSection(width=0.03, height=0.02)
RUBBER = {"c": [2e5] * 3, "d": [200.0] * 3, "c_phi": [500.0] * 3, "d_phi": [2.0] * 3}
LINKS = [("left.hub", "rubber.frame_a"), ("right.hub", "rubber.frame_b")]
STOP, INTERVAL = 0.5, 0.01  # s

pytestmark = pytest.mark.slow


def add_left(model: Model):
    """A cantilever; the node at its tip."""
    model.left = FlexibleBody(beam_data({"root": (0, 0, 0), "tip": (1, 0, 0)}, SECTION, STEEL, elements=4, modes=2))
    model.clamp = Fixed(model.world.frame_b, model.left.node("root"))
    model.left_place = PositionSensor(model.left.node("tip"))
    return model.left.node("tip")


def add_right(model: Model):
    """A beam on a hinge with a load at its free end; the node there."""
    model.right = FlexibleBody(beam_data({"near": (1, 0, 0), "far": (2, 0, 0)}, SECTION, STEEL, elements=4, modes=2))
    model.hinge = Revolute(model.world.at([2, 0, 0]), model.right.node("far"), n=[0, 1, 0])
    model.load = Body(m=1.0, r_CM=[0, 0, -0.1], I=[0.01, 0.01, 0.01])
    model.grip = Fixed(model.right.node("near"), model.load.frame_a)
    model.right_place = PositionSensor(model.right.node("near"))
    return model.right.node("near")


def one() -> Model:
    model = Model("One")
    model.world = World(g=9.81)
    model.rubber = Bushing(add_left(model), add_right(model), **RUBBER)
    model.expose(outputs={"left.r": model.left_place.r, "right.r": model.right_place.r})
    return model


def parts() -> dict:
    found = {"rubber": BlockModel("Rubber", BushingBlock(**RUBBER))}
    for name, add in (("left", add_left), ("right", add_right)):
        model = found[name] = Model(name.title(), tolerance=1e-9)
        model.world = World(g=9.81)
        model.hub = Hub(add(model))
        model.expose(ports={"hub": model.hub}, outputs={"r": getattr(model, f"{name}_place").r})
    return found


@pytest.fixture(scope="module")
def exact():
    return simulate(one(), STOP, INTERVAL, rtol=1e-10)


def error(result: np.ndarray, exact: np.ndarray) -> float:
    """The largest deviation of a place [m]."""
    rows = np.rint(result["time"] / INTERVAL * 1e6) % 1000000 == 0
    return max(abs(result[name][rows] - exact[name]).max() for name in exact.dtype.names if name != "time")


def test_connected_they_move_as_one_model(exact):
    assert error(simulate(connect("Whole", parts(), LINKS), STOP, INTERVAL, rtol=1e-10), exact) < INTEGRATION * 1e-2


def system(tmp_path, **options) -> System:
    found = System({name: build_portable(part, tmp_path) for name, part in parts().items()}, **options)
    for link in LINKS:
        found = found.connect(*link)
    return found


def test_co_simulated_they_approach_it_with_the_square_of_the_step(tmp_path, exact):
    errors = [
        error(simulate_system(system(tmp_path, stop_time=STOP, step_size=h, method="newton"), show_progress=False), exact) for h in (1e-3, 2.5e-4)
    ]
    assert errors[1] < errors[0] / 10 < 1e-3 * np.ptp(exact["left.r[3]"])


def test_they_come_to_rest_together(tmp_path):
    rest = equilibrium(one()).outputs
    found = simulate_system(system(tmp_path, stop_time=0.01, step_size=1e-3, method="newton", start_in_equilibrium=True), show_progress=False)
    assert [found[name][0] for name in rest] == pytest.approx(list(rest.values()), abs=SETTLED)
