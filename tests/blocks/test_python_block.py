"""What is said of a PythonBlock before its code ever runs, and where it cannot run."""

from pathlib import Path

import pytest

from mbfmu import (
    BlockModel,
    Input,
    MbfmuError,
    Output,
    Parameter,
    PythonBlock,
    State,
    build_native,
    build_portable,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.errors import ProblemsFound

CODE = "class Gain:\n    def __init__(self, p): ...\n    def update(self, p, u, t): ...\n"


def gain(folder: Path, source: str = CODE, **declared) -> BlockModel:
    file = folder / "gain.py"
    file.write_text(source)
    variables = {"k": Parameter("1", "gain", 2.0), "u": Input("m", "in"), "y": Output("m", "out")}
    return BlockModel("Gain", type("Gain", (PythonBlock,), {"code": file, "period": 0.01, **variables, **declared})())


def test_the_problem_holds_outputs_and_carries_the_program(tmp_path: Path) -> None:
    problem = compile_problem(gain(tmp_path, requirements=["numpy>=1.26"]))
    assert [(v.name, v.causality, v.variability) for v in problem.variables] == [
        ("k", "parameter", "tunable"),
        ("u", "input", "continuous"),
        ("y", "output", "discrete"),
    ]
    program = problem.program
    assert (program.file, program.source, program.kind, program.requirements) == ("gain.py", CODE.encode(), "Gain", ("numpy>=1.26",))
    assert problem.step_size == program.period == 0.01


@pytest.mark.parametrize(
    ("what", "use"),
    [
        ("a native FMU", lambda model, folder: build_native(model, folder)),
        ("a portable FMU", lambda model, folder: build_portable(model, folder)),
        ("simulate", lambda model, folder: simulate(model)),
        ("connect", lambda model, folder: connect("Both", {"gain": model}, [])),
    ],
)
def test_who_cannot_run_it_says_who_can(tmp_path: Path, what: str, use) -> None:
    with pytest.raises(MbfmuError, match=f"{what} cannot run Gain, a PythonBlock: only its interpreted FMU can.*plain NumPy can be a Block instead"):
        use(gain(tmp_path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"period": 0.0}, "period = 0.0 must be a number > 0 s"),
        ({"period": Parameter("s", "period", 1.0)}, "period is a setting of the block: give the variable another name"),
        ({"requirements": "numpy"}, "requirements = 'numpy' must be a list of texts"),
        ({"requirements": ["numpy>=1.26", "git+x", "numpy >= "]}, "'git\\+x' is no requirement: write numpy(?s:.*)'numpy >= ' is no"),
        ({"code": None}, "code = None must be the path of a .py file"),
        ({"code": "nowhere.py"}, 'code = "nowhere.py" cannot be read from .*: No such file'),
        ({"x": State("m", "x")}, "the state x cannot be declared: keep it in self, or make this a Block"),
        ({"r": Input("m", "r", 3)}, "r has the shape \\(3,\\): declare one variable for each number"),
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
        ("class Gain:\n    def __init__(self, p): ...\n", r"Gain supplies no update\(self, p, u, t\) \(line 1 of"),
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
