"""Drivetrains against closed forms: frequencies of torsion, shafts against each other, and how cars with each drive roll and accelerate."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Body, EnergyError, Fixed, FlatRoad, MbfmuError, Model, World, linearize, simulate
from mbfmu.model.vehicles import MID_SIZE_CAR, AllWheelDrive, ClutchPack, Drivetrain, LimitedSlip, Locked, Point, car_model, mid_size_linear_tire
from mbfmu.model.vehicles.mid_size_car import LOAD
from tests.tolerances import EIGENVALUE, INTEGRATION, ROLLING_FREELY, ROUNDOFF

from .suspensions import WHEEL

SHAFTS = Drivetrain(Point(0.0, 0.0, 0.31), m_carrier=20.0, I_carrier=0.25, m_shaft=4.0, I_shaft=0.02, c=6e3, d=0.0)


def axle(drivetrain: Drivetrain = SHAFTS, against: float = 0.0) -> Model:
    """Two wheels with bearings on a body that does not move, and what drives them."""
    model = Model("Axle")
    model.world, model.body = World(g=0), Body(m=1.0)
    model.hold = Fixed(model.world.frame_b, model.body.frame_a)
    wheels = [WHEEL.add(model, side, model.body, Point(0.0, y, 0.31), model.hold) for side, y in (("left", 0.75), ("right", -0.75))]
    drive = drivetrain.add(model, "drive", model.body, dict(zip(("RL", "RR"), wheels)))
    for joint, w in ((wheels[0].bearing, 1.0), (wheels[1].bearing, -1.0), (drive.left_shaft, 1.0), (drive.right_shaft, -1.0)):
        joint.w_start = w * against
    model.energy = EnergyError()
    outputs = {"left": wheels[0].bearing.w, "right": wheels[1].bearing.w, "shaft": drive.left_shaft.w, "energy_error": model.energy.error}
    model.expose(inputs={"torque": drive.input}, outputs=outputs)
    return model


def test_its_frequencies_of_torsion():
    """Both shafts against both wheels: w^2 = 2 c (1/(J_c + 2 J_s) + 1/(2 J_w)); one against the other, the carrier still: w^2 = c (1/J_s + 1/J_w)."""
    s, J = SHAFTS, WHEEL.I_axle
    together = 2 * s.c * (1 / (s.I_carrier + 2 * s.I_shaft) + 1 / (2 * J))
    against = s.c * (1 / s.I_shaft + 1 / J)
    found = [abs(mode.eigenvalue) for mode in linearize(axle()).modes() if abs(mode.eigenvalue) > 1.0]
    assert sorted(found) == pytest.approx(np.sqrt([together, against]), rel=EIGENVALUE)


def test_it_drives_both_wheels_alike():
    run = simulate(axle(), 1.0, 0.1, inputs={"torque": 1.0}, rtol=1e-10)
    assert run["left"] == pytest.approx(run["right"], abs=INTEGRATION)
    carried = SHAFTS.I_carrier + 2 * SHAFTS.I_shaft
    mean = run["time"][-1] / (carried + 2 * WHEEL.I_axle)
    w = np.sqrt(2 * SHAFTS.c * (1 / carried + 1 / (2 * WHEEL.I_axle)))
    swing = mean * (1 - np.sin(w) / w)
    assert run["left"][-1] == pytest.approx(swing, rel=INTEGRATION)


def test_a_viscous_coupling_damps_the_shafts_against_each_other():
    """J_s x'' = -c (x - y) - 2 d x' and J_w y'' = c (x - y), for both shafts x and -x, both wheels y and -y."""
    s, J, d = SHAFTS, WHEEL.I_axle, 1.5
    A = np.array([[0, 0, 1, 0], [0, 0, 0, 1], [-s.c / s.I_shaft, s.c / s.I_shaft, -2 * d / s.I_shaft, 0], [s.c / J, -s.c / J, 0, 0]])
    found = np.array([mode.eigenvalue for mode in linearize(axle(replace(s, slip=LimitedSlip(d=d)))).modes()])
    pairs = np.concatenate([found, found.conj()])
    for expected in np.linalg.eigvals(A)[np.abs(np.linalg.eigvals(A)) > 1.0]:
        assert np.abs(pairs - expected).min() < EIGENVALUE * abs(expected)


def test_preload_takes_angular_momentum_at_a_constant_rate():
    """While both shafts slip at more than w_dry: d/dt (J_s w_s + J_w w_w) = -preload, however they twist."""
    s, J, start = SHAFTS, WHEEL.I_axle, 20.0
    run = simulate(axle(replace(s, slip=LimitedSlip(preload=40.0)), start), 0.2, 0.1, inputs={"torque": 0.0}, rtol=1e-10)
    momentum = s.I_shaft * run["shaft"] + J * run["left"]
    assert momentum == pytest.approx((s.I_shaft + J) * start - 40.0 * run["time"], rel=INTEGRATION)
    assert run["right"] == pytest.approx(-run["left"], rel=INTEGRATION)
    assert run["energy_error"] == pytest.approx(0.0, abs=INTEGRATION * J * start**2)


@pytest.mark.parametrize(("torque", "start", "lock"), [(120.0, 200.0, 0.5), (-120.0, 200.0, 0.2), (120.0, -200.0, 0.5)])
def test_a_locking_differential_shares_torque_by_its_bias(torque, start, lock):
    """While shafts slip, with momenta L = J_s w_s + J_w w_w of each side: L_left' - L_right' = -lock |L_left' + L_right'|, however they twist."""
    s, J = SHAFTS, WHEEL.I_axle
    model = axle(replace(s, d=20.0, slip=LimitedSlip(drive=0.5, coast=0.2)), start)
    model.expose(outputs={"right_shaft": model.elements["drive_right_shaft_bearing"].w})
    run = simulate(model, 1.0, 0.1, inputs={"torque": torque}, rtol=1e-10)
    left = s.I_shaft * run["shaft"] + J * run["left"]
    right = s.I_shaft * run["right_shaft"] + J * run["right"]
    apart, together = left - right, left + right
    assert apart == pytest.approx(apart[0] - np.sign(start) * lock * np.abs(together), rel=INTEGRATION)
    assert np.abs(run["energy_error"]).max() < INTEGRATION * J * start**2


def test_ramps_of_a_clutch_pack_lock_by_their_angles():
    """Half of T / r_ramp on each ring, turned by the ramp into an axial force; so many faces at r_plates brake each side: shares by hand."""
    pack = ClutchPack(faces=4, mu=0.1, r_plates=0.05, r_ramp=0.045, drive_angle=np.radians(45.0), coast_angle=np.radians(80.0), preload=30.0)
    for share, angle in ((pack.slip.drive, 45.0), (pack.slip.coast, 80.0)):
        T = 200.0
        ring = 0.5 * T / 0.045 / np.tan(np.radians(angle))
        assert share * T == pytest.approx(2.0 * 4 * 0.1 * 0.05 * ring, rel=ROUNDOFF)
    assert replace(pack, coast_angle=0.5 * np.pi).slip.coast == 0.0
    for slip in (pack, pack.slip):
        model = axle(replace(SHAFTS, d=20.0, slip=slip), 50.0)
        assert model.elements["drive_slip"].values["drive"] == pack.slip.drive
    for wrong, message in (
        ({"drive_angle": 0.1}, "locks by 4.43 of the torque"),
        ({"coast_angle": 2.0}, "at most pi / 2"),
        ({"mu": 0.0}, "mu = 0.0"),
    ):
        with pytest.raises(MbfmuError, match=message):
            replace(pack, **wrong)


@pytest.mark.parametrize("slip", [LimitedSlip(drive=0.5), Locked()], ids=["bias", "locked"])
def test_a_centre_differential_sends_torque_to_the_axle_that_holds(slip):
    """Rear wheels held by brakes: an open one leaves half of the torque to each axle; a bias of 3 leaves the front axle a quarter, which slips."""
    found = {}
    for name, of in (("open", None), ("chosen", slip)):
        model = all_wheels(replace(ALL, slip=of))
        run = simulate(model, 2.0, 0.5, inputs={"torque": 40.0, "hold": 500.0}, rtol=1e-9)
        found[name] = (run["front"][-1] - run["front"][2]) / 1.0
    carried = HALF.I_carrier + 2 * HALF.I_shaft + 2 * WHEEL.I_axle + 0.25 * ALL.I_carrier
    assert found["open"] == pytest.approx(20.0 / carried, rel=1e-3)
    assert found["chosen"] == pytest.approx(0.0 if isinstance(slip, Locked) else 10.0 / carried, rel=2e-2, abs=1e-3)


def all_wheels(drivetrain: AllWheelDrive) -> Model:
    """Four wheels with bearings on a body that does not move, and what drives them; `hold` brakes those behind."""
    model = Model("AllWheels")
    model.world, model.body = World(g=0), Body(m=1.0)
    model.hold = Fixed(model.world.frame_b, model.body.frame_a)
    places = {"FL": (0.0, 0.75), "FR": (0.0, -0.75), "RL": (-2.7, 0.75), "RR": (-2.7, -0.75)}
    wheels = {name: WHEEL.add(model, name, model.body, Point(x, y, 0.31), model.hold) for name, (x, y) in places.items()}
    drive = drivetrain.add(model, "drive", model.body, wheels)
    model.expose(
        inputs={"torque": drive.input, "hold": [wheels["RL"].brake.torque, wheels["RR"].brake.torque]}, outputs={"front": wheels["FL"].bearing.w}
    )
    return model


def test_a_locked_differential_lets_wheels_turn_against_each_other_by_twist_alone():
    """w^2 = c / J_w for one wheel against the other."""
    found = [abs(mode.eigenvalue) for mode in linearize(axle(replace(SHAFTS, slip=Locked()))).modes() if abs(mode.eigenvalue) > 1.0]
    s, J = SHAFTS, WHEEL.I_axle
    together = 2 * s.c * (1 / (s.I_carrier + 2 * s.I_shaft) + 1 / (2 * J))
    assert sorted(found) == pytest.approx(np.sqrt(sorted([together, s.c / J])), rel=EIGENVALUE)


REAR = MID_SIZE_CAR.drivetrain
FRONT = replace(REAR, axle="front")  # where the differential in the rear is, so that the car stays in equilibrium
HALF = replace(REAR, m_carrier=10.0, m_shaft=2.0)
ALL = AllWheelDrive(front=replace(HALF, axle="front"), rear=HALF, centre=REAR.centre, m_carrier=10.0, I_carrier=0.1)


@pytest.mark.parametrize(
    "drivetrain", [pytest.param(FRONT, marks=pytest.mark.slow), replace(ALL, slip=LimitedSlip(preload=50.0, d=2.0))], ids=["front", "all"]
)
def test_a_car_with_any_drive_rolls_freely_at_the_start(drivetrain):
    model, _ = car_model("Car", "", replace(MID_SIZE_CAR, drivetrain=drivetrain), FlatRoad(), mid_size_linear_tire)
    run = simulate(model, 0.02, 5e-3, {"speed": 20.0})
    forces = [np.abs(run[f"tire_force_{corner}[1]"]).max() for corner in ("FL", "FR", "RL", "RR")]
    assert max(forces) < ROLLING_FREELY * LOAD


def test_wrong_axles_are_refused():
    with pytest.raises(MbfmuError, match="axle = 'middle'"):
        replace(REAR, axle="middle")
    with pytest.raises(MbfmuError, match="front drives the rear axle"):
        replace(ALL, front=REAR)
