"""A wheel on obstacles where parts meet: in worlds that are turned, in FMUs whose states are saved on a kerb, and behind hubs with interface mass."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mbfmu
from mbfmu import (
    BlockModel,
    Body,
    BumpRoad,
    EnergyError,
    FlatRoad,
    HeightMapRoad,
    Hub,
    InclinedRoad,
    LinearTire,
    LookupTable,
    Model,
    Prismatic,
    Revolute,
    World,
    build_fmu,
    build_native,
    build_portable,
    simulate,
    tire_block,
)
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_tire
from tests.tolerances import INTEGRATION

M, M_WHEEL, G, R, C, V = 280.0, 20.0, 9.81, 0.32, 2e5, 5.0
HEIGHT = R - (M + M_WHEEL) * G / C  # m: of the wheel's centre at rest
TIRE = dict(radius=R, c_z=C, c_kappa=20.0, c_alpha=15.0)
STILL = ([1.0, 0.0, 0.0], 0.0)


def wheel(road: Road | None, turn: tuple[list[float], float] = STILL, down: list[float] | None = None, interface_mass: bool = False) -> Model:
    """A block on a wheel that rolls along x of a frame that is turned in the world; without a road it has a hub."""
    model = Model("Hubbed" if road is None else "Rolling")
    model.world, model.slide = World(g=G, n=down or [0.0, 0.0, -1.0]), Body(m=0.0)
    model.block, model.wheel = Body(m=M), Body(m=M_WHEEL, I=[0.6, 1.0, 0.6])
    model.forward = Prismatic(model.world.at([0.0, 0.0, 0.0], *turn), model.slide.frame_a, n=[1, 0, 0], s_start=-1.0, v_start=V)
    model.upward = Prismatic(model.slide.frame_a, model.block.frame_a, n=[0, 0, 1], s_start=HEIGHT)
    model.axle = Revolute(model.block.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=V / HEIGHT)
    model.energy = EnergyError()
    outputs = {"v": model.forward.v, "z": model.upward.s, "w": model.axle.w, "error": model.energy.error}
    if road is None:
        model.hub = Hub(model.wheel.frame_a)
        model.expose(outputs=outputs, ports={"wheel": model.hub}, interface_mass=interface_mass)
    else:
        model.road = road
        model.tire = LinearTire(model.wheel.frame_a, model.road, **TIRE)
        model.expose(outputs={**outputs, "F": model.tire.F})
    return model


def kerb() -> BumpRoad:
    return BumpRoad(bump=0.06, length=0.4, edge=0.1)


def of_map(across: bool) -> HeightMapRoad:
    """A hill of 6 cm as a map, along x or along y."""
    along, aside = np.linspace(-3.0, 4.0, 15), np.array([-1.0, 1.0])
    z = np.repeat(0.06 * np.exp(-((along / 1.5) ** 2))[:, None], 2, axis=1)
    table = LookupTable(aside, along, z.T, smooth=True) if across else LookupTable(along, aside, z, smooth=True)
    return HeightMapRoad(heights=table)


SLOPE = 0.3
TURNED = {
    "to the left": (of_map(False), of_map(True), ([0.0, 0.0, 1.0], 0.5 * np.pi), [0.0, 0.0, -1.0]),
    "with the slope": (FlatRoad(), InclinedRoad(slope=SLOPE), ([0.0, 1.0, 0.0], -SLOPE), [np.sin(SLOPE), 0.0, -np.cos(SLOPE)]),
    "with the bank": (FlatRoad(), InclinedRoad(bank=SLOPE), ([1.0, 0.0, 0.0], SLOPE), [0.0, np.sin(SLOPE), -np.cos(SLOPE)]),
}


@pytest.mark.parametrize(
    ("road", "turned", "turn", "down"),
    [pytest.param(*case, id=name, marks=[pytest.mark.slow] * (name == "to the left")) for name, case in TURNED.items()],
)
def test_a_wheel_moves_alike_in_a_world_that_is_turned_with_its_road(road, turned, turn, down):
    run, other = (simulate(model, 0.5, 0.05, rtol=1e-9) for model in (wheel(road), wheel(turned, turn, down)))
    for name in ("v", "z", "w"):
        assert other[name] == pytest.approx(run[name], rel=INTEGRATION)
    assert other["F[3]"] == pytest.approx(run["F[3]"], rel=INTEGRATION * 10.0)


@pytest.mark.slow
def test_a_car_moves_alike_in_a_world_that_is_turned_with_its_road():
    """Gravity stands upright on a road that rises along x; steered and driven, the car goes where it goes on a flat road."""
    runs = []
    for slope in (0.0, SLOPE):
        model, car = car_model("Car", "", MID_SIZE_CAR, InclinedRoad(slope=slope), mid_size_tire)
        model.world.n = [np.sin(slope), 0.0, -np.cos(slope)]
        car.motion.Q_start = [0.0, -np.sin(0.5 * slope), 0.0, np.cos(0.5 * slope)]
        car.motion.v_start = [15.0 * np.cos(slope), 0.0, 15.0 * np.sin(slope)]
        runs.append(simulate(model, 2.0, 0.1, {"speed": 15.0}, inputs={"steering": 5e-3, "drive": 300.0}, rtol=1e-9))
    flat, turned = runs
    for name in ("v_x", "v_y", "turning[3]", "wheel_speed_RL", "tire_force_FL[3]", "tire_force_FL[2]"):
        assert turned[name] == pytest.approx(flat[name], rel=INTEGRATION * 10.0, abs=INTEGRATION * np.abs(flat[name]).max())
    ahead = flat["position[1]"] * np.cos(SLOPE) - flat["position[3]"] * np.sin(SLOPE)
    assert turned["position[1]"] == pytest.approx(ahead, abs=INTEGRATION * 30.0)


@pytest.mark.parametrize(
    "build",
    [
        build_portable,
        pytest.param(lambda *given: build_portable(*given, 3), marks=pytest.mark.slow),
        pytest.param(build_fmu, marks=pytest.mark.slow),
        pytest.param(build_native, marks=pytest.mark.slow),
    ],
    ids=["portable", "portable FMI 3", "interpreted", "native"],
)
def test_a_state_saved_on_a_kerb_continues_to_the_last_bit(tmp_path: Path, build: Callable):
    """Saved where the wheel climbs the kerb, and in the air behind it; meanwhile the run goes on, and elsewhere."""
    with mbfmu.open(build(wheel(kerb()), tmp_path)) as run:
        rows, states = [], {}
        for k in range(50):
            states[k] = run.save() if k in (19, 24) else None
            run.step(0.01)
            rows.append([run[name] for name in ("v", "z", "w", "F[3]")])
        assert rows[19][3] > 2.0 * (M + M_WHEEL) * G
        for k in (24, 19, 24):
            run.restore(states[k])
            again = []
            for _ in range(k, 50):
                run.step(0.01)
                again.append([run[name] for name in ("v", "z", "w", "F[3]")])
            assert again == rows[k:]


@pytest.mark.slow
def test_a_hub_with_interface_mass_on_a_kerb_converges_to_one_model(tmp_path: Path):
    """In steps of 2 ms and 1 ms, 1 cm and 5 mm of way along an edge of 10 cm: by the second power of the step."""
    exact, deviations = simulate(wheel(kerb()), 0.5, 1e-3, rtol=1e-9), []
    car = build_portable(wheel(None, interface_mass=True), tmp_path)
    start = {"hub.pos": [-1.0, 0.0, HEIGHT], "hub.lin_vel": [V, 0.0, 0.0], "hub.ang_vel": [0.0, V / HEIGHT, 0.0]}
    tire = build_portable(BlockModel("Tire", tire_block(LinearTire, kerb(), **TIRE), start=start, interface_mass=True), tmp_path)
    for step in (2e-3, 1e-3):
        system = System({"car": Component(car), "tire": Component(tire, {"expected_step": step})}, step_size=step, stop_time=0.5)
        parted = simulate_system(system.connect("car.wheel", "tire.hub"), show_progress=False)
        rows = np.rint(parted["time"] / 1e-3).astype(int)
        deviations.append(np.abs(parted["car.v"] - exact["v"][rows]).max())
    assert deviations[0] < 1e-3 * V
    assert deviations[1] < deviations[0] / 2.0**1.5
