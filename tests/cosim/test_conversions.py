"""Connections that convert, against the same system in one set of units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Boolean, Enumeration, Input, Integer, Output, Parameter, State, build_portable
from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, Conversion, System, ValueMap, check_system, simulate_system
from mbfmu.cosim.advice.advise import advise
from mbfmu.cosim.advice.linearized_system import linearized
from tests.tolerances import ROUNDOFF, SETTLED

LEVER = Enumeration("Lever", {"down": "low gear", "up": "high gear"})
SHAFT = Enumeration("Shaft", {"rest": "not turning", "slow": "low", "fast": "high"})


class Mass(Block):
    """A mass on a spring of its own, under a force."""

    f = Input("N", "force")
    s = Output("m", "place")
    v = Output("m/s", "speed")
    s_start = Parameter("m", "place at the start", 0.1, start=True)
    v_start = Parameter("m/s", "speed at the start", 0.0, start=True)
    m, c, weight = Parameter("kg", "mass", 2.0), Parameter("N/m", "stiffness", 100.0), Parameter("N", "weight", 9.81)
    s_state, v_state = State("m", "place"), State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {"s_state": x.v_state, "v_state": (u.f - p.weight - p.c * x.s_state) / p.m}, {"s": x.s_state, "v": x.v_state}


class Spring(Block):
    """A spring whose length may come in any unit, given its stiffness in that."""

    s = Input("1", "length in some unit")
    f = Output("1", "force in some unit")
    c = Parameter("1", "stiffness", 300.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": -p.c * u.s}


class Gear(Block):
    """Follows a lever, and counts."""

    lever = Input("1", "lever", start="down", type=LEVER)
    shaft = Output("1", "shaft", type=SHAFT)
    on = Output("1", "whether it is on", type=Boolean())
    tooth = Output("1", "tooth", type=Integer())

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"shaft": 2.0, "on": 1.0, "tooth": 7.0}


class Dial(Block):
    """Shows what it gets."""

    lever = Input("1", "lever", start="down", type=LEVER)
    off = Input("1", "whether it is off", start=True, type=Boolean())
    count = Input("1", "a number", start=0, type=Integer())
    sum = Output("1", "all of it")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"sum": 100.0 * u.lever + 10.0 * u.off + u.count}


TO_SPRING, TO_MASS = (("mass", "s"), ("spring", "s")), (("spring", "f"), ("mass", "f"))


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., System]:
    """A mass on a spring that takes millimetres from 0.5 m on and gives kilonewtons, or metres and newtons."""
    folder = tmp_path_factory.mktemp("converted")
    mass, spring = (build_portable(BlockModel(type(block).__name__, block), folder) for block in (Mass(), Spring()))

    def system(converted: bool, **settings) -> System:
        # f = -300 s - 20 N, in kilonewtons -0.3e-3 s for s in millimetres
        conversions = {TO_SPRING: Conversion(1e3, -500.0), TO_MASS: Conversion(1e3, -170.0)}
        spring_values = {"c": 0.3e-3} if converted else {"c": 300.0}
        given = {TO_SPRING: Conversion(), TO_MASS: Conversion(1.0, -20.0)}
        components = {"mass": Component(mass), "spring": Component(spring, spring_values)}
        fields = {"stop_time": 0.5, "step_size": 0.01, "conversions": conversions if converted else given}
        return System(components, (TO_SPRING, TO_MASS), **fields | settings)

    return system


@pytest.mark.parametrize("settings", [{"method": m, "input_order": o} for m in ("jacobi", "gauss_seidel", "newton") for o in (0, 1, 2)])
def test_a_run_is_that_of_one_set_of_units(make, settings: dict):
    metres, others = (simulate_system(make(converted, **settings), show_progress=False) for converted in (False, True))
    assert others["mass.s"] == pytest.approx(metres["mass.s"], abs=ROUNDOFF)
    assert others["spring.f"] * 1e3 - 170.0 == pytest.approx(metres["spring.f"] - 20.0, abs=100 * ROUNDOFF)  # of forces of 100 N
    assert np.ptp(metres["mass.s"]) > 0.1


@pytest.mark.parametrize("method", ["jacobi", "newton"])
def test_inputs_start_with_what_they_get(make, method: str):
    start = simulate_system(make(True, method=method), show_progress=False)[0]
    assert start["spring.s"] == pytest.approx(1e3 * 0.1 - 500.0, abs=ROUNDOFF)
    assert start["mass.f"] == pytest.approx(-300.0 * 0.1 - 20.0, abs=100 * ROUNDOFF)


def test_a_start_in_equilibrium_is_where_forces_vanish(make):
    """-9.81 - 100 s - 300 s - 20 = 0."""
    rows = simulate_system(make(True, start_in_equilibrium=True), show_progress=False)
    assert rows["mass.s"] == pytest.approx(-29.81 / 400.0, abs=SETTLED)


def test_a_coupling_that_is_looked_at_has_the_motion_of_all_units(make):
    """w = sqrt(400 N/m / 2 kg)."""
    eigenvalues = np.linalg.eigvals(linearized(make(True)).linear.whole.A)
    assert np.sort(eigenvalues.imag) == pytest.approx([-np.sqrt(200.0), np.sqrt(200.0)], rel=SETTLED)


def test_advice_is_that_of_one_set_of_units(make):
    metres, others = (advise(make(converted)) for converted in (False, True))
    assert [way.name for way in metres.ways] == [way.name for way in others.ways]
    for of in ("limit", "error", "step"):
        assert [getattr(way, of) for way in others.ways] == pytest.approx([getattr(way, of) for way in metres.ways], rel=SETTLED)


@pytest.fixture(scope="module", params=[2, 3])
def dialled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> System:
    folder = tmp_path_factory.mktemp("dial")
    parts = {"gear": BlockModel("Gear", Gear()), "dial": BlockModel("Dial", Dial())}
    components = {name: Component(build_portable(part, folder, request.param)) for name, part in parts.items()}
    links = [("gear.shaft", "dial.lever"), ("gear.on", "dial.off"), ("gear.tooth", "dial.count")]
    maps = {links[0]: ValueMap({2: 1, 3: 2}), links[1]: ValueMap({True: False, False: True}), links[2]: ValueMap({7: 3})}
    return System(components, links, stop_time=0.1, step_size=0.1, conversions=maps)


def test_whole_numbers_booleans_and_items_go_through_tables(dialled: System):
    """slow becomes down (1), on becomes not off, 7 becomes 3: 100 + 0 + 3. Unknown numbers stay."""
    assert [*simulate_system(dialled, show_progress=False)["dial.sum"]] == [103.0] * 2
    other = dialled.conversions | {(("gear", "tooth"), ("dial", "count")): ValueMap({1: 2})}
    assert [*simulate_system(replace(dialled, conversions=other), show_progress=False)["dial.sum"]] == [107.0] * 2


@pytest.mark.parametrize(
    ("link", "conversion", "words"),
    [
        (("gear.shaft", "dial.lever"), ValueMap({2: 3, 3: 1}), "lever = 3 is no item of its enumeration: down (1), up (2)"),
        (("gear.shaft", "dial.lever"), Conversion(2.0), "a Conversion is of real numbers; Enumeration cannot drive Enumeration so"),
        (("gear.on", "dial.off"), ValueMap({1: 3}), "off = 3 is not of type Boolean"),
        (("gear.tooth", "dial.off"), ValueMap({1: 0}), "a ValueMap is of whole numbers, of Booleans or of items; Int"),
        (("gear.tooth", "dial.lever"), ValueMap({1: 1}), "whatever its ValueMap leaves out would be none"),
        (("gear.tooth", "dial.count"), ValueMap({1: 1 << 40}), "count = 1099511627776 does not fit into Int"),
    ],
)
def test_what_does_not_fit_is_named(dialled: System, link, conversion, words: str):
    with pytest.raises(ProblemsFound) as found:
        check_system(replace(dialled, connections=(link,), conversions={link: conversion}))
    (problem,) = found.value.problems
    assert words in problem and problem.startswith(" -> ".join(link))


def test_units_that_differ_are_refused_with_the_conversion_to_give(oscillator: System, fmus: dict[str, Path]):
    components = {**oscillator.components, "gauge": Component(fmus["gauge"])}
    connections = (("mass.s", "gauge.u"),)
    with pytest.raises(ProblemsFound) as found:
        check_system(replace(oscillator, components=components, connections=connections))
    given = "conversions={('mass.s', 'gauge.u'): Conversion(1000.0)}"
    assert found.value.problems == (f"mass.s -> gauge.u: unit m cannot drive unit mm; convert it: {given}",)
    converted = replace(oscillator, components=components, connections=connections, conversions={connections[0]: Conversion(1000.0)})
    assert simulate_system(converted, show_progress=False)["gauge.y"][-1] == pytest.approx(200.0, abs=100 * ROUNDOFF)
