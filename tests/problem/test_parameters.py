"""What follows from parameters of a model is as if its numbers had been put in by hand; periods and derivatives in closed form."""

import numpy as np
import pytest
from scipy.special import ellipk

import mbfmu
from mbfmu import (
    BlockModel,
    Body,
    Distance,
    FixedTranslation,
    JointTorque,
    MbfmuError,
    Model,
    Pid,
    PositionSensor,
    Revolute,
    SpringDamperParallel,
    World,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import FINITE_DIFFERENCE, INTEGRATION, ROUNDOFF, TUNED

G, RHO, K = 9.81, 4.0, 30.0  # m/s2, kg/m, N/m


def by_hand(L, k=K):
    """What declares parameters as numbers."""
    values = {"L": L, "k": k}
    return lambda model, name, unit: values[name]


def declared(model, name, unit):
    """What declares them as parameters."""
    return model.parameter(name, {"L": 2.5, "k": K}[name], unit)


def swing(parameter, loop=False):
    """A rod, a bob on its end and a spring in which a length L and a stiffness k are everywhere; in a loop, a rod holds the bob, too."""
    model = Model("Swing", stop_time=1.0)
    L, k = parameter(model, "L", "m"), parameter(model, "k", "N/m")
    model.world = World(g=G)
    model.rod = Body(m=RHO * L, r_CM=[0, 0, -L / 2], I=RHO * L**3 / 12 * np.array([1, 1, 1e-3]))
    model.bob = Body(m=2.0, r_CM=[0, 0, -L / 5], I=np.diag([0.1 * L, 0.2, 0.1]))
    model.end = FixedTranslation(model.rod.frame_a, r=[0, 0, -L])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=0.4)
    model.hinge = Revolute(model.end.frame_b, model.bob.frame_a, n=[0, 1, 0], w_start=0.5)
    model.spring = SpringDamperParallel(model.world.at([L / 3, 0, 0]), model.rod.at([0, 0, -L / 2]), c=2 * k, s_unstretched=L / 3, d=np.sqrt(1.0 * k))
    model.tip = PositionSensor(model.bob.at([0, 0, -L / 5]))
    if loop:
        model.tie = Distance(model.world.at([1.2 * L, 0, -L]), model.bob.frame_a, s=np.sqrt(L**2 + (0.8 * L) ** 2))
    model.drive = JointTorque(model.pivot)
    outputs = {"phi": model.pivot.phi, "w": model.pivot.w, "r": model.tip.r, "f": model.spring.f}
    model.expose(inputs={"tau": model.drive.tau}, outputs=outputs)
    return model


def seen_soon(problem, **values):
    """All outputs at t = 0.05 s."""
    running = Running(problem, {"tau": 3.0, **values})
    running.advance(0.05, 1e-9)
    return running.outputs()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_motion_is_that_of_numbers_put_in_by_hand_in_every_formulation(formulation):
    problem = compile_model(swing(declared, loop=True), formulation)
    for L, k in ((1.0, 50.0), (3.0, 10.0)):
        expected = seen_soon(compile_model(swing(by_hand(L, k), loop=True), formulation))
        np.testing.assert_allclose(seen_soon(problem, L=L, k=k), expected, rtol=INTEGRATION, atol=INTEGRATION)


def test_parameters_come_first_and_what_follows_from_them_is_calculated():
    variables = compile_problem(swing(declared)).variables
    assert [(v.name, v.causality, v.variability, v.unit, v.start) for v in variables[:2]] == [
        ("L", "parameter", "tunable", "m", (2.5,)),
        ("k", "parameter", "tunable", "N/m", (K,)),
    ]
    found = {v.name: v.description.partition("; ")[2] for v in variables if v.causality == "calculatedParameter"}
    of_length = ("rod.m", "rod.r_CM", "rod.I", "bob.r_CM", "bob.I", "end.r", "spring.s_unstretched")
    assert found == dict.fromkeys(of_length, "follows from L") | dict.fromkeys(("spring.c", "spring.d"), "follows from k")
    assert not {v.name for v in variables if v.causality == "parameter"} & {*found}


def test_a_length_is_tuned_while_the_mechanism_runs():
    """As a mechanism of that length from the start, in the same state."""
    tuned, fresh = Running(compile_problem(swing(declared)), {"tau": 3.0}), Running(compile_problem(swing(by_hand(1.5))), {"tau": 3.0})
    tuned.advance(0.5, 1e-10)
    tuned.set("L", 1.5)
    tuned.validate()
    np.testing.assert_allclose(tuned.derivative(0.5, tuned.x), fresh.derivative(0.5, tuned.x), rtol=TUNED)
    assert tuned.get("rod.m") == pytest.approx(RHO * 1.5, rel=ROUNDOFF)


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler_minimal"])
def test_derivatives_by_a_parameter_are_those_of_differences(formulation):
    running = Running(compile_model(swing(declared), formulation), {"tau": 3.0})
    x = running.x

    def at(L):
        running.set("L", L)
        running.validate()
        x_dot = running.derivative(0.0, x)
        return np.concatenate([x_dot, running.outputs()])

    along = lambda h: (at(2.5 + h) - at(2.5 - h)) / (2 * h)
    expected = (4 * along(2e-3) - along(4e-3)) / 3
    at(2.5)
    tangent = np.concatenate(running.directional({"p": np.eye(running.buffers["p"].size)[0]}, ("x_dot", "y")))
    np.testing.assert_allclose(tangent, expected, rtol=FINITE_DIFFERENCE, atol=10 * FINITE_DIFFERENCE)
    seeds = np.random.default_rng(1).normal(size=tangent.size)
    (adjoint,) = running.reverse({"x_dot": seeds[: x.size], "y": seeds[x.size :]}, ("p",))
    assert adjoint[0] == pytest.approx(seeds @ tangent, rel=1e3 * ROUNDOFF)


def rod(L, start):
    """A slender rod of length L on a hinge, let go at a fixed angle, or at L / 2 rad."""
    model = Model("Rod")
    L = model.parameter("L", L, "m", min=0.0, exclusive_min=True)
    model.world, model.rod = World(g=G), Body(m=RHO * L, r_CM=[0, 0, -L / 2], I=RHO * L**3 / 12 * np.array([1, 1, 0]))
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=start(L))
    model.expose(outputs={"phi": model.pivot.phi, "w": model.pivot.w})
    return model


def test_the_period_of_a_rod_is_that_of_its_closed_form():
    """T = 4 sqrt(2 L / (3 g)) K(sin^2(phi / 2))."""
    problem = compile_problem(rod(2.5, lambda L: 1.0))
    for L in (0.5, 1.0, 3.0):
        period = 4 * np.sqrt(2 * L / (3 * G)) * ellipk(np.sin(0.5) ** 2)
        found = simulate(problem, period, period / 2, values={"L": L})
        np.testing.assert_allclose(found["phi"], [1.0, -1.0, 1.0], atol=INTEGRATION)
        np.testing.assert_allclose(found["w"], 0.0, atol=10 * INTEGRATION)


def test_a_parameter_that_start_values_follow_from_is_fixed():
    problem = compile_problem(rod(0.8, lambda L: L / 2))
    fixed = {v.name: (v.causality, v.variability) for v in problem.variables}
    assert fixed["L"] == ("parameter", "fixed") and fixed["pivot.phi_start"] == ("calculatedParameter", "fixed")
    assert simulate(problem, 1e-3, values={"L": 1.2})["phi"][0] == pytest.approx(0.6, rel=ROUNDOFF)


def test_a_run_step_by_step_shows_what_follows():
    with mbfmu.open(swing(declared)) as run:
        run["L"] = 3.0
        assert run["rod.m"] == 12.0
        run.step(0.1)
        run["L"] = 2.0
        np.testing.assert_allclose(run["rod.r_CM"], [0, 0, -1.0], rtol=ROUNDOFF)
        with pytest.raises(MbfmuError, match="rod.m is of causality calculatedParameter; only parameters and inputs can be set .*follows from L"):
            run["rod.m"] = 3.0
        with pytest.raises(MbfmuError, match=r"rod.m = -4.0 kg must be > 0 kg \(mass of the body; follows from L\)"):
            run["L"] = -1.0
        assert (run["L"], run["rod.m"]) == (2.0, 8.0)


def controlled(parameter, first):
    """The swing under a controller that knows its stiffness."""
    model = swing(parameter)
    k = model.k if model.parameters else parameter(model, "k", "N/m")
    pid = BlockModel("Pid", Pid(k=3 * k / K, T_d=0.3, y_min=-2 * k, y_max=2 * k, measurement_unit="rad", output_unit="N.m"))
    parts = {"swing": model, "pid": pid} if first == "swing" else {"pid": pid, "swing": model}
    return connect("Controlled", parts, [("swing.phi", "pid.measurement"), ("pid.y", "swing.tau")])


@pytest.mark.parametrize("first", ["swing", "pid"])
def test_a_block_shares_a_parameter_of_the_model_that_it_is_connected_to(first):
    problem = controlled(declared, first)
    names = [v.name for v in problem.variables if v.causality == "parameter"]
    assert {"swing.L", "swing.k"} < {*names} and not {"pid.k", "pid.Swing.k", "pid.y_max"} & {*names}
    found, expected = simulate(problem, values={"swing.k": 50.0}), simulate(controlled(by_hand(2.5, 50.0), first))
    for name in expected.dtype.names:
        np.testing.assert_allclose(found[name], expected[name], atol=10 * INTEGRATION)
    running = Running(problem, {"swing.k": 20.0})
    running.evaluate()
    place = {v.name: v.ref.start for v in problem.variables}
    (tangent,) = running.directional({"p": np.eye(running.buffers["p"].size)[place["swing.k"]]}, ("calculated",))
    for name, by_k in (("pid.y_max", 2.0), ("pid.k", 3 / K), ("swing.spring.c", 2.0)):
        assert (running.get(name), tangent[place[name]]) == pytest.approx((20.0 * by_k, by_k), rel=ROUNDOFF)


def test_of_a_model_that_is_there_twice_each_part_has_its_own_parameters():
    model = rod(2.5, lambda L: 0.0)
    problem = connect("Pair", {"left": model, "right": model}, [])
    running = Running(problem, {"left.L": 1.0})
    assert (running.get("left.rod.m"), running.get("right.rod.m")) == (RHO, 2.5 * RHO)
    block = BlockModel("Pid", Pid(k=2 * model.L))
    with pytest.raises(MbfmuError, match="pid uses Rod.L, which could be left.L and right.L: build the model of each part again"):
        connect("Pair", {"left": model, "right": model, "pid": block}, [])


def test_a_block_of_its_own_has_the_parameters_that_it_uses():
    k = Model("Plant").parameter("k", 3.0, min=0.0)
    problem = compile_problem(BlockModel("Controller", Pid(k=k, y_max=2 * k)))
    assert [(v.name, v.causality) for v in problem.variables[:3]] == [
        ("Plant.k", "parameter"),
        ("k", "calculatedParameter"),
        ("y_max", "calculatedParameter"),
    ]
    assert Running(problem, {"Plant.k": 2.0}).get("y_max") == 4.0
