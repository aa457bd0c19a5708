"""FMUs that start in static equilibrium: in FMPy, in both versions and interfaces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import fmpy
import numpy as np
import pytest
from fmpy import fmi2, fmi3
from fmpy.fmi1 import FMICallException

from mbfmu import (
    Body,
    JointForce,
    JointMotionInput,
    Model,
    Prismatic,
    Revolute,
    TranslationSpringDamper,
    World,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
)
from mbfmu.check import FALSE, check_fmu
from tests.engine.test_settled_start import over_centre, settled
from tests.fmi2_callbacks import fmi2_callbacks
from tests.tolerances import ROUNDOFF, SETTLED

from .native.driving import begin, free

g, m, c = 9.81, 2.0, 100.0
SWITCH = "start_in_equilibrium"
INTERFACES = {"ME 2": fmi2.FMU2Model, "CS 2": fmi2.FMU2Slave, "ME 3": fmi3.FMU3Model, "CS 3": fmi3.FMU3Slave}


def hanging(v=0.0, soft=c) -> Model:
    """A mass on a spring along the vertical z: s = (f - m g) / c, and the spring carries c s."""
    model = Model("Hanging")
    model.world, model.mass = World(g=g), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1], v_start=v)
    model.spring, model.force = TranslationSpringDamper(model.guide, c=soft), JointForce(model.guide)
    model.expose(inputs={"f": model.force.f}, outputs={"s": model.guide.s, "pull": model.spring.f}, tunable=[model.mass.m, model.spring.c])
    return model


def lifted() -> Model:
    """A cart at a height that an input prescribes, and a rod that hangs on it."""
    model = Model("Lifted")
    model.world = World(g=g)
    model.cart, model.rod = Body(m=3.0), Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    model.guide = Prismatic(model.world.frame_b, model.cart.frame_a, n=[0, 0, 1])
    model.hinge = Revolute(model.cart.frame_a, model.rod.frame_a, n=[0, 1, 0], phi_start=1.0)
    model.drive = JointMotionInput(model.guide)
    model.expose(inputs={"height": model.drive.s}, outputs={"s": model.guide.s, "phi": model.hinge.phi})
    return model


class Started:
    """An FMU in Initialization Mode, its variables by name."""

    def __init__(self, fmu: Path, interface: str, **values: Any):
        kind, self.said = INTERFACES[interface], []
        self.description = fmpy.read_model_description(fmu)
        self.reference = {v.name: v.valueReference for v in self.description.modelVariables}
        self.boolean = {v.name for v in self.description.modelVariables if v.type == "Boolean"}
        of = (
            self.description.guid or self.description.instantiationToken,
            self.description.modelName,
            fmpy.extract(str(fmu), mkdtemp(dir=fmu.parent)),
        )
        self.fmu = kind(**dict(zip(("guid", "modelIdentifier", "unzipDirectory"), of)), instanceName="it")
        heard = lambda *said: self.said.append(said[-1].decode())
        if interface.endswith("2"):
            self.fmu.instantiate(callbacks=fmi2_callbacks(heard), loggingOn=True)
        else:
            self.fmu.instantiate(loggingOn=True, logMessage=heard)
        self.set(**values)
        begin(self.fmu)

    def set(self, **values: Any) -> None:
        for name, value in values.items():
            name = name.replace("_dot_", ".")
            kind = "Boolean" if name in self.boolean else "Real" if hasattr(self.fmu, "setReal") else "Float64"
            getattr(self.fmu, f"set{kind}")([self.reference[name]], [value])

    def get(self, name: str) -> float:
        return (getattr(self.fmu, "getReal", None) or self.fmu.getFloat64)([self.reference[name]])[0]

    def derivative(self, unknown: str, known: str) -> float:
        return self.fmu.getDirectionalDerivative([self.reference[unknown]], [self.reference[known]], [1.0])[0]

    def adjoint(self, unknown: str, known: str) -> float:
        return self.fmu.getAdjointDerivative([self.reference[unknown]], [self.reference[known]], [1.0])[0]


@pytest.fixture(scope="module")
def portable(tmp_path_factory) -> Callable[[str], Path]:
    built = {version: build_portable(hanging(), tmp_path_factory.mktemp(f"fmi{version}"), version) for version in (2, 3)}
    return lambda interface: built[int(interface[-1])]


@pytest.mark.parametrize("interface", INTERFACES)
def test_the_start_is_the_equilibrium_and_its_derivatives_are_exact(portable, interface):
    """s = (f - m g) / c: ds/df = 1 / c, ds/dm = -g / c, ds/dc = -s / c."""
    one = Started(portable(interface), interface, start_in_equilibrium=True, f=5.0)
    s = (5.0 - m * g) / c
    assert one.get("s") == pytest.approx(s, rel=SETTLED)
    known = {"f": 1 / c, "mass.m": -g / c, "spring.c": -s / c}
    for name, expected in known.items():
        assert one.derivative("s", name) == pytest.approx(expected, rel=SETTLED)
        assert one.derivative("guide.s", name) == pytest.approx(expected, rel=SETTLED)
        if interface.endswith("3"):
            assert one.adjoint("s", name) == pytest.approx(expected, rel=SETTLED)
    assert one.derivative("pull", "mass.m") == pytest.approx(g, rel=SETTLED)
    assert abs(one.derivative("pull", "spring.c")) < SETTLED
    one.set(f=7.0)
    assert one.get("s") == pytest.approx((7.0 - m * g) / c, rel=SETTLED)
    one.fmu.exitInitializationMode()
    assert one.get("s") == pytest.approx((7.0 - m * g) / c, rel=SETTLED)
    free(one.fmu)


def test_without_the_parameter_it_starts_where_it_was_told(portable):
    one = Started(portable("CS 3"), "CS 3", f=5.0)
    assert one.get("s") == 0.0
    free(one.fmu)


def test_a_state_saved_in_initialization_mode_goes_on_from_its_equilibrium(portable):
    one = Started(portable("CS 3"), "CS 3", start_in_equilibrium=True, f=5.0)
    before, state = one.get("s"), one.fmu.getFMUState()
    one.set(f=9.0)
    assert one.get("s") != before
    one.fmu.setFMUState(state)
    assert one.get("s") == before
    one.fmu.exitInitializationMode()
    assert one.get("s") == before
    one.fmu.freeFMUState(state)
    free(one.fmu)


def test_what_does_not_settle_is_named(tmp_path):
    one = Started(build_portable(hanging(soft=0.0), tmp_path, 3), "CS 3", start_in_equilibrium=True)
    with pytest.raises(FMICallException):
        one.fmu.exitInitializationMode()
    assert "Hanging does not come to rest: guide.v" in one.said[-1]
    one.set(f=m * g)
    one.fmu.exitInitializationMode()
    assert one.get("s") == pytest.approx(0.0, abs=SETTLED)
    free(one.fmu)


@pytest.mark.parametrize("size", [1.0, 0.02])
def test_of_several_equilibria_it_starts_in_that_of_its_start_values(tmp_path, size):
    """Pushed to the other side and let go before it starts, a slider is where it would be had nobody pushed."""
    one = Started(build_portable(over_centre(size), tmp_path, 3), "CS 3", start_in_equilibrium=True, f=-25.0 * size)
    assert one.get("s") < -0.9 * size
    one.set(f=0.0)
    assert one.get("s") == pytest.approx(-np.sqrt(0.75) * size, abs=SETTLED)
    one.fmu.exitInitializationMode()
    assert one.get("s") == pytest.approx(np.sqrt(0.75) * size, abs=SETTLED)
    assert "has several equilibria" in one.said[-1]
    free(one.fmu)


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_the_claims_hold(tmp_path, version):
    """Those of an FMU that starts in equilibrium by itself, so that every check sees it."""
    findings = check_fmu(build_portable(settled(compile_problem(hanging())), tmp_path, version))
    assert [f for f in findings if f.outcome == FALSE or "numerical" in f.measured] == []


def test_inputs_that_move_constraints_move_the_start(tmp_path):
    one = Started(build_portable(lifted(), tmp_path, 3), "CS 3", start_in_equilibrium=True, height=0.3)
    assert one.get("s") == pytest.approx(0.3, abs=SETTLED)
    assert one.get("phi") == pytest.approx(np.pi / 2, abs=SETTLED)
    assert one.derivative("s", "height") == pytest.approx(1.0, abs=ROUNDOFF)
    assert one.derivative("phi", "height") == pytest.approx(0.0, abs=SETTLED)
    one.set(height=0.35)
    assert one.get("s") == pytest.approx(0.35, abs=SETTLED)
    free(one.fmu)


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_native(tmp_path, version):
    fmu = build_native(hanging(), tmp_path, version)
    for interface in (of for of in INTERFACES if of.endswith(str(version))):
        one = Started(fmu, interface, start_in_equilibrium=True, f=5.0)
        assert one.get("s") == pytest.approx((5.0 - m * g) / c, rel=SETTLED)
        assert one.derivative("s", "mass.m") == pytest.approx(-g / c, rel=SETTLED)
        free(one.fmu)


def test_interpreted(tmp_path):
    """Its wrapper has no derivatives: those by differences of two starts, which are linear in the mass."""
    one = Started(build_fmu(hanging(), tmp_path), "CS 2", start_in_equilibrium=True, f=5.0)
    low = one.get("s")
    one.set(mass_dot_m=m + 1.0)
    assert low == pytest.approx((5.0 - m * g) / c, rel=SETTLED)
    assert one.get("s") - low == pytest.approx(-g / c, rel=SETTLED)
    free(one.fmu)


def test_where_nothing_answers_there_is_no_derivative(tmp_path):
    """A trolley may stand anywhere: no place follows from the force along its rail; from its mass none need to."""
    model = Model("Trolley")
    model.world, model.trolley = World(g=g), Body(m=1.0)
    model.rail = Prismatic(model.world.frame_b, model.trolley.frame_a, n=[1, 0, 0], s_start=0.4)
    model.push = JointForce(model.rail)
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.rail.s}, tunable=[model.trolley.m])
    one = Started(build_portable(model, tmp_path, 3), "CS 3", start_in_equilibrium=True)
    assert one.get("s") == 0.4
    assert one.derivative("s", "trolley.m") == 0.0
    with pytest.raises(FMICallException):
        one.derivative("s", "f")
    assert "nothing brings back what it moves" in one.said[-1]
    free(one.fmu)
