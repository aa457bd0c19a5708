"""functions.c: the functions of a Problem with their derivatives, as C."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import casadi as ca

from ...base.scalars.look_ups import simplified
from ..data.constraint_manifold import MANIFOLD_SCHEDULES
from ..data.problem import Problem
from ..data.steps import Call, MultiplierSolve, with_inner
from .c_functions import CFunctions
from .c_source import CSource
from .direct_solve import direct_solve

DIFFERENTIATED = ("derive", "initialize", "post_assembly", "derivative", "output", "picture")  # schedules that derivatives are carried through


@dataclass(frozen=True)
class Functions:
    """The C of all functions; whether they are `fused`; the C names of `solves` of multipliers that are written out; `evaluates` the C names of
    value, forward and reverse by function ("NULL" where there is none); the largest work space in numbers: `arg`, `res`, `iw`, `w`."""

    source: bytes
    fused: bool
    solves: Mapping[MultiplierSolve, str]
    evaluates: Mapping[str, tuple[str, str, str]]
    arg: int
    res: int
    iw: int
    w: int

    @property
    def work(self) -> Mapping[str, int]:
        """The largest work space, as a Problem tells of it."""
        return {"arg": self.arg, "res": self.res, "iw": self.iw, "w": self.w}

    def called(self, function: str) -> tuple[str, str, Mapping[str, str]]:
        """The kind of a step that calls a function, its struct, and what in this stands for the function."""
        return "CALL", "Call", dict(zip(("value", "forward", "reverse"), self.evaluates[function]))

    def solved(self, step: MultiplierSolve) -> Mapping[str, str]:
        """What in a step's struct stands for the function that solves it."""
        return {"direct": self.solves.get(step, "NULL")}


def generate_functions(problem: Problem, adjoint: bool = True, fused: bool = False) -> Functions:
    """The functions of a problem in C: those of `DIFFERENTIATED` schedules with their directional derivatives, and adjoint ones if asked, and
    those of constraints with directional ones. Those that are `fused` multiply and add in one instruction."""
    steps = [*with_inner(step for schedule in DIFFERENTIATED for step in getattr(problem, schedule))]
    of_manifolds = [*with_inner(step for manifold in problem.manifolds for schedule in MANIFOLD_SCHEDULES for step in getattr(manifold, schedule))]
    constraints = with_inner(step for manifold in problem.manifolds for step in manifold.evaluate)
    reversed_ = {step.function for step in steps if isinstance(step, Call)}
    differentiated = reversed_ | {step.function for step in constraints if isinstance(step, Call)}
    in_place = {step.function for step in (*steps, *of_manifolds) if isinstance(step, Call) and step.writes_where_it_reads}
    source = CSource("<math.h>", '"constraint_method.h"', '"schur_complement.h"', *['"fused_begin.h"'] * fused)
    functions, evaluates = CFunctions(source), {}
    for name, function in {**problem.functions, **problem.composed}.items():
        forms = {f"value_{name}": function}
        if name in differentiated:
            forms[f"forward_{name}"] = forward(name, function)
        if name in reversed_ and adjoint:
            forms[f"reverse_{name}"] = reverse(name, function)
        for form, of in forms.items():
            functions.add(form, of, name in in_place)
        value, forward_, reverse_ = (*forms, *["NULL"] * (3 - len(forms)))
        evaluates[name] = value, forward_, reverse_
    solves = _written_out({step: None for step in steps if isinstance(step, MultiplierSolve)}, source)
    if fused:
        source.line('#include "fused_end.h"')
    return Functions(
        source=source.encode(),
        fused=fused,
        solves=solves,
        evaluates=evaluates,
        arg=functions.arguments,
        res=functions.results,
        iw=0,
        w=functions.work,
    )


def forward(name: str, function: ca.Function) -> ca.Function:
    """Arguments, then a seed for each -> the derivative of each result along the seeds."""
    arguments = _arguments(function)
    seeds = _symbols(function, function.n_in(), ca.Function.size1_in)
    found = function.forward(1).call([*arguments, *_outputs(function), *seeds], True, False)
    return ca.Function(f"forward_{name}", [*arguments, *seeds], _dense(found, [*arguments, *seeds]))


def reverse(name: str, function: ca.Function) -> ca.Function:
    """Arguments, then a seed for each result -> the derivative of the seeded sum of results by each argument."""
    arguments = _arguments(function)
    seeds = _symbols(function, function.n_out(), ca.Function.size1_out)
    found = function.reverse(1).call([*arguments, *_outputs(function), *seeds], True, False)
    return ca.Function(f"reverse_{name}", [*arguments, *seeds], _dense(found, [*arguments, *seeds]))


def _arguments(function: ca.Function) -> list:
    return function.sx_in() if function.is_a("SXFunction") else function.mx_in()


def _symbols(function: ca.Function, count: int, size) -> list:
    kind = ca.SX if function.is_a("SXFunction") else ca.MX
    return [kind.sym(f"seed{i}", size(function, i)) for i in range(count)]


def _outputs(function: ca.Function) -> list:
    """Stand-ins for the results, which derivatives do not read."""
    return [ca.DM(*function.size_out(i)) for i in range(function.n_out())]


def _dense(results: list, symbols: list) -> list:
    dense = [ca.densify(r) for r in results]
    return simplified(dense, symbols) if dense and isinstance(dense[0], ca.SX) else dense


def _written_out(steps: Iterable[MultiplierSolve], source: CSource) -> dict[MultiplierSolve, str]:
    """The names of those that are small enough."""
    names: dict[MultiplierSolve, str] = {}
    for step in steps:
        name = f"multipliers_{len(names) + 1}"
        if lines := direct_solve(name, step):
            names[step] = name
            source.line("\n".join(lines))
    return names
