"""Several Problems in one: an oscillator cut at its spring, against the closed form; loops and links that do not fit."""

import re

import numpy as np
import pytest

from mbfmu import BlockModel, MbfmuError, connect
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.blocks import Block
from mbfmu.model.declare.declarations import Input, Output, Parameter, State
from mbfmu.problem.blocks.block import compile_block

from ...tolerances import INTEGRATION


class Mass(Block):
    """A mass pushed by a force."""

    m = Parameter("kg", "mass", 2.0)
    s_start = Parameter("m", "displacement at the start", 1.0, start=True)
    v_start = Parameter("m/s", "velocity at the start", 0.0, start=True)
    f = Input("N", "force")
    s = Output("m", "displacement")
    v = Output("m/s", "velocity")
    a = Output("m/s2", "acceleration")
    s_state = State("m", "displacement")
    v_state = State("m/s", "velocity")

    @staticmethod
    def respond(p, u, t, x):
        rates = {"s_state": x.v_state, "v_state": u.f / p.m}
        return rates, {"s": x.s_state, "v": x.v_state, "a": u.f / p.m}


class Spring(Block):
    """A spring and a damper, and a force from outside."""

    c = Parameter("N/m", "stiffness", 50.0)
    d = Parameter("N.s/m", "damping", 1.5)
    s = Input("m", "displacement")
    v = Input("m/s", "velocity")
    push = Input("N", "force from outside")
    f = Output("N", "force")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": u.push - p.c * u.s - p.d * u.v}


class Follower(Block):
    """A force that depends on an acceleration at once."""

    m = Parameter("kg", "added mass", 0.5)
    a = Input("m/s2", "acceleration")
    f = Output("N", "force")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": -p.m * u.a}


LINKS = [
    (("mass", "s"), ("spring", "s")),
    (("mass", "v"), ("spring", "v")),
    (("spring", "f"), ("mass", "f")),
]


def parts():
    return {"spring": compile_block(Spring(), "Spring"), "mass": compile_block(Mass(), "Mass")}


def test_an_oscillator_cut_at_its_spring_moves_as_the_closed_form_says():
    result = simulate(connect("Oscillator", parts(), LINKS), stop_time=4.0, interval=0.1)
    decay, t = 1.5 / (2 * 2.0), result["time"]
    w = np.sqrt(50.0 / 2.0 - decay**2)
    exact = np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    np.testing.assert_allclose(result["mass.s"], exact, atol=INTEGRATION)
    np.testing.assert_allclose(result["spring.f"], 2.0 * result["mass.a"], atol=INTEGRATION)


def test_links_may_be_text_and_parts_may_be_models():
    links = [("mass.s", "spring.s"), ("mass.v", "spring.v"), ("spring.f", "mass.f")]
    declared = {"spring": BlockModel("Spring", Spring()), "mass": BlockModel("Mass", Mass())}
    result = simulate(connect("Oscillator", declared, links), stop_time=1.0, interval=0.1)
    wanted = simulate(connect("Oscillator", parts(), LINKS), stop_time=1.0, interval=0.1)
    assert np.array_equal(result["mass.s"], wanted["mass.s"])


@pytest.mark.parametrize("link", ["mass.s", ("mass.s",), ("mass", "spring.s"), (1, 2), None])
def test_what_is_no_link_is_told_how_one_looks(link):
    with pytest.raises(MbfmuError, match=r"is no link: write \('crane.stroke', 'hydraulics.rod.s'\), an output and the input that it drives"):
        connect("Oscillator", parts(), [link])


def test_inputs_without_a_link_stay_inputs():
    problem = connect("Oscillator", parts(), LINKS)
    assert [v.name for v in problem.variables if v.causality == "input"] == ["spring.push"]
    result = simulate(problem, stop_time=40.0, interval=40.0, inputs={"spring.push": lambda t: 10.0})
    assert result["mass.s"][-1] == pytest.approx(10.0 / 50.0, abs=1e-5)  # e^-15 of the motion is left


def test_values_are_set_under_the_new_names():
    result = simulate(connect("Oscillator", parts(), LINKS), stop_time=1.0, values={"mass.s_start": 0.0, "mass.m": 3.0})
    assert np.abs(result["mass.s"]).max() == 0.0


def test_an_algebraic_loop_is_refused_by_name():
    problems = {"mass": compile_block(Mass(), "Mass"), "follower": compile_block(Follower(), "Follower")}
    links = [(("mass", "a"), ("follower", "a")), (("follower", "f"), ("mass", "f"))]
    with pytest.raises(MbfmuError, match=r"algebraic loop: .*follower\.f.*mass\.a|algebraic loop: .*mass\.a.*follower\.f"):
        connect("Loop", problems, links)


def test_links_that_do_not_fit_are_reported_together():
    links = [*LINKS, (("mass", "v"), ("spring", "s")), (("mass", "x"), ("spring", "v")), (("mass", "s"), ("spring", "push"))]
    with pytest.raises(ProblemsFound) as found:
        connect("Wrong", parts(), links)
    text = str(found.value)
    for words in ("spring.s is driven twice", "there is no output mass.x", "mass.s -> spring.push: m () does not fit N ()"):
        assert re.search(re.escape(words), text), words


@pytest.mark.parametrize(
    ("parts", "links", "words"),
    [
        ([Mass()], [], "connect takes parts by name, such as {'crane': crane}, not a list"),
        ({"mass": BlockModel("Mass", Mass())}, 3, r"links must be a list of pairs, such as .*, not 3"),
    ],
)
def test_what_is_no_dict_of_parts_and_no_list_of_links_is_refused(parts, links, words):
    with pytest.raises(MbfmuError, match=words):
        connect("Both", parts, links)


class Summed(Block):
    """The sum of two numbers."""

    q = Input("m", "numbers", shape=2)
    y = Output("m", "their sum")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"y": u.q[0] + u.q[1]}


def test_a_number_of_a_vector_is_answered_with_what_to_do():
    parts = {name: BlockModel("Summed", Summed()) for name in ("a", "b")}
    with pytest.raises(ProblemsFound, match=r"there is no input b.q\[1\]; b.q is a vector, and connect links vectors as a whole: declare inputs"):
        connect("Both", parts, [("a.y", "b.q[1]")])
