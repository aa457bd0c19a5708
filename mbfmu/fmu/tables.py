"""problem.c: the constant tables of a Problem, as mbfmu/fmu/native/problem.h declares them."""

from __future__ import annotations

from functools import singledispatch
from math import inf
from typing import Iterable, Mapping

import numpy as np

from ..runtime.constrained_solve import ConstrainedSolve
from ..runtime.instance import Instance
from ..runtime.kept_rows import ordered
from ..runtime.mechanism import Mechanism
from ..runtime.problem import Problem
from ..runtime.ref import Ref
from ..runtime.steps import Call, MultiplierSolve, NewtonSolve, SpdSolve, Step, SuperelementSolve, WeightedPseudoInverse
from .c_source import CSource, number, string, struct
from .functions import Functions
from .variables import FmiVariable

ORDERS = 3  # of input derivatives that are taken, as in problem.h
WATCH = 4  # numbers that a mechanism's loss watch remembers, as in problem.h
ALWAYS = ("t_u", "x", "u", "p", "d", "c", "m", "z", "x_dot", "g", "y")  # slots beside t that the runtime knows by name
SCHEDULES = ("derive", "initialize", "started", "derivative", "output")
SLOTS = (
    "phi", "psi", "A", "M", "phi_start", "psi_start", "A_start", "fixed_position", "fixed_speed", "k", "w", "lost", "open", "direction",
    "q_rate", "v_rate", "side", "watch",
)  # fmt: skip


def problem_source(problem: Problem, variables: tuple[FmiVariable, ...], functions: Functions, token: str) -> bytes:
    """problem.c; `token` is the GUID or instantiation token."""
    return _Tables(problem, functions).source(variables, token)


def slot_sizes(problem: Problem) -> dict[str, int]:
    """The sizes of all slots of a native instance, in the order in which they lie."""
    sizes = {"t": 1, "t_u": 1} | {slot: problem.sizes.get(slot, 0) for slot in ALWAYS[1:]} | {**problem.sizes, "t": 1, "t_u": 1}
    sizes |= {f"{manifold.prefix}watch": WATCH for manifold in problem.manifolds}
    return sizes | {"derived from": sizes["p"], "input rates": ORDERS * sizes["u"], "input base": sizes["u"]}


class _Tables:
    """The tables of one problem while they are written."""

    def __init__(self, problem: Problem, functions: Functions):
        self.problem, self.functions = problem, functions
        self.sizes = slot_sizes(problem)
        self.starts = dict(zip(self.sizes, np.cumsum([0, *self.sizes.values()]).tolist()))
        self.c = CSource('"problem.h"', "<math.h>")
        for name in (n for names in functions.evaluates.values() for n in names if n != "NULL"):
            self.c.line(f"Evaluate {name};")

    def source(self, variables: tuple[FmiVariable, ...], token: str) -> bytes:
        """The file."""
        p, c, f = self.problem, self.c, self.functions
        nominal = p.nominal_x or (1.0,) * self.sizes["x"]
        states = p.state_names or tuple(f"x[{i + 1}]" for i in range(self.sizes["x"]))
        modes = p.mode_names or tuple(f"mode {i + 1}" for i in range(self.sizes["m"]))
        refs = {slot: self.slot(slot) for slot in ("t", *ALWAYS)}
        refs |= {slot.replace(" ", "_"): self.slot(slot) for slot in ("derived from", "input rates", "input base")}
        fields = struct(
            name=string(p.name), token=string(token), numbers=sum(self.sizes.values()), arg=f.arg, res=f.res, iw=f.iw, w=f.w, **refs,
            **{schedule: self.schedule(getattr(p, schedule)) for schedule in SCHEDULES},
            variables=len(variables), checks=len(p.checks), limits=len(p.limits), mechanisms=len(p.manifolds),
            variable=c.array("Variable", map(self.variable, variables)),
            check=c.array("Check", (struct(ref=self.ref(k.ref), message=string(k.message)) for k in p.checks)),
            limit=c.array(
                "Limit",
                (struct(name=string(k.name), unit=string(k.unit), value=self.ref(k.value), limit=self.ref(k.limit)) for k in p.limits),
            ),
            mechanism=c.array("Mechanism", map(self.mechanism, Instance(p).mechanisms)),
            state_name=c.strings(states), mode_name=c.strings(modes), nominal=c.numbers(nominal), stiff=int(p.stiff),
            step_size=number(p.step_size), tolerance=number(p.tolerance),
        )  # fmt: skip
        c.line(f"const Problem PROBLEM = {fields};")
        return c.encode()

    def ref(self, ref: Ref) -> str:
        """A piece of an instance's numbers."""
        return f"{{{self.starts[ref.slot] + ref.start}, {ref.size}}}"

    def slot(self, name: str) -> str:
        """A whole slot; one that is not there is empty."""
        return self.ref(Ref(name, 0, self.sizes[name])) if name in self.sizes else "{0, 0}"

    def refs(self, refs: Iterable[Ref]) -> str:
        """An array of pieces."""
        return self.c.array("Ref", map(self.ref, refs))

    def schedule(self, steps: tuple[Step, ...]) -> str:
        """A list of steps."""
        entries = ("{&%s, %s}" % step_table(step, self) for step in steps)
        return struct(count=len(steps), steps=self.c.array("Step", entries))

    def ragged(self, groups: Iterable[Iterable[int]]) -> tuple[str, str]:
        """Lists of numbers as where each begins, and the last ends, and all of them."""
        groups = [list(group) for group in groups]
        return self.c.integers(np.cumsum([0, *map(len, groups)]).tolist()), self.c.integers(i for group in groups for i in group)

    def variable(self, v: FmiVariable) -> str:
        """One variable of the interface."""
        return struct(
            name=string(v.name), unit=string(v.unit), description=string(v.description), ref=self.ref(v.ref), causality=v.causality.upper(),
            tunable=int(v.variability == "tunable"), dimensions=len(v.shape), shape=self.c.integers(v.shape),
            min=number(-inf if v.min is None else v.min), max=number(inf if v.max is None else v.max), min_open=int(v.min_open),
            start="NULL" if v.start is None else self.c.numbers(v.start),
        )  # fmt: skip

    def mechanism(self, mechanism: Mechanism) -> str:
        """Where the states of one mechanism may be."""
        of = mechanism.manifold
        superelement_start, superelement_rows = self.ragged(of.superelements)
        moved_start, moved = self.ragged(np.flatnonzero(column) for column in mechanism.moves.T)
        schedules = ("evaluate", "displace", "energy", "measure", "sides")
        slots = {name: self.slot(of.prefix + name) for name in SLOTS} | {"energies": self.slot(f"{of.prefix}energy")}
        return struct(
            rows=len(of.rows), starts=len(of.starts), superelements=len(of.superelements), closing=len(of.closing), nq=of.nq, own=of.own,
            nv=of.nv, row=self.rows(of.rows), start=self.rows(of.starts), superelement_start=superelement_start,
            superelement_rows=superelement_rows, closing_joint=self.c.strings(of.closing),
            like=self.c.integers(mechanism.like.argmax(axis=1).tolist() if of.rows else ()), moved_start=moved_start, moved=moved,
            **{name: self.schedule(getattr(of, name)) for name in schedules}, gain=number(of.gain),
            x=self.ref(Ref("x", of.states_from, of.nq + of.own + of.nv)), **slots,
        )  # fmt: skip

    def rows(self, rows) -> str:
        """An array of rows."""
        flags = ("holonomic", "joint", "driven", "fed")
        entries = (struct(element=string(r.element), unit=string(r.unit), **{f: int(getattr(r, f)) for f in flags}) for r in rows)
        return self.c.array("Row", entries)

    def named(self, step: Step, *names: str) -> Mapping[str, str]:
        """Some Refs of a step, and what it is for."""
        return {name: self.ref(getattr(step, name)) for name in names} | {"what": string(step.what)}


@singledispatch
def step_table(step: Step, tables: _Tables) -> tuple[str, str]:
    """The kind of a step and its struct; a new kind of step registers how it is written."""
    raise TypeError(f"no C for a {type(step).__name__}")


@step_table.register
def _(step: Call, tables: _Tables) -> tuple[str, str]:
    value, forward, reverse = tables.functions.evaluates[step.function]
    table = tables.c.struct(
        "Call", value=value, forward=forward, reverse=reverse, arguments=len(step.arguments), results=len(step.results),
        argument=tables.refs(step.arguments), result=tables.refs(step.results),
    )  # fmt: skip
    return "CALL", table


@step_table.register
def _(step: SpdSolve, tables: _Tables) -> tuple[str, str]:
    return "SPD_SOLVE", tables.c.struct("SpdSolve", **tables.named(step, "matrix", "right_side", "unknown"))


@step_table.register
def _(step: NewtonSolve, tables: _Tables) -> tuple[str, str]:
    table = tables.c.struct(
        "NewtonSolve", evaluate=tables.schedule(step.evaluate), nominal=tables.c.numbers(step.nominal),
        **tables.named(step, "residual", "jacobian", "unknown"),
    )  # fmt: skip
    return "NEWTON_SOLVE", table


@step_table.register
def _(step: ConstrainedSolve, tables: _Tables) -> tuple[str, str]:
    kind = "WEIGHTED_PSEUDO_INVERSE" if isinstance(step, WeightedPseudoInverse) else "TANGENT_SPACE"
    refs = ("mass", "force", "jacobian", "target", "kept", "lost", "acceleration", "multipliers")
    return kind, tables.c.struct("ConstrainedSolve", **tables.named(step, *refs))


@step_table.register
def _(step: MultiplierSolve, tables: _Tables) -> tuple[str, str]:
    return "MULTIPLIER_SOLVE", tables.c.struct("MultiplierSolve", **_multipliers(step, tables))


@step_table.register
def _(step: SuperelementSolve, tables: _Tables) -> tuple[str, str]:
    carrier_start, carrier_rows = tables.ragged(step.carriers)
    table = tables.c.struct(
        "SuperelementSolve", solve=struct(**_multipliers(step, tables)), influence=tables.ref(step.influence),
        open=tables.ref(step.open), following=tables.ref(step.following), carriers=len(step.carriers), handed=tables.refs(step.handed),
        carrier_start=carrier_start, carrier_rows=carrier_rows,
    )  # fmt: skip
    return "SUPERELEMENT_SOLVE", table


def _multipliers(step: MultiplierSolve | SuperelementSolve, tables: _Tables) -> Mapping[str, str | int]:
    row, column = np.array(step.pattern, dtype=int).reshape(-1, 2).T
    return {
        "count": len(step.rows), "nonzeros": len(step.pattern), "rows": tables.c.integers(step.rows),
        "pattern": tables.c.array("int", (f"{{{i}, {j}}}" for i, j in step.pattern), "[2]"),
        "order": tables.c.integers(ordered(row, column, np.arange(len(step.rows))).tolist()),
        **tables.named(step, "schur", "right_side", "kept", "lost", "multipliers"),
    }  # fmt: skip
