"""The power that passes a hub port, and the energy that coupling creates there: against closed forms, and beside a port of one direction."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Body, FreeMotion, Hub, HubPort, JointForce, Model, Prismatic, Revolute, SpringDamper, World, build_portable
from mbfmu.base.model_description import describe_fmu
from mbfmu.cosim import System, signal_units, simulate_system
from mbfmu.cosim.power.power_ports import power_ports, power_ports_of
from tests.tolerances import HELD_ENERGY, HELD_POINT

FORCE, MOMENT, POINT = np.array([3.0, -1.0, 2.0]), np.array([0.2, 0.5, -0.4]), np.array([0.4, -0.3, 0.2])  # N, N.m, m
STEP, MASS, INERTIA = 0.02, 2.0, 0.5  # s, kg, kg.m2
RADIUS, WEIGHT, SPEED, SPIN = 0.3, 10.0, 5.0, 10.0  # m, N, m/s, rad/s


class Push(Block):
    """A constant force and moment at a place."""

    hub = HubPort()

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"hub.force": FORCE, "hub.moment": MOMENT, "hub.point": POINT}


class Ground(Block):
    """A constant force upward below the hub, wherever it is."""

    hub = HubPort()

    @staticmethod
    def respond(p, u, t, x):
        below = u.hub.pos - np.array([0.0, 0.0, RADIUS])
        return {}, {"hub.force": np.array([0.0, 0.0, WEIGHT]), "hub.moment": np.zeros(3), "hub.point": below}


class Upright(Block):
    """A spring and damper that pull a hub down to the ground."""

    hub = HubPort()

    @staticmethod
    def respond(p, u, t, x):
        force = np.array([0.0, 0.0, -80.0 * u.hub.pos[2] - 0.7 * u.hub.lin_vel[2]])
        return {}, {"hub.force": force, "hub.moment": np.zeros(3), "hub.point": u.hub.pos}


def free_body() -> Model:
    model = Model("Free", tolerance=1e-10)
    model.world, model.body = World(g=0), Body(m=MASS, I=[INERTIA] * 3)
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.hub = Hub(model.body.frame_a)
    model.expose(ports={"hub": model.hub})
    return model


def wheel() -> Model:
    """A wheel that slides and turns."""
    model = Model("Wheel", tolerance=1e-10)
    model.world, model.carrier, model.rim = World(g=0), Body(m=1.0), Body(m=1.0, I=[INERTIA] * 3)
    model.rail = Prismatic(model.world.frame_b, model.carrier.frame_a, n=[1, 0, 0], v_start=SPEED)
    model.bearing = Revolute(model.carrier.frame_a, model.rim.frame_a, n=[0, 1, 0], w_start=SPIN)
    model.hub = Hub(model.rim.frame_a)
    model.expose(ports={"hub": model.hub})
    return model


def slider(by_hub: bool, interface_mass: bool) -> Model:
    model = Model("ByHub" if by_hub else "ByForce", tolerance=1e-10)
    model.world, model.body = World(g=0), Body(m=MASS)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=[0, 0, 1], s_start=0.1)
    model.hub = Hub(model.body.frame_a) if by_hub else JointForce(model.guide)
    model.expose(ports={"hub": model.hub}, interface_mass=interface_mass)
    return model


def coupled(folder: Path, body: Model, force: BlockModel, port: str = "hub") -> System:
    fmus = {"body": build_portable(body, folder), "other": build_portable(force, folder)}
    return System(fmus, stop_time=20 * STEP, step_size=STEP).connect("body.hub", f"other.{port}")


@pytest.fixture(scope="module")
def pushed(tmp_path_factory: pytest.TempPathFactory) -> System:
    return coupled(tmp_path_factory.mktemp("pushed"), free_body(), BlockModel("Push", Push()))


def test_a_constant_force_and_moment_turn_and_move_a_body(pushed: System):
    """From rest it goes along the force, so the torque is constant, too: velocities are a t. The force side sees those of the step's start."""
    (port,) = power_ports_of(pushed)
    assert port.name == "body.hub" and {"body.hub.power": "W", "body.hub.residual_energy": "J"}.items() <= signal_units(pushed).items()
    result, torque = simulate_system(pushed, show_progress=False), MOMENT + np.cross(POINT, FORCE)
    t, rate = result["time"], FORCE @ FORCE / MASS + torque @ torque / INERTIA  # of the power, in W/s
    assert np.cumsum(result["body.hub.power"]) * STEP == pytest.approx(rate * t**2 / 2, abs=HELD_ENERGY)
    assert result["body.hub.residual_energy"] == pytest.approx(rate * t * STEP / 2, abs=HELD_ENERGY)


@pytest.mark.parametrize(("method", "behind"), [("gauss_seidel", 0.5), ("jacobi", 1.5)])
def test_a_point_that_is_held_stays_behind_a_wheel_and_drives_it(tmp_path: Path, method: str, behind: float):
    """By v h / 2 on the average, or three times that where the force side does not see the end of the step: coupling creates all the energy."""
    system = replace(coupled(tmp_path, wheel(), BlockModel("Ground", Ground())), method=method, order=("body", "other"))
    result = simulate_system(system, show_progress=False)
    steps = np.arange(1, 21)
    spin = SPIN + (0.5 + behind * (steps - 1)) * STEP**2 * SPEED * WEIGHT / INERTIA  # the first point is known to all
    assert result["body.hub.residual_energy"][1:] == pytest.approx(INERTIA / 2 * (spin**2 - SPIN**2), rel=HELD_POINT)


@pytest.mark.parametrize("change", [{"interface_mass": True}, {"method": "newton", "input_order": 1}])
def test_along_one_direction_it_is_that_of_a_translational_port(tmp_path: Path, change: dict):
    looks_ahead = {"interface_mass": change.pop("interface_mass", False)}
    by_hub = coupled(tmp_path, slider(True, **looks_ahead), BlockModel("Upright", Upright(), **looks_ahead))
    by_force = coupled(tmp_path, slider(False, **looks_ahead), BlockModel("Spring", SpringDamper(c=80.0, d=0.7), **looks_ahead), "ends")
    found, known = (simulate_system(replace(system, **change), show_progress=False) for system in (by_hub, by_force))
    for column in ("body.hub.power", "body.hub.residual_energy"):
        assert abs(known[column]).max() > 1e-5
        assert found[column] == pytest.approx(known[column], abs=HELD_ENERGY)


def test_it_is_in_si_units(pushed: System):
    descriptions = {name: deepcopy(describe_fmu(component.fmu)) for name, component in pushed.components.items()}
    assert len(power_ports(pushed, descriptions)) == 1
    next(unit for unit in descriptions["body"].unitDefinitions if unit.name == "m/s").baseUnit.factor = 1 / 3.6
    assert power_ports(pushed, descriptions) == ()
