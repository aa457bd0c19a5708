"""Model Exchange of a mechanism with constraints, driven by FMPy: a bob on a rod of tunable length, pushed by an input."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model

from mbfmu import Body, Distance, Model, Planar, PositionSensor, World, WorldForce
from mbfmu.problem.codegen.variables import fmi_variables
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.fmu.native.driving import ERROR, begin, free, get, initialize, put, rates, refused, states, update, vector
from tests.fmu.native.libraries import GUID, library
from tests.tolerances import FINITE_DIFFERENCE, ROUNDOFF

X, Z = range(2)  # the first states of the bob: across, up
FAR = 1e-3  # m: beyond what a step may leave


def bob() -> Problem:
    model = Model("Bob")
    model.world = World(g=9.81)
    model.bob = Body(m=2.0, I=0.1)
    model.plane = Planar(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], n_x=[1, 0, 0], s_x_start=0.6, s_y_start=0.8)
    model.rod = Distance(model.world.frame_b, model.bob.frame_a, s=1.0)
    model.push, model.place = WorldForce(model.bob.frame_a), PositionSensor(model.bob.frame_a)
    model.expose({"push": model.push.f}, {"r": model.place.r, "f": model.rod.f}, [model.rod.s])
    return compile_model(model)


@pytest.fixture(scope="module", params=[(2, FMU2Model), (3, FMU3Model)], ids=["2", "3"])
def built(request, tmp_path_factory) -> tuple:
    fmi, kind = request.param
    problem = bob()
    references = {v.name: i for i, v in enumerate(fmi_variables(problem, fmi))}
    return kind, library(problem, fmi, tmp_path_factory.mktemp(f"bob{fmi}")), references


@pytest.fixture
def fmu(built) -> Iterator:
    kind, folder, _ = built
    fmu = kind(guid=GUID, modelIdentifier="Bob", unzipDirectory=str(folder), instanceName="it")
    fmu.instantiate()
    yield fmu
    free(fmu)


@pytest.fixture
def rod(built) -> int:
    return built[2]["rod.s"]


def length(fmu) -> float:
    return float(np.hypot(*states(fmu, 6)[X : Z + 1]))


def test_a_changed_length_puts_the_bob_elsewhere_in_event_mode(fmu, rod):
    initialize(fmu)
    assert not update(fmu)
    put(fmu, rod, 1.2)
    assert update(fmu)
    assert length(fmu) == pytest.approx(1.2, abs=ROUNDOFF)
    assert not update(fmu)
    fmu.enterContinuousTimeMode()


def test_states_that_moved_are_not_kept_secret(fmu, rod):
    initialize(fmu)
    put(fmu, rod, 1.2)
    assert refused(fmu.enterContinuousTimeMode) == ERROR
    assert update(fmu)
    fmu.enterContinuousTimeMode()


def test_states_do_not_depend_on_what_is_asked_first(fmu, rod):
    initialize(fmu)
    put(fmu, rod, 1.2)
    first = states(fmu, 6)
    (fmu.getContinuousStateDerivatives if hasattr(fmu, "getContinuousStateDerivatives") else fmu.getDerivatives)(vector(*first), 6)
    assert states(fmu, 6) == first


def test_a_length_that_cannot_be_keeps_the_old_one(fmu, rod):
    initialize(fmu)
    update(fmu)
    before = states(fmu, 6)
    put(fmu, rod, -1.0)
    assert refused(update, fmu) == ERROR
    assert get(fmu, rod) == [1.0] and states(fmu, 6) == before
    assert not update(fmu)


def test_only_event_mode_corrects_drift(fmu):
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    x = states(fmu, 6)
    assert fmu.completedIntegratorStep() == (False, False)
    x[X] += FAR
    rates(fmu, *x)
    assert fmu.completedIntegratorStep()[0]
    assert states(fmu, 6) == x
    fmu.enterEventMode()
    assert update(fmu)
    assert length(fmu) == pytest.approx(1.0, abs=ROUNDOFF)
    assert not update(fmu)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9, 1e-12])
def test_drift_is_left_alone_up_to_a_hundred_tolerances(fmu, tolerance):
    """Of the rod's length, 1 m: a step of the environment's solver may err by one."""
    initialize(fmu, tolerance)
    update(fmu)
    fmu.enterContinuousTimeMode()
    x = np.array(states(fmu, 6))
    for drift, asked in ((30 * tolerance, False), (300 * tolerance, True), (-30 * tolerance, False)):
        rates(fmu, *(x + drift * np.array([0.6, 0.8, 0, 0, 0, 0])))
        assert fmu.completedIntegratorStep()[0] is asked


def test_derivatives_through_the_constraint_are_those_of_differences(fmu, built):
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    references, h = built[2], 4e-3
    x = np.array(states(fmu, 6)) + [0, 0, 0, 0.8, -0.6, 0.3]  # along the circle, and turning
    state_references = [references["plane.s_x"] + i for i in range(6)]
    rate_references = [r + 6 for r in state_references]
    for i in range(6):
        e = np.eye(6)[i]
        along = lambda s: (np.array(rates(fmu, *(x + s * e))) - rates(fmu, *(x - s * e))) / (2 * s)
        expected = (4 * along(h / 2) - along(h)) / 3
        rates(fmu, *x)
        found = fmu.getDirectionalDerivative(rate_references, [state_references[i]], [1.0])
        assert found == pytest.approx(expected, abs=FINITE_DIFFERENCE * max(1.0, np.abs(expected).max()))


def test_starts_that_are_put_together_are_not_differentiated(fmu, rod, built):
    begin(fmu)
    force = built[2]["f"]
    assert refused(fmu.getDirectionalDerivative, [force], [rod], [1.0]) == ERROR
    put(fmu, rod, 1.1)
    assert length(fmu) == pytest.approx(1.1, abs=ROUNDOFF)
