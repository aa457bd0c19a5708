"""The constant tables of a Problem, as mbfmu/engine/c/core/problem.h declares them: as C (problem.c), or as bytes that engine/c/data/load.c reads.

Both are written from the one description here. The order of fields is that of the bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from scipy.sparse import coo_array

from ..between_steps import outputs_need_derivative
from ..data.constraint_manifold import MANIFOLD_SCHEDULES, ConstraintManifold, ContactPoint, DrivenStart, MassTree, Row, StartSpeed
from ..data.integrators import INTEGRATORS
from ..data.once_per_problem import once_per_problem
from ..data.problem import MechanismStates, Problem, StateEvent, TimeEvent
from ..data.ref import Ref
from ..data.steps import Call, Step, with_inner
from .c_source import CSource
from .functions import Functions
from .packed_tables import Packed
from .row_order import order_of_rows
from .state_blocks import StateBlocks, state_blocks
from .step_tables import step_table
from .tape_functions import TapeFunctions, record_functions
from .tape_patterns import tape_patterns
from .variables import FmiVariable
from .writer import Writer, Written

# As in problem.h.
CAUSALITIES = {
    "input": "INPUT",
    "output": "OUTPUT",
    "parameter": "PARAMETER",
    "calculatedParameter": "CALCULATED_PARAMETER",
    "state": "STATE",
    "derivative": "DERIVATIVE",
    "indicator": "INDICATOR",
    "independent": "INDEPENDENT",
}
TYPES = ("REAL", "INTEGER", "BOOLEAN", "ENUMERATION", "STRING")
ORDERS = 3  # of input derivatives that are taken, as in problem.h
ALWAYS = (
    "input_time",
    "x",
    "u",
    "p",
    "calculated",
    "d",
    "c",
    "m",
    "n",
    "z",
    "r",
    "next",
    "x_dot",
    "g",
    "y",
    "pictures",
    "start_in_equilibrium",
)  # slots beside t that the engine knows by name
OF_PARAMETERS = ("p", "calculated", "d", "c", "derived from")  # parameters, and what follows from them alone
SCHEDULES = ("derive", "initialize", "post_assembly", "derivative", "output", "picture", "accepted")
MONITORED, PROJECTIONS = 9, 4  # numbers that c/mechanism/singularity_monitor.c remembers, and of each superelement
SLOTS = (
    "phi",
    "psi",
    "A",
    "M",
    "phi_start",
    "psi_start",
    "A_start",
    "fixed_position",
    "fixed_speed",
    "independent",
    "rank_deficiency",
    "indeterminate",
    "direction",
    "q_rate",
    "closure_branch",
    "singularity_monitor",
    "A_terms",
    "load_groups",
    "load_weights",
)
CONTACT_REFS = (
    "closed",
    "offset",
    "restitution",
    "rest_speed",
    "friction",
    "lock",
    "multipliers",
    "sticking",
    "guided",
    "direction",
    "held",
    "axis",
    "tangent",
    "ready",
)
NONZEROS = {name: f"{name}_nonzeros" for name in ("A", "M", "A_start")}  # their slots in Python


def problem_source(problem: Problem, variables: tuple[FmiVariable, ...], functions: Functions) -> Callable[[str], bytes]:
    """problem.c, for a GUID or instantiation token."""
    c = CSource('"problem.h"', "<math.h>")
    for name in (n for names in functions.evaluates.values() for n in names if n != "NULL"):
        c.line(f"Evaluate {name};")
    for name in functions.solves.values():
        c.line(f"DirectSolve {name};")
    c.line(f"const int FUSED = {int(functions.fused)};")
    blocks = state_blocks(problem, lambda: tape_patterns(record_functions(problem)))
    table = _Tables(problem, functions, blocks, c).problem_table(variables)
    tables = c.encode()
    return lambda token: tables + f"const Problem PROBLEM = {table(token)};\n".encode("ascii")


def packed_problem(problem: Problem, variables: tuple[FmiVariable, ...], functions: TapeFunctions) -> Callable[[str], bytes]:
    """The tapes and tables as the bytes of one file, for a GUID or instantiation token."""
    to = Packed()
    blocks = state_blocks(problem, lambda: tape_patterns(functions))
    tapes, table = functions.written(to), _Tables(problem, functions, blocks, to).problem_table(variables)
    return lambda token: to.encode(tapes + table(token))


@once_per_problem
def slot_sizes(problem: Problem) -> dict[str, int]:
    """The sizes of all slots of a native instance, in the order in which they lie: first those that evaluations find anew, then parameters."""
    sizes = {"t": 1, "input_time": 1} | {slot: problem.sizes.get(slot, 0) for slot in ALWAYS[1:]} | {**problem.sizes, "t": 1, "input_time": 1}
    for manifold in problem.manifolds:
        sizes[f"{manifold.prefix}singularity_monitor"] = MONITORED + len(manifold.rows) + PROJECTIONS * len(manifold.superelements)
        sizes[f"{manifold.prefix}A_terms"] = sum(map(len, manifold.A_pattern))
    sizes |= {"drained to": sizes["start_in_equilibrium"] * sizes["x"]}
    sizes |= {"derived from": sizes["p"], "input rates": ORDERS * sizes["u"], "latched inputs": sizes["u"]}
    return {slot: sizes[slot] for slot in (*found_anew(problem), *OF_PARAMETERS)} | sizes


def found_anew(problem: Problem) -> list[str]:
    """The slots that are between equations only, of which each evaluation fills all: not those that variables lie in."""
    schedules = problem.derivative, problem.output, problem.picture, *(manifold.assembling for manifold in problem.manifolds)
    calls = (step for schedule in schedules for step in with_inner(schedule) if isinstance(step, Call))
    filled: Counter[str] = Counter()
    for result in dict.fromkeys(result for call in calls for result in call.results):
        filled[result.slot] += result.size
    return [slot for slot, size in filled.items() if size == problem.sizes[slot] and slot not in ALWAYS]


class _Tables:
    """The tables of one problem while they are written."""

    def __init__(self, problem: Problem, functions: Functions | TapeFunctions, blocks: StateBlocks, to: Writer):
        self.problem, self.functions, self.of_states, self.to = problem, functions, blocks, to
        self.sizes = slot_sizes(problem)
        self.starts = dict(zip(self.sizes, np.cumsum([0, *self.sizes.values()]).tolist()))

    def problem_table(self, variables: tuple[FmiVariable, ...]) -> Callable[[str], Written]:
        """All of it, for a GUID or instantiation token."""
        p, to = self.problem, self.to
        nominal = p.nominal_x or (1.0,) * self.sizes["x"]
        states = p.state_names or tuple(f"x[{i + 1}]" for i in range(self.sizes["x"]))
        modes = p.mode_names or tuple(f"mode {i + 1}" for i in range(self.sizes["m"]))
        held = p.held_names or tuple(f"r[{i + 1}]" for i in range(self.sizes["r"]))
        refs = {slot: self.slot(slot) for slot in ("t", *ALWAYS)}
        refs |= {slot.replace(" ", "_"): self.slot(slot) for slot in ("drained to", "derived from", "input rates", "latched inputs")}
        refs |= {slot: self.slot(slot) for slot in ("communication", "last_inputs")}
        limits = (to.struct(name=to.string(k.name), unit=to.string(k.unit), value=self.ref(k.value), limit=self.ref(k.limit)) for k in p.limits)
        checks = (to.struct(ref=self.ref(k.ref), message=to.string(k.message)) for k in p.checks)
        fields = dict(
            numbers=self.numbers(),
            found_anew=sum(self.sizes[slot] for slot in found_anew(p)),
            of_parameters=sum(self.sizes[slot] for slot in OF_PARAMETERS),
            **self.functions.work,
            **refs,
            **{schedule: self.schedule(getattr(p, schedule)) for schedule in SCHEDULES},
            variables=len(variables),
            checks=len(p.checks),
            limits=len(p.limits),
            mechanisms=len(p.manifolds),
            moving=len(p.mechanisms),
            events=len(p.events),
            state_events=len(p.state_events),
            variable=to.array("Variable", map(self.variable, variables)),
            check=to.array("Check", checks),
            limit=to.array("Limit", limits),
            mechanism=to.array("Mechanism", map(self.mechanism, p.manifolds)),
            motion=to.array("MechanismStates", map(self.states, sorted(p.mechanisms, key=lambda of: of.first))),
            event=to.array("TimeEvent", map(self.event, p.events)),
            state_event=to.array("StateEvent", map(self.state_event, p.state_events)),
            state_name=to.strings(states),
            mode_name=to.strings(modes),
            held_name=to.strings(held),
            nominal=to.numbers(nominal),
            integrator=to.choice(_in_c(p.integrator), tuple(map(_in_c, INTEGRATORS))),
            step_size=to.number(p.step_size),
            tolerance=to.number(p.tolerance),
            max_steps=p.max_steps,
            outputs_need_derivative=int(outputs_need_derivative(p)),
            blocks=self.blocks(),
        )
        return lambda token: to.struct(name=to.string(p.name), token=to.string(token), **fields)

    def ref(self, ref: Ref) -> Written:
        """A piece of an instance's numbers."""
        return self.to.ref(self.starts[ref.slot] + ref.start, ref.size)

    def numbers(self) -> int:
        """How many numbers all slots have."""
        return sum(self.sizes.values())

    def slot(self, name: str) -> Written:
        """A whole slot; one that is not there is empty."""
        return self.ref(Ref(name, 0, self.sizes[name])) if name in self.sizes else self.to.ref(0, 0)

    def refs(self, refs: Iterable[Ref]) -> Written:
        """An array of pieces."""
        return self.to.array("Ref", map(self.ref, refs))

    def schedule(self, steps: tuple[Step, ...]) -> Written:
        """A list of steps."""
        return self.to.struct(count=len(steps), steps=self.to.array("Step", [step_table(step, self) for step in steps]))

    def ragged(self, groups: Iterable[Iterable[int]]) -> tuple[Written, Written]:
        """Lists of numbers as where each begins, and the last ends, and all of them."""
        lists = [list(group) for group in groups]
        return self.to.integers(np.cumsum([0, *map(len, lists)]).tolist()), self.to.integers(i for group in lists for i in group)

    def variable(self, v: FmiVariable) -> Written:
        """One variable of the interface."""
        to = self.to
        return to.struct(
            name=to.string(v.name),
            unit=to.string(v.unit),
            description=to.string(v.description),
            ref=self.ref(v.ref),
            causality=to.choice(CAUSALITIES[v.causality], tuple(CAUSALITIES.values())),
            type=to.choice(v.type.fmi2.upper(), TYPES),
            tunable=int(v.variability == "tunable"),
            dimensions=len(v.shape),
            shape=to.integers(v.shape),
            min=to.number(v.type.least if v.min is None else v.min),
            max=to.number(v.type.most if v.max is None else v.max),
            exclusive_min=int(v.exclusive_min),
            items=len(v.type.definition()[1]),
            item=to.strings(v.type.definition()[1]),
            start=to.numbers(v.start or ()),
        )

    def blocks(self) -> Written:
        """The states in the order in which implicit methods eliminate them."""
        of, to = self.of_states, self.to
        first, state = self.ragged(of.blocks)
        group_start, group = self.ragged(of.groups)
        sizes = [len(of.blocks[i]) * len(of.blocks[j]) for i, row in enumerate(of.pattern) for j in row]
        return to.struct(
            count=len(of.blocks),
            first=first,
            state=state,
            pattern=self.pattern(of.pattern),
            reach=self.pattern(of.reach),
            place=to.integers(np.cumsum([0, *sizes]).tolist()),
            groups=len(of.groups),
            group_start=group_start,
            group=group,
        )

    def event(self, of: TimeEvent) -> Written:
        """What happens at times."""
        return self.to.struct(name=self.to.string(of.name), next=self.ref(of.next), update=self.schedule(of.update))

    def state_event(self, of: StateEvent) -> Written:
        """What happens where modes flip."""
        modes = self.to.integers(mode.start for mode in of.modes)
        return self.to.struct(name=self.to.string(of.name), modes=len(of.modes), mode=modes, update=self.schedule(of.update))

    def states(self, of: MechanismStates) -> Written:
        """Where the states of one mechanism are."""
        return self.to.struct(first=of.first, nq=of.nq, own=of.own, measured=of.measured, nv=of.nv)

    def mechanism(self, of: ConstraintManifold) -> Written:
        """Where the states of one mechanism may be."""
        to = self.to
        superelement_start, superelement_rows = self.ragged(of.superelements)
        moved_start, moved = self.ragged(_moved(self.problem, of))
        patterns = {"A": of.A_pattern, "M": of.M_pattern, "A_start": of.A_start_pattern}
        slots = {name: self.slot(of.prefix + NONZEROS.get(name, name)) for name in SLOTS}
        return to.struct(
            rows=len(of.rows),
            starts=len(of.starts),
            start_speeds=len(of.start_speeds),
            driven_starts=len(of.driven_starts),
            superelements=len(of.superelements),
            closing=len(of.closing),
            nq=of.nq,
            own=of.own,
            nv=of.nv,
            row=self.rows(of.rows),
            start=self.rows(of.starts),
            start_speed=to.array("StartSpeed", map(self.start_speed, of.start_speeds)),
            driven_start=to.array("DrivenStart", map(self.driven_start, of.driven_starts)),
            superelement_start=superelement_start,
            superelement_rows=superelement_rows,
            closing_joint=to.strings(of.closing),
            like=to.integers(_alike(of)),
            order=to.integers(_order(of)),
            **{f"{name}_pattern": self.pattern(pattern) for name, pattern in patterns.items()},
            tree=self.mass_tree(of.mass_tree),
            moved_start=moved_start,
            moved=moved,
            **{name: self.schedule(getattr(of, name)) for name in MANIFOLD_SCHEDULES},
            x=self.ref(Ref("x", of.states_from, of.nq + of.own + of.nv)),
            **slots,
            contacts=len(of.contacts),
            contact=to.array("ContactPoint", map(self.contact, of.contacts)),
        )

    def contact(self, of: ContactPoint) -> Written:
        """A point at which two bodies may touch."""
        refs = {name: self.ref(getattr(of, name)) for name in CONTACT_REFS}
        return self.to.struct(name=self.to.string(of.name), row=of.row, rows=of.rows, **refs, newton=int(of.newton))

    def pattern(self, of: Iterable[Iterable[int]]) -> Written:
        """Where the numbers of a sparse matrix lie."""
        start, column = self.ragged(of)
        return self.to.struct(start=start, column=column)

    def mass_tree(self, of: MassTree) -> Written:
        """The bodies by which masses are eliminated."""
        places = {name: self.to.integers(getattr(of, name)) for name in ("lower", "mover", "first", "place")}
        return self.to.struct(bodies=len(of.lower), **places)

    def start_speed(self, speed: StartSpeed) -> Written:
        """A parameter by which the user gives speeds for the start."""
        given, found = self.ref(speed.given), self.ref(speed.found)
        return self.to.struct(name=self.to.strings(speed.names), unit=self.to.string(speed.unit), given=given, found=found)

    def driven_start(self, start: DrivenStart) -> Written:
        """A position that a drive prescribes."""
        texts = {name: self.to.string(getattr(start, name)) for name in ("what", "drive", "unit")}
        return self.to.struct(**texts, **{name: self.ref(getattr(start, name)) for name in ("given", "said", "found")})

    def rows(self, rows: Iterable[Row]) -> Written:
        """An array of rows."""
        return self.to.array("Row", map(self.row, rows))

    def row(self, row: Row) -> Written:
        """One row, with what is said of the loop that it closes."""
        flags = {flag: int(getattr(row, flag)) for flag in ("holonomic", "joint", "driven", "input_driven")}
        of_loop = {"loop": row.loop_name if row.joint else "", "axes": row.loop.axes, "misfit": row.loop.misfit}
        texts = {"element": row.element, "unit": row.unit} | of_loop
        return self.to.struct(**{name: self.to.string(text) for name, text in texts.items()}, **flags)

    def named(self, step: Any, *names: str) -> Mapping[str, Written]:
        """Some Refs of a step, and what it is for."""
        return {name: self.ref(getattr(step, name)) for name in names} | {"what": self.to.string(step.what)}


def _in_c(integrator: str) -> str:
    """An integrator's name in problem.h."""
    return f"BY_{integrator.upper()}"


def _moved(problem: Problem, manifold: ConstraintManifold) -> list[list[int]]:
    """The coordinates that each speed moves."""
    moved: list[list[int]] = [[] for _ in range(manifold.nv)]
    direction, q_rate = manifold.prefix + "direction", manifold.prefix + "q_rate"
    for call in (step for step in manifold.displace if isinstance(step, Call)):
        arguments, results = [ref.slot for ref in call.arguments], [ref.slot for ref in call.results]
        if direction in arguments and q_rate in results:
            pattern = problem.functions[call.function].jac_sparsity(results.index(q_rate), arguments.index(direction))
            for coordinate, speed in zip(*pattern.get_triplet()):
                moved[speed].append(coordinate)
    return moved


def _order(manifold: ConstraintManifold) -> list[int]:
    """The rows, and behind them the starts, in an order that keeps those near that share speeds."""
    pattern = (*manifold.A_pattern, *manifold.A_start_pattern)
    places = np.array([(row, column) for row, columns in enumerate(pattern) for column in columns], dtype=int).reshape(-1, 2)
    shared = coo_array((np.ones(len(places)), tuple(places.T)), shape=(len(pattern), manifold.nv)).tocsr()
    row, column = (shared @ shared.T).nonzero()
    return order_of_rows(row, column, len(pattern))


def _alike(manifold: ConstraintManifold) -> list[int]:
    """For each row the number of the first one of its superelement and unit."""
    group = {row: number for number, rows in enumerate(manifold.superelements) for row in rows}
    first: dict[tuple[int, str], int] = {}
    return [first.setdefault((group.get(i, ~i), row.unit), i) for i, row in enumerate(manifold.rows)]
