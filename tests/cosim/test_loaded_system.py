"""Runs of FMUs that stay loaded: to the last bit they are what FMUs give that are instantiated for each run."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from mbfmu import BlockModel, Body, JointTorque, Model, Revolute, RevoluteEndStop, SampledPid, Step, World, build_portable
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.cosim.advice.advised_run import advised_run
from mbfmu.cosim.loaded_system import KeptSystem, LoadedSystem
from mbfmu.fmu.package.native_fmu import build_native

from .foreign import Behaviour

Values = Mapping[str, Mapping[str, float]]
Servo = Callable[[int, Callable], System]
KINDS = pytest.mark.parametrize(("fmi", "build"), [(fmi, build) for fmi in (2, 3) for build in (build_portable, build_native)])


def arm() -> Model:
    """An arm between stops, which its motor drives it against."""
    model = Model("Arm")
    model.world, model.arm = World(), Body(m=2.0, r_CM=[0, 0, -0.25], I=[0.042, 0.042, 0.002])
    model.joint = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, -1, 0])
    model.stop = RevoluteEndStop(model.joint, lower=-0.2, upper=0.6, c=500.0, d=0.1)
    model.motor = JointTorque(model.joint)
    model.expose({"torque": model.motor.tau}, {"angle": model.joint.phi, "speed": model.joint.w}, tunable=[model.arm.m])
    return model


@pytest.fixture(scope="session")
def servo(tmp_path_factory: pytest.TempPathFactory) -> Servo:
    """A System of FMUs of one version and kind: the arm has events at its stops, the sampled controller at its updates."""
    folder = tmp_path_factory.mktemp("servo")

    def system(fmi: int, build: Callable) -> System:
        pid = SampledPid("rad", "N.m", period=0.02, offset=0.005, k=12.0, T_i=0.3, T_d=0.1, T_f=0.01, T_t=0.15, y_min=-8.0, y_max=8.0)
        models = {"arm": arm(), "pid": BlockModel("Controller", pid)}
        fmus = {name: build(model, folder, fmi, file_name=f"{name}_{fmi}_{build.__name__}.fmu") for name, model in models.items()}
        links, inputs = [("arm.angle", "pid.measurement"), ("pid.y", "arm.torque")], {"pid.set_point": Step(at=0.113, height=1.0)}
        return System(fmus, links, inputs=inputs, stop_time=0.5, step_size=0.01)

    return cache(system)


STARTS: tuple[Values, ...] = (
    {},
    {"arm": {"arm.m": 3.0, "joint.phi_start": 0.5, "joint.w_start": 4.0}, "pid": {"k": 30.0}},
    {},
    {"pid": {"period": 0.03}},
)


def started(system: System, values: Values) -> System:
    """The System with start values."""
    return replace(system, components={name: replace(c, values={**c.values, **values.get(name, {})}) for name, c in system.components.items()})


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[System]:
    """The Systems that are loaded."""
    found, load = list[System](), LoadedSystem.__init__
    monkeypatch.setattr(LoadedSystem, "__init__", lambda self, system, *given: (found.append(system), load(self, system, *given))[1])
    return found


def again(system: System, starts: tuple[Values, ...]) -> list[np.ndarray]:
    """The results of runs of one System that stays loaded."""
    with closing(KeptSystem()) as kept:
        return [advised_run(started(system, values), lambda time: None, kept=kept) for values in starts]


def anew(system: System, starts: tuple[Values, ...]) -> list[np.ndarray]:
    """The results of runs, each of which loads the FMUs."""
    return [simulate_system(started(system, values), show_progress=False) for values in starts]


def same(results: list[np.ndarray], others: list[np.ndarray]) -> list[bool]:
    return [result.tobytes() == other.tobytes() for result, other in zip(results, others, strict=True)]


@KINDS
def test_after_a_reset_a_run_is_one_of_new_instances(servo: Servo, loads: list[System], fmi: int, build: Callable):
    system = servo(fmi, build)
    expected = anew(system, STARTS)
    loads.clear()
    assert same(again(system, STARTS), expected) == [True] * 4 and len(loads) == 1
    assert [result.tobytes() == expected[0].tobytes() for result in expected] == [True, False, True, False]


@pytest.mark.parametrize(
    "options",
    [
        {"method": "gauss_seidel", "input_order": 2},
        {"method": "newton"},
        {"method": "jacobi", "input_order": 1, "tolerance": 1e-4},
        {"method": "jacobi", "divisors": {"arm": 3}},
    ],
    ids=lambda options: " ".join(map(str, options.values())),
)
def test_masters_begin_again_with_nothing_of_the_run_before(servo: Servo, options: dict):
    """Histories, Jacobians, proposed steps and saved states are of one run."""
    system = replace(servo(3, build_portable), **options)
    assert same(again(system, STARTS), anew(system, STARTS)) == [True] * 4


@pytest.mark.parametrize("version", [2, 3])
def test_a_run_that_fails_is_followed_by_new_instances(servo: Servo, version: int):
    system = servo(version, build_portable)
    expected = anew(system, STARTS[:2])
    with closing(KeptSystem()) as kept:
        run = lambda values: advised_run(started(system, values), lambda time: None, kept=kept)
        first = run(STARTS[0])
        with pytest.raises(MbfmuError, match="arm"):
            run({"arm": {"joint.w_start": 1e308}})
        assert not kept.is_loaded
        with pytest.raises(ProblemsFound, match="arm.m = -1.0"):
            run({"arm": {"arm.m": -1.0}})
        assert same([first, run(STARTS[1])], expected) == [True, True]


@pytest.mark.parametrize(("version", "events"), [(2, False), (3, False), (3, True)])
@pytest.mark.parametrize("behaviour", [Behaviour.COUNTS, Behaviour.BOUNCES, Behaviour.REFUSES])
def test_fmus_of_other_tools_are_reset_or_loaded_again(
    unit: Callable[..., Path], loads: list[System], version: int, events: bool, behaviour: Behaviour
):
    values = {"behaviour": int(behaviour), "at": 0.3, "u": -9.81, "x_start": 1.0}
    system = System({"unit": Component(unit(version, events), values)}, stop_time=1.0, step_size=0.125)
    starts = ({}, {"unit": {"u": -1.62, "x_start": 0.3, "i": 3, "b": True, "s": "text"}}, {})
    expected = anew(system, starts)
    loads.clear()
    assert same(again(system, starts), expected) == [True] * 3
    assert len(loads) == (3 if behaviour is Behaviour.REFUSES else 1)


def test_what_an_fmu_says_is_of_its_own_run(unit: Callable[..., Path]):
    """The second System has an instance of the same name, whose words are not those of the first."""
    system = System({"unit": Component(unit(2), {"at": 0.3})}, stop_time=1.0, step_size=0.125)
    with closing(KeptSystem()) as kept:
        advised_run(system, lambda time: None, kept=kept)
        simulate_system(system, show_progress=False)
        with pytest.raises(MbfmuError, match="the step is too long for me"):
            advised_run(started(system, {"unit": {"behaviour": int(Behaviour.DISCARDS)}}), lambda time: None, kept=kept)
