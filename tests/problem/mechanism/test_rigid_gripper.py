"""Two pads on slides that grip a cube by rigid contact and lift it: boxes on boxes, held by friction alone."""

import numpy as np
import pytest

from mbfmu import Body, BoxSurface, Contact, CoordinateCoupling, FreeMotion, JointForce, Model, PlaneSurface, Prismatic, World, simulate

from ...tolerances import INTEGRATION

G, SIDE, PAD, HAND, FINGER, CUBE = 9.81, 0.06, [0.01, 0.03, 0.04], 1.0, 0.2, 0.5  # m, kg
GRIP, LIFT, FROM, UNTIL = 20.0, 3.0, 0.5, 1.0  # N, s: a pad presses by GRIP; LIFT is beyond the weight


def gripper(geared: bool, aside: float, mu: float, e: float) -> Model:
    """It stands over a cube that is off its middle; one drive moves both slides by a gear, or each has its own."""
    model = Model("Gripper")
    model.world, model.hand = World(g=G), Body(m=HAND, I=[1e-3] * 3)
    model.lift = Prismatic(model.world.at([0, 0, 0.11]), model.hand.frame_a, n=[0, 0, 1])
    model.motor = JointForce(model.lift)
    model.cube = Body(m=CUBE, I=[CUBE * SIDE**2 / 6] * 3)
    model.free = FreeMotion(model.world.frame_b, model.cube.frame_a, r_start=[aside, 0, SIDE / 2])
    model.pad, model.block, model.table = BoxSurface(size=PAD), BoxSurface(size=[SIDE] * 3), PlaneSurface()
    for name, side in (("right", 1), ("left", -1)):
        finger = model.add(f"{name}_finger", Body(m=FINGER, I=[1e-4] * 3))
        slide = model.add(f"{name}_slide", Prismatic(model.hand.at([0, 0, -0.08]), finger.frame_a, n=[-side, 0, 0], s_start=-0.04))
        model.add(f"{name}_drive", JointForce(slide))
        model.add(f"{name}_contact", Contact(model.cube.frame_a, finger.frame_a, model.block, model.pad, friction="coulomb", mu=mu, e=e))
    if geared:
        model.gear = CoordinateCoupling(model.right_slide, model.left_slide, ratio=1.0)
    model.rest = Contact(model.cube.frame_a, model.world.frame_b, model.block, model.table, friction="coulomb", mu=mu, e=e)
    drives = {f"{name}_drive": model.elements[f"{name}_drive"].f for name in ("right", "left")}
    model.expose(
        inputs={"motor": model.motor.f, **drives},
        outputs={"h": model.lift.s, "r": model.free.r, "N": model.left_contact.N, "f": model.left_contact.f},
    )
    return model


@pytest.mark.slow
@pytest.mark.parametrize("geared", [True, False])
@pytest.mark.parametrize(("aside", "mu", "e"), [(0.0, 0.5, 0.0), (0.003, 0.5, 0.0), (0.003, 0.3, 0.3)])
def test_a_gripper_lifts_a_cube(geared, aside, mu, e):
    hand = (HAND + 2 * FINGER) * G

    def motor(t: float) -> float:
        return hand + (CUBE * G + LIFT if t >= FROM else 0.0) - (LIFT if t >= UNTIL else 0.0)

    drives = {"right_drive": 2 * GRIP if geared else GRIP, "left_drive": 0.0 if geared else GRIP}
    result = simulate(gripper(geared, aside, mu, e), UNTIL + 0.5, 0.1, inputs={"motor": motor, **drives})
    a = LIFT / (HAND + 2 * FINGER + CUBE)
    rises, pulled = a * (UNTIL - FROM) * (0.5 * (UNTIL - FROM) + 0.5), 0.5 * CUBE * (G + a)
    assert result["h"][-1] == pytest.approx(rises, abs=INTEGRATION)
    assert result["r[3]"][-1] == pytest.approx(SIDE / 2 + rises, abs=INTEGRATION)
    assert result["r[3]"][4] == pytest.approx(SIDE / 2, abs=INTEGRATION)
    assert np.allclose(result["N"][5:], GRIP, atol=INTEGRATION)
    assert np.allclose(result["f[3]"][7:10], pulled, atol=INTEGRATION)
