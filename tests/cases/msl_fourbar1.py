"""Modelica's MultiBody.Examples.Loops.Fourbar1: a spatial four-bar with steel cylinders."""

import numpy as np

from mbfmu import Body, FixedTranslation, Model, Prismatic, Revolute, Spherical, Universal, World

from .case import Case, published
from .shapes import cylinder
from .signals import unwrapped

DENSITY, DIAMETER = 7700.0, 0.05
R1, R2, R3 = np.array([0, 0.5, 0.1]), np.array([0, 0.2, 0]), np.array([-1, 0.3, 0.1])


def rod(r: np.ndarray) -> Body:
    """A steel cylinder from its frame to r."""
    m = DENSITY * np.pi * DIAMETER**2 / 4 * np.linalg.norm(r)
    return Body(m=m, r_CM=r / 2, I=cylinder(m, r, DIAMETER))


def open_chain() -> Model:
    """The crank b1, and the slider with b2; b3 is to lead from the end of b2 to that of b1."""
    model = Model("Fourbar1")
    model.world = World(g=9.81, n=[0, -1, 0])
    model.b1, model.b2, model.b3 = rod(R1), rod(R2), rod(R3)
    model.j1 = Revolute(model.world.frame_b, model.b1.frame_a, n=[1, 0, 0], w_start=5.235987755982989, q_fixed=True, v_fixed=True)
    model.j2 = Prismatic(model.world.at([1.2, 0, 0]), model.b2.frame_a, n=[1, 0, 0], s_start=-0.2)
    model.expose(outputs={"phi1": model.j1.phi, "w1": model.j1.w, "s": model.j2.s, "v": model.j2.v})
    return model


def of_single_axes(formulation: str) -> Model:
    """As in Modelica: six revolute joints and a prismatic one, between them massless parts."""
    model = open_chain()
    model.y_cross, model.z_cross, model.x_cross = (FixedTranslation(r=[0, 0, 0]) for _ in range(3))
    model.j3 = Revolute(model.b1.at(R1), model.x_cross.frame_a, n=[1, 0, 0])
    model.j4 = Revolute(model.x_cross.frame_b, model.y_cross.frame_a, n=[0, 1, 0])
    model.j5 = Revolute(model.y_cross.frame_b, model.b3.at(R3), n=[0, 0, 1])
    model.j6 = Revolute(model.b2.at(R2), model.z_cross.frame_a, n=[0, 1, 0])
    model.j7 = Revolute(model.z_cross.frame_b, model.b3.frame_a, n=[0, 0, 1])
    return model


def of_compound_joints(formulation: str) -> Model:
    """A spherical and a universal joint in place of five revolute ones."""
    model = open_chain()
    model.ball = Spherical(model.b1.at(R1), model.b3.at(R3))
    model.cardan = Universal(model.b2.at(R2), model.b3.frame_a, n_a=[0, 1, 0], n_b=[0, 0, 1])
    return model


def measure(signals):
    """Crank and slider."""
    return {**signals, "phi1": unwrapped(signals["phi1"], 0.0)}


CASES = tuple(
    Case(name, model, published("msl_fourbar1"), 5.0, 0.05, 1e-09, measure=measure, slow=slow)
    for name, model, slow in (
        ("msl_fourbar1", of_single_axes, frozenset({"udwadia_phohomsiri"})),
        ("msl_fourbar1_compound", of_compound_joints, frozenset()),
    )
)
