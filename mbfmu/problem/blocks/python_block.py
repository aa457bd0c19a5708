"""PythonBlock -> Problem: a schedule of HostCalls, which ask its Program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import element, tracing
from ...model.blocks import Block, PythonBlock
from ...model.declare.declarations import one_line
from ...model.declare.element import Input, Output, State, declarations
from ..data import clock
from ..data.names import element_names
from ..data.problem import Problem, Program, TimeEvent
from ..data.ref import Ref
from ..data.steps import HostCall, Step
from ..schedules.builder import Builder, stack
from ..tables.parameter_records import calculated_columns, parameter_records
from ..tables.validity import validity
from .block import block_table, check_block, compile_block


@compile_block.register
def _(block: PythonBlock, name: str, description: str = "", start: Mapping[str, Any] | None = None) -> Problem:
    given = start or {}
    check_block(block, name, given, Input, Output)
    methods, states, outputs = block.methods, declarations(type(block), State), declarations(type(block), Output)
    holds = "output" not in methods
    if not holds:
        check_block(block, name, given, Input)  # what is computed at any time has no start
    table = block_table(block, given, "discrete" if holds else "continuous")
    sizes = {slot: table.size(slot) for slot in ("p", "calculated", "u", "y")} | {"t": 1, "x": len(states), "x_dot": len(states)}
    held, updated = sizes["y"] if holds else 0, "update" in methods
    sizes |= {"r": held + 2 * updated, "next": int(updated)}
    of = {slot: Ref(slot, 0, size) for slot, size in sizes.items()}
    of_models = sum(v.ref.size for v in table.variables if v.declared_by)  # first in p, and no parameters of the block
    parameters = Ref("p", of_models, sizes["p"] - of_models), of["calculated"]
    ask = lambda method, found, given="uxt": HostCall(method, (*parameters, *(of[slot] for slot in given)), (of[found],))
    with tracing() as tracer, element(""):
        symbols = {slot: ca.MX.sym(slot, sizes[slot]) for slot in ("p", "r")} | {"t": ca.MX.sym("t")}
        p = parameter_records([block], table, symbols["p"])
        checks, c = validity(p)
        build = Builder(name, symbols, tracer)
        derive = (build.call("derive", {"c": c, "calculated": stack(calculated_columns(table, p))}),) if table.size("p") else ()
        first, due = clock.start(symbols["t"], 0.0)
        starts = {
            of["x"]: stack(p[block][state.start] for state in states.values()),
            Ref("r", 0, held): stack(_start(d, given.get(k, d.type.nothing)) for k, d in outputs.items()),
            **({Ref("r", held, 2): first, of["next"]: due} if updated else {}),
        }
        started: dict[str | Ref, ca.MX] = {place: column for place, column in starts.items() if place.size}
        begin = (build.call("start", started),) if started else ()
        output: Step = build.call("output", {"y": symbols["r"][:held]}) if holds else ask("output", "y", "uxt" if block.feeds_through else "xt")
        of["held"] = Ref("r", 0, held)
        events = (TimeEvent(name, of["next"], (ask("update", "held"), _tick(build, held, float(block.period)))),) if updated else ()
    names = (name for v in table.variables if v.causality == "output" for name in element_names(v) for _ in range(v.type.size))
    code = Path(block.code)
    return Problem(
        name=name,
        description=one_line(description) or (type(block).__doc__ or "").splitlines()[0],
        variables=table.variables,
        sizes=build.sizes | sizes,
        functions=build.functions,
        derive=derive,
        initialize=(HostCall("__init__", parameters, ()), *begin),
        derivative=(ask("derivative", "x_dot"),) if states else (),
        output=(output,),
        checks=checks,
        state_names=tuple(states),
        nominal_x=tuple(state.nominal for state in states.values()),
        step_size=float(block.period) or Block.step_size,
        stop_time=block.stop_time,
        state_units=tuple(block.unit_of(state) for state in states.values()),
        program=Program(code.name, code.read_bytes(), type(block).__name__, tuple(block.requirements)),
        events=events,
        held_names=(*(names if holds else ()), *(clock.NAMES if updated else ())),
    )


def _tick(build: Builder, held: int, period: float) -> Step:
    """What the clock, behind the outputs that are held, does at an update."""
    holds, due = clock.tick(build.slots["r"][held:], period)
    return build.call("tick", {Ref("r", held, 2): holds, "next": due})


def _start(output: Output, value: Any) -> np.ndarray:
    """The numbers at which a held output starts; a single value is that of all in a vector."""
    return output.type.numbers(np.broadcast_to(np.array(value, dtype=object), output.shape)).ravel()


def refuse_program(problem: Problem, what: str) -> None:
    """MbfmuError where a Problem needs a user's Python, which `what` cannot run."""
    if problem.program:
        raise MbfmuError(
            f"{what} cannot run {problem.name}, a PythonBlock: only simulate and its interpreted FMU can (build_fmu, or mbfmu build without "
            "--native and --portable), alone or in a co-simulation; a block whose equations are plain NumPy can be a Block instead"
        )
