"""What is said of a PythonBlock before its code ever runs, and where it cannot run."""

from pathlib import Path

import pytest

from mbfmu import (
    Block,
    BlockModel,
    Input,
    MbfmuError,
    Output,
    Parameter,
    PythonBlock,
    State,
    String,
    build_native,
    build_portable,
    compile_problem,
    connect,
)
from mbfmu.base.errors import ProblemsFound

CODE = "class Gain:\n    def __init__(self, p): ...\n    def update(self, p, u, t): ...\n"
LAG = (("derivative", "y_state", "p.k * u.u - x.y_state"), ("output", "y", "x.y_state"))


def gain(folder: Path, source: str = CODE, **declared) -> BlockModel:
    file = folder / "gain.py"
    file.write_text(source)
    variables = {"k": Parameter("1", "gain", 2.0), "u": Input("m", "in"), "y": Output("m", "out")}
    return BlockModel("Gain", type("Gain", (PythonBlock,), {"code": file, "period": 0.01, **variables, **declared})())


def lag(folder: Path) -> BlockModel:
    """A lag with a state, declared as `gain` is."""
    state = {"y_state": State("m", "lagged"), "y_start": Parameter("m", "lagged at the start", 0.0, start=True), "period": 0.0}
    methods = [f"    def {name}(self, p, u, x, t): return {{'{key}': {rate}}}\n" for name, key, rate in LAG]
    return gain(folder, "class Gain:\n    def __init__(self, p): ...\n" + "".join(methods), **state)


def test_the_problem_holds_outputs_and_carries_the_program(tmp_path: Path) -> None:
    problem = compile_problem(gain(tmp_path, requirements=["numpy>=1.26"]))
    assert [(v.name, v.causality, v.variability) for v in problem.variables] == [
        ("k", "parameter", "tunable"),
        ("u", "input", "continuous"),
        ("y", "output", "discrete"),
    ]
    program = problem.program
    assert (program.file, program.source, program.kind, program.requirements) == ("gain.py", CODE.encode(), "Gain", ("numpy>=1.26",))
    assert problem.step_size == 0.01


def test_what_is_computed_at_any_time_is_continuous(tmp_path: Path) -> None:
    problem = compile_problem(lag(tmp_path))
    assert [(v.name, v.variability) for v in problem.variables if v.causality == "output"] == [("y", "continuous")]
    assert (problem.state_names, problem.state_units, problem.events, problem.step_size) == (("y_state",), ("m",), (), Block.step_size)


@pytest.mark.parametrize(
    ("what", "use"),
    [
        ("a native FMU", lambda model, folder: build_native(model, folder)),
        ("a portable FMU", lambda model, folder: build_portable(model, folder)),
        ("connect", lambda model, folder: connect("Both", {"gain": model}, [])),
    ],
)
def test_who_cannot_run_it_says_who_can(tmp_path: Path, what: str, use) -> None:
    with pytest.raises(
        MbfmuError, match=f"{what} cannot run Gain, a PythonBlock: only simulate and its interpreted FMU can.*plain NumPy can be a Block instead"
    ):
        use(gain(tmp_path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"period": 0.0}, "period = 0.0 must be a number > 0 s, since Gain has an update"),
        ({"period": Parameter("s", "period", 1.0)}, "period is a setting of the block: give the variable another name"),
        ({"requirements": "numpy"}, "requirements = 'numpy' must be a list of texts"),
        ({"requirements": ["numpy>=1.26", "git+x", "numpy >= "]}, "'git\\+x' is no requirement: write numpy(?s:.*)'numpy >= ' is no"),
        ({"code": None}, "code = None must be the path of a .py file"),
        ({"code": "nowhere.py"}, 'code = "nowhere.py" cannot be read from .*: No such file'),
        ({"x": State("m", "x")}, "the state x starts at the parameter x_start, which is not declared"),
        ({"x": State("m", "x"), "x_start": Parameter("m", "x", 0.0)}, r"Gain supplies no derivative\(self, p, u, x, t\)"),
        ({"texts": Input("1", "texts", 3, type=String())}, "texts is a vector of texts: declare each by itself"),
        ({"r": Input("m", "r", (3, 3))}, r"r has the shape \(3, 3\): declare vectors"),
    ],
)
def test_wrong_declarations(tmp_path: Path, declared: dict, words: str) -> None:
    with pytest.raises(ProblemsFound, match=words):
        compile_problem(gain(tmp_path, **declared))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("class Other: ...\n", "there is no class Gain in .*gain.py"),
        ("class Gain:\n    def update(self, p, u, t)\n", "expected ':' \\(line 2 of .*gain.py\\)"),
        ("class Gain:\n    def __init__(self, p): ...\n", r"Gain supplies neither output\(self, p, u, t\) nor update\(self, p, u, t\) \(line 1 of"),
        (CODE + "    def derivative(self, p, u, t): ...\n", "Gain has a derivative, but declares no State"),
        (CODE.replace("update", "output"), "period = 0.01 is for updates, but Gain supplies no update"),
        (CODE.replace("p, u, t", "p, u, x, t"), r"update is called as update\(self, p, u, t\) \(line 3 of"),
        ("class Base:\n    def update(self, p): ...\n\n" + "class Gain(Base): ...\n", r"update is called as update\(self, p, u, t\) \(line 2 of"),
        (CODE.replace("p, u, t", "u, t"), r"update is called as update\(self, p, u, t\) \(line 3 of"),
    ],
)
def test_wrong_code(tmp_path: Path, code: str, words: str) -> None:
    with pytest.raises(ProblemsFound, match=words):
        compile_problem(gain(tmp_path, code))


def test_starts_are_those_of_inputs_and_outputs(tmp_path: Path) -> None:
    model = BlockModel("Gain", gain(tmp_path).block, start={"k": 1.0, "y": float("inf")})
    with pytest.raises(ProblemsFound, match="'k' a value, but its inputs and outputs are u, y(?s:.*)start of 'y' = inf must be a finite number"):
        compile_problem(model)


def test_what_is_computed_at_any_time_has_no_start(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound, match="start gives 'y' a value, but its inputs are u"):
        compile_problem(BlockModel("Gain", lag(tmp_path).block, start={"y": 1.0}))
