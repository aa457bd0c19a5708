"""Models as data that were damaged, or made to do harm: refused in words, or run; never read out of bounds."""

import os
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import casadi as ca
import pytest

from mbfmu import BlockModel, SampledPid, String, compile_problem
from mbfmu.engine.sources import HANDLE, C, handle_sources
from mbfmu.problem.codegen.tables import packed_problem
from mbfmu.problem.codegen.tape_functions import record_functions
from mbfmu.problem.codegen.variables import fmi_variables
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from mbfmu.problem.mechanism import mass_tree
from tests.bouncing_balls import resting_ball
from tests.convex_scenes import on_convex
from tests.engine.problems import conduction, sampled
from tests.fmu.test_c_functions import all_composed
from tests.library import problem_of
from tests.problem.mechanism.test_mass_tree import held_chain
from tests.problem.test_tables import engine
from tests.sampled_blocks import regulated
from tests.turning import turning
from tests.valve import WatchedTank

from .fuzzing import SANITIZED, TRAPPED, objects

HERE = Path(__file__).parent


def typed() -> Problem:
    """A tank with all types that equations know, and a text beside them, which has a copy among the outputs."""
    tank = compile_problem(BlockModel("Tank", WatchedTank()))
    of_text = {"unit": "1", "description": "a text", "type": String()}
    u, y, size = tank.sizes["u"], tank.sizes["y"], String().size
    start = tuple(String().numbers("größte").tolist())
    texts = (Variable("text", "input", "discrete", ref=Ref("u", u, size), start=start, **of_text),)
    texts += (Variable("copy", "output", "discrete", ref=Ref("y", y, size), start=(), **of_text),)
    column = ca.MX.sym("text", size)
    functions = dict(tank.functions) | {"copy": ca.Function("copy", [column], [column])}
    return replace(
        tank,
        variables=tank.variables + texts,
        sizes={**tank.sizes, "u": u + size, "y": y + size},
        functions=functions,
        output=(*tank.output, Call("copy", (Ref("u", u, size),), (Ref("y", y, size),))),
    )


def calling() -> Problem:
    """Whose functions call kernels."""
    with pytest.MonkeyPatch.context() as patch:
        car = all_composed("quarter_car", patch)
    return replace(car, functions={**car.functions, **car.composed}, composed={})


def by_bodies() -> Problem:
    """Whose mass metric is eliminated body by body."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mass_tree, "WORTH", 0.0)
        return compile_problem(held_chain(2, 0))


# A tree, blocks, closed loops, algebraic unknowns, rolling, sides that are left out, calls, all types, samples, updates, states in blocks,
# a host, tables, a query.
MODELS = {name: partial(problem_of, name) for name in ("crane", "pid", "four_bar", "hydraulics", "rolling_disk", "magic_formula_tire")}
MODELS |= {
    "by_bodies": by_bodies,
    "calling": calling,
    "typed": typed,
    "sampled": sampled,
    "conduction": conduction,
    "regulated": lambda: regulated(SampledPid()),
    "ball": lambda: compile_problem(resting_ball()),
    "convex": lambda: compile_problem(on_convex("box", "ellipsoid", c=1e4)),
    "pictures": lambda: compile_problem(turning(), pictures=True),
    "tables": lambda: compile_problem(engine(smooth=True)),
}


LARGE = ("convex", "rolling_disk", "magic_formula_tire", "four_bar", "crane", "by_bodies")  # all but one consist of what smaller models have


def packed(name: str) -> bytes:
    problem = MODELS[name]()
    return packed_problem(problem, fmi_variables(problem, 3), record_functions(problem))("token")


def program(folder: Path, compiler: tuple[str, ...]) -> Path:
    """load_fuzz with the engine."""
    engine = [file for file in handle_sources() if file.parent.name != HANDLE and file.name != "resources.c"]
    sources = [*engine, C / "fmi" / "value_codecs.c", HERE / "load_fuzz.c"]
    subprocess.run([*compiler, *objects(sources, folder, compiler), "-lm", "-o", "load_fuzz.exe"], check=True, cwd=folder)
    return folder / "load_fuzz.exe"


@pytest.fixture(scope="module")
def trapped(tmp_path_factory) -> Path:
    return program(tmp_path_factory.mktemp("load"), TRAPPED)


def fuzz(fuzzer: Path, folder: Path, model: str, seed: int, files: int) -> int:
    """How many files were refused."""
    (folder / "model.mbfmu").write_bytes(packed(model))
    done = subprocess.run([fuzzer, folder / "model.mbfmu", str(seed), str(files)], capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, f"seed {seed}: {done.returncode}\n{done.stderr[-6000:]}"
    return int(done.stdout)


@pytest.mark.skipif(os.name != "posix", reason="the fuzzer is linked as programs are there")
@pytest.mark.parametrize("model", [pytest.param(model, marks=[pytest.mark.slow] if model in LARGE else []) for model in MODELS])
def test_damaged_files(trapped: Path, tmp_path: Path, model: str) -> None:
    """Compiled so that undefined behaviour ends the program."""
    files = 500
    assert files // 2 < fuzz(trapped, tmp_path, model, 1, files) < files


@pytest.mark.tools
@pytest.mark.parametrize("model", MODELS)
def test_many_damaged_files(tmp_path: Path, model: str) -> None:
    """With sanitizers of addresses, leaks and undefined behaviour. Needs a compiler: `apt install gcc`, and some minutes a model."""
    assert shutil.which("gcc"), "gcc is missing"
    fuzz(program(tmp_path, SANITIZED), tmp_path, model, 2, 20_000)
