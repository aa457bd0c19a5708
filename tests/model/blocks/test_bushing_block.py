"""A bushing on two hub ports: the forces of the element, objective and opposite; as an FMU with interface mass, two bodies in coarse steps."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import BlockModel, Body, Bushing, BushingBlock, FreeMotion, Hub, Model, World, build_portable, connect, simulate
from mbfmu.base.scalars import Record
from mbfmu.cosim import Component, RunStopped, System, simulate_system

from ...tolerances import INTEGRATION, ROUNDOFF, SERIES

HELD = {"c": [1.5e4, 2e4, 2.5e4], "d": [20.0, 20.0, 20.0], "c_phi": [700.0, 800.0, 900.0], "d_phi": [1.0, 1.0, 1.0]}
STIFF = {"c": [1e7, 1e7, 1e7], "c_phi": [1e5, 1e5, 1e5]}  # without damping
INERTIA = np.array([0.3, 0.4, 0.5])  # kg.m2
STARTS = {"left": {"v_start": [0.3, 0.2, -0.1], "w_start": [0.2, 0.5, -0.3]}, "right": {"r_start": [0.01, -0.005, 0.008]}}
MOTION = {"pos": "xyz", "rot": ("e0", "e1", "e2", "e3"), "lin_vel": "xyz", "ang_vel": "xyz"}


def with_body(model: Model, name: str, start: Mapping[str, list[float]] = {}) -> Hub:
    """The hub of a free body of 10 kg."""
    body = model.add(f"{name}_body", Body(m=10.0, I=list(INERTIA)))
    model.add(f"{name}_motion", FreeMotion(model.world.frame_b, body.frame_a, **start))
    return model.add(f"{name}_hub", Hub(body.frame_a))


def free_body(interface_mass: bool = False, start: Mapping[str, list[float]] = {}) -> Model:
    model = Model("FreeBody", tolerance=1e-9)
    model.world = World(g=0.0)
    model.expose(ports={"hub": with_body(model, "the", start)}, interface_mass=interface_mass)
    return model


def whole(until: float = 0.5) -> np.ndarray:
    """Two bodies in one model with the element, every millisecond."""
    model = Model("Whole")
    model.world = World(g=0.0)
    hubs = {name: with_body(model, name, start) for name, start in STARTS.items()}
    model.bushing = Bushing(*(model.elements[f"{name}_body"].frame_a for name in STARTS), **HELD)
    model.expose(outputs={f"{name}.hub.{what}": getattr(hub, what) for name, hub in hubs.items() for what in MOTION})
    return simulate(model, until, 1e-3, rtol=1e-10)


def error(result: np.ndarray, exact: np.ndarray, what: str) -> float:
    """The largest deviation of a member of the ports."""
    rows = np.rint(result["time"] / 1e-3).astype(int)
    names = [f"{name}.hub.{what}.{piece}" for name in STARTS for piece in MOTION[what]]
    return max(abs(result[name] - exact[name][rows]).max() for name in names)


def test_connected_it_moves_two_bodies_as_the_element_does():
    parts = {**{name: free_body(start=start) for name, start in STARTS.items()}, "bushing": BlockModel("Held", BushingBlock(**HELD))}
    parted = simulate(connect("Parted", parts, [("left.hub", "bushing.frame_a"), ("right.hub", "bushing.frame_b")]), 0.2, 1e-2, rtol=1e-10)
    exact = whole(0.2)
    assert max(error(parted, exact, what) for what in MOTION) < INTEGRATION


def wrenches(of: Rotation, at: np.ndarray, turned: np.ndarray) -> dict:
    """What it answers where frame_a stands turned by `of` at `at`, and frame_b is displaced and turned by a vector in its axes."""
    b = of * Rotation.from_rotvec(turned)
    poses = {"frame_a": (of, at), "frame_b": (b, at + of.apply([0.01, 0.02, -0.03]))}
    hubs = {
        name: Record(pos=r, rot=np.roll(R.as_quat(), 1), lin_vel=of.apply([0.1, 0.0, 0.2]), ang_vel=of.apply([0.3, -0.1, 0.2]))
        for name, (R, r) in poses.items()
    }
    values = BushingBlock(**HELD).values
    return BushingBlock.respond(Record(values), Record(hubs), 0.0, Record())[1]


def test_its_wrenches_turn_with_the_hubs_and_are_opposite():
    turn, at, by = Rotation.from_rotvec([0.7, -1.1, 2.0]), np.array([3.0, -1.0, 2.0]), np.array([0.4, -0.3, 0.8])
    here, there = wrenches(Rotation.identity(), np.zeros(3), by), wrenches(turn, at, by)
    for name in ("frame_a.force", "frame_a.moment", "frame_b.force", "frame_b.moment"):
        assert there[name] == pytest.approx(turn.apply(here[name]), rel=ROUNDOFF)
    assert there["frame_a.force"] + there["frame_b.force"] == pytest.approx(np.zeros(3), abs=ROUNDOFF)
    about_zero = sum(there[f"{hub}.moment"] + np.cross(there[f"{hub}.point"], there[f"{hub}.force"]) for hub in ("frame_a", "frame_b"))
    assert about_zero == pytest.approx(np.zeros(3), abs=1e3 * ROUNDOFF)


def test_small_turns_are_met_by_stiffness_times_angle():
    small = np.array([1e-3, -2e-3, 3e-3])
    plain = -np.array(HELD["c_phi"]) * small
    moment = wrenches(Rotation.identity(), np.zeros(3), small)["frame_b.moment"]
    assert moment == pytest.approx(plain, abs=SERIES * np.linalg.norm(np.cross(small, plain)))


def in_parts(folder: Path, step: float, interface_mass: bool, **values: list[float]) -> np.ndarray:
    """Two bodies and the bushing as FMUs in a Jacobi master."""
    body, bushing = free_body(interface_mass), BlockModel("Bushing", BushingBlock(**values), interface_mass=interface_mass)
    fmus = {"left": build_portable(body, folder), "bushing": build_portable(bushing, folder)}
    expected = {"expected_step": step} if interface_mass else {}
    given = {name: {f"the_motion.{of}[{i + 1}]": value[i] for of, value in start.items() for i in range(3)} for name, start in STARTS.items()}
    components = {name: Component(fmus["left"], start) for name, start in given.items()} | {"bushing": Component(fmus["bushing"], expected)}
    system = System(components, stop_time=0.5, step_size=step).connect("left.hub", "bushing.frame_a").connect("right.hub", "bushing.frame_b")
    return simulate_system(system, show_progress=False)


@pytest.mark.slow
def test_interface_mass_holds_two_bodies_in_coarse_steps(tmp_path: Path):
    """At 10 ms, where the fastest vibration turns by 0.7 rad in a step; held inputs diverge at 4 ms."""
    exact = whole()
    coarse, fine = (error(in_parts(tmp_path, step, True, **HELD), exact, "pos") for step in (1e-2, 5e-3))
    assert coarse < 1e-3 and fine < 1e-4  # m, of 80 mm
    with pytest.raises(RunStopped, match="diverges"):
        in_parts(tmp_path, 4e-3, False, **HELD)


@pytest.mark.slow
def test_stiff_ones_give_no_energy_to_the_bodies(tmp_path: Path):
    """1e7 N/m between 10 kg each and no damping, in steps of 10 ms: fourteen radians of the vibration in each."""
    result = in_parts(tmp_path, 1e-2, True, **STIFF)
    moving = sum(5.0 * result[f"{name}.hub.lin_vel.{i}"] ** 2 for name in STARTS for i in "xyz")
    for name in STARTS:
        turn = Rotation.from_quat(np.transpose([result[f"{name}.hub.rot.{e}"] for e in ("e1", "e2", "e3", "e0")]))
        w = turn.inv().apply(np.transpose([result[f"{name}.hub.ang_vel.{i}"] for i in "xyz"]))
        moving = moving + 0.5 * w**2 @ INERTIA
    r, phi = (np.transpose([result[f"bushing.{of}[{i}]"] for i in (1, 2, 3)]) for of in ("r", "phi"))
    energy = moving + 0.5 * (r**2 @ STIFF["c"] + phi**2 @ STIFF["c_phi"])
    assert energy.max() < 1.001 * energy[0]
