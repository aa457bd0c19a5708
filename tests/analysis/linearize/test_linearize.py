"""Linear systems near a state: closed forms, other formulations, and what constraints must not leave behind."""

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    Bushing,
    EnergyError,
    FreeMotion,
    JointForce,
    JointMotionInput,
    JointTorque,
    MbfmuError,
    Model,
    Pid,
    Prismatic,
    Revolute,
    RollingDisk,
    TorsionSpringDamper,
    TranslationSpringDamper,
    World,
    compile_problem,
    connect,
    linearize,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.tolerances import FINITE_DIFFERENCE, INTEGRATION, ROUNDOFF

g = 9.81
X, Y, Z = np.eye(3).tolist()
# From the world to a disk: where it is, then yaw, lean and spin, on which nothing depends.
STEPS = [
    (Prismatic, X, lambda w, r: {"v_start": w * r}),
    (Prismatic, Y, lambda w, r: {}),
    (Prismatic, Z, lambda w, r: {"s_start": r}),
    (Revolute, Z, lambda w, r: {}),
    (Revolute, X, lambda w, r: {}),
    (Revolute, Y, lambda w, r: {"w_start": w}),
]


def oscillator(m=2.0, c=50.0, d=3.0) -> Model:
    model = Model("Oscillator")
    model.world, model.mass = World(g=0), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.spring, model.push = TranslationSpringDamper(model.guide, c=c, d=d), JointForce(model.guide)
    model.energy = EnergyError()
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s, "pull": model.spring.f, "work": model.energy.error})
    return model


def parallelogram(formulation: str, crank=0.4, length=1.0) -> Model:
    """Two equal cranks hang from the world and carry a coupler; their pins are in line, as are redundant rows."""
    model = Model("Parallelogram", formulation=formulation)
    model.world = World(g=g)
    model.left = Body(m=1.0, r_CM=[0, 0, -crank / 2], I=[crank**2 / 12] * 3)
    model.right = Body(m=1.0, r_CM=[0, 0, -crank / 2], I=[crank**2 / 12] * 3)
    model.coupler = Body(m=3.0, r_CM=[length / 2, 0, 0], I=[0.1, 0.1, 0.1])
    along = [0, -1, 0]
    model.a = Revolute(model.world.frame_b, model.left.frame_a, n=along)
    model.b = Revolute(model.world.at([length, 0, 0]), model.right.frame_a, n=along)
    model.c = Revolute(model.left.at([0, 0, -crank]), model.coupler.frame_a, n=along)
    model.d = Revolute(model.right.at([0, 0, -crank]), model.coupler.at([length, 0, 0]), n=along)
    model.torque = JointTorque(model.a)
    model.expose(inputs={"tau": model.torque.tau}, outputs={"phi": model.a.phi})
    return model


def test_an_oscillator_and_its_transfer_function():
    found = linearize(oscillator())
    assert (found.states, found.units, found.speeds) == (("guide.s", "guide.v"), ("m", "m/s"), ("guide.v",))
    assert found.A == pytest.approx(np.array([[0, 1], [-25.0, -1.5]]), abs=ROUNDOFF)
    s = 2.0 + 3.0j
    response = found.C @ np.linalg.solve(s * np.eye(2) - found.A, found.B) + found.D
    assert response[found.outputs.index("s"), 0] == pytest.approx(1 / (2 * s**2 + 3 * s + 50), rel=ROUNDOFF)
    (mode,) = found.modes()
    assert mode.damping == pytest.approx(3 / (2 * np.sqrt(2.0 * 50.0)), rel=ROUNDOFF)
    assert mode.frequency == pytest.approx(5 * np.sqrt(1 - mode.damping**2) / (2 * np.pi), rel=ROUNDOFF)
    assert list(mode.shape) == ["guide.s"]


def test_the_frequency_with_and_without_damping():
    (mode,) = linearize(oscillator()).modes()
    assert mode.undamped == pytest.approx(np.sqrt(50.0 / 2.0) / (2 * np.pi), rel=ROUNDOFF)
    assert mode.frequency == pytest.approx(mode.undamped * np.sqrt(1.0 - mode.damping**2), rel=ROUNDOFF)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_closed_loop_leaves_its_own_pair_of_poles(formulation):
    """The frequency of the hanging parallelogram by its energies; nothing of the constraints, in any formulation."""
    crank = 0.4
    found = linearize(parallelogram(formulation, crank))
    inertia = 2 * crank**2 / 3 + 3 * crank**2
    (mode,) = found.modes()
    assert mode.eigenvalue == pytest.approx(1j * np.sqrt(g * (crank + 3 * crank) / inertia), abs=INTEGRATION)
    assert len(found.states) == 2


def test_the_coordinates_are_the_users():
    found = linearize(parallelogram("kane"), coordinates=["b.phi"])
    assert found.states == ("b.phi", "b.w")
    inertia = 2 * 0.4**2 / 3 + 3 * 0.4**2
    assert found.B == pytest.approx(np.array([[0.0], [1 / inertia]]), abs=INTEGRATION)
    assert found.C == pytest.approx(np.array([[1.0, 0.0]]), abs=INTEGRATION)
    with pytest.raises(MbfmuError, match="a.phi, b.phi are 2 coordinates, but the mechanism has 1 degrees of freedom"):
        linearize(parallelogram("kane"), coordinates=["a.phi", "b.phi"])
    with pytest.raises(MbfmuError, match="d.phi are not independent|there is no coordinate 'e.phi'"):
        linearize(parallelogram("kane"), coordinates=["e.phi"])


def test_rotations_are_three_small_angles():
    """A body on a bushing: six frequencies, of which none is that of the norm of Euler parameters."""
    model = Model("Suspended")
    model.world, model.body = World(g=0), Body(m=2.0, I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.bushing = Bushing(model.world.frame_b, model.body.frame_a, c=[100, 200, 300], c_phi=[10, 40, 90])
    modes = linearize(model).modes()
    assert [mode.eigenvalue.imag for mode in modes] == pytest.approx(np.sqrt([10, 20, 30, 50, 100, 150]), rel=FINITE_DIFFERENCE)
    assert "motion of free.w[1]" in modes[0].shape


@pytest.mark.parametrize("speed", [1.0, 8.0])
def test_a_rolling_disk_is_stable_above_its_critical_speed(speed):
    """A thin disk that rolls straight on: lambda^2 = 4/5 (g / r - 3 omega^2) for its lean, in steady motion under nonholonomic rows."""
    r, m = 0.5, 2.0
    model = Model("Disk")
    model.world, part = World(g=g), None
    for i, (kind, axis, start) in enumerate(STEPS):
        before = model.world.frame_b if part is None else part.frame_a
        part = Body(m=m, I=[m * r**2 / 4, m * r**2 / 2, m * r**2 / 4]) if i == len(STEPS) - 1 else Body(m=0.0)
        model.add(f"part_{i}", part)
        model.add(f"joint_{i}", kind(before, part.frame_a, n=axis, **start(speed, r)))
    model.rolling = RollingDisk(model.world.frame_b, part.frame_a, radius=r)
    squared = 0.8 * (g / r - 3 * speed**2)
    values = np.linalg.eigvals(linearize(model).A)
    lean = values[np.argmax(abs(values))]
    assert lean**2 == pytest.approx(squared, rel=INTEGRATION)


def test_a_pendulum_on_a_table_that_turns():
    """At the angle where it stands still relative to the table: omega^2 sin^2 of that angle."""
    turn, angle = 5.0, np.arccos(g / 25.0)
    model = Model("Governor")
    model.world, model.table = World(g=g), Body(m=1.0, I=[1e6, 1e6, 1e6])
    model.axle = Revolute(model.world.frame_b, model.table.frame_a, n=[0, 0, 1], w_start=turn)
    model.ball = Body(m=1.0, r_CM=[0, 0, -1.0])
    model.pin = Revolute(model.table.frame_a, model.ball.frame_a, n=[0, 1, 0], phi_start=angle)
    values = np.linalg.eigvals(linearize(model).A)
    assert max(abs(values.imag)) == pytest.approx(turn * np.sin(angle), rel=1e-5)


def test_the_state_that_a_run_has_come_to():
    """A pendulum with a constant torque settles where weight and torque balance, and swings about that."""
    model = Model("Held", stop_time=1.0)
    model.world, model.bob = World(g=g), Body(m=1.0, r_CM=[0, 0, -1.0])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0])
    model.damper, model.motor = TorsionSpringDamper(model.pivot, d=2.0), JointTorque(model.pivot)
    model.expose(inputs={"tau": model.motor.tau}, outputs={"phi": model.pivot.phi})
    found = linearize(model, inputs={"tau": 5.0}, time=40.0)
    assert np.abs(found.rates).max() < INTEGRATION
    assert -found.A[1, 0] == pytest.approx(np.sqrt(g**2 - 25.0), rel=INTEGRATION)


@pytest.mark.parametrize("time", [-1.0, float("nan"), float("inf")])
def test_a_time_that_no_run_comes_to_is_refused(time):
    with pytest.raises(MbfmuError, match=f"at {time} s: the time must be >= 0 s and finite"):
        linearize(oscillator(), time=time)


def test_a_driven_coordinate_is_no_state():
    model = oscillator()
    model.slider = Body(m=1.0)
    model.rail = Prismatic(model.mass.frame_a, model.slider.frame_a, n=[1, 0, 0])
    model.drive = JointMotionInput(model.rail)
    model.expose(inputs={"s_d": model.drive.s, "v_d": model.drive.v, "a_d": model.drive.a})
    found = linearize(model)
    assert found.states == ("guide.s", "guide.v") and found.inputs == ("f", "s_d", "v_d", "a_d")
    assert found.A[1] == pytest.approx([-50 / 3, -1.0], rel=INTEGRATION)
    assert found.B == pytest.approx(np.array([[0, 0, 0, 0], [1 / 3, 0, 0, -1 / 3]]), abs=INTEGRATION)


def test_a_mechanism_and_a_controller_in_one():
    """PD control of a mass: the poles of the closed loop, found in the connected Problem with the controller's own states."""
    whole = connect(
        "Loop", {"plant": oscillator(), "pid": BlockModel("Pid", Pid("m", "N", k=100.0, T_i=1e9, T_f=1e-3))}, [("plant.s", "pid.measurement")]
    )
    found = linearize(whole)
    assert {"plant.guide.s", "plant.guide.v"} < set(found.states)
    assert "pid.integral_state" in found.states
    opened = linearize(compile_problem(oscillator()))
    assert min(abs(np.linalg.eigvals(found.A) - np.linalg.eigvals(opened.A)[0])) < INTEGRATION


def test_what_is_saved_is_read_back(tmp_path):
    found = linearize(oscillator())
    found.save(tmp_path / "oscillator.npz")
    read = np.load(tmp_path / "oscillator.npz")
    assert np.array_equal(read["A"], found.A) and read["outputs"].tolist() == list(found.outputs)


def test_unknown_values_are_refused():
    with pytest.raises(ProblemsFound, match="no variable 'mass'"):
        linearize(oscillator(), values={"mass": 1.0})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_of_coordinates_that_serve_alike_the_first_is_chosen(formulation: str):
    """All pins of a parallelogram turn equally fast: rounding does not decide which of them is the state."""
    assert linearize(parallelogram(formulation)).states[0] in ("a.phi", "motion of left.w[2]")
