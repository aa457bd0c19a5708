"""Sampled blocks in this process, against exact discretizations, recurrences and SciPy from update to update."""

from math import exp, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import BlockModel, Body, JointTorque, MbfmuError, Model, Revolute, SampledPid, Step, World, connect, lyapunov_exponents, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.problem.data.integrators import BY_ERROR
from mbfmu.runs.linearize import linearize
from tests.sampled_blocks import Counter, Delay, Hold, Integrator, Reader, Room, Squares, Thermostat, regulated
from tests.tolerances import DISCRETIZED, INTEGRATION, ROUNDOFF

TIGHT = 1e-12


@pytest.mark.parametrize("integrator", BY_ERROR)
@pytest.mark.parametrize("offset", [0.0, 0.03])
def test_a_pi_controller_of_a_lag(integrator: str, offset: float) -> None:
    """Between updates y goes to K u exponentially, so y and the integral are powers of a matrix; at updates and between them."""
    h, K, T, k, T_i = 0.1, 2.0, 0.7, 0.8, 0.5
    problem = regulated(SampledPid(period=h, offset=offset, k=k, T_i=T_i, y_min=-100.0, y_max=100.0), K=K, T=T)
    result = simulate(problem, 3.0, 0.025, rtol=TIGHT, integrator=integrator)
    a = exp(-h / T)
    M = np.array([[a - (1 - a) * K * k, (1 - a) * K], [-k * h / T_i, 1.0]])  # of (y, integral), set point 1
    rest = np.linalg.solve(np.eye(2) - M, [(1 - a) * K * k, k * h / T_i])
    w, V = np.linalg.eig(M)
    started = np.linalg.solve(V, -rest)
    for t, y, u in zip(result["time"], result["plant.y"], result["pid.y"]):
        n = int(np.floor((t - offset) / h + 1e-9))
        if n < 0:
            assert (y, u) == (0.0, 0.0)
            continue
        y_n, integral = rest + (V @ (w**n * started)).real
        u_n = k * (1.0 - y_n) + integral
        assert u == pytest.approx(u_n, abs=DISCRETIZED)
        assert y == pytest.approx(K * u_n + exp(-(t - offset - n * h) / T) * (y_n - K * u_n), abs=DISCRETIZED)


def pendulum() -> Model:
    model = Model("Pendulum", "A rod with a motor")
    model.world = World(g=9.81)
    model.rod = Body(m=2.0, r_CM=[0, 0, -0.5], I=[0.1, 0.1, 0.1])
    model.joint = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, -1, 0], phi_start=0.5)
    model.motor = JointTorque(model.joint)
    model.expose(inputs={"torque": model.motor.tau}, outputs={"angle": model.joint.phi})
    return model


def test_a_pendulum_with_a_sampled_controller() -> None:
    """Mechanism, derivative part and saturation, against SciPy on the pendulum's equation and the controller's recurrence."""
    h, offset, k, T_i, T_d, T_f, T_t, most = 0.02, 0.005, 30.0, 0.4, 0.15, 0.01, 0.2, 9.0
    pid = SampledPid("rad", "N.m", period=h, offset=offset, k=k, T_i=T_i, T_d=T_d, T_f=T_f, T_t=T_t, y_min=-most, y_max=most)
    parts = {"arm": pendulum(), "pid": BlockModel("Controller", pid, start={"set_point": 1.0})}
    problem = connect("Servo", parts, [("arm.angle", "pid.measurement"), ("pid.y", "arm.torque")])
    result = simulate(problem, 1.0, 0.01, rtol=TIGHT)
    fall = lambda t, x, torque: [x[1], (torque - 2.0 * 9.81 * 0.5 * np.sin(x[0])) / (0.1 + 2.0 * 0.5**2)]
    x, u, integral, derivative, before, t, found = np.array([0.5, 0.0]), 0.0, 0.0, 0.0, None, 0.0, {}
    for n in range(51):
        due = offset + n * h
        run = solve_ivp(fall, (t, due), x, "DOP853", rtol=1e-12, atol=1e-12, args=(u,), dense_output=True)
        found |= {row: (run.sol(row)[0], u) for row in result["time"] if t <= row < due}
        x, t, error = run.y[:, -1], due, 1.0 - run.y[0, -1]
        derivative = (T_f * derivative - k * T_d * (0.0 if before is None else x[0] - before)) / (T_f + h)
        wanted, before = k * error + integral + derivative, x[0]
        u = min(max(wanted, -most), most)
        integral += h * (k * error / T_i + (u - wanted) / T_t)
    assert abs(u) < most and max(abs(torque) for _, torque in found.values()) == most
    assert np.array([found[row] for row in result["time"]]) == pytest.approx(np.column_stack([result["arm.angle"], result["pid.y"]]), abs=INTEGRATION)


@pytest.mark.parametrize(("kind", "limit"), [(Hold, 2.0), (Delay, 1.0)])
@pytest.mark.parametrize("part", [0.98, 1.02])
def test_the_stability_limit_of_a_hold(kind, limit: float, part: float) -> None:
    """An integrator behind a gain: y grows by 1 - k h a sample, or, a sample later, by the roots of z^2 = z - k h."""
    h, k = 0.1, part * limit / 0.1
    parts = {"plant": BlockModel("Plant", Integrator()), "hold": BlockModel("Controller", kind(period=h, k=k))}
    y = simulate(connect("Loop", parts, [("plant.y", "hold.u"), ("hold.y", "plant.u")]), 60.0, h)["plant.y"]
    assert (np.abs(y[-50:]).max() > np.abs(y[:50]).max()) == (part > 1.0)
    if kind is Hold:
        assert y[1:51] / y[:50] == pytest.approx(np.full(50, 1.0 - k * h), rel=DISCRETIZED)
    else:
        assert y[2:51] == pytest.approx(y[1:50] - k * h * y[:49], abs=DISCRETIZED)
        assert abs(np.roots([1.0, -1.0, k * h])).max() == pytest.approx(sqrt(k * h))


def test_a_thermostat() -> None:
    h, gain, tau = 60.0, 1000.0 / 40.0, 1e5 / 40.0
    parts = {"room": BlockModel("Room", Room()), "heater": BlockModel("Thermostat", Thermostat(period=h))}
    result = simulate(connect("Heated", parts, [("room.T", "heater.T"), ("heater.heat", "room.heat")]), 7200.0, h, rtol=TIGHT)
    T, on, expected = 290.0, True, []
    for _ in range(121):
        on = T < 292.0 or (on and not T > 294.0)
        expected.append((T, on))
        T = 280.0 + gain * on + (T - 280.0 - gain * on) * exp(-h / tau)
    assert list(result["heater.on"]) == [on for _, on in expected] and 3 < np.count_nonzero(np.diff(result["heater.on"]))
    assert result["room.T"] == pytest.approx([T for T, _ in expected], abs=DISCRETIZED * 300.0)
    assert result["heater.on"].dtype == np.bool_


@pytest.mark.parametrize("begin", [0.0, -7.3, 1000.1])
@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_two_rates_tick_together_where_they_meet(begin: float, solver: str) -> None:
    """The slow one, though declared first, sees what the fast one has just counted, whatever the roundoff of their times."""
    parts = {"slow": BlockModel("Slow", Reader(period=0.3, offset=0.2)), "fast": BlockModel("Fast", Counter(period=0.1))}
    problem = connect("Rates", parts, [("fast.n", "slow.n")])
    assert [event.name for event in problem.events] == ["fast", "slow"]
    result = simulate(problem, begin + 6.0, 0.05, start_time=begin, solver=solver)
    row = np.arange(len(result))
    assert np.array_equal(result["fast.n"], row // 2 + 1) and np.array_equal(result["fast.odd"], (row // 2 + 1) % 2 == 1)
    assert result["fast.last"] == pytest.approx(begin + 0.1 * (row // 2), abs=ROUNDOFF * 1e3)
    assert np.array_equal(result["slow.seen"], np.where(row < 4, 0, 3 * ((row - 4) // 6) + 3))


def test_a_loop_of_updates_is_cut_before_the_first_that_is_declared() -> None:
    """Each adds one to what the other has: the second at once, the first to what was there before."""

    class Adder(Reader):
        """One more than its input."""

        @staticmethod
        def update(p, u, t, x, r):
            return {"seen_state": u.n + 1.0}

    parts = {name: BlockModel("Part", kind(period=1.0)) for name, kind in (("behind", Reader), ("a", Adder), ("b", Adder))}
    problem = connect("Loop", parts, [("a.seen", "b.n"), ("b.seen", "a.n"), ("b.seen", "behind.n")])
    assert [event.name for event in problem.events] == ["a", "b", "behind"]
    result = simulate(problem, 3.0, 1.0)
    assert result["a.seen"].tolist() == [1, 3, 5, 7] and result["b.seen"].tolist() == result["behind.seen"].tolist() == [2, 4, 6, 8]


def test_computed_events() -> None:
    result = simulate(BlockModel("Squares", Squares()), 0.5, 0.005)
    assert np.array_equal(result["n"], [sum(100 * t >= k * k - 1e-9 for k in range(6)) for t in result["time"]])


def test_inputs_are_those_of_the_instant() -> None:
    """Of functions, jumps and rows alike; Boolean and Integer inputs of a block."""
    model = BlockModel("Counter", Counter(period=0.1, count_start=5), start={"by": 2})
    result = simulate(model, 0.95, 0.05, inputs={"on": lambda t: t < 0.45, "by": lambda t: 3 if t > 0.15 else 2})
    assert result["n"][::2].tolist() == [7, 9, 12, 15, 18, 18, 18, 18, 18, 18]


def test_what_is_sampled_is_held_in_linearizations() -> None:
    """The lag alone is left, with its own pole."""
    found = linearize(regulated(SampledPid(period=0.1), T=0.5))
    assert found.A == pytest.approx(np.array([[-2.0]]), abs=ROUNDOFF)


def test_variations_do_not_go_through_updates() -> None:
    with pytest.raises((MbfmuError, StepFailed), match="variations of Regulated end before the next event of what is sampled"):
        lyapunov_exponents(regulated(SampledPid(period=0.1)), 10.0)


def test_a_state_that_is_no_number_and_a_count_that_is_not_whole() -> None:
    class Wrong(Counter):
        """Divides by its input."""

        @staticmethod
        def update(p, u, t, x, r):
            return {"count": r.count + 1.0 / u.by, "is_odd": 0.0, "last_state": t}

    wrong = BlockModel("Wrong", Wrong())
    with pytest.raises(StepFailed, match="the discrete states at t = 0 s are not all numbers: count"):
        simulate(wrong, 1.0, inputs={"by": 0})
    with pytest.raises(StepFailed, match="the output n = 0.5 at t = 0 s must be a whole number"):
        simulate(wrong, 1.0, inputs={"by": 2})


def test_an_update_just_before_a_jump_does_not_see_it() -> None:
    """And one at the jump does."""
    result = simulate(BlockModel("Counter", Counter(period=0.1, offset=0.09999)), 0.4, 0.1, inputs={"by": lambda t: 2 if t > 0.15 else 1})
    assert result["n"].tolist() == [0, 1, 2, 4, 6]
    loops = (regulated(SampledPid(period=0.1, offset=offset)) for offset in (0.09999, 0.0))
    late, at = (simulate(loop, 0.25, 0.05, inputs={"pid.set_point": Step(at=0.2, height=1.0)}) for loop in loops)
    assert (late["pid.error"][-1], at["pid.error"][-1]) == (0.0, 1.0)
