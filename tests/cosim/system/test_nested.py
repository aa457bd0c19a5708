"""Systems in a System: all components in one, by names with dots."""

from __future__ import annotations

from pathlib import Path

import pytest

from mbfmu import Step
from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, Conversion, System, check_system, simulate_system, with_values
from mbfmu.cosim.system.names import connector_of


def axle(fmus: dict[str, Path], **fields) -> System:
    """A mass on a spring, which offers the mass's place and force."""
    components = {"mass": Component(fmus["mass"], {"s_start": 0.2}), "spring": fmus["spring"]}
    connections = [("mass.s", "spring.s"), ("mass.v", "spring.v"), ("spring.f", "mass.F")]
    return System(components, connections, **{"stop_time": 1.0, "step_size": 1e-2} | fields)


def test_components_are_called_by_the_system_that_holds_them(fmus: dict[str, Path]):
    inner = axle(fmus, divisors={"mass": 2}, assumptions=("it rolls",), connectors={"place": "mass.s"})
    gauge = Conversion(1e3)
    system = System({"front": inner, "gauge": fmus["gauge"]}, [("front.place", "gauge.u")], conversions={("front.place", "gauge.u"): gauge})
    assert [*system.components] == ["front.mass", "front.spring", "gauge"]
    assert system.connections[-1] == (("front.mass", "s"), ("gauge", "u")) and len(system.connections) == 4
    assert system.conversions == {system.connections[-1]: gauge}
    assert (system.divisors, system.assumptions, system.connectors) == (
        {"front.mass": 2},
        ("front: it rolls",),
        {"front.place": (("front.mass", "s"),)},
    )


def test_two_of_a_kind_run_as_each_does_alone(fmus: dict[str, Path]):
    outer = System({"car": System({"front": axle(fmus), "rear": axle(fmus)})}, stop_time=1.0, step_size=1e-2)
    both, alone = simulate_system(with_values(outer, {"car.rear.mass.m": "3"})), simulate_system(axle(fmus))
    assert (both["car.front.spring.f"] == alone["spring.f"]).all()
    assert (both["car.rear.spring.f"] != alone["spring.f"]).any()


def test_a_connector_may_stand_for_several_inputs(fmus: dict[str, Path]):
    gains = System({"a": fmus["gain"], "b": fmus["gain"]}, connectors={"u": ["a.u", "b.u"], "k": ["a.k", ("b", "k")]})
    joined = System({"source": fmus["gain"], "gains": gains}, [("source.y", "gains.u")], stop_time=0.1, step_size=0.1)
    assert joined.connections == ((("source", "y"), ("gains.a", "u")), (("source", "y"), ("gains.b", "u")))
    assert all(c.values == {"k": 4.0} for name, c in with_values(joined, {"gains.k": "4"}).components.items() if name != "source")
    driven = System({"gains": gains}, inputs={"gains.u": Step(at=0.05, height=2.0)}, stop_time=0.1, step_size=0.1)
    assert [*driven.inputs] == ["gains.a.u", "gains.b.u"] and check_system(driven) == ()


def test_connect_finds_what_is_inside(fmus: dict[str, Path]):
    held = System({"front": axle(fmus, connectors={"place": "mass.s"}), "gain": fmus["gain"]})
    for ends in (("front.place", "gain.u"), ("gain.u", "front.mass.s")):
        assert held.connect(*ends).connections[-1] == (("front.mass", "s"), ("gain", "u"))


def test_the_longest_name_of_a_component_counts():
    assert connector_of("a.b.c", {"a.b": 1, "x": 2}) == ("a.b", "c")
    assert connector_of("a.b.c", {"a": 1}) == ("a", "b.c")
    assert connector_of("a.b.c.d", {"a.b.c": 1}) == ("a.b.c", "d")
    assert connector_of("a.b.c", {"x": 1}) == ("a", "b.c")


def test_what_cannot_be_nested_is_named(fmus: dict[str, Path]):
    with pytest.raises(ProblemsFound, match="component 'a' is an FMU, so it cannot hold other components"):
        check_system(System({"a": fmus["gain"], "a.b": fmus["gain"]}))
    with pytest.raises(ProblemsFound, match="nor may parts of it between dots"):
        check_system(System({"a..b": fmus["gain"]}))
    with pytest.raises(ProblemsFound, match="connector 'u': inputs or outputs of components are wanted"):
        System({"a": fmus["gain"]}, connectors={"u": 3})
    with pytest.raises(ProblemsFound, match="connection .*: an output and the input it drives are wanted"):
        System({"a": fmus["gain"], "b": System({"c": fmus["gain"]}, connectors={"y": ["c.y", "c.y"]})}, [("b.y", "a.u")])
