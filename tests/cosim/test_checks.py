from dataclasses import replace
from pathlib import Path

import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System, check_system

S, V, F = ("mass", "s"), ("mass", "v"), ("spring", "f")


def problems(system: System) -> tuple[str, ...]:
    with pytest.raises(ProblemsFound) as found:
        check_system(system)
    return found.value.problems


def test_a_sound_system_has_nothing_to_report(oscillator: System):
    assert check_system(oscillator) == ()


@pytest.mark.parametrize(
    ("connection", "message"),
    [
        ((S, ("mass", "F")), "unit m cannot drive unit N"),
        ((F, ("spring", "s")), "unit N cannot drive unit m"),
        ((S, ("spring", "q")), "spring has no variable 'q'; its inputs are s, v"),
        ((("spring", "s"), ("mass", "F")), "spring.s is of causality input, where an output is needed"),
        ((S, ("spring", "c")), "spring.c is of causality parameter, where an input is needed"),
        ((("engine", "f"), ("mass", "F")), "there is no component 'engine'; there are mass, spring"),
    ],
)
def test_a_wrong_connection_is_named(oscillator: System, connection, message: str):
    (problem,) = problems(replace(oscillator, connections=(connection,)))
    assert message in problem


def test_an_input_driven_twice_is_named(oscillator: System):
    (problem,) = problems(replace(oscillator, connections=(*oscillator.connections, (F, ("mass", "F")))))
    assert problem == "spring.f -> mass.F: the input is already driven by spring.f"


def test_units_that_only_differ_by_a_factor_are_refused(oscillator: System, fmus: dict[str, Path]):
    components = {**oscillator.components, "gauge": Component(fmus["gauge"])}
    (problem,) = problems(replace(oscillator, components=components, connections=((S, ("gauge", "u")),)))
    assert "unit m cannot drive unit mm" in problem


def test_what_a_connector_of_the_system_cannot_stand_for_is_named(oscillator: System):
    connectors = {"gone": "mass.x", "away": ["brake.f"], "two": ["mass.s", "spring.f"], "both": ["mass.m", "mass.F"]}
    assert problems(replace(oscillator, connectors=connectors)) == (
        "connector gone: there is no variable mass.x",
        "connector away: there is no variable brake.f",
        "connector two: it may stand for one output or for several inputs, not for mass.s, spring.f",
    )


def test_everything_is_reported_at_once(oscillator: System, tmp_path: Path):
    components = {
        "mass": Component(tmp_path / "Gone.fmu"),
        "damper": Component(tmp_path / "Lost.fmu"),
        "spring": Component(oscillator.components["spring"].fmu, {"stiffness": 3.0, "c": float("nan"), "f": 1.0}),
    }
    master = {"step_size": -1.0, "method": "runge", "input_order": 3, "divisors": {"mass": 0, "gear": 2}, "order": ("mass",)}
    found = problems(replace(oscillator, components=components, stop_time=-2.0, **master))
    expected = ["stop_time", "step_size", "method", "input_order", "mass = 0", "no component 'gear'", "order"]
    expected += ["Gone.fmu", "Lost.fmu", "'stiffness'", "c = nan", "f is a"]
    assert len(found) == len(expected)
    assert all(part in problem for part, problem in zip(expected, found))


def test_a_degree_is_a_whole_number_and_divisors_have_an_end(oscillator: System):
    (problem,) = problems(replace(oscillator, input_order=1.0))
    assert problem == "input_order = 1.0 is not one of 0, 1, 2"
    (problem,) = problems(replace(oscillator, divisors={"mass": 10**9}))
    assert problem.startswith("divisors: mass = 1000000000: its step = ") and "more than 10,000,000" in problem


def test_an_input_left_alone_is_reported_with_the_value_it_keeps(fmus: dict[str, Path]):
    assert check_system(System({"a": Component(fmus["gain"])})) == ("a.u is not connected; it stays at its start value 0.25",)
    assert check_system(System({"a": Component(fmus["gain"], {"u": 1.0})})) == ()


def test_an_algebraic_loop_is_named(fmus: dict[str, Path]):
    connections = ((("a", "y"), ("b", "u")), (("b", "y"), ("a", "u")))
    (warning,) = check_system(System({"a": Component(fmus["gain"]), "b": Component(fmus["gain"])}, connections))
    assert warning.startswith("algebraic loop ")
    assert all(connector in warning for connector in ("a.u", "a.y", "b.u", "b.y"))


def test_fmus_that_cannot_do_what_a_master_wants_are_named(oscillator: System):
    assert [problem.split(" (")[0] for problem in problems(replace(oscillator, method="newton"))] == [
        "mass cannot take back a step",
        "spring cannot take back a step",
    ]
    held, rough = check_system(replace(oscillator, input_order=2))
    assert held.startswith("mass, spring cannot change inputs within a step") and rough.startswith("mass, spring cannot take back a step")


def test_sizes_by_a_slip_of_the_pen_are_refused_or_warned_of(oscillator: System):
    (problem,) = problems(replace(oscillator, step_size=1e-12))
    assert "1e+12 points in 1.0 s" in problem and "at least 1e-07 s" in problem
    (warning,) = check_system(replace(oscillator, step_size=5.0))
    assert warning == "step_size = 5.0 s is longer than the run; a single step of 1.0 s is made"
