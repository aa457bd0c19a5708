"""Lookup tables of blocks and forces: in this process, and in FMUs of all kinds."""

import fmpy
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import PchipInterpolator

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Force,
    Frame,
    Input,
    LookupTable,
    Model,
    Output,
    Parameter,
    Prismatic,
    State,
    TableParameter,
    World,
    build_fmu,
    build_native,
    build_portable,
    connect,
    linearize,
    simulate,
)
from mbfmu.base.errors import ProblemsFound

from ..looking_up import random_table
from ..tolerances import FMU_INTEGRATION, INTEGRATION, ROUNDOFF

STRETCH, PULL = np.array([-0.3, -0.1, 0.0, 0.05, 0.2, 0.3]), np.array([-90.0, -40.0, 0.0, 10.0, 30.0, 90.0])


class Engine(Block):
    """A shaft that the torque of a map turns."""

    torque_map = TableParameter(("rad/s", "1"), "N.m", "torque over speed and throttle")
    J = Parameter("kg.m2", "moment of inertia", 0.2)
    w_start = Parameter("rad/s", "speed at the start", 0.1, start=True)
    throttle = Input("1", "position of the throttle")
    w = State("rad/s", "speed")
    torque = Output("N.m", "torque")
    load = Output("1", "torque in N.m")

    @staticmethod
    def respond(p, u, t, x):
        torque = p.torque_map(x.w, u.throttle)
        return {"w": torque / p.J}, {"torque": torque, "load": torque}


class Rubber(Force):
    """A spring along x whose force is measured."""

    attachments = {"frame_a": Frame}
    force = TableParameter(("m",), "N", "force over stretch")

    @staticmethod
    def wrenches(p, u, t, a):
        return [(np.array([-p.force(a.r[0]), 0.0, 0.0]), np.zeros(3))]


def engine(**options) -> BlockModel:
    return BlockModel("Engine", Engine(torque_map=random_table(2, **options)))


def on_rubber(**options) -> Model:
    model = Model("OnRubber", "A mass on a measured spring")
    model.world = World(g=0.0)
    model.mass = Body(m=2.0, I=[1.0, 1.0, 1.0])
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=0.22)
    model.rubber = Rubber(model.mass.frame_a, force=LookupTable(STRETCH * 1e3, PULL / 1e3, units=("mm", "kN"), **options))
    model.expose(outputs={"s": model.guide.s})
    return model


@pytest.mark.parametrize("smooth", [False, True])
def test_a_block_runs_on_its_table(smooth):
    model = engine(smooth=smooth)
    found, table = simulate(model, stop_time=1.0, inputs={"throttle": 0.4}, rtol=1e-10), model.block.torque_map
    truth = solve_ivp(lambda t, w: [table(w[0], 0.4) / 0.2], (0.0, 1.0), [0.1], rtol=1e-10, atol=1e-12, t_eval=found["time"], max_step=1e-3)
    expected = [table(w, 0.4) for w in truth.y[0]]
    np.testing.assert_allclose(found["torque"], expected, rtol=0, atol=10 * INTEGRATION)


def test_a_force_of_a_user_takes_a_table_in_other_units():
    found = simulate(on_rubber(smooth=True), stop_time=2.0, rtol=1e-10)
    pull = PchipInterpolator(STRETCH, PULL)
    truth = solve_ivp(lambda t, x: [x[1], -pull(x[0]) / 2.0], (0.0, 2.0), [0.22, 0.0], rtol=1e-11, atol=1e-12, t_eval=found["time"])
    np.testing.assert_allclose(found["s"], truth.y[0], rtol=0, atol=INTEGRATION)


@pytest.mark.parametrize("smooth", [False, True])
def test_a_linearization_has_the_slopes_of_the_table(smooth):
    model = engine(smooth=smooth)
    table, at, h = model.block.torque_map, np.array([0.1, 0.37]), 1e-7
    found = linearize(model, inputs={"throttle": at[1]})
    slopes = [(table(*(at + h * e)) - table(*(at - h * e))) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose([found.C[0, 0], found.D[0, 0]], slopes, rtol=1e-6)
    assert [found.A[0, 0], found.B[0, 0]] == pytest.approx([found.C[0, 0] / 0.2, found.D[0, 0] / 0.2], rel=ROUNDOFF)


def test_connected_parts_keep_their_tables():
    """The torque of one engine is the throttle of another, at its start."""
    parts = {"first": engine(smooth=True), "second": engine(outside="extrapolated")}
    together = connect("Both", parts, [("first.load", "second.throttle")])
    found = simulate(together, stop_time=0.1, inputs={"first.throttle": 0.4})
    first, second = (part.block.torque_map for part in parts.values())
    expected = first(0.1, 0.4), second(0.1, first(0.1, 0.4))
    assert (found["first.torque"][0], found["second.torque"][0]) == pytest.approx(expected, rel=ROUNDOFF)


@pytest.mark.parametrize("build", [build_portable, build_fmu, pytest.param(build_native, marks=pytest.mark.slow)])
def test_in_fmus(tmp_path, build):
    fmu = build(on_rubber(smooth=True), tmp_path)
    found = fmpy.simulate_fmu(str(fmu), stop_time=1.0, output_interval=0.05, fmi_type="CoSimulation")
    pull = PchipInterpolator(STRETCH, PULL)
    truth = solve_ivp(lambda t, x: [x[1], -pull(x[0]) / 2.0], (0.0, 1.0), [0.22, 0.0], rtol=1e-11, atol=1e-12, t_eval=found["time"])
    np.testing.assert_allclose(found["s"], truth.y[0], rtol=0, atol=FMU_INTEGRATION)


@pytest.mark.parametrize(
    "table, words",
    [
        (LookupTable([0, 2, 1], [1, 2, 3]), "rubber.force has abscissae that do not ascend: along axis 1, number 3 is 1 and comes after 2"),
        (LookupTable([0, 1], [1, np.nan]), r"rubber.force has the value nan at \(1\), which is not finite"),
        (LookupTable([0, 1], [0, 1], [[1, 2], [3, 4]]), "rubber.force is a table with 2 axes, and not a LookupTable"),
        (LookupTable([0, 1], [1, 2], units=("s", "N")), "rubber.force cannot be used: .* differ in dimension"),
        (7.0, r"rubber.force is 7.0, and not a LookupTable \[N\] over 1 axes \[m\] \(force over stretch\)"),
    ],
)
def test_tables_that_cannot_be_used_are_named(table, words):
    model = on_rubber()
    model.rubber.force = table
    with pytest.raises(ProblemsFound, match=words):
        simulate(model, stop_time=0.1)


def test_a_table_that_is_missing_is_named():
    with pytest.raises(ProblemsFound, match=r"torque_map is missing: give a LookupTable \[N.m\] over 2 axes"):
        simulate(BlockModel("Engine", Engine()), stop_time=0.1)
