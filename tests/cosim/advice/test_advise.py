"""What is said of a coupling before it runs, against closed forms and against runs of the FMUs themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Input,
    JointForce,
    Model,
    Output,
    Parameter,
    Pid,
    Prismatic,
    SampledPid,
    State,
    TranslationSpringDamper,
    World,
    build_fmu,
    build_portable,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.cli.library import library_file
from mbfmu.cli.reports.coupling import sentences
from mbfmu.cosim import RunStopped, System, simulate_system
from mbfmu.cosim.advice.accuracy import let_go
from mbfmu.cosim.advice.advise import advise
from mbfmu.cosim.advice.limit import growth, largest_stable_step
from mbfmu.cosim.advice.linear_part import near_start
from mbfmu.cosim.advice.linearized_system import linearized
from mbfmu.cosim.fmu.start_function import StartFunction
from tests.cosim.equilibrium.test_equilibrium import Twist
from tests.example_scripts import example_scripts
from tests.tolerances import ADVISED, DIFFERENCED, ROUNDOFF

SAVES = 'canGetAndSetFMUstate="true" canSerializeFMUstate="true"'
EXCHANGE = f'<ModelExchange modelIdentifier="stub" {SAVES} providesDirectionalDerivative="true"/>'
LISTED = '<Unknown index="5" dependencies="4"/>\n      <Unknown index="6" dependencies="2 3 4"/>'
DERIVATIVES = f"<Derivatives>\n      {LISTED}\n    </Derivatives>"

UP = [0, 0, 1]


class Strut(Block):
    """A spring and damper between two ends, whose force pushes them apart."""

    s_a, v_a = Input("m", "place of one end"), Input("m/s", "its speed")
    s_b, v_b = Input("m", "place of the other"), Input("m/s", "its speed")
    f_a, f_b = Output("N", "force on one end"), Output("N", "force on the other")
    c = Parameter("N/m", "stiffness", default=1.0)
    d = Parameter("N.s/m", "damping", default=0.0)

    @staticmethod
    def respond(p, u, t, x):
        f = p.c * (u.s_b - u.s_a) + p.d * (u.v_b - u.v_a)
        return {}, {"f_a": f, "f_b": -f}


class Load(Block):
    """A mass under a force, and how far it is from where a spring would hold it under this force."""

    f = Input("N", "force")
    s, q = Output("m", "place"), Output("m", "how far")
    s_state, v_state = State("m", "place"), State("m/s", "speed")
    s_start, v_start = Parameter("m", "place at the start", 0.0, start=True), Parameter("m/s", "speed at the start", 0.0, start=True)
    m, c = Parameter("kg", "mass", 1.0), Parameter("N/m", "stiffness of the spring", 1.0)

    @staticmethod
    def respond(p, u, t, x):
        return {"s_state": x.v_state, "v_state": u.f / p.m}, {"s": x.s_state, "q": x.s_state + u.f / p.c}


class Falling(Block):
    """A mass of 1 kg on top of an arm, which falls by exp(10 t) alone."""

    f = Input("N", "force")
    s, v = Output("m", "place"), Output("m/s", "speed")
    s_state, v_state = State("m", "place"), State("m/s", "speed")
    s_start, v_start = Parameter("m", "place at the start", 0.0, start=True), Parameter("m/s", "speed at the start", 0.0, start=True)

    @staticmethod
    def respond(p, u, t, x):
        return {"s_state": x.v_state, "v_state": 100.0 * x.s_state + u.f}, {"s": x.s_state, "v": x.v_state}


def mass(name: str, m: float, c: float = 0.0, d: float = 0.0, s: float = 0.0) -> Model:
    """A mass on a spring, at rest at `s`, with a force on it."""
    model = Model(name, tolerance=1e-9)
    model.world, model.body = World(g=0.0), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=UP, s_start=s)
    model.spring, model.push = TranslationSpringDamper(model.guide, c=c, d=d), JointForce(model.guide)
    model.expose({"f": model.push.f}, {"s": model.guide.s, "v": model.guide.v})
    return model


def quarter_car() -> Model:
    """The hub of a quarter car: 40 kg under 400 kg on 15 kN/m and 1 kN.s/m."""
    model = Model("Hub", tolerance=1e-9)
    model.world, model.wheel, model.chassis = World(g=0.0), Body(m=40.0), Body(m=400.0)
    model.guide = Prismatic(model.world.frame_b, model.wheel.frame_a, n=UP, s_start=0.01)
    model.travel = Prismatic(model.wheel.frame_a, model.chassis.frame_a, n=UP)
    model.suspension, model.push = TranslationSpringDamper(model.travel, c=15e3, d=1e3), JointForce(model.guide)
    model.expose({"f": model.push.f}, {"s": model.guide.s, "v": model.guide.v})
    return model


def held(folder: Path, model: Model | BlockModel, c: float, d: float, step: float) -> System:
    """A mechanism held to the ground by a strut of its own FMU."""
    fmus = {"mass": build_portable(model, folder), "strut": build_portable(BlockModel("Strut", Strut(c=c, d=d)), folder)}
    links = [("mass.s", "strut.s_b"), ("mass.v", "strut.v_b"), ("strut.f_b", "mass.f")]
    return System(fmus, links, stop_time=1.0, step_size=step)


def bushing(folder: Path) -> System:
    """Two masses of 10 kg, each on a soft spring, and a stiff bushing between them."""
    return between(folder, mass("Left", 10.0, c=1e4), mass("Right", 10.0, c=1e4, s=1e-3), Strut(c=1e7, d=1.4e3), 1e-5)


def between(folder: Path, left: Model, right: Model, strut: Strut, step: float) -> System:
    """Two masses and a strut between them, in three FMUs."""
    models = {"left": left, "right": right, "strut": BlockModel("Strut", strut)}
    fmus = {name: build_portable(model, folder) for name, model in models.items()}
    links = [("left.s", "strut.s_a"), ("left.v", "strut.v_a"), ("right.s", "strut.s_b"), ("right.v", "strut.v_b")]
    return System(fmus, [*links, ("strut.f_a", "left.f"), ("strut.f_b", "right.f")], stop_time=1.0, step_size=step)


SYSTEMS = {
    "two masses": lambda folder: between(folder, mass("Left", 1.0, 10.0, 0.2), mass("Right", 1.0, 20.0, 0.3, 0.5), Strut(c=10.0, d=0.5), 1e-2),
    "hub": lambda folder: held(folder, quarter_car(), 250e3, 0.0, 1e-3),
    "bushing": bushing,
    "cylinder": lambda folder: held(folder, mass("Load", 1000.0, s=1e-3), 5e7, 2.2e4, 1e-4),
}


def grows(system: System, step: float, steps: int = 800) -> bool:
    """Whether a run with steps [s] moves more in its last quarter than in its second one."""
    try:
        rows = simulate_system(replace(system, step_size=step, stop_time=steps * step), show_progress=False)
    except RunStopped:
        return True
    s = np.abs(rows["mass.s" if "mass" in system.components else "right.s"])
    return bool(s[-steps // 4 :].max() > s[steps // 4 : steps // 2].max())


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("method", ["jacobi", pytest.param("gauss_seidel", marks=pytest.mark.slow)])
def test_stability_is_lost_where_it_is_said(tmp_path, name, method):
    system = replace(SYSTEMS[name](tmp_path), method=method)
    limit = largest_stable_step(linearized(system).coupling(method, 0), system.step_size, system.stop_time, 0.0)
    assert not grows(system, limit * (1 - ADVISED))
    assert grows(system, limit * (1 + ADVISED))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
def test_stability_of_the_excavator(tmp_path, method):
    """Seven FMUs without interface mass. With Jacobi 3 Hz of the boom on its oil grow, with Gauss-Seidel forces that change sign every step."""
    with example_scripts(library_file("cosim_examples/excavator/system.py").parent, tmp_path) as scripts:
        system = scripts["digging"](5e-3, interface_mass=False, method=method)
        limit = largest_stable_step(linearized(system).coupling(method, 0), system.step_size, system.stop_time, 0.0)
        assert not scripts["grows"](system, limit * (1 - ADVISED))
        assert scripts["grows"](system, limit * (1 + ADVISED))


def test_the_linear_system_of_coupled_fmus(tmp_path):
    """An oscillator in two FMUs: its eigenvalues are those of m s'' + d s' + (c_1 + c_2) s = 0."""
    of = linearized(held(tmp_path, mass("Load", 2.0, c=3.0, d=0.4), 5.0, 0.1, 1e-3))
    assert np.sort_complex(np.linalg.eigvals(of.linear.whole.A)) == pytest.approx(np.sort_complex(np.roots([2.0, 0.5, 8.0])), rel=ROUNDOFF)


def test_growth_of_jacobi(tmp_path):
    """m s'' = -c s(t_k) between communication points: with k = c h^2 / m the eigenvalues are those of [[1, h, -k m/(2c)], ...], by hand."""
    m, c, h = 2.0, 5.0, 0.3
    of = linearized(held(tmp_path, mass("Load", m), c, 0.0, h))
    # s, v and the force that is held, which is a step late: the strut has no states, but gets its inputs at the start of its step
    late = np.array([[1.0, h, h * h / (2 * m)], [0.0, 1.0, h / m], [-c, 0.0, 0.0]])
    assert growth(of.coupling("jacobi", 0), h) == pytest.approx(np.abs(np.linalg.eigvals(late)).max(), rel=ROUNDOFF)


def test_growth_of_newton(tmp_path):
    """m s'' = -c s(t_k + h) on the way from t_k to t_k + h: with k = c h^2 / (2 m), s(t_k + h) = (s + h v) / (1 + k), by hand."""
    m, c, h = 2.0, 5.0, 0.3
    of = linearized(held(tmp_path, mass("Load", m), c, 0.0, h))
    s_next = np.array([1.0, h]) / (1.0 + c * h * h / (2 * m))
    implicit = np.array([s_next, np.array([0.0, 1.0]) - c * h / m * s_next])
    assert growth(of.coupling("newton", 0), h) == pytest.approx(np.abs(np.linalg.eigvals(implicit)).max(), rel=ROUNDOFF)


@pytest.mark.parametrize("input_order", [0, 1, 2])
def test_newton_steps_all_columns_as_each(tmp_path, input_order: int):
    """Signals of sizes far apart: columns that are stepped together converge together, as exactly as alone."""
    coupling = linearized(bushing(tmp_path)).coupling("newton", input_order)
    size = coupling.scale
    together = coupling.matrix(1e-3) * size / size[:, None]
    alone = np.array([coupling.stepped(start, 1e-3) for start in np.diag(size)]).T / size[:, None]
    largest = np.abs(alone).max(axis=1, keepdims=True)
    assert together / largest == pytest.approx(alone / largest, rel=ROUNDOFF, abs=ROUNDOFF)


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel"])
@pytest.mark.parametrize("input_order", [1, 2])
def test_slopes_that_follow_inputs_are_seen(tmp_path, method: str, input_order: int):
    """That of a speed is the force that was held. A run of the master itself goes as the powers of its matrix."""
    coupling = linearized(held(tmp_path, mass("Load", 2.0, c=3.0, d=0.4), 5.0, 0.3, 0.1)).coupling(method, input_order)
    M, (w, _) = coupling.matrix(0.1), coupling.started(np.array([0.3, 0.1]), np.zeros(5), 0.1)
    assert np.array_equal(M, coupling.matrix(0.1))
    run = w
    for _ in range(20):
        run = coupling.stepped(run, 0.1)
    assert run == pytest.approx(np.linalg.matrix_power(M, 20) @ w, rel=ADVISED, abs=ROUNDOFF)
    assert sum(len(of.names) for of in coupling.coupling.outputs if of.sloped) == 2


def test_error_of_a_master_is_that_of_its_run(tmp_path):
    """The error that is said for the step is met by a run from a displaced start, within a factor of two."""
    system = held(tmp_path, mass("Load", 1.0, c=20.0, d=0.5, s=0.1), 10.0, 0.5, 5e-3)
    system = replace(system, stop_time=5.0)
    rows = simulate_system(system, show_progress=False)
    t, (a, b) = rows["time"], np.roots([1.0, 1.0, 30.0])
    exact = 0.1 * ((a * np.exp(b * t) - b * np.exp(a * t)) / (a - b)).real
    found = np.abs(rows["mass.s"] - exact).max() / 0.1
    assert 0.5 * found < advise(system).present.error < 2.0 * found


def test_what_hardly_moves_is_compared_with_what_does(tmp_path):
    """Coupled exactly, q = s + f / c is nothing. In the Jacobi master it is s(t) - s(t - 2 h), compared with a hundredth of the largest s."""
    m, c, h = 2.0, 3.0, 1e-4
    parts = {"load": BlockModel("Load", Load(m=m, c=c)), "strut": BlockModel("Strut", Strut(c=c)), "gauge": BlockModel("Gauge", Pid("m", "N"))}
    links = [("load.s", "strut.s_b"), ("strut.f_b", "load.f"), ("load.q", "gauge.measurement")]
    omega = np.sqrt(c / m)
    system = System({name: build_portable(part, tmp_path) for name, part in parts.items()}, links, stop_time=2 * np.pi / omega, step_size=h)
    of = linearized(system)
    assert let_go(of).error(of.coupling("jacobi", 0), h) == pytest.approx(2 * np.sin(omega * h) / 0.01, rel=ADVISED)


def test_what_grows_is_compared_while_it_is_small(tmp_path):
    """A mass that a spring pushes away: in 100 s it would go farther than numbers do."""
    system = replace(held(tmp_path, mass("Load", 1.0), -100.0, 0.0, 1e-3), stop_time=100.0)
    advice = advise(system)
    assert advice.rate == pytest.approx(10.0, rel=ROUNDOFF)
    assert all(0.0 < way.error < 1.0 for way in advice.ways)


def jacobi_growth(h: float) -> float:
    """Of x'' = 100 x + f, held over steps h at f = -200 x - 20 x' of the step before: by sampled matrices of states and the two signals held."""
    A, B = np.array([[0.0, 1.0], [100.0, 0.0]]), np.array([[0.0], [1.0]])
    cosh, sinh = np.cosh(10 * h), np.sinh(10 * h)
    P, Q = np.array([[cosh, sinh / 10], [10 * sinh, cosh]]), np.array([[(cosh - 1) / 100], [sinh / 10]])
    K = np.array([[-200.0, -20.0]])
    assert np.linalg.solve(A, P - np.eye(2)) @ B == pytest.approx(Q, abs=ROUNDOFF)
    late = np.block([[P, Q], [K, np.zeros((1, 1))]])  # x, and the force by the signals of one step ago
    return float(np.abs(np.linalg.eigvals(late)).max())


@pytest.mark.parametrize("stop", [3.0, 100.0])
def test_what_only_coupling_holds_upright(tmp_path, stop: float):
    """A mass that falls by exp(10 t) alone, so that in a step of the whole experiment numbers are large, or larger than any."""
    advice = advise(replace(held(tmp_path, BlockModel("Falling", Falling()), 200.0, 20.0, 1e-3), stop_time=stop))
    assert advice.rate == pytest.approx(-10.0, rel=1e-6)
    limits = {(way.method, way.input_order): way.limit for way in advice.ways}
    assert jacobi_growth(0.99 * limits["jacobi", 0]) < 1.0 < jacobi_growth(1.01 * limits["jacobi", 0])
    assert all(0.0 < way.limit <= stop and 0.0 < way.error < 1.0 for way in advice.ways)


def test_an_error_that_overflows_is_infinite(tmp_path):
    of = linearized(replace(held(tmp_path, BlockModel("Falling", Falling()), 200.0, 20.0, 1e-3), stop_time=1000.0))
    for method in ("jacobi", "gauss_seidel", "newton"):
        assert let_go(of).error(of.coupling(method, 0), 100.0) == np.inf and growth(of.coupling(method, 0), 100.0) == np.inf


@pytest.mark.parametrize("build", [build_portable, build_fmu])
def test_start_values_that_follow_from_a_parameter(tmp_path, build):
    """They cannot be moved one by one. By its directional derivatives an FMU says how its states move all the same, and without them it is named."""
    model = Model("Load")
    speed = model.parameter("speed", 0.3, "m/s")
    model.world, model.body = World(g=0.0), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=UP, v_start=2 * speed)
    model.push = JointForce(model.guide)
    model.expose({"f": model.push.f}, {"s": model.guide.s, "v": model.guide.v})
    fmus = {"mass": build(model, tmp_path), "strut": build_portable(BlockModel("Strut", Strut(c=5.0, d=0.1)), tmp_path)}
    of = linearized(System(fmus, [("mass.s", "strut.s_b"), ("mass.v", "strut.v_b"), ("strut.f_b", "mass.f")], stop_time=1.0, step_size=1e-2))
    hidden, roots = ((), np.roots([2.0, 0.1, 5.0])) if build is build_portable else (("mass",), np.zeros(0))
    assert of.hidden == hidden
    assert np.sort_complex(np.linalg.eigvals(of.linear.whole.A)) == pytest.approx(np.sort_complex(roots), rel=ROUNDOFF)


def test_roundoff_is_no_state():
    """Where a state stays by the first order, as the cosine in a quaternion at rest, differences leave 1e-10 of it."""
    moved = np.array([[1.0, 0.0], [0.0, 5e-10], [-1.0, 0.0], [0.0, -1.0]])  # two states and their rates by two start values
    fmu = StartFunction(SimpleNamespace(derivatives=lambda unknowns, knowns: moved), ("a", "b"), (), ("x", "y"), ("x'", "y'"), ())
    assert near_start(fmu).A == pytest.approx(np.array([[-1.0]]), rel=ROUNDOFF)


def test_two_fmus_are_better_one(tmp_path):
    """A bushing in one FMU with one of the masses is no loop that is stiff any more."""
    system = bushing(tmp_path)
    advice = advise(system)
    assert {merge.components for merge in advice.merges} <= {("left", "strut"), ("right", "strut")}
    assert all(merge.limit > 2 * advice.present.limit for merge in advice.merges)


def test_interpreted_fmus_are_differenced(tmp_path):
    fmus = {"mass": build_fmu(mass("Load", 2.0, c=3.0, d=0.4), tmp_path), "strut": build_fmu(BlockModel("Strut", Strut(c=5.0, d=0.1)), tmp_path)}
    links = [("mass.s", "strut.s_b"), ("mass.v", "strut.v_b"), ("strut.f_b", "mass.f")]
    of = linearized(System(fmus, links, stop_time=1.0, step_size=1e-2))
    assert np.sort_complex(np.linalg.eigvals(of.linear.whole.A)) == pytest.approx(np.sort_complex(np.roots([2.0, 0.5, 8.0])), rel=DIFFERENCED)
    assert of.hidden == ()


def test_fmus_that_hide_their_states_are_named(tmp_path, stub):
    fmus = {"pendulum": stub(replaced={EXCHANGE: "", DERIVATIVES: ""}), "spring": build_portable(BlockModel("Spring", Twist()), tmp_path)}
    links = [("pendulum.y", "spring.phi"), ("spring.a", "pendulum.u")]
    assert advise(System(fmus, links, stop_time=1.0, step_size=1e-2)).hidden == ("pendulum",)


def test_what_is_not_seen_is_named(tmp_path):
    """A sampled controller changes its output at its samples only; one with a limit switches there."""
    declared = [mass("Load", 2.0), BlockModel("Sampled", SampledPid("m", "N")), BlockModel("Limited", Pid("m", "N"))]
    fmus = dict(zip(("mass", "sampled", "limited"), (build_portable(model, tmp_path) for model in declared)))
    links = [("mass.s", "sampled.measurement"), ("sampled.y", "mass.f"), ("mass.s", "limited.measurement")]
    advice = advise(System(fmus, links, stop_time=1.0, step_size=1e-2))
    assert advice.events.sampled == ("sampled.y",) and advice.events.switching == ("limited",)
    assert "variables that change only at events are not examined: samples of sampled.y and switches of limited" in sentences(advice)


def test_what_does_not_move_is_stable(tmp_path):
    """FMUs without states that are not connected."""
    fmus = {name: build_portable(BlockModel("Strut", Strut()), tmp_path) for name in ("one", "other")}
    assert advise(System(fmus, stop_time=1.0, step_size=1e-2)).present.limit == 1.0


def test_an_error_that_cannot_be_wanted_is_refused():
    with pytest.raises(MbfmuError, match="the relative error that is wanted is -1; it must be between 0 and 1"):
        advise(System({"one": "One.fmu"}, stop_time=1.0, step_size=1e-2), wanted=-1.0)
