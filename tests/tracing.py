"""Evaluates and differentiates kernels by tracing them, as compiled Problems do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca
import numpy as np

from mbfmu import LookupTable
from mbfmu.base.scalars import Composed, Record, tracing, unknown


def traced(function: Callable, arguments: Sequence[Any], rates: Sequence[Any]) -> tuple[np.ndarray, np.ndarray]:
    """`function` of nests of floats, and its derivative when they change at `rates`, both flat.

    `function` calls kernels only. Switches are held where their indicators put them.
    """
    at, along = _flat(arguments), _flat(rates)
    x = ca.MX.sym("x", len(at))
    with tracing() as tracer:
        result = function(*_pieces(arguments, iter(ca.vertsplit(x))))
    value = result.dense() if isinstance(result, Composed) else ca.MX(ca.DM(np.ravel(result)))
    modes = list(tracer.modes.values())
    indicators = ca.Function("indicators", [x, *modes], [tracer.indicators[name] for name in tracer.modes])
    on = [0.0] * len(modes)
    for _ in modes:  # an indicator may follow other modes
        on = [float(float(g) > 0.0) for g in indicators.call([at, *on])]
    both = ca.Function("both", [x, *modes], [value, ca.jtimes(value, x, ca.DM(along))])
    found, rate = both.call([at, *on])
    return found.full().ravel(), rate.full().ravel()


def _flat(values: Any) -> np.ndarray:
    if isinstance(values, (dict, list, tuple)):
        content = values.values() if isinstance(values, dict) else values
        return np.concatenate([np.zeros(0), *(_flat(v) for v in content)])
    if isinstance(values, LookupTable):  # which is a function, and no number
        return np.zeros(0)
    return np.ravel(values).astype(float)


def _pieces(values: Any, symbols) -> Any:
    if isinstance(values, dict):
        return Record((k, _pieces(v, symbols)) for k, v in values.items())
    if isinstance(values, (list, tuple)):
        return [_pieces(v, symbols) for v in values]
    if isinstance(values, LookupTable):
        return values
    shape = np.shape(values)
    return unknown(ca.vertcat(*(next(symbols) for _ in range(int(np.prod(shape))))), shape)
