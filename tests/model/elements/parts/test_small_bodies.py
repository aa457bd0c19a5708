"""Bodies of milligrams: a beam vibrates as a larger one of the same shape, faster by how much smaller it is."""

import numpy as np
import pytest

from mbfmu import Distance, Fixed, FlexibleBody, Material, Model, Prismatic, RectangleSection, World, compile_problem, linearize
from mbfmu.base.errors import StepFailed
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.elastic_data import Node
from mbfmu.model.structure.points import of_points

from ....running import Running
from ....tolerances import TRUNCATED_MODES

STEEL = Material(2.1e11, 7850.0)


def clamped(L: float, formulation: str) -> Model:
    """A beam that is held at both ends and a hundred times as long as it is thick."""
    data = beam_data({"root": [0, 0, 0], "tip": [L, 0, 0]}, RectangleSection(L / 50, L / 100), STEEL, elements=4, modes=6)
    model = Model("Clamped", formulation=formulation)
    model.world, model.beam = World(g=0.0), FlexibleBody(data, zeta=0.0)
    model.left = Fixed(model.world.frame_b, model.beam.node("root"))
    model.right = Fixed(model.world.at([L, 0, 0]), model.beam.node("tip"))
    return model


@pytest.mark.parametrize(["L", "formulation"], [(0.03, "articulated_body"), (1e-3, "articulated_body"), (1e-3, "kane")])
def test_a_small_beam_vibrates(L, formulation):
    """Between clamps, at (4.7300 / L)^2 sqrt(E h^2 / 12 rho); the modes of 1.6 micrograms go up to 5 MHz."""
    expected = (4.730040744862704 / L) ** 2 * np.sqrt(STEEL.E * (L / 100) ** 2 / 12 / STEEL.rho)
    found = np.abs(np.linalg.eigvals(linearize(clamped(L, formulation)).A))
    assert found.min() == pytest.approx(expected, rel=TRUNCATED_MODES)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of so large numbers, in checks of the model before the run
def test_masses_that_are_not_finite_are_named():
    """Elastic coordinates whose square is too large for a number give inertias that are none."""
    x = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    Phi = np.array([0.0, 0, 1])[None, :, None] * np.array([1.0, -1, -1, 1])[:, None, None]
    data = of_points(x, np.ones(4), Phi, None, np.eye(1), nodes={"root": Node(np.zeros(3), np.zeros((3, 1)), np.zeros((3, 1)), np.zeros((3, 1, 1)))})
    model = Model("Far")
    model.world, model.body = World(), FlexibleBody(data, e_start=[1e200])
    model.rail = Prismatic(model.world.frame_b, model.body.node("root"), n=[1, 0, 0], s_start=1.0)
    model.rod = Distance(model.world.frame_b, model.body.node("root"), s=1.0)
    with pytest.raises(StepFailed, match="the masses along .* are not finite numbers; look at masses, inertias and places there"):
        Running(compile_problem(model))
