"""Linear systems of FMUs: of a pendulum that knows nothing of mbfmu, by closed form; and of our own."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, JointTorque, MbfmuError, Model, Ramp, Revolute, TorsionSpringDamper, World, build_portable, linearize
from mbfmu.base.errors import ProblemsFound
from tests.cosim.fmus import GAIN, build_fmu
from tests.tolerances import DIFFERENCES, FMU_INTEGRATION, INTEGRATION, ROUNDOFF

k, DAMPING = 9.81, 0.1  # of the stub: x'' = -k sin x - 0.1 x' + u, from x = 0.5; y = x, a = x''
NO_EXCHANGE = {
    '  <ModelExchange modelIdentifier="stub" canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"/>\n': ""
}


def pendulum_at(x: float) -> tuple[np.ndarray, ...]:
    A = np.array([[0.0, 1.0], [-k * np.cos(x), -DAMPING]])
    return A, np.array([[0.0], [1.0]]), np.array([[1.0, 0.0], A[1]]), np.array([[0.0], [1.0]])


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_of_another_tool(stub: Callable[..., Path], version: int):
    found = linearize(stub(version=version), {"x": 0.7}, {"u": 2.0})
    assert (found.states, found.inputs, found.outputs[:2], found.units) == (("x", "v"), ("u",), ("y", "a"), ("rad", "rad/s"))
    for part, expected in zip((found.A, found.B, found.C[:2], found.D[:2]), pendulum_at(0.7)):
        assert part == pytest.approx(expected, abs=100 * ROUNDOFF)
    assert found.rates == pytest.approx([0.0, 2.0 - k * np.sin(0.7)], abs=100 * ROUNDOFF)


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_without_derivatives_is_differentiated(stub: Callable[..., Path], version: int):
    flag = f'providesDirectionalDerivative{"s" if version == 3 else ""}="true"'
    found = linearize(stub(replaced={flag: ""}, version=version), {"x": 0.7})
    for part, expected in zip((found.A, found.B, found.C[:2], found.D[:2]), pendulum_at(0.7)):
        assert part == pytest.approx(expected, abs=DIFFERENCES)


def test_the_state_that_a_run_of_an_fmu_has_come_to(stub: Callable[..., Path]):
    """A constant torque holds the pendulum at an angle, where damping lets it come to rest."""
    found = linearize(stub(), inputs={"u": 3.0}, time=300.0)
    expected = pendulum_at(float(np.arcsin(3.0 / k)))[0]
    assert found.A == pytest.approx(expected, abs=FMU_INTEGRATION) and np.abs(found.rates).max() < FMU_INTEGRATION


def test_inputs_of_a_run_come_from_signals_and_files(stub: Callable[..., Path], tmp_path: Path):
    """A torque that grows by 1 a second, by a ramp and by the same ramp in a file: A tells the angle to which it has brought the pendulum."""
    (tmp_path / "torque.csv").write_text("time,u [rad/s2]\n0,0\n2,2\n")
    by_signal, by_file = (linearize(stub(), inputs=driven, time=1.5) for driven in ({"u": Ramp(0.0, 2.0, 2.0)}, tmp_path / "torque.csv"))
    assert np.array_equal(by_signal.A, by_file.A) and abs(by_signal.A[1, 0] - pendulum_at(0.5)[0][1, 0]) > INTEGRATION
    model_x = solve_ivp(lambda t, x: [x[1], -k * np.sin(x[0]) - DAMPING * x[1] + t], (0.0, 1.5), [0.5, 0.0], rtol=1e-10, atol=1e-12).y[:, -1]
    assert by_signal.A[1, 0] == pytest.approx(-k * np.cos(model_x[0]), rel=FMU_INTEGRATION)


def test_co_simulation_that_knows_its_derivatives(stub: Callable[..., Path]):
    exchange = linearize(stub())
    alone = linearize(stub(replaced=NO_EXCHANGE))
    for part in "ABCD":
        assert np.array_equal(getattr(alone, part), getattr(exchange, part))


def test_what_cannot_be_linearized_says_why(stub: Callable[..., Path], tmp_path: Path):
    with pytest.raises(MbfmuError, match="keeps its states to itself"):
        linearize(build_fmu(tmp_path, GAIN, {}, {"y": "2", "high": "2", "floor": "2"}))
    without = {**NO_EXCHANGE, ' providesDirectionalDerivative="true"/>': "/>"}
    with pytest.raises(MbfmuError, match="without directional derivatives"):
        linearize(stub(replaced=without))
    with pytest.raises(MbfmuError, match="whose states are its own: leave coordinates out"):
        linearize(stub(), coordinates=["x"])
    with pytest.raises(ProblemsFound, match="no variable 'mass'"):
        linearize(stub(), {"mass": 1.0})
    with pytest.raises(MbfmuError, match="the time must be >= 0 s"):
        linearize(stub(), time=-1.0)
    with pytest.raises(MbfmuError, match="lambda.* takes signals such as Step and Table"):
        linearize(stub(), inputs={"u": lambda t: t})


def test_our_own_fmu_and_what_holds_its_constraint(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """A pendulum in absolute coordinates: its FMU has the model's pair, five rows that are held twice, and the norm of Euler parameters."""
    model = Model("Held", step_size=1e-3, formulation="newton_euler")
    model.world, model.bob = World(g=k), Body(m=1.0, r_CM=[0, 0, -1.0])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0])
    model.damper, model.motor = TorsionSpringDamper(model.pivot, d=0.2), JointTorque(model.pivot)
    model.expose(inputs={"tau": model.motor.tau}, outputs={"phi": model.pivot.phi})
    (expected,) = linearize(model).modes()
    found = linearize(build_portable(model, tmp_path, 3))
    assert np.abs(np.linalg.eigvals(found.A) - expected.eigenvalue).min() < INTEGRATION
    assert "10 at -10 rad/s hold constraints and 1 at -2 rad/s keep the norms of Euler parameters" in caplog.text


@pytest.mark.parametrize(("formulation", "changes"), [("articulated_body", False), ("newton_euler", True)])
def test_a_system_of_one_moment_is_said_to_be_one(tmp_path: Path, caplog: pytest.LogCaptureFixture, formulation: str, changes: bool):
    """A disk that spins on a shaft: an angle goes on and changes nothing, Euler parameters change all the time."""
    model = Model("Disk", formulation=formulation, step_size=1e-2)
    model.world, model.disk = World(g=0), Body(m=1.0, I=[2.0, 2.0, 1.0])
    model.spin = Revolute(model.world.frame_b, model.disk.frame_a, n=[0, 0, 1], w_start=60.0)
    model.expose(outputs={"w": model.spin.w})
    found = linearize(build_portable(model, tmp_path))
    said = "Disk.fmu moves, and its linear system changes with the motion" in caplog.text
    assert said == changes and len(found.states) == (13 + 1 if changes else 2)


def test_a_pendulum_on_its_way_has_the_system_of_one_moment(stub: Callable[..., Path], caplog: pytest.LogCaptureFixture):
    linearize(stub(), inputs={"u": 3.0}, time=0.5)
    assert "in the rate of v: the eigenvalues hold only at this instant" in caplog.text
    caplog.clear()
    linearize(stub(), {"x": 0.0})
    assert caplog.text == ""
