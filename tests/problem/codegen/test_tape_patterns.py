"""What tapes depend on, against CasADi's sparsity of the functions themselves."""

import casadi as ca
import numpy as np
import pytest

from mbfmu.problem.codegen import tape_functions
from mbfmu.problem.codegen.tape_functions import TapeFunctions, record_flat, record_functions
from mbfmu.problem.codegen.tape_patterns import tape_patterns
from mbfmu.problem.data.dependencies import members
from tests.library import problem_of

MODELS = ("crane", "wheel_loader", "chain_50", "magic_formula_tire", "sampled_servo")


def sparsity(function: ca.Function) -> np.ndarray:
    """Which of all numbers that a function gives depend on which of those that it takes."""
    pieces = [[ca.DM(function.jac_sparsity(i, j), 1).full() for j in range(function.n_in())] for i in range(function.n_out())]
    return np.block(pieces) > 0


def depends(functions: TapeFunctions, name: str, takes: int) -> np.ndarray:
    """The same, of the tape."""
    found = tape_patterns(functions)[name]([1 << i for i in range(takes)])
    return np.array([np.isin(np.arange(takes), members(of)) for of in found])


@pytest.mark.parametrize("record", [record_functions, record_flat])
@pytest.mark.parametrize("model", MODELS)
def test_tapes_depend_on_what_their_functions_do(model: str, record) -> None:
    problem = problem_of(model)
    functions = record(problem)
    for name, function in problem.functions.items():
        takes = sum(map(function.nnz_in, range(function.n_in())))
        assert takes == 0 or np.array_equal(depends(functions, name, takes), sparsity(function)), name


def test_large_functions_are_read_off_call_by_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tape of a chain's accelerations calls kernels for every link, and depends on the same as without calls."""
    problem = problem_of("chain_50")
    flat = record_flat(problem)
    monkeypatch.setattr(tape_functions, "FLAT", 0)
    functions = record_functions(problem)
    called = {name for name in problem.composed if len(functions.tapes[functions.numbers[name]].calls) > 50}
    assert called
    for name in called:
        takes = functions.tapes[functions.numbers[name]].inputs
        assert np.array_equal(depends(functions, name, takes), depends(flat, name, takes)), name
