"""Optimal controllers and filters against closed forms, and in closed loops."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import BlockModel, Body, JointForce, Model, Prismatic, World, build_portable, connect, kalman, linearize, lqr, simulate
from mbfmu.analysis.linear.linearization import Linearization
from mbfmu.base.errors import MbfmuError

from ...tolerances import INTEGRATION, ROUNDOFF


def double_integrator() -> Linearization:
    A, B, C = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1.0]]), np.array([[1.0, 0.0]])
    return Linearization(A, B, C, np.zeros((1, 1)), ("s", "v"), ("m", "m/s"), ("v",), ("f",), ("position",), np.zeros(2), ("N",), ("m",))


def cart() -> Model:
    """A mass of 2 kg that a force pushes along a line."""
    model = Model("Cart", "A cart that a force pushes")
    model.world = World(g=0.0)
    model.body = Body(m=2.0, I=[1.0, 1.0, 1.0])
    model.rail = Prismatic(model.world.frame_b, model.body.frame_a, n=[1, 0, 0], s_start=1.0)
    model.push = JointForce(model.rail)
    model.expose(inputs={"force": model.push.f}, outputs={"s": model.rail.s, "v": model.rail.v})
    return model


def test_the_double_integrator():
    """Closed form with Q = diag(q, 0) and R = r: K = [sqrt(q / r), sqrt(2 sqrt(q / r))]."""
    block = lqr(double_integrator(), [9.0, 0.0], [4.0])
    np.testing.assert_allclose(block.K.value, [[np.sqrt(1.5) ** 2, np.sqrt(3.0)]], rtol=ROUNDOFF)
    assert (block.K.unit, [type(block).s.unit, type(block).v.unit, type(block).f.unit]) == ("1", ["m", "m/s", "N"])


def test_the_filter_of_the_double_integrator():
    """Closed form with noise of the intensity w on the speed's rate and v on the position: L = [sqrt(2) (w / v)^(1/4), sqrt(w / v)]."""
    block = kalman(double_integrator(), [0.0, 9.0], [4.0])
    np.testing.assert_allclose(block.L.value, [[np.sqrt(3.0)], [1.5]], rtol=ROUNDOFF)


def test_a_closed_loop_has_the_poles_of_the_linear_one():
    """The cart follows exp((A - B K) t), which is its exact motion."""
    system = linearize(cart())
    block = lqr(system, [10.0, 1.0], [0.1])
    links = [("cart.s", "control.rail_s"), ("cart.v", "control.rail_v"), ("control.force", "cart.force")]
    found = simulate(connect("Loop", {"cart": cart(), "control": BlockModel("Control", block)}, links), stop_time=2.0, rtol=1e-10)
    values, vectors = np.linalg.eig(system.A - system.B @ block.K.value)
    parts = np.linalg.solve(vectors, np.array([1.0, 0.0]))
    expected = [(vectors[0] * np.exp(values * t) @ parts).real for t in found["time"]]
    np.testing.assert_allclose(found["cart.s"], expected, rtol=0, atol=INTEGRATION)


def test_an_estimate_comes_to_the_state():
    """Its error decays as exp((A - L C) t), whatever the command."""
    system = linearize(cart())
    only_s = replace(system, C=system.C[:1], D=system.D[:1], outputs=("s",), output_units=("m",))
    block = kalman(only_s, [0.0, 4.0], [1e-2])
    parts = {"cart": cart(), "filter": BlockModel("Filter", block)}
    links = [("cart.s", "filter.s")]
    found = simulate(connect("Estimate", parts, links), stop_time=2.0, rtol=1e-10)
    values, vectors = np.linalg.eig(system.A - block.L.value @ only_s.C)
    error = np.linalg.solve(vectors, np.array([-1.0, 0.0]))
    expected = [(vectors[1] * np.exp(values * t) @ error).real for t in found["time"]]
    np.testing.assert_allclose(found["filter.rail_v_estimate"] - found["cart.v"], expected, rtol=0, atol=INTEGRATION)


def test_both_are_fmus(tmp_path):
    for name, block in (("Control", lqr(double_integrator(), [1.0, 1.0], [1.0])), ("Filter", kalman(double_integrator(), [1.0, 1.0], [1.0]))):
        assert build_portable(BlockModel(name, block), tmp_path).exists()


@pytest.mark.parametrize(
    "change, Q, R, words",
    [
        ({"B": np.zeros((2, 1))}, [1.0, 1.0], [1.0], r"the mode at .* \(s\) does not decay, and no input moves it"),
        ({}, [0.0, 1.0], [1.0], r"does not decay, and Q does not see it"),
        ({}, [1.0], [1.0], r"Q has the shape \(1,\); it needs a row and a column, or a number, for each of s, v"),
        ({}, [1.0, 1.0], [0.0], "R must be positive definite"),
        ({}, [1.0, -1.0], [1.0], "Q must be positive semidefinite; its least eigenvalue is -1"),
        ({}, [[1.0, 2.0], [0.0, 1.0]], [1.0], "Q must be symmetric and finite"),
        ({}, "a", [1.0], "Q = 'a' must be an array of numbers"),
        ({"inputs": (), "B": np.zeros((2, 0))}, [1.0, 1.0], [], "the system has no inputs, for which R would be"),
        ({"inputs": ("s",)}, [1.0, 1.0], [1.0], "s is the name of two variables"),
        ({"states": ("r[1]", "r.1")}, [1.0, 1.0], [1.0], r"r\[1\] and r.1 would both be called r_1"),
    ],
)
def test_what_cannot_be_designed_is_named(change, Q, R, words):
    with pytest.raises(MbfmuError, match=words):
        lqr(replace(double_integrator(), **change), Q, R)


def test_what_no_output_shows_is_named():
    with pytest.raises(MbfmuError, match="does not decay, and no output shows it"):
        kalman(replace(double_integrator(), C=np.array([[0.0, 1.0]])), [1.0, 1.0], [1.0])
    with pytest.raises(MbfmuError, match="the system has no outputs, for which R would be"):
        kalman(replace(double_integrator(), outputs=(), C=np.zeros((0, 2))), [1.0, 1.0], [])
