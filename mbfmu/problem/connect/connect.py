"""connect(problems, links): several Problems become one, ordered by direct feedthrough.

1. Compile the parts, and check the links.
2. Give each part its piece of the shared slots, and its other slots and functions names of their own.
3. `_variables`: rename variables, and hand free inputs on to their parts.
4. `_linked_output`: for each linked output, a step that computes it and writes the inputs it drives.
5. `_waits`, `_ordered`: sort these and the parts' derivative schedules so that each runs after what it needs; refuse algebraic loops.
6. Join all other steps, manifolds, events, names and settings into one Problem.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

import casadi as ca

from ...base.errors import MbfmuError
from ...model.declare.declarations import one_line
from ...model.declare.model import usable_name
from ...scene import scene_of_system
from ..blocks.python_block import refuse_program
from ..compile import Declared, compile_problem
from ..data.constraint_manifold import ConstraintManifold, Row
from ..data.event_order import Connector, LinkedOutput, event_order, needed_for
from ..data.integrators import integrator_for_all
from ..data.problem import Limit, Problem, StateEvent, TimeEvent, ValidityCheck, Variable
from ..data.ref import Ref
from ..data.steps import Call, Step
from ..mechanism.lost_impulses import lost_impulses
from ..tables.settled_start import NAME as SETTLED_START
from ..tables.settled_start import is_settled_start, with_settled_start
from .links import Link, links_between
from .shared_parameters import shared_parameters

SHARED = ("x", "u", "p", "calculated", "d", "c", "m", "z", "r", "next", "x_dot", "g", "y", "pictures")  # slots of which every problem owns a piece
# The steps that feed inputs, what waits for what, and all steps.
Before = tuple[tuple[Step, ...], Mapping[Connector, list[Connector]], Mapping[Connector, tuple[Step, ...]]]
DERIVATIVES = "its derivatives"  # in place of an output's name: the whole derivative schedule of a problem


def connect(name: str, parts: Mapping[str, Declared], links: Sequence[Link], description: str = "") -> Problem:
    """Join several models into one Problem by links from outputs to inputs, or between ports.

    `parts` are Models, BlockModels or Problems by name. `links` are pairs of an output and an input, or of two ports; each is "crane.stroke" or
    ("crane", "stroke"). Variables become `part.variable`. Inputs without a link stay inputs. A link connects whole variables: a vector drives a
    vector of the same shape. The Problem includes the picture outputs that `mbfmu view` needs; links cannot use them. Raises ProblemsFound for links
    that do not fit, and MbfmuError that names the outputs of an algebraic loop. Logs a warning if a link lacks the impulses of rigid contacts.
    """
    if not usable_name(name):
        raise MbfmuError(f"the name {name!r} must be ASCII letters, digits and _, and no word of Python")
    if not isinstance(parts, Mapping):
        raise MbfmuError(f"connect takes parts by name, such as {{'crane': crane}}, not a {type(parts).__name__}")
    problems = {key: compile_problem(part, pictures=True) for key, part in parts.items()}
    for problem in problems.values():
        refuse_program(problem, "connect")
    between = links_between(problems, links)
    for key, problem in problems.items():
        for words in lost_impulses(problem, {output for part, output in (source for source, _ in between) if part == key}):
            logging.getLogger("mbfmu").warning(words)
    return with_settled_start(_Connection(name, problems, between).problem(description))


def _renamed(row: Row, key: str) -> Row:
    """A row of the problem `key`, its names those of the connected problem."""
    loop = replace(row.loop, joints=tuple(f"{key}.{joint}" for joint in row.loop.joints))
    return replace(row, element=f"{key}.{row.element}", loop=loop)


def _until(ordered: Mapping[Connector, tuple[Step, ...]], key: str) -> tuple[Step, ...]:
    """The steps before the derivatives of the problem `key`."""
    connectors = list(ordered)
    return tuple(step for connector in connectors[: connectors.index((key, DERIVATIVES))] for step in ordered[connector])


def _inputs(key: str, before: Before) -> tuple[Step, ...]:
    """The steps that compute the inputs of the problem `key`."""
    feed, waits, ordered = before
    needed = needed_for((key, DERIVATIVES), waits)
    return (*feed, *(step for connector, steps in ordered.items() if connector in needed for step in steps))


class _Connection:
    """The pieces of one connected Problem while it is put together."""

    def __init__(self, name: str, problems: Mapping[str, Problem], links: Sequence[tuple[Connector, Connector]]):
        self.name, self.problems, self.links = name, problems, links
        self.shared = shared_parameters(problems)
        self.driven = {target for _, target in links}
        self.offset: dict[tuple[str, str], int] = {}
        self.sizes: dict[str, int] = {"t": 1}
        self.functions: dict[str, ca.Function] = {}
        self.composed: dict[str, ca.Function] = {}
        for key, p in problems.items():
            for slot, size in p.sizes.items():
                if slot in (SETTLED_START, "n"):
                    continue  # the connected problem has one of its own
                if slot in SHARED and slot != "u":
                    self.offset[key, slot] = self.sizes.get(slot, 0)
                    self.sizes[slot] = self.sizes.get(slot, 0) + size
                elif slot in ("t", "input_time"):
                    self.sizes[slot] = size
                else:
                    self.sizes[f"{key}.{slot}"] = size
            self.functions |= {self._function(key, f): function for f, function in p.functions.items()}
            self.composed |= {self._function(key, f): function for f, function in p.composed.items()}
        if any(p.state_events for p in problems.values()):
            self.sizes["n"] = self.sizes["m"]  # of parts without state events, too

    def problem(self, description: str) -> Problem:
        """The connected Problem."""
        variables, feed = self._variables()
        parts = self.problems.items()
        joined = lambda attribute: tuple(self._moved(s, k) for k, p in parts for s in getattr(p, attribute))
        names = lambda attribute: tuple(f"{k}.{n}" for k, p in parts for n in getattr(p, attribute))
        checks = tuple(ValidityCheck(self._ref(c.ref, k), f"{k}.{c.message}") for k, p in parts for c in p.checks)
        limits = tuple(Limit(f"{k}.{of.name}", of.unit, self._ref(of.value, k), self._ref(of.limit, k)) for k, p in parts for of in p.limits)
        outputs = {source: self._linked_output(source) for source in dict.fromkeys(source for source, _ in self.links)}
        waits = self._waits(outputs)
        ordered = self._ordered(outputs, waits)
        derivative = (*feed, *(step for steps in ordered.values() for step in steps))
        manifolds = tuple(self._manifold(m, k, (*feed, *_until(ordered, k))) for k, p in parts for m in p.manifolds)
        every = self.problems.values()
        scenes = {key: p.scene for key, p in parts if p.scene}
        return Problem(
            name=self.name,
            description=one_line(description),
            variables=variables,
            sizes=self.sizes,
            functions=self.functions,
            derive=(*self._hand_on(), *joined("derive")),
            initialize=joined("initialize"),
            derivative=derivative,
            output=joined("output"),
            checks=checks,
            state_names=names("state_names"),
            mode_names=names("mode_names"),
            nominal_x=tuple(n for p in every for n in p.nominal_x),
            integrator=integrator_for_all(p.integrator for p in every),
            step_size=min(p.step_size for p in every),
            stop_time=max(p.stop_time for p in every),
            manifolds=manifolds,
            post_assembly=joined("post_assembly"),
            limits=limits,
            tolerance=min(p.tolerance for p in every),
            state_units=tuple(unit for p in every for unit in p.state_units),
            composed=self.composed,
            max_steps=max(p.max_steps for p in every),
            picture=joined("picture"),
            scene=scene_of_system(self.name, scenes) if scenes else None,
            events=tuple(self._events(outputs, (feed, waits, ordered))),
            accepted=tuple(s for k, p in parts if p.accepted for s in (*_inputs(k, (feed, waits, ordered)), *self._moved(p.accepted, k))),
            state_events=tuple(self._state_events(outputs, (feed, waits, ordered))),
            held_names=names("held_names"),
            mechanisms=tuple(replace(of, first=of.first + self.offset[k, "x"]) for k, p in parts for of in p.mechanisms),
        )

    def _function(self, key: str, function: str) -> str:
        """The new name of a problem's function; problems are numbered, since joined names might collide."""
        return f"f{list(self.problems).index(key)}_{function}"

    def _ref(self, ref: Ref, key: str) -> Ref:
        if ref.slot == "input_time" and any(target == key for target, _ in self.driven):
            return replace(ref, slot="t")  # inputs that follow others are those of the present time
        if ref.slot in ("t", "input_time"):
            return ref
        if ref.slot == "n":
            return replace(ref, start=ref.start + self.offset[key, "m"])
        if (key, ref.slot) in self.offset:
            return replace(ref, start=ref.start + self.offset[key, ref.slot])
        return replace(ref, slot=f"{key}.{ref.slot}")

    def _moved(self, value: Any, key: str) -> Any:
        """A step, or anything in one, in terms of the connected problem's slots and functions."""
        if isinstance(value, Ref):
            return self._ref(value, key)
        if isinstance(value, tuple):
            return tuple(self._moved(v, key) for v in value)
        if is_dataclass(value) and not isinstance(value, type):
            changed = {f.name: self._moved(getattr(value, f.name), key) for f in fields(value)}
            if isinstance(value, Call):
                changed["function"] = self._function(key, value.function)
            return replace(value, **changed)
        return value

    def _events(self, outputs: Mapping[Connector, LinkedOutput], before: Before) -> Iterator[TimeEvent]:
        """The events of all problems; what computes a problem's inputs runs before each of its events, since others may have changed them."""
        for key in event_order([key for key, p in self.problems.items() if p.events], outputs, self.links):
            inputs = _inputs(key, before)
            for event in self.problems[key].events:
                name = key if event.name == self.problems[key].name else f"{key}.{event.name}"
                yield TimeEvent(name, self._ref(event.next, key), (*inputs, *self._moved(event.update, key)))

    def _state_events(self, outputs: Mapping[Connector, LinkedOutput], before: Before) -> Iterator[StateEvent]:
        """The same of state events, which all outputs may follow."""
        following = {source: replace(output, held=True) for source, output in outputs.items()}
        for key in event_order([key for key, p in self.problems.items() if p.state_events], following, self.links):
            inputs = _inputs(key, before)
            for event in self.problems[key].state_events:
                yield StateEvent(f"{key}.{event.name}", self._moved(event.modes, key), (*inputs, *self._moved(event.update, key)))

    def _manifold(self, manifold: ConstraintManifold, key: str, before: tuple[Step, ...]) -> ConstraintManifold:
        """A problem's manifold in terms of the connected problem; the steps `before` compute the inputs it may depend on."""
        moved = self._moved(manifold, key)
        rows, starts = (tuple(_renamed(row, key) for row in of) for of in (moved.rows, moved.starts))
        speeds = tuple(replace(speed, names=tuple(f"{key}.{name}" for name in speed.names)) for speed in moved.start_speeds)
        driven = tuple(replace(start, what=f"{key}.{start.what}", drive=f"{key}.{start.drive}") for start in moved.driven_starts)
        states_from = manifold.states_from + self.offset[key, "x"]
        evaluate = (*before, *moved.evaluate)
        return replace(
            moved,
            rows=rows,
            starts=starts,
            evaluate=evaluate,
            prefix=f"{key}.{manifold.prefix}",
            states_from=states_from,
            start_speeds=speeds,
            driven_starts=driven,
            contacts=tuple(replace(contact, name=f"{key}.{contact.name}") for contact in moved.contacts),
        )

    def _variables(self) -> tuple[tuple[Variable, ...], tuple[Step, ...]]:
        """All variables under their new names, and the step that hands free inputs on to their problems."""
        variables, taken, handed = [], 0, []
        of_models = {(shared.home, shared.uses[0][1].name): shared for shared in self.shared}
        for key, p in self.problems.items():
            for v in p.variables:
                shared = of_models.get((key, v.name))
                if (v.declared_by and not shared) or is_settled_start(v):
                    continue
                named = replace(v, name=f"{key}.{v.name}", origin=v.origin and f"{key}.{v.origin}")
                if v.causality != "input":
                    varies = shared.variability if shared else v.variability
                    variables.append(replace(named, ref=self._ref(v.ref, key), variability=varies))
                elif (key, v.name) not in self.driven:
                    ref = Ref("u", taken, v.ref.size)
                    taken += v.ref.size
                    variables.append(replace(named, ref=ref))
                    handed.append((ref, self._ref(v.ref, key)))
        self.sizes["u"] = taken
        if not handed:
            return tuple(variables), ()
        u = ca.SX.sym("u", taken)
        self.functions["inputs"] = ca.Function("inputs", [u], [u[r.start : r.start + r.size] for r, _ in handed])
        return tuple(variables), (Call("inputs", (Ref("u", 0, taken),), tuple(to for _, to in handed)),)

    def _hand_on(self) -> tuple[Step, ...]:
        """The steps that hand parameters of models on to the other parts in which they are used."""
        steps: list[Step] = []
        for shared in self.shared:
            place, *others = (self._ref(v.ref, key) for key, v in shared.uses)
            if others:
                label, symbol = f"shared{len(steps)}", ca.SX.sym("p")
                self.functions[label] = ca.Function(label, [symbol], [symbol] * len(others))
                steps.append(Call(label, (place,), tuple(others)))
        return tuple(steps)

    def _waits(self, outputs: Mapping[Connector, LinkedOutput]) -> dict[Connector, list[Connector]]:
        """What must be computed before the derivatives of each problem, and before each linked output."""
        waits = {(key, DERIVATIVES): [source for source, target in self.links if target[0] == key] for key in self.problems}
        for source, output in outputs.items():
            sources = [s for s, target in self.links if target[0] == source[0] and target[1] in output.needs]
            waits[source] = [*sources, *([(source[0], DERIVATIVES)] if output.late else [])]
        return waits

    def _ordered(self, outputs: Mapping[Connector, LinkedOutput], waits: Mapping[Connector, list[Connector]]) -> dict[Connector, tuple[Step, ...]]:
        """The derivative schedules of all problems, and between them what computes and hands on linked outputs, in order."""
        steps = {(key, DERIVATIVES): tuple(self._moved(s, key) for s in p.derivative) for key, p in self.problems.items()}
        steps |= {source: (output.step,) for source, output in outputs.items()}
        try:
            order = list(TopologicalSorter(waits).static_order())
        except CycleError as error:
            loop = " <- ".join(".".join(connector) for connector in error.args[1])
            raise MbfmuError(f"{self.name} has an algebraic loop: {loop}; break it with a state, such as an actuator's time constant") from None
        return {connector: steps[connector] for connector in order}

    def _variable(self, connector: Connector, causality: str) -> Variable:
        """A variable that a link names, which is there, as `links_between` has found."""
        return next(v for v in self.problems[connector[0]].variables if v.name == connector[1] and v.causality == causality)

    def _linked_output(self, source: Connector) -> LinkedOutput:
        """How one linked output is computed and handed on."""
        key, name = source
        p = self.problems[key]
        y = self._variable(source, "output").ref
        calls = (step for step in p.output if isinstance(step, Call))
        call = next(s for s in calls if any(r.slot == "y" and r.start <= y.start < r.start + r.size for r in s.results))
        function = p.functions[call.function]
        inputs = function.sx_in()
        index = next(i for i, r in enumerate(call.results) if r.slot == "y" and r.start <= y.start < r.start + r.size)
        value = function(*inputs) if function.n_out() > 1 else [function(*inputs)]
        piece = value[index][y.start - call.results[index].start : y.start - call.results[index].start + y.size]
        used = [i for i, symbol in enumerate(inputs) if ca.depends_on(piece, symbol)]
        late = any(call.arguments[i].slot not in ("t", "x", "u", "p", "d", "m", "r") for i in used)
        needs = set()
        for i in (i for i in used if call.arguments[i].slot == "u"):
            depends = dict(enumerate(ca.which_depends(piece, inputs[i], 1, False), call.arguments[i].start))
            for v in (v for v in p.variables if v.causality == "input"):
                if any(depends.get(place, False) for place in range(v.ref.start, v.ref.start + v.ref.size)):
                    needs.add(v.name)
        targets = tuple(self._ref(self._variable(to, "input").ref, to[0]) for s, to in self.links if s == source)
        label = f"link{sum(f.startswith('link') for f in self.functions)}"
        self.functions[label] = ca.Function(label, [inputs[i] for i in used], [piece] * len(targets))
        step = Call(label, tuple(self._ref(call.arguments[i], key) for i in used), targets)
        return LinkedOutput(step, frozenset(needs), late, any(call.arguments[i].slot == "r" for i in used))
