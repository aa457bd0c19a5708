"""Which inputs reach outputs at once, as a model description says it."""

from collections.abc import Sequence

from fmpy.model_description import ModelDescription, ModelVariable, Unknown

from mbfmu.cosim import Component, System
from mbfmu.cosim.system.loops import algebraic_loops, stepping_order
from mbfmu.cosim.system.variables import direct_feedthrough, inputs_at_once


def variable(name: str, causality: str, shape: tuple[int, ...] = ()) -> ModelVariable:
    return ModelVariable(name=name, valueReference=0, type="Float64", causality=causality, shape=shape)


def description(dependencies: Sequence[Sequence[str] | None]) -> ModelDescription:
    """An FMU with the inputs a, b (2,) and c, and outputs y1, y2, ... with these dependencies."""
    inputs = [variable("a", "input"), variable("b", "input", (2,)), variable("c", "input")]
    outputs = [variable(f"y{i}", "output") for i in range(1, len(dependencies) + 1)]
    named = {v.name: v for v in inputs}
    found = ModelDescription()
    found.modelVariables = [*inputs, *outputs]
    found.outputs = [Unknown(variable=v, dependencies=None if of is None else [named[name] for name in of]) for v, of in zip(outputs, dependencies)]
    return found


def test_listed_inputs_number_by_number() -> None:
    listed = description([["b"], [], ["a", "b"]])
    assert direct_feedthrough(listed) == {"y1": ("b[1]", "b[2]"), "y2": (), "y3": ("a", "b[1]", "b[2]")}
    assert inputs_at_once(listed) == {"a", "b[1]", "b[2]"}


def test_an_output_without_a_list_depends_on_all() -> None:
    unlisted = description([["a"], None, None])
    everything = ("a", "b[1]", "b[2]", "c")
    assert direct_feedthrough(unlisted) == {"y1": ("a",), "y2": everything, "y3": everything}
    assert inputs_at_once(unlisted) == {*everything}


def test_loops_of_outputs_that_nobody_reads_are_none() -> None:
    """y1 of each drives a of the other: a loop where y1 depends on a, and none where only y2 does, which nobody reads."""
    connections = [("first.y1", "second.a"), ("second.y1", "first.a")]
    system = System({"first": Component("first.fmu"), "second": Component("second.fmu")}, connections, stop_time=1.0, step_size=0.1)
    looped, open_ = description([["a"], ["c"]]), description([["c"], ["a"]])
    (loop,) = algebraic_loops(system, {"first": looped, "second": looped})
    assert {*loop} == {("first", "y1"), ("first", "a"), ("second", "y1"), ("second", "a")}
    assert algebraic_loops(system, {"first": looped, "second": open_}) == []


def test_whose_inputs_reach_outputs_at_once_steps_later() -> None:
    """The second FMU waits for the first, whose output its own outputs need at the same instant, in whatever order they are listed."""
    system = System({"b": Component("b.fmu"), "a": Component("a.fmu")}, [("a.y1", "b.a")], stop_time=1.0, step_size=0.1)
    assert stepping_order(system, {"a": description([[]]), "b": description([["a"]])}) == ("a", "b")
    assert stepping_order(system, {"a": description([[]]), "b": description([["c"]])}) == ("b", "a")
