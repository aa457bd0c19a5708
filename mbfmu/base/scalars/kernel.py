"""The kernel decorator: one step for one body, joint, force or constraint, written in plain NumPy.

Called on float or Dimensioned arrays, a kernel just runs. Called on Composed arrays it is traced once per static
argument (an element's type, say), shapes and pattern of exact 0, 1 and -1 among the known numbers, into an SX function;
the other known numbers become arguments of that function. What mbfmu's own classes give is kept for the models that this process
compiles next. See docs/design/kernels.md.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import casadi as ca
import numpy as np

from .composed_array import Composed, Tracer, constant, current_tracer
from .functions import traced_switches
from .record import Record
from .traced_number import Traced

MOST_KEPT = 4096  # traced kernels, some ten kilobytes each
MOST_KNOWN = 65536  # arrays of what is known, some hundred bytes each: most come again and again
_kept: dict[tuple, Callable] = {}


def _folds(known: np.ndarray) -> np.ndarray:
    """Which numbers simplify what they meet: 0, 1 and -1."""
    return (known == 0.0) | (known == 1.0) | (known == -1.0)


def kernel(f: Callable) -> Callable:
    """Make `f` a kernel. Its arguments: arrays and numbers, nests of them (Record, list, tuple), and static hashables."""

    @functools.wraps(f)
    def run(*args):
        leaves = []
        if not _has_composed(args):
            return f(*args)
        structure = tuple(_flatten(a, leaves) for a in args)
        if not any(leaf.unknown for leaf in leaves):
            return _compute(f, structure, leaves)
        tracer = current_tracer.get()
        key = (f, structure, tuple(_pattern(leaf) for leaf in leaves))
        traced = tracer.functions.get(key)
        if traced is None:
            traced = tracer.functions[key] = _traced(key, leaves, len(tracer.functions))
        return traced(tracer, leaves)

    return run


def _traced(key: tuple, leaves: list[Composed], number: int) -> Callable:
    """The traced kernel of a key, a kept one where there is one; `number` names it in its build where it is not kept."""
    f, structure, _ = key
    if key in _kept:
        return _kept[key]
    if not (_is_ours(f) and _lasts(structure)):
        return _trace(f, structure, leaves, f"{f.__name__.strip('_')}_{number}")
    traced = _trace(f, structure, leaves, f"{f.__name__.strip('_')}_{_digest(key)}")
    while len(_kept) >= MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[key] = traced
    return traced


def _is_ours(what: Any) -> bool:
    """Whether a class or function is one of mbfmu's, which do not change while a process runs, as a user's may."""
    return what.__module__.startswith("mbfmu.") and "<locals>" not in what.__qualname__


def _lasts(structure: Any) -> bool:
    """Whether all static arguments are our classes, and what has no identity but its value."""
    if isinstance(structure, tuple):
        return all(_lasts(part) for part in structure)
    if isinstance(structure, type):
        return structure is Record or structure is tuple or _is_ours(structure)
    if is_dataclass(structure):
        return _is_ours(type(structure)) and all(_lasts(getattr(structure, field.name)) for field in fields(structure))
    return structure is None or structure is _LEAF or isinstance(structure, (str, int, float))


def _digest(key: tuple) -> str:
    """Names a kept kernel: the same in every process, since generated code bears its name."""
    f, *rest = key
    return hashlib.blake2s(repr((f.__module__, f.__qualname__, rest)).encode(), digest_size=5).hexdigest()


def _has_composed(value) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (tuple, list)):
        return isinstance(value, Composed)
    for v in value:
        if _has_composed(v):
            return True
    return False


class _Leaf:
    """Stands for an array in a structure."""

    def __repr__(self) -> str:
        return "leaf"


_LEAF = _Leaf()


def _flatten(value, leaves: list):
    if isinstance(value, Composed):
        leaves.append(value)
        return _LEAF
    if isinstance(value, (np.ndarray, float)):
        leaves.append(value if isinstance(value, np.ndarray) and value.dtype == object else constant(value))
        return _LEAF
    if isinstance(value, dict):
        return Record, tuple((k, _flatten(v, leaves)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return tuple, tuple(_flatten(v, leaves) for v in value)
    return "static", value


def _rebuild(structure, leaves):
    if structure is _LEAF:
        return next(leaves)
    kind, content = structure
    if kind is Record:
        return Record((k, _rebuild(s, leaves)) for k, s in content)
    if kind is tuple:
        return tuple(_rebuild(s, leaves) for s in content)
    return content


def _compute(f: Callable, structure, leaves: list[Composed]):
    """All arguments are known numbers: so are the results."""
    result = f(*_rebuild((tuple, structure), (leaf.known[()] for leaf in leaves)))
    numbers: list[Composed] = []
    structure = _flatten(_as_arrays(result, float), numbers)
    return _rebuild(structure, iter(numbers))


@functools.lru_cache(maxsize=MOST_KNOWN)
def _described(shape: tuple[int, ...], data: bytes) -> tuple[tuple, np.ndarray]:
    """The pattern of what is known of an array, and the numbers among it that are arguments, in a column."""
    known = np.frombuffer(data).reshape(shape)
    folds, unknown = _folds(known), np.isnan(known)
    return (shape, np.where(folds, known, np.nan).tobytes(), unknown.tobytes()), known[~unknown & ~folds]


def _pattern(leaf: Composed) -> tuple:
    return _described(leaf.shape, leaf.known.tobytes())[0]


def _trace(f: Callable, structure, leaves: list[Composed], name: str):
    inputs: list[ca.SX] = []
    arrays = [_symbols(leaf, inputs) for leaf in leaves]
    switches: dict = {}
    token = traced_switches.set(switches)
    try:
        result = f(*_rebuild((tuple, structure), iter(arrays)))
    finally:
        traced_switches.reset(token)
    outputs: list[np.ndarray] = []
    out_structure = _flatten(_as_arrays(result), outputs)
    known, columns = zip(*(split(o) for o in outputs)) if outputs else ((), ())
    modes = ca.vertcat(*(m for _, m in switches.values())) if switches else ca.SX(0, 1)
    indicators = ca.vertcat(*(g.sx for g, _ in switches.values())) if switches else ca.SX(0, 1)
    function = ca.Function(name, [*inputs, modes], [*columns, indicators])
    return functools.partial(_call, function, known, out_structure, tuple(switches))


def _symbols(leaf: Composed, inputs: list[ca.SX]) -> np.ndarray:
    """An object array for a leaf: folded numbers stay numbers, two inputs hold the unknown entries and the other numbers."""
    flat = leaf.known.ravel()
    unknown = np.isnan(flat)
    number = ~unknown & ~_folds(flat)
    array = np.array([Traced(v) for v in flat], dtype=object)
    for mask in (unknown, number):
        symbols = ca.SX.sym("a", int(mask.sum()))
        inputs.append(symbols)
        for k, i in enumerate(np.flatnonzero(mask)):
            array[i] = Traced(symbols[k])
    array = array.reshape(leaf.shape)
    return array if leaf.shape else array[()]


def _as_arrays(value, dtype: type = object):
    """The result of a kernel with every leaf an array."""
    if isinstance(value, dict):
        return Record((k, _as_arrays(v, dtype)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return tuple(_as_arrays(v, dtype) for v in value)
    return np.array(value, dtype=dtype)


def split(array: np.ndarray) -> tuple[np.ndarray, ca.SX]:
    """What is known of a traced array, and a column of the rest."""
    known, rest = np.full(array.size, np.nan), []
    for i, entry in enumerate(array.ravel()):
        sx = entry.sx if isinstance(entry, Traced) else ca.SX(float(entry))
        if sx.is_constant():
            known[i] = float(sx)
        else:
            rest.append(sx)
    return known.reshape(array.shape), ca.vertcat(*rest) if rest else ca.SX(0, 1)


def _call(function: ca.Function, known, structure, switches: tuple[str, ...], tracer: Tracer, leaves: list[Composed]):
    arguments: list[ca.MX] = []
    for leaf in leaves:
        _, numbers = _described(leaf.shape, leaf.known.tobytes())
        arguments += [leaf.mx if leaf.mx is not None else ca.MX(0, 1), ca.MX(ca.DM(numbers)) if numbers.size else ca.MX(0, 1)]
    named = [tracer.switch(s) for s in switches]
    arguments.append(ca.vertcat(*(mode for _, mode in named)) if named else ca.MX(0, 1))
    results = function.call(arguments)
    for k, (name, _) in enumerate(named):
        tracer.indicators.setdefault(name, results[-1][k])
    composed = [Composed(k, r if r.numel() else None) for k, r in zip(known, results)]
    return _rebuild(structure, iter(composed))
