"""Constraints inside an FMU, through FMPy: driven by inputs, switched, tuned, limited, saved, and passing singular positions."""

from __future__ import annotations

from collections.abc import Iterator

import fmpy
import numpy as np
import pytest

from mbfmu import (
    Body,
    ConstraintDrift,
    CoordinateCoupling,
    Distance,
    EnergyError,
    JointMotionFiltered,
    JointMotionInput,
    Model,
    Planar,
    PositionSensor,
    Revolute,
    World,
)
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.mechanism.mechanics import compile_model

from ..problem.linkages import G, Y, four_bar
from ..tolerances import BALANCE, FMU_INTEGRATION, ROUNDOFF
from .interpreted.test_slave import discarded, instantiate, refused, start

H, M, L, I = 0.02, 2.0, 0.8, 0.3


def rig() -> Model:
    """A pendulum driven by inputs, one driven through a filter, a bob on a rod that a second rod can contradict, and two geared discs."""
    model = Model("Rig")
    model.world = World(g=G)
    for name in ("arm", "lag"):
        body = model.add(name, Body(m=M, r_CM=[L, 0, 0], I=[0.1, I, 0.2]))
        model.add(f"{name}_hinge", Revolute(model.world.frame_b, body.frame_a, n=Y))
    model.drive, model.filter = JointMotionInput(model.arm_hinge), JointMotionFiltered(model.lag_hinge, w=10.0)
    model.bob = Body(m=M, I=0.1)
    model.plane = Planar(model.world.frame_b, model.bob.frame_a, n=Y, n_x=[1, 0, 0], s_x_start=0.6, s_y_start=0.8)
    model.rod = Distance(model.world.frame_b, model.bob.frame_a, s=1.0)
    model.other_rod = Distance(model.world.frame_b, model.bob.frame_a, s=1.5, enabled=False)
    model.place = PositionSensor(model.bob.frame_a)
    for name, inertia in (("small", 1.0), ("large", 3.0)):
        disc = model.add(name, Body(m=1.0, I=inertia))
        model.add(f"{name}_axle", Revolute(model.world.frame_b, disc.frame_a, w_start=inertia))
    model.gear = CoordinateCoupling(model.small_axle, model.large_axle, ratio=3.0)
    model.energy, model.drift = EnergyError(limit=1.0), ConstraintDrift()
    model.expose(
        {"s": model.drive.s, "v": model.drive.v, "a": model.drive.a, "goal": model.filter.s},
        {
            "phi": model.arm_hinge.phi,
            "w": model.arm_hinge.w,
            "tau": model.drive.tau,
            "lag": model.lag_hinge.phi,
            "r": model.place.r,
            "f": model.rod.f,
            "small_phi": model.small_axle.phi,
            "large_phi": model.large_axle.phi,
            "error": model.energy.error,
            "position": model.drift.position,
            "velocity": model.drift.velocity,
        },
        [model.rod.s, model.gear.ratio, model.energy.limit],
    )
    return model


def parallelogram() -> Model:
    """It turns uniformly without gravity, and twice in a turn it is flat, where it could become an antiparallelogram."""
    model = four_bar(0.5, 1.0, 0.5, 1.0, phi=-1.0, w=3.0, g=0.0)
    model.drift = ConstraintDrift()
    model.expose(outputs={"crank": model.A.phi, "rocker": model.D.phi, "position": model.drift.position})
    return model


def swing() -> Model:
    """A bob on a rod, of which the position is seen and nothing that needs accelerations."""
    model = Model("Swing")
    model.world, model.bob = World(g=G), Body(m=M, I=0.1)
    model.plane = Planar(model.world.frame_b, model.bob.frame_a, n=Y, n_x=[1, 0, 0], s_x_start=0.6, s_y_start=0.8)
    model.rod, model.place = Distance(model.world.frame_b, model.bob.frame_a, s=1.0), PositionSensor(model.bob.frame_a)
    model.expose(outputs={"r": model.place.r})
    return model


class Run:
    """An FMU by the names of its variables, and what it says."""

    def __init__(self, folder: str, **values: float):
        self.said: list[str] = []
        self.fmu, self.t = instantiate(folder, self.said), 0.0
        self.references = {v.name: v.valueReference for v in fmpy.read_model_description(folder).modelVariables}
        self.set(**values)

    def started(self) -> Run:
        start(self.fmu)
        return self

    def set(self, **values: float | bool) -> None:
        for put, flags in ((self.fmu.setBoolean, True), (self.fmu.setReal, False)):
            chosen = {self.references[name.replace("__", ".")]: value for name, value in values.items() if isinstance(value, bool) == flags}
            put(list(chosen), list(chosen.values()))

    def get(self, *names: str) -> list[float]:
        return self.fmu.getReal([self.references[name] for name in names])

    def step(self, h: float = H) -> None:
        self.fmu.doStep(self.t, h)
        self.t += h


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("constrained")
    models = (rig(), parallelogram(), swing())
    return {m.name: fmpy.extract(str(build_fmu(compile_model(m), folder)), folder / m.name) for m in models}


@pytest.fixture
def run(folders) -> Iterator[Run]:
    run = Run(folders["Rig"]).started()
    yield run
    run.fmu.freeInstance()


def test_rates_are_those_of_the_end_of_a_step(folders):
    """Though no output needs them, and the bob was moved onto the constraint after they had been evaluated."""
    run = Run(folders["Swing"]).started()
    for _ in range(10):
        run.step()
        rates, speeds = (run.get(*names) for names in (("der(plane.s_x)", "der(plane.s_y)"), ("plane.v_x", "plane.v_y")))
        assert rates == pytest.approx(speeds, rel=0, abs=ROUNDOFF)


def wave(t: float) -> tuple[float, float, float]:
    return 0.7 * np.sin(3 * t), 2.1 * np.cos(3 * t), -6.3 * np.sin(3 * t)


def test_a_joint_follows_its_inputs(folders):
    """At communication points exactly, with the torque of inverse dynamics; and behind a step as s, v and a carried it on."""
    run = Run(folders["Rig"], **dict(zip("sva", wave(0.0)))).started()
    for _ in range(25):
        s, v, a = wave(run.t)
        run.set(s=s, v=v, a=a)
        assert run.get("phi", "w") == pytest.approx([s, v], abs=ROUNDOFF)
        assert run.get("tau") == pytest.approx([(M * L**2 + I) * a - M * G * L * np.cos(s)], abs=BALANCE)
        run.step()
        assert run.get("phi", "w") == pytest.approx([s + v * H + a * H**2 / 2, v + a * H], abs=BALANCE)
        assert max(run.get("position", "velocity")) <= ROUNDOFF
    run.fmu.freeInstance()


def test_a_joint_behind_a_filter(run):
    """A step of the input is answered by 1 - (1 + w t) exp(-w t)."""
    run.set(goal=0.5)
    for _ in range(20):
        run.step()
        assert run.get("lag") == pytest.approx([0.5 * (1 - (1 + 10 * run.t) * np.exp(-10 * run.t))], abs=FMU_INTEGRATION)


def test_a_switch_is_set_before_the_start(folders):
    """A bob whose rod is disabled falls; enabled again in a running FMU it is refused."""
    run = Run(folders["Rig"], rod__enabled=False).started()
    for _ in range(10):
        run.step()
    assert run.get("r[1]", "r[3]", "f") == pytest.approx([0.6, -0.8 - G * 0.2**2 / 2, 0.0], abs=FMU_INTEGRATION)
    assert refused(run.set, rod__enabled=True)
    assert "rod.enabled cannot be set in Step Mode: it is a fixed parameter" in run.said[0]
    run.fmu.freeInstance()


def test_contradicting_constraints_are_logged(folders):
    """The log names the elements; mended in Initialization Mode, the run goes on."""
    run = Run(folders["Rig"], other_rod__enabled=True)
    run.fmu.setupExperiment(startTime=0.0)
    run.fmu.enterInitializationMode()
    assert refused(run.fmu.exitInitializationMode)
    assert "rod and other_rod contradict each other: 192.3 mm at rod; 288.5 mm at other_rod remain" in run.said[0]
    run.set(other_rod__enabled=False)
    run.fmu.exitInitializationMode()
    run.step()
    run.fmu.freeInstance()


def test_tuned_constraints_take_effect(run):
    """A longer rod puts the bob outwards, another gear turns the discs as little as it can, at once and for good."""
    for _ in range(5):
        run.step()
    x, z, a, b = run.get("r[1]", "r[3]", "small_phi", "large_phi")
    assert b == pytest.approx(3 * a, abs=ROUNDOFF)
    run.set(rod__s=1.25, gear__ratio=2.0, energy__limit=10.0)  # J: the longer rod lifts the bob, which is the work of no force
    back = (b - 2 * a) / (4 + 1 / 3)  # along (-2 / 1, 1 / 3)
    jumped = [1.25 * x, 1.25 * z, a + 2 * back, b - back / 3]
    assert run.get("r[1]", "r[3]", "small_phi", "large_phi") == pytest.approx(jumped, abs=BALANCE)
    run.step()
    assert np.hypot(*run.get("r[1]", "r[3]")) == pytest.approx(1.25, abs=ROUNDOFF)
    run.set(rod__s=-1.0)
    assert discarded(run.fmu, run.t, H)
    assert "rod.s = -1.0 m must be > 0 m" in run.said[-1]
    run.set(rod__s=1.25)
    run.step()


def test_a_limit_discards_the_step(run):
    """The log names the sensor, its error, the limit and the time; restored and with a wider limit the run goes on."""
    run.step()
    state = run.fmu.getFMUState()
    run.set(energy__limit=1e-300)
    assert discarded(run.fmu, run.t, H)
    assert "Rig at t = 0.04 s is beyond its limits: energy.error = " in run.said[-1] and "(limit 1e-300 J)" in run.said[-1]
    run.fmu.setFMUState(state)
    run.set(energy__limit=1.0)
    run.step()
    assert abs(run.get("error")[0]) <= FMU_INTEGRATION


@pytest.mark.parametrize("name", ["Rig", "FourBar"])
def test_restored_runs_are_identical(folders, name):
    """With loops, drives and redundant rows too: through bytes and into another instance, to the last bit."""
    runs = [Run(folders[name]).started() for _ in range(2)]
    outputs = [v.name for v in fmpy.read_model_description(folders[name]).modelVariables if v.causality == "output"]
    for _ in range(5):
        runs[0].step(0.1)
    state, t = runs[0].fmu.serializeFMUState(runs[0].fmu.getFMUState()), runs[0].t
    trails = []
    for each in (*runs, runs[0]):
        each.fmu.setFMUState(each.fmu.deserializeFMUState(state))
        each.t, trail = t, [each.get(*outputs)]
        for k in range(8):
            if name == "Rig":
                each.set(s=0.01 * k, v=0.1)
            each.step(0.1)
            trail.append(each.get(*outputs))
        trails.append(trail)
    assert trails[0] == trails[1] == trails[2]
    for each in runs:
        each.fmu.freeInstance()


@pytest.mark.parametrize("h", [0.01, 0.1])
def test_flat_positions_are_passed(folders, h):
    """Crank and rocker turn alike for ever; singular positions are said once."""
    run = Run(folders["FourBar"]).started()
    for _ in range(round(6.0 / h)):
        run.step(h)
        crank, rocker, off = run.get("crank", "rocker", "position")
        assert crank == pytest.approx(-1.0 + 3.0 * run.t, abs=10 * FMU_INTEGRATION)
        assert np.cos(rocker - crank) == pytest.approx(1.0, abs=FMU_INTEGRATION) and off <= FMU_INTEGRATION
    assert len(run.said) == 1 and "passes a singular position" in run.said[0]
    run.fmu.freeInstance()
