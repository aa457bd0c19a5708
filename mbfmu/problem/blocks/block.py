"""Block -> Problem: a non-mechanical part, traced and laid out as a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

import casadi as ca

from ...base.errors import MbfmuError, ProblemsFound
from ...base.scalars import Record, element, kernel, tracing, unknown
from ...model.blocks import Block, PythonBlock
from ...model.declare.declarations import REAL, Declaration, Handle, one_line
from ...model.declare.element import Input, Output, Parameter, State, declarations
from ...model.declare.followers import followers
from ...model.declare.model import usable_name
from ..data.integrators import refuse_unknown
from ..data.problem import Problem
from ..data.ref import Ref
from ..schedules.builder import Builder, stack
from ..schedules.state_events import happenings, state_events
from ..tables.discrete_outputs import refuse_continuous, with_held_outputs
from ..tables.expected_step import ExpectedStep
from ..tables.parameter_records import calculated_columns, parameter_records
from ..tables.table import Entry, VariableTable, calculated, fixed_parameters, input_records, lay_out, variability
from ..tables.validity import validity
from .prediction import Prediction, force_sides, forces_ahead, interface_input
from .sampled_states import Sampled


@singledispatch
def compile_block(
    block: Block | PythonBlock, name: str, description: str = "", start: Mapping[str, Any] | None = None, interface_mass: bool = False
) -> Problem:
    """The Problem of a block; all its parameters may be tuned, all its inputs and outputs are shown, and inputs `start` as given.

    Raises ProblemsFound with everything that is wrong with the block's values and with those of `start`.
    """
    given = start or {}
    check_block(block, name, given, Input)
    refuse_unknown(block.integrator)
    with tracing() as tracer, element(""):
        table = block_table(block, given, "continuous", interface_mass)
        states = declarations(type(block), State)
        slots = {slot: ca.MX.sym(slot, table.size(slot)) for slot in ("u", "p")}
        slots |= {"t": ca.MX.sym("t"), "x": ca.MX.sym("x", len(states))}
        p, u = parameter_records([block], table, slots["p"])[block], input_records([block], table, slots["u"])[block]
        x, sampled = Record((state, unknown(slots["x"][i], ())) for i, state in enumerate(states)), Sampled(block)
        if interface_mass:
            slots["communication"] = ca.MX.sym("communication", 1 + 3 * forces_ahead(block))
        prediction = Prediction(block, table, slots) if interface_mass else None
        seen = prediction.inputs(u) if prediction else u
        rates, outputs = respond(type(block), p, seen, unknown(slots["t"], ()), x, *sampled.arguments)
        build = Builder(name, slots | sampled.slots, tracer)
        places = {Ref("x", 0, len(states)): tuple(states), Ref("r", 0, sampled.count): tuple(sampled.states)}
        held = Record(x | sampled.arguments[0]) if sampled.states else x
        found = happenings(build, "", type(block), (p, seen, unknown(slots["t"], ()), x, *sampled.arguments), held, places)
        x_dot = stack(rates[state] for state in states)
        outputs, forces = prediction.fitted(x_dot, outputs) if prediction else (outputs, ca.MX(0, 1))
        columns = [x_dot, build.indicators(), stack(outputs[k] for k in declarations(type(block), Output)), forces]
        x_dot, g, y, forces = prediction.at_predicted(columns) if prediction else columns
        checks, c = validity({block: p})
        derive = (build.call("derive", {"c": c, "calculated": stack(calculated_columns(table, {block: p}))}),) if table.size("p") else ()
        starts = sampled.start(p, slots["t"])
        if states:
            starts["x"] = stack(p[state.start] for state in states.values())
        initialize = (build.call("initialize", starts),) if starts else ()
        derivative = build.call("derivative", {"x_dot": x_dot, "g": g})
        of_now = Ref("communication", 1 + 2 * forces.numel(), forces.numel())
        ahead: dict[str | Ref, ca.MX] = {of_now: forces} if prediction else {}
        output = build.call("output", {"y": y, **ahead})
        events = sampled.events(build, p, u, slots["t"], x)
        at_states = tuple(state_events(build, found))
    problem = Problem(
        name=name,
        description=one_line(description) or (type(block).__doc__ or "").splitlines()[0],
        variables=table.variables,
        sizes={"z": 0, "d": 0, "c": 0, **build.sizes, "m": len(tracer.modes), "n": len(tracer.modes) * bool(at_states)},
        functions=build.functions,
        derive=derive,
        initialize=initialize,
        derivative=(derivative,),
        output=(output,),
        checks=checks,
        state_names=tuple(states),
        mode_names=tuple(tracer.modes),
        nominal_x=tuple(s.nominal for s in states.values()),
        integrator=block.integrator,
        tolerance=block.tolerance,
        step_size=float(block.values["period"]) if block.is_periodic else block.step_size,
        stop_time=block.stop_time,
        composed=build.composed,
        state_units=tuple(block.unit_of(s) for s in states.values()),
        events=events,
        state_events=at_states,
        held_names=sampled.names,
    )
    return with_held_outputs(refuse_continuous(problem))


@kernel
def respond(block, p, u, t, x, *r):
    """Rates and outputs of a block, which is given its discrete states if it has any."""
    return block.respond(p, u, t, x, *r)


def check_block(block: Block | PythonBlock, name: str, start: Mapping[str, Any], *started: type[Declaration]) -> None:
    """ProblemsFound with what is wrong with a block, its name, and the `start` values of its variables of the kinds `started`."""
    if not isinstance(block, Block | PythonBlock):
        raise MbfmuError(f"{name}: {block!r} is no Block: give one, such as BlockModel('Speed', Pid())")
    if not isinstance(start, Mapping):
        raise MbfmuError(f"{name}: start takes names and values, such as {{'force': 1e3}}, not {start!r}")
    problems = [*block.own_problems(), *_start_problems(block, start, started)]
    if not usable_name(name):
        problems.append(f"the name {name!r} must be ASCII letters, digits and _, and no word of Python")
    if problems:
        raise ProblemsFound(f"block {name} cannot be built:", problems)


def _start_problems(block: Block | PythonBlock, start: Mapping[str, Any], started: tuple[type[Declaration], ...]) -> list[str]:
    there = {name: declared for kind in started for name, declared in declarations(type(block), kind).items()}
    kinds = " and ".join(f"{kind.__name__.lower()}s" for kind in started)
    unknown_names = [f"start gives {name!r} a value, but its {kinds} are {', '.join(there)}" for name in start if name not in there]
    wrong = {name: value for name, value in start.items() if name in there and there[name].numbers(value) is None}
    return unknown_names + [f"start of {name!r} = {value!r} must be {_wanted(block, there[name])}" for name, value in wrong.items()]


def _wanted(block: Block | PythonBlock, declared: Declaration) -> str:
    return f"a finite number [{block.unit_of(declared)}]" if declared.type == REAL else declared.type.one


def block_table(block: Block | PythonBlock, start: Mapping[str, Any], outputs: str, interface_mass: bool = False) -> VariableTable:
    """Its variables, all of which are shown, and the parameters of models that some follow from.

    Its inputs `start` as given, and `outputs` is the variability of its outputs.
    """
    following = followers([block])
    used = dict.fromkeys(p for follower in following for p in follower.parameters)
    at_start = fixed_parameters(following)
    entries = [Entry(f"{p.model}.{p.name}", p, "parameter", "fixed" if p in at_start else "tunable", elsewhere=True) for p in used]
    entries += [calculated(follower.name, follower, at_start) for follower in following]
    for kind, causality in ((Parameter, "parameter"), (Input, "input"), (Output, "output")):
        for name, declaration in declarations(type(block), kind).items():
            if name in block.expressions:
                continue
            fixed = isinstance(declaration, Parameter) and declaration.start
            held = outputs if kind is Output else "continuous"
            varies = "fixed" if fixed else "tunable" if kind is Parameter else variability(declaration, held)
            given = declaration.numbers(start[name]) if kind is Input and name in start else None
            entries.append(Entry(name=name, handle=Handle(block, declaration), causality=causality, variability=varies, given=given))
    if interface_mass:
        entries.append(Entry("expected_step", ExpectedStep(block.step_size), "parameter", "fixed"))
        said = (interface_input(name, member) for name, port in force_sides(block).items() for member in port.kind.interface)
        entries += [Entry(declared.name, Handle(block, declared), "input", "continuous") for declared in said]
    return lay_out(entries)
