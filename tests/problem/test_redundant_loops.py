"""Loops with more joints' rows than they need, which move for all that: each assembles and moves as its closed form says, in either coordinates.

Source of Bennett's: G. T. Bennett, A new mechanism, Engineering 76 (1903), 777-778; the others are geometry.
"""

import numpy as np
import pytest

from mbfmu import Body, Model, Revolute, World
from mbfmu.problem.mechanism.mechanics import compile_model

from ..running import Running
from ..tolerances import LOOPS
from .linkages import freedoms

X, Y, Z = np.eye(3)

in_either_coordinates = pytest.mark.parametrize("formulation", ["articulated_body", pytest.param("newton_euler", marks=pytest.mark.slow)])


def link() -> Body:
    return Body(m=1.0, r_CM=[0.1, 0, 0], I=[0.01, 0.02, 0.02])


def bennett(theta: float, phi: float, a=1.0, b=0.6, alpha=0.7) -> Model:
    """Four hinges on links of lengths a, b, a, b and twists alpha, beta, alpha, beta with a sin(beta) = b sin(alpha)."""
    beta = np.arcsin(b * np.sin(alpha) / a)
    model = Model("Bennett")
    model.world = World(g=0.0)
    model.one, model.two, model.three = link(), link(), link()
    model.A = Revolute(model.world.frame_b, model.one.frame_a, n=Z, phi_start=theta, q_fixed=True)
    model.B = Revolute(model.one.at([a, 0, 0], X, alpha), model.two.frame_a, n=Z, phi_start=phi)
    model.C = Revolute(model.two.at([b, 0, 0], X, beta), model.three.frame_a, n=Z, phi_start=-theta)
    model.D = Revolute(model.three.at([a, 0, 0], X, alpha), model.world.at([-b, 0, 0], X, -beta), n=Z, phi_start=-phi)
    model.expose(outputs={name: model.elements[name].phi for name in "ABCD"})
    return model


@in_either_coordinates
def test_bennett(formulation):
    """Opposite angles are opposite, and half angles of neighbours have a product that their twists say."""
    theta, alpha, beta = 1.0, 0.7, np.arcsin(0.6 * np.sin(0.7))
    phi = 2 * np.arctan(np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2) / np.tan(theta / 2))
    running = Running(compile_model(bennett(theta, phi + 0.05), formulation))
    angles = [float(running.get(name)) for name in "ABCD"]
    assert angles == pytest.approx([theta, phi, -theta, -phi], abs=LOOPS)
    assert freedoms(running) == 1


def sarrus(phi: float, L=0.5) -> Model:
    """A platform on two legs of two links each, whose hinges are about y and about x."""
    model = Model("Sarrus")
    model.world, model.platform = World(g=0.0), Body(m=1.0, I=0.1)
    for name, axis, foot in (("east", Y, X), ("north", -X, Y)):
        lower, upper = model.add(f"{name}_lower", link()), model.add(f"{name}_upper", link())
        model.add(f"{name}_foot", Revolute(model.world.at(foot), lower.frame_a, n=axis, phi_start=-phi))
        model.add(f"{name}_knee", Revolute(lower.at(L * foot), upper.frame_a, n=axis, phi_start=2 * phi - np.pi))
        model.add(f"{name}_top", Revolute(upper.at(L * foot), model.platform.at(foot), n=axis, phi_start=np.pi - phi))
    model.east_foot.q_fixed = True
    model.expose(outputs={"foot": model.north_foot.phi, "knee": model.north_knee.phi})
    return model


@in_either_coordinates
def test_sarrus(formulation):
    """The platform rises straight, so both legs stand alike."""
    phi = 0.9
    model = sarrus(phi)
    model.north_foot.phi_start = -phi - 0.05
    running = Running(compile_model(model, formulation))
    assert [float(running.get(name)) for name in ("foot", "knee")] == pytest.approx([-phi, 2 * phi - np.pi], abs=LOOPS)
    assert freedoms(running) == 1


@in_either_coordinates
def test_a_parallelogram_of_three_cranks(formulation):
    """The third crank is redundant: all turn alike."""
    model = Model("Cranks")
    model.world, model.coupler = World(g=0.0), Body(m=1.0, r_CM=[1, 0, 0], I=0.1)
    for i in range(3):
        crank = model.add(f"crank{i}", link())
        model.add(f"foot{i}", Revolute(model.world.at([i, 0, 0]), crank.frame_a, n=Y, phi_start=-1.0 - 0.02 * i))
        model.add(f"pin{i}", Revolute(crank.at([0.4, 0, 0]), model.coupler.at([i, 0, 0]), n=Y, phi_start=1.0))
    model.foot0.q_fixed = True
    model.expose(outputs={f"foot{i}": model.elements[f"foot{i}"].phi for i in range(3)})
    running = Running(compile_model(model, formulation))
    assert [float(running.get(f"foot{i}")) for i in range(3)] == pytest.approx([-1.0] * 3, abs=LOOPS)
    assert freedoms(running) == 1
