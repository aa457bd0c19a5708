"""Two rigid dominoes, boxes on boxes: an edge comes down on a face, and both fall in their plane until loads have several solutions."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, World, compile_problem, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance

from ...tolerances import INTEGRATION

M, SIZE, PITCH = 0.01, np.array([0.0075, 0.024, 0.048]), 0.02
TURN = slice(3, 7), slice(10, 14)  # quaternions among the states


def dominoes(mu: float, mu_between: float, e: float) -> Model:
    """Two on ground, the first pushed by 4 rad/s."""
    model = Model("Dominoes")
    model.world, model.box, model.ground = World(), BoxSurface(size=SIZE), PlaneSurface()
    for i, w in enumerate((4.0, 0.0)):
        body = model.add(f"b{i}", Body(m=M, I=M / 12.0 * (SIZE @ SIZE - SIZE**2)))
        model.add(
            f"free{i}",
            FreeMotion(model.world.frame_b, body.frame_a, r_start=[i * PITCH, 0.0, SIZE[2] / 2], w_start=[0, w, 0], v_start=[w * SIZE[2] / 2, 0, 0]),
        )
        model.add(f"stands{i}", Contact(body.frame_a, model.world.frame_b, model.box, model.ground, friction="coulomb", mu=mu, e=e))
    model.touch = Contact(model.b0.frame_a, model.b1.frame_a, model.box, model.box, friction="coulomb", mu=mu_between, e=e)
    return model


def test_dominoes_fall_in_their_plane_until_a_sliding_edge_has_no_one_load():
    """By hand: differences between the two loads of the foot, and of the face, turn the second domino about two axes.

    The determinant of what they do to each other is 1 - mu tan(angle) of that without friction, where the foot slides forward.
    """
    instance = Instance(compile_problem(dominoes(0.5, 0.0, 0.0)))
    instance.initialize()
    states = []
    instance.passing = lambda t: states.append(instance.buffers["x"].copy())
    with pytest.raises(StepFailed, match="several solutions or none .Painleve's paradox."):
        instance.advance(1.0)
    first, second = (Rotation.from_quat(states[-1][turn]).as_rotvec() for turn in TURN)
    assert second[1] == pytest.approx(np.arctan(1.0 / 0.5), abs=INTEGRATION)
    assert np.allclose([*first[::2], *second[::2]], 0.0, atol=INTEGRATION)
    assert len(states) < 200  # it did not end, since gaps had kinks, and axes of friction turned about by roundoff


@pytest.mark.slow
@pytest.mark.parametrize(("mu", "mu_between"), [(0.1, 0.05), (0.2, 0.0)])
def test_dominoes_come_to_rest_on_their_faces(mu, mu_between):
    """One slips off the other's edge: a point that is gone opens, and holds nothing."""
    model = dominoes(mu, mu_between, 0.3)
    model.expose(outputs={f"r{i}": model.elements[f"free{i}"].r for i in range(2)} | {f"v{i}": model.elements[f"free{i}"].v for i in range(2)})
    result = simulate(model, 1.0, 0.1)
    for i in range(2):
        assert result[f"r{i}[3]"][-1] == pytest.approx(SIZE[0] / 2, abs=INTEGRATION)
        assert [result[f"v{i}[{k}]"][-1] for k in (1, 2, 3)] == pytest.approx([0.0] * 3, abs=INTEGRATION)
