"""Blocks with discrete states that are not what they must be: all of it in the user's words."""

import pytest

from mbfmu import BlockModel, Body, Boolean, Discrete, Input, Integer, MbfmuError, Output, Parameter, String, compile_problem, simulate
from mbfmu.base.errors import InvalidValue, StepFailed
from tests.sampled_blocks import Counter, Squares


def block(**changed) -> BlockModel:
    made = {name: value for name, value in vars(Counter).items() if not name.startswith("_")} | changed
    return BlockModel("Counter", type("Changed", (Counter.__base__,), {k: v for k, v in made.items() if v is not None} | {"__doc__": "Changed."})())


def follows_time(p, u, t, x, r):
    return {}, {"n": t, "odd": r.is_odd, "last": t}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"period": None}, 'nothing says when its updates are due: add period = Parameter("s", "time between updates", 0.01)'),
        ({"period": Parameter("ms", "period", 0.1)}, "period is that of its clock: declare it as period = Parameter"),
        ({"period": Parameter("s", "period", [0.1, 0.2], shape=2)}, "period is that of its clock"),
        ({"offset": Parameter("m", "offset", 0.1, min=0.0, start=True)}, "offset is that of its clock: declare it as offset = Parameter"),
        ({"update": None}, "supplies no update(p, u, t, x, r)"),
        ({"update": staticmethod(lambda p, u, t, x: {})}, "it is called as update(p, u, t, x, r)"),
        ({"update": staticmethod(lambda p, u, t, x, r: {"count": 1.0})}, "update returns no is_odd, last_state; it must return a dict with"),
        ({"respond": staticmethod(lambda p, u, t, x: ({}, {}))}, "it is called as respond(p, u, t, x, r)"),
        ({"next_event": staticmethod(lambda p, t, r: "soon")}, "next_event returns"),
        ({"count_start": Parameter("1", "count at the start", 0.0, start=True)}, "starts at count_start, which has another unit, shape or type"),
        ({"count_start": Parameter("1", "count at the start", 0, type=Integer())}, "count starts at count_start: declare that with start=True"),
        ({"count": None, "is_odd": None, "last_state": None}, "it has an update, but no Discrete that this could change"),
        ({"name_of": Discrete("1", "a text", type=String())}, "name_of is a String, which no equation can read"),
        (
            {"n": Output("1", "whether", type=Boolean()), "respond": staticmethod(follows_time)},
            "n is of type Boolean and changes at events only, but it",
        ),
    ],
)
def test_what_is_wrong_is_said(changed: dict, words: str) -> None:
    with pytest.raises(MbfmuError) as raised:
        compile_problem(block(**changed))
    assert words in str(raised.value)


def test_a_start_that_is_nothing_of_the_type() -> None:
    with pytest.raises(MbfmuError, match="the start 0.5 of a discrete state is not a whole number"):
        Discrete("1", "count", start=0.5, type=Integer())


def test_only_blocks_have_discrete_states() -> None:
    class Counting(Body):
        """A body that counts."""

        count = Discrete("1", "count")

    assert "count is Discrete, and nothing changes it" in Counting(m=1.0).own_problems()[0]


def test_a_clock_is_bounded_by_itself() -> None:
    made = block(period=Parameter("s", "period", 0.25), offset=Parameter("s", "offset", 0.1))
    period, offset = (next(v for v in compile_problem(made).variables if v.name == name) for name in ("period", "offset"))
    assert (period.min, period.exclusive_min, period.variability) == (0.0, True, "fixed")
    assert (offset.min, offset.exclusive_min, offset.variability) == (0.0, False, "fixed")
    with pytest.raises(InvalidValue, match=r"period = 0.0 s must be > 0 s"):
        simulate(made, values={"period": 0.0})
    kept = block(period=Parameter("s", "period", 0.25, min=0.1))
    with pytest.raises(InvalidValue, match=r"period = 0.05 s must be >= 0.1 s"):
        simulate(kept, values={"period": 0.05})


def test_a_period_that_cannot_be() -> None:
    with pytest.raises(InvalidValue, match=r"period = -1.0 s must be > 0 s"):
        simulate(block(), values={"period": -1.0})


def test_a_period_that_is_too_short_for_a_run() -> None:
    """The block has no states whose rates could be named."""
    with pytest.raises(StepFailed, match=r"cannot go on from t = 1e-09 s: the last 1000 times at which it is sampled lie within 1e-09 s"):
        simulate(block(), 1.0, values={"period": 1e-12})


def test_an_update_that_gives_no_number() -> None:
    class Infinite(Counter):
        """Whose state becomes infinite, whatever it was."""

        @staticmethod
        def update(p, u, t, x, r):
            return {"count": r.count, "is_odd": r.is_odd, "last_state": float("inf")}

    with pytest.raises(MbfmuError, match=r"the discrete states at t = .* are not all numbers: last_state"):
        simulate(BlockModel("Infinite", Infinite()), 1.0)


def test_events_that_do_not_go_on() -> None:
    class Stuck(Squares):
        """Says the same time again."""

        @staticmethod
        def next_event(p, t, r):
            return 0.25

    with pytest.raises(MbfmuError, match="Stuck: the next event after that at t = 0.25 s must be later, not at 0.25 s"):
        simulate(BlockModel("Stuck", Stuck()), 1.0)


def test_what_is_held_is_a_discrete_output() -> None:
    varies = {v.name: v.variability for v in compile_problem(block(level=Input("1", "level"))).variables}
    assert {varies[name] for name in ("n", "odd", "last")} == {"discrete"} and varies["level"] == "continuous" and varies["period"] == "fixed"
