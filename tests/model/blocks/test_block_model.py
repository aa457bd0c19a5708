import pytest

from mbfmu import BlockModel, Pid, compile_problem
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import ProblemsFound


def test_inputs_start_as_given():
    problem = compile_problem(BlockModel("Controller", Pid("m", reference_start=0.5), start={"measurement": 0.2}))
    assert {v.name: v.start for v in problem.variables if v.causality == "input"} == {"set_point": (0.0,), "measurement": (0.2,)}
    assert simulate(problem, 0.1, 0.1)["error"][0] == 0.5 - 0.2


def test_wrong_starts_are_named_at_once():
    start = {"speed": 1.0, "set_point": float("nan"), "measurement": "much"}
    with pytest.raises(ProblemsFound) as found:
        compile_problem(BlockModel("Controller", Pid("m", T_i=-1.0), start=start))
    assert [problem.split(" must")[0] for problem in found.value.problems[1:]] == [
        "start gives 'speed' a value, but its inputs are set_point, measurement",
        "start of 'set_point' = nan",
        "start of 'measurement' = 'much'",
    ]
