"""Adams' method where it is used: orbits with published or exact ends, mechanisms against SciPy's DOP853, events, and what it costs."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from mbfmu import simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from tests.fmus.test_four_bar import tip
from tests.library import problem_of
from tests.tolerances import INTEGRATION, ORBIT, PROPORTIONAL, ROUNDOFF

from .problems import G, dropped_on_spring, pendulum

X4, X_DOT4, Y4 = Ref("x", 0, 4), Ref("x_dot", 0, 4), Ref("y", 0, 4)
ECCENTRICITY = 0.3
PERIHELION = [1 - ECCENTRICITY, 0, 0, np.sqrt((1 + ECCENTRICITY) / (1 - ECCENTRICITY))]
MOON, PERIOD, LAUNCH = 0.012277471, 17.0652165601579625588917206249, -2.00158510637908252240537862224


def orbit(acceleration: ca.SX, x: ca.SX, start: list[float]) -> Problem:
    """A point in a plane: states are its two coordinates and their rates."""
    functions = {
        "start": ca.Function("start", [], [ca.DM(start)]),
        "rates": ca.Function("rates", [x], [ca.vertcat(x[2:], acceleration)]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Orbit",
        "",
        (Variable("x", "output", "continuous", "1", "coordinates and their rates", Y4, (), (4,)),),
        {"t": 1, "x": 4, "x_dot": 4, "y": 4},
        functions,
        (),
        (Call("start", (), (X4,)),),
        (Call("rates", (X4,), (X_DOT4,)),),
        (Call("outputs", (X4,), (Y4,)),),
        nominal_x=(1.0,) * 4,
    )


def kepler() -> Problem:
    """A planet about a sun: from its perihelion, once around in 2 pi."""
    x = ca.SX.sym("x", 4)
    return orbit(-x[:2] / ca.norm_2(x[:2]) ** 3, x, PERIHELION)


def arenstorf() -> Problem:
    """A satellite about earth and moon, in the frame that turns with them."""
    x = ca.SX.sym("x", 4)
    earth, moon = ca.vertcat(x[0] + MOON, x[1]), ca.vertcat(x[0] - 1 + MOON, x[1])
    pull = (1 - MOON) * earth / ca.norm_2(earth) ** 3 + MOON * moon / ca.norm_2(moon) ** 3
    return orbit(x[:2] + 2 * ca.vertcat(x[3], -x[2]) - pull, x, [0.994, 0, 0, LAUNCH])


def run(problem: Problem, t_end: float, tolerance: float, integrator: str = "adams") -> Instance:
    instance = Instance(replace(problem, integrator=integrator))
    instance.initialize()
    instance.advance(t_end, tolerance)
    return instance


def test_arenstorf_orbit():
    """It closes after the published period (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, (II.0.2))."""
    assert run(arenstorf(), PERIOD, 1e-13).buffers["x"] == pytest.approx([0.994, 0, 0, LAUNCH], abs=ORBIT)


@pytest.mark.parametrize(("tolerance", "part"), [(1e-6, 0.7), (1e-9, 0.4), (1e-12, 1 / 6)])
def test_it_takes_fewer_evaluations_than_dormand_and_prince(tolerance: float, part: float):
    """The more, the tighter the tolerance, since its order follows."""
    adams, other = (run(kepler(), 2 * np.pi, tolerance, integrator) for integrator in ("adams", "dormand_prince"))
    assert adams.evaluations < part * other.evaluations
    assert adams.buffers["x"] == pytest.approx(PERIHELION, abs=PROPORTIONAL * tolerance)


@pytest.mark.parametrize(("name", "stop"), [("pendulum_chain", 1.0), ("spacecraft", 20.0)])
def test_mechanisms_move_as_by_scipy(name: str, stop: float):
    """Ten links, and two bodies in orbit that a constraint connects: all outputs, but errors, which are roundoff."""
    ours, theirs = (simulate(problem_of(name), stop, stop / 20, rtol=1e-11, **how) for how in ({"integrator": "adams"}, {"solver": "DOP853"}))
    for output in {*ours.dtype.names} - {"energy_error"}:
        assert ours[output] == pytest.approx(theirs[output], abs=INTEGRATION * max(1.0, np.abs(theirs[output]).max()))


def test_loops_stay_closed():
    """The tip of Hoecken's linkage is where its closed form puts it, also between steps; a correction costs no evaluation."""
    result = simulate(problem_of("four_bar"), stop_time=0.5, rtol=1e-6, integrator="adams")
    assert result["tip[1]"] + 1j * result["tip[3]"] == pytest.approx(tip(result["crank_angle"]), abs=ROUNDOFF)
    steps: list[float] = []
    instance = Instance(replace(problem_of("four_bar"), integrator="adams"))
    instance.passing = steps.append
    instance.initialize()
    instance.advance(0.5, 1e-6)
    assert instance.evaluations < 2.3 * len(steps)


def test_events_begin_it_anew():
    """A mass falls onto a spring and flies up again, to where it came from."""
    w, v = 20.0, np.sqrt(2 * G)  # of the spring with 1 kg; of the mass where it lands
    contact = 2 * (np.pi - np.arctan(v * w / G)) / w
    instance = run(dropped_on_spring(), 2 * v / G + contact, 1e-11)
    assert instance.buffers["x"] == pytest.approx([1.0, 0.0], abs=INTEGRATION)


def test_a_jump_of_an_input_begins_it_anew():
    """Nothing of the motion before the jump is left in that behind it: its steps are those of an instance that starts there."""
    moved = run(pendulum(), 1.0, 1e-9)
    fresh = Instance(replace(pendulum(), integrator="adams"))
    fresh.initialize(1.0)
    fresh.buffers["x"][:] = moved.buffers["x"]
    steps = []
    for each in (moved, fresh):
        taken: list[float] = []
        each.passing = taken.append
        each.set("tau", 5.0)
        each.advance(2.0, 1e-9)
        steps.append(taken[:10])
    assert steps[0] == pytest.approx(steps[1], rel=ROUNDOFF)
