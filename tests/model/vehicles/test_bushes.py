"""Rubber in place of joints: stiffness by hand, one bush at a time, curves and their mirror image, and energy."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import EnergyError, FlatRoad, LookupTable, Model, Posture, World, simulate
from mbfmu.model.vehicles import (
    MID_SIZE_CAR,
    Bush,
    BushCurves,
    FullCar,
    LinkBushes,
    PivotBushes,
    SuspensionSpring,
    car_model,
    mid_size_tire,
)
from tests.tolerances import INTEGRATION

from .suspensions import DOUBLE_WISHBONE, MCPHERSON, SEMI_TRAILING_ARM

LINEAR = 1e-6  # of a linear calculation at 1e-7 m and rad, which is asked of compliance
SLACK = SuspensionSpring(c=1e-6, d=0.0)
FIRST = Bush(c=(2e6, 5e6, 4e6), c_phi=(60.0, 80.0, 70.0))
SECOND = Bush(c=(8e5, 3e6, 6e6), c_phi=(50.0, 20.0, 90.0))
RUBBER = LookupTable([-4.0, -1.0, 0.0, 2.0, 5.0], [-9.0, -1.0, 0.0, 4.0, 16.0], units=("mm", "kN"), smooth=True, outside="extrapolated")


def resting(suspension, side: str = "left") -> tuple[Model, Posture]:
    """A suspension on a body that does not move, without gravity, its spring slack."""
    model = Model("Rig")
    model.world = World(g=0)
    of = replace(suspension, spring=SLACK)
    sided = of if side == "left" else of.mirrored()
    sided.add(model, side, model.world, *((model.world,) if hasattr(suspension, "tie_rod_inner") else ()))
    return model, Posture(model)


def wrench_by_hand(arm, bushes: PivotBushes, shift: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Moment about the wheel's centre and force [N.m, N] that hold an arm which is shifted and turned a little."""
    total = np.zeros(6)
    for point, bush in ((arm.pivot_inner, bushes.first), (arm.pivot_outer, bushes.second)):
        lever = point.r - arm.wheel_centre.r
        force = np.array(bush.c) * (shift + np.cross(turn, lever))
        total += [*(np.cross(lever, force) + np.array(bush.c_phi) * turn), *force]
    return total


@pytest.mark.parametrize(
    "bushes", [PivotBushes(FIRST, Bush()), PivotBushes(Bush(), SECOND), PivotBushes(FIRST, SECOND)], ids=["first", "second", "both"]
)
def test_an_arm_on_bushes_is_as_stiff_as_by_hand(bushes: PivotBushes):
    _, posture = resting(replace(SEMI_TRAILING_ARM, arm_bushes=bushes))
    assert len(posture.speeds) == 7  # all of the arm, and the spin
    rows = [posture.speeds.index(f"left_pivot.{name}[{i}]") for name in "wv" for i in (1, 2, 3)]
    for k in range(6):
        small = 1e-7 * np.eye(6)[k]
        shift, turn = small[3:], small[:3]
        posture.place({f"left_pivot.r[{i + 1}]": x for i, x in enumerate(shift)} | {f"left_pivot.Q[{i + 1}]": 0.5 * x for i, x in enumerate(turn)})
        expected = wrench_by_hand(SEMI_TRAILING_ARM, bushes, shift, turn)
        assert posture.holding_forces()[rows] == pytest.approx(expected, abs=LINEAR * np.abs(expected).max())


def test_rubber_in_the_tie_rod_is_a_spring_about_the_steering_axis():
    """The strut's knuckle turns about the line from its ball joint to the top of the strut, against c and the square of the rod's lever."""
    s, c, angle = MCPHERSON, 3e6, 1e-7
    _, posture = resting(replace(s, tie_rod_bushes=LinkBushes(c=c, d=0.0)))
    assert len(posture.speeds) == 3  # travel, steering and spin
    axis = s.ball_joint.to(s.strut_top) / s.ball_joint.distance(s.strut_top)
    rod = s.tie_rod_inner.to(s.tie_rod_outer) / s.tie_rod_inner.distance(s.tie_rod_outer)
    lever = axis @ np.cross(s.ball_joint.to(s.tie_rod_outer), rod)
    posture = Posture(posture.model, independent=["left_arm_pivot.w", "left_ball_joint.w[3]", "left_bearing.w"])
    posture.place({"left_arm_pivot.phi": 0.0, "left_ball_joint.Q[3]": 0.5 * angle * axis[2]})
    row = posture.speeds.index("left_ball_joint.w[3]")
    assert posture.holding_forces()[row] == pytest.approx(c * lever**2 * angle / axis[2], rel=LINEAR)


@pytest.mark.parametrize("side, sign", [("left", 1.0), ("right", -1.0)])
def test_curves_of_the_right_side_are_the_mirror_image(side: str, sign: float):
    bushes = PivotBushes(BushCurves(f_x=RUBBER, f_y=RUBBER), Bush())
    _, posture = resting(replace(SEMI_TRAILING_ARM, arm_bushes=bushes), side)
    first = posture.speeds.index(f"{side}_pivot.v[1]")
    for x in (-0.003, -0.0005, 0.004):
        posture.place({f"{side}_pivot.r[1]": x, f"{side}_pivot.r[2]": sign * x})
        along, across = posture.holding_forces()[first : first + 2]
        expected = RUBBER.in_units(("m", "N"))(x)
        assert (along, sign * across) == (pytest.approx(expected, rel=LINEAR), pytest.approx(expected, rel=LINEAR))


def test_a_suspension_on_rubber_swings_without_losing_energy():
    """Every joint of a double wishbone: both pivots, by curves too, both ball joints and the ends of the tie rod."""
    curved = BushCurves(c=(0.0, 0.0, 4e6), f_x=RUBBER, f_y=RUBBER, t_z=LookupTable([-1.0, 1.0], [-80.0, 80.0], outside="extrapolated"))
    stiff = Bush(c=(6e6,) * 3)
    suspension = replace(
        DOUBLE_WISHBONE,
        lower_bushes=PivotBushes(curved, FIRST),
        upper_bushes=PivotBushes(SECOND, SECOND),
        lower_ball_bush=stiff,
        upper_ball_bush=stiff,
        tie_rod_bushes=LinkBushes(c=8e6, d=0.0),
        spring=replace(DOUBLE_WISHBONE.spring, d=0.0),
    )
    model = Model("Rig")
    model.world = World(g=9.81)
    suspension.add(model, "left", model.world, model.world)
    model.energy = EnergyError()
    model.expose(outputs={"error": model.energy.error, "moved": model.left_lower_pivot.r})
    run = simulate(model, 0.05, 1e-3, rtol=1e-9)
    assert np.ptp(run["moved[3]"]) > 1e-3 and np.abs(run["error"]).max() < INTEGRATION * 5e3


def test_rubber_in_the_pivots_alone_leaves_loops_with_ball_joints():
    """A loop through free motions, which have no axes to name; warnings of NumPy are errors here."""
    pivots = PivotBushes(FIRST, SECOND)
    with np.errstate(all="raise"):
        _, posture = resting(replace(DOUBLE_WISHBONE, lower_bushes=pivots, upper_bushes=pivots))
    assert len(posture.speeds) == 12  # six of each arm and three of the knuckle on its ball, less those of the other ball and the rod, and the spin


def steadily(car: FullCar) -> float:
    """The yaw rate in a bend at 20 m/s."""
    run = simulate(car_model("Car", "", car, FlatRoad(), mid_size_tire)[0], 4.0, 1.0, {"speed": 20.0}, {"steering": 2e-3})
    assert abs(run["energy_error"]).max() < 1.0
    return run["turning[3]"][-1]


@pytest.mark.slow
def test_soft_tie_rods_understeer_and_semi_trailing_arms_on_rubber_oversteer():
    """Lateral force acts behind the steering axis, by the tire's trail; and behind, far behind the arm's pivot: its known weakness."""
    hard = Bush(c=(4e6,) * 3, d=(500.0,) * 3, c_phi=(50.0,) * 3, d_phi=(1.0,) * 3)
    in_front = replace(MID_SIZE_CAR, front=replace(MID_SIZE_CAR.front, tie_rod_bushes=LinkBushes(c=4e5, d=500.0)))
    behind = replace(MID_SIZE_CAR, rear=replace(MID_SIZE_CAR.rear, arm_bushes=PivotBushes(hard, hard)))
    assert 1.01 * steadily(in_front) < steadily(MID_SIZE_CAR) < 0.99 * steadily(behind)
