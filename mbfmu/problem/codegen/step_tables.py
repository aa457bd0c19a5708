"""The tables of steps, one rule a kind, as engine/c/core/problem.h declares them; the order of fields is that of the bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any, Protocol

import numpy as np

from ..data.ref import Ref
from ..data.steps import (
    Call,
    ConstrainedSolve,
    FeedbackSolve,
    Gather,
    HostCall,
    KeepLargest,
    MultiplierSolve,
    NewtonSolve,
    ShareLoads,
    Slopes,
    SpdSolve,
    Step,
    SuperelementSolve,
)
from .row_order import order_of_rows
from .writer import Writer, Written


class Tables(Protocol):
    """The tables of a problem, as the rules of steps see them."""

    to: Writer
    functions: Any

    def ref(self, ref: Ref) -> Written: ...

    def refs(self, refs: Iterable[Ref]) -> Written: ...

    def schedule(self, steps: tuple[Step, ...]) -> Written: ...

    def ragged(self, groups: Iterable[Iterable[int]]) -> tuple[Written, Written]: ...

    def numbers(self) -> int: ...

    def named(self, step: Any, *names: str) -> Mapping[str, Written]: ...


@singledispatch
def step_table(step: object, tables: Tables) -> Written:
    """A step, with its kind; a new kind of step registers how it is written."""
    raise TypeError(f"no table for a {type(step).__name__}")


@step_table.register
def _(step: Call, tables: Tables) -> Written:
    kind, table, fields = tables.functions.called(step.function)
    sizes = {"arguments": len(step.arguments), "results": len(step.results)}
    return tables.to.step(kind, table, **fields, **sizes, argument=tables.refs(step.arguments), result=tables.refs(step.results))


@step_table.register
def _(step: HostCall, tables: Tables) -> Written:
    sizes = {"arguments": len(step.arguments), "results": len(step.results)}
    pieces = {"argument": tables.refs(step.arguments), "result": tables.refs(step.results)}
    return tables.to.step("HOST_CALL", "HostCall", function=tables.to.string(step.function), **sizes, **pieces)


@step_table.register
def _(step: Gather, tables: Tables) -> Written:
    refs = {name: tables.ref(getattr(step, name)) for name in ("held", "places", "found")}
    return tables.to.step("GATHER", "Gather", **refs, outside=tables.to.string(step.outside))


@step_table.register
def _(step: KeepLargest, tables: Tables) -> Written:
    refs = {name: tables.ref(getattr(step, name)) for name in ("held", "places", "values")}
    return tables.to.step("KEEP_LARGEST", "KeepLargest", **refs)


@step_table.register
def _(step: SpdSolve, tables: Tables) -> Written:
    return tables.to.step("SPD_SOLVE", "SpdSolve", **tables.named(step, "matrix", "right_side", "unknown"))


@step_table.register
def _(step: NewtonSolve, tables: Tables) -> Written:
    return tables.to.step("NEWTON_SOLVE", "NewtonSolve", **_newton(step, tables))


@step_table.register
def _(step: FeedbackSolve, tables: Tables) -> Written:
    newton, tangents = tables.to.struct(**_newton(step.newton, tables)), len(step.columns) // step.newton.unknown.size
    columns, refs = tables.to.integers(step.columns), {name: tables.ref(getattr(step, name)) for name in ("determined", "acting")}
    found = {"linear": int(step.linear), "tangents": tangents, "columns": columns, "reader": tables.to.strings(step.readers)}
    return tables.to.step("FEEDBACK_SOLVE", "FeedbackSolve", newton=newton, **refs, **found)


@step_table.register
def _(step: Slopes, tables: Tables) -> Written:
    refs = {name: tables.ref(getattr(step, name)) for name in ("of", "by", "slopes", "free")}
    inputs = {"inputs": len(step.inputs), "input": tables.refs(step.inputs)}
    return tables.to.step("SLOPES", "Slopes", evaluate=tables.schedule(step.evaluate), **refs, **inputs, numbers=tables.numbers())


@step_table.register
def _(step: ConstrainedSolve, tables: Tables) -> Written:
    refs = ("mass", "force", "jacobian", "target", "independent", "rank_deficiency", "acceleration", "multipliers")
    return tables.to.step(step.method.name, "ConstrainedSolve", **tables.named(step, *refs))


@step_table.register
def _(step: MultiplierSolve, tables: Tables) -> Written:
    return tables.to.step("MULTIPLIER_SOLVE", "MultiplierSolve", **_multipliers(step, tables), **tables.functions.solved(step))


@step_table.register
def _(step: SuperelementSolve, tables: Tables) -> Written:
    carrier_start, carrier_rows = tables.ragged(step.carriers)
    return tables.to.step(
        "SUPERELEMENT_SOLVE",
        "SuperelementSolve",
        solve=tables.to.struct(**_multipliers(step, tables)),
        influence=tables.ref(step.influence),
        open_loop=tables.ref(step.open_loop),
        following=tables.ref(step.following),
        carriers=len(step.carriers),
        reflected=tables.refs(step.reflected),
        carrier_start=carrier_start,
        carrier_rows=carrier_rows,
    )


@step_table.register
def _(step: ShareLoads, tables: Tables) -> Written:
    refs = {name: tables.ref(getattr(step, name)) for name in ("multipliers", "independent", "groups", "weights", "rows", "held", "shared")}
    start, column = tables.ragged(step.pattern)
    pattern, lists = (
        tables.to.struct(start=start, column=column),
        {"place": tables.to.integers(step.place), "normal": tables.to.integers(step.normal)},
    )
    return tables.to.step("SHARE_LOADS", "ShareLoads", **refs, pattern=pattern, **lists)


def _newton(step: NewtonSolve, tables: Tables) -> Mapping[str, Written]:
    return {
        "evaluate": tables.schedule(step.evaluate),
        **tables.named(step, "residual", "jacobian", "unknown"),
        "nominal": tables.to.numbers(step.nominal),
    }


def _multipliers(step: MultiplierSolve | SuperelementSolve, tables: Tables) -> Mapping[str, Written | int]:
    row, column = np.array(step.pattern, dtype=int).reshape(-1, 2).T
    return {
        **tables.named(step, "schur", "right_side", "independent", "rank_deficiency", "multipliers"),
        "count": len(step.rows),
        "nonzeros": len(step.pattern),
        "rows": tables.to.integers(step.rows),
        "pattern": tables.to.pairs(step.pattern),
        "order": tables.to.integers(order_of_rows(row, column, len(step.rows))),
    }
