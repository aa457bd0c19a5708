"""PythonBlock -> Problem: outputs that are held, and the Program that gives them their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from ..blocks import PythonBlock
from ..errors import MbfmuError
from ..model.declarations import one_line
from ..model.element import Input, Output, Parameter
from ..scalars import element, tracing
from .block import block_table, check_block, compile_block
from .builder import Builder
from .data.problem import Problem, Program, Variable
from .data.ref import Ref
from .table import Table, element_records
from .validity import validity


@compile_block.register
def _(block: PythonBlock, name: str, description: str = "", start: Mapping[str, Any] | None = None) -> Problem:
    given = start or {}
    check_block(block, name, given, Input, Output)
    table = block_table(block, given, "discrete")
    held = _held(table, given)
    with tracing() as tracer, element(""):
        slots = {"u": ca.MX.sym("u", table.size("u") + table.size("y")), "p": ca.MX.sym("p", table.size("p"))}
        checks, c = validity(element_records([block], Parameter, table, slots["p"], "values"))
        build = Builder(name, slots, tracer)
        derive = (build.call("derive", {"c": c}),) if checks else ()
        output = build.call("output", {"y": slots["u"][table.size("u") :]})
    code = Path(block.code)
    return Problem(
        name,
        one_line(description) or (type(block).__doc__ or "").splitlines()[0],
        table.variables,
        build.sizes,
        build.functions,
        derive,
        (),
        (),
        (output,),
        checks,
        step_size=float(block.period),
        stop_time=block.stop_time,
        program=Program(code.name, code.read_bytes(), type(block).__name__, float(block.period), tuple(block.requirements), held),
    )


def _held(table: Table, start: Mapping[str, Any]) -> tuple[Variable, ...]:
    """For each output an input behind those that are shown, which starts where the output shall."""
    outputs, before = [v for v in table.variables if v.causality == "output"], table.size("u")
    starts = {v.name: tuple(np.ravel(v.type.numbers(start.get(v.name, v.type.nothing))).tolist()) for v in outputs}
    return tuple(replace(v, causality="input", ref=Ref("u", before + v.ref.start, v.ref.size), start=starts[v.name]) for v in outputs)


def refuse_program(problem: Problem, what: str) -> None:
    """MbfmuError where a Problem needs a user's Python, which `what` cannot run."""
    if problem.program:
        raise MbfmuError(
            f"{what} cannot run {problem.name}, a PythonBlock: only its interpreted FMU can (build_fmu, or mbfmu build without --native and "
            "--portable), alone or in a co-simulation; a block whose equations are plain NumPy can be a Block instead"
        )
