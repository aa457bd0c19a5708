"""Functions of a Problem: what is computed twice in them is computed once."""

import casadi as ca
import pytest

from mbfmu.base.scalars.composed_array import Tracer
from mbfmu.problem.schedules import builder

TERMS = 400  # make a kernel long


@pytest.mark.parametrize("repeated", [True, False])
def test_long_functions_are_searched_where_their_kernels_repeat_themselves(monkeypatch, repeated):
    monkeypatch.setattr(builder, "SEARCHED", 0)
    symbol, x = ca.SX.sym("x", TERMS), ca.MX.sym("x", TERMS)
    one = lambda: ca.sin(ca.exp(ca.sqrt(symbol)))
    other = one() if repeated else ca.tan(ca.log(ca.cosh(symbol)))
    kernel = ca.Function("kernel", [symbol], [one() * ca.cos(other)])
    build = builder.Builder("Model", {"x": x}, Tracer())
    build.call("found", {"y": kernel(x)})
    spared = kernel.n_instructions() - build.functions["found"].n_instructions()
    assert spared == (3 * TERMS if repeated else 0)
