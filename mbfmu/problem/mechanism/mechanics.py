"""Model -> Problem: the equations of a mechanism, traced, composed and laid out as a schedule.

1. `checked_tree`: refuse a wrong model, and choose the tree of joints and the cuts of its loops.
2. `Mechanics`: lay out variables and states in the table, and make symbols of every slot.
3. `Mechanics.equations`: motion, loads and constraint rows, in these symbols.
4. `formulation.schedule`: the steps from states to accelerations and multipliers.
5. `Observer`: outputs, pictures, limits, rates of states of elements, event indicators.
6. `Problem`: all steps and slots, with names, units and checks.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeGuard

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.garbage import no_garbage_collection
from ...base.scalars import Record, element, resymbol, tracing, unknown
from ...base.scalars.composed_array import Tracer
from ...mechanics.formulations.constraints import Constraints, held_constraints
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.loads import gather_loads
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree, absolute_coordinate_tree
from ...model.declare.declarations import Handle, State, one_line
from ...model.declare.dry_run import ask
from ...model.declare.element import Element, declarations
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.constraints import Constraint
from ...model.elements.constraints.base import extrapolated
from ...model.elements.constraints.condition import Condition
from ...model.elements.constraints.joint_motion_time import JointMotionTime
from ...model.elements.element_description import described
from ...model.elements.forces.base import Load
from ...model.elements.joints import Coordinates, Joint
from ...model.elements.sensors import Sensor
from ...scene import build_scene, watched
from ..data.constraint_manifold import PROBES
from ..data.integrators import refuse_unknown
from ..data.problem import Limit, MechanismStates, Problem
from ..data.ref import Ref
from ..data.steps import Call, Step
from ..schedules.builder import Builder, stack
from ..schedules.common_terms import with_common_terms
from ..schedules.rows import constraint_rows, split_multipliers
from ..schedules.schedules import FORMULATIONS, Equations, Formulation
from ..schedules.state_events import Happening, happenings, state_events
from ..tables.discrete_outputs import refuse_continuous
from ..tables.feedback_columns import with_feedback_columns
from ..tables.mechanism_at_start import AtStart, as_given
from ..tables.parameter_records import calculated_columns, parameter_records
from ..tables.settled_start import with_settled_start
from ..tables.start import joint_start, start
from ..tables.table import InterfaceOutput, build_table, input_records, unset_inputs
from ..tables.validity import validity
from .checked_answers import outputs_of, states_of
from .checked_tree import checked_tree, constrained
from .constraint_manifold import manifold
from .contacts import SHARED, ContactSlots
from .deep_starts import deep_starts
from .force_feedback import feedback_steps, first_guess, read_elements, readings, size
from .held_states import held_states
from .interface import interface_steps, probe_size, with_probes
from .loops import loops, shared_gaps
from .observer import Observer
from .own_states import own_states
from .points import no_velocity, point_solve
from .soils import MEMORY, SoilSlots
from .stabilization import gain
from .thermal_shapes import lost_thermal_shapes


def compile_model(model: Model, formulation: str | None = None, pictures: bool = False) -> Problem:
    """The Problem of a model, in the model's own formulation unless another is given; with its Scene if `pictures` are wanted.

    Raises ProblemsFound with everything that is wrong with the model, directions without inertia included.
    """
    if not pictures:
        return _compiled(model, formulation)
    scene = build_scene(model)
    with watched(model, scene) as all_seen:
        return replace(_compiled(all_seen, formulation), scene=scene)


def _compiled(model: Model, formulation: str | None) -> Problem:
    formulation = formulation or model.formulation
    if not isinstance(formulation, str) or formulation not in FORMULATIONS:
        raise MbfmuError(f"there is no formulation {formulation!r}; there is {', '.join(FORMULATIONS)}")
    refuse_unknown(model.integrator)
    tree = checked_tree(model, formulation)
    of_elements = (warning for e in model.elements.values() for warning in e.own_warnings())
    of_loops = () if FORMULATIONS[formulation].free is None else shared_gaps(tree, formulation)
    for warning in (*of_elements, *lost_thermal_shapes(model, tree), *deep_starts(model, tree), *of_loops):
        warnings.warn(warning, stacklevel=3)
    with no_garbage_collection(), tracing() as tracer:
        problem = with_feedback_columns(Mechanics(model, tree, FORMULATIONS[formulation], tracer).problem())
        return with_settled_start(refuse_continuous(problem))


class Mechanics:
    """One mechanism while it is compiled: its slots' symbols and what is composed of them.

    The motion of the frames and joints in `watching` can be asked for, beside that of those which elements ask for.
    """

    def __init__(self, model: Model, declared: Tree, formulation: Formulation, tracer: Tracer, watching: Sequence[Frame | Joint] = ()):
        self.model, self.declared, self.formulation = model, declared, formulation
        self.tree = tree = declared if formulation.free is None else absolute_coordinate_tree(declared, formulation.free)
        self.elements = tuple(model.elements.values())
        self.frames = [*needed_frames(self.elements, tree), *(frame for frame in watching if isinstance(frame, Frame))]
        self.table = table = build_table(model, constrained(model, declared), AtStart(declared, as_given(self.elements), self.frames))
        self.own, self.held = own_states(model, tree, watching), held_states(model)
        own = self.own
        p = ca.MX.sym("p", table.size("p"))
        self.given = parameter_records(self.elements, table, p)
        unset = unset_inputs(self.elements, table, AtStart(declared, self.given, self.frames))
        of_parameters = Record(tree=derive(tree, self.given, self.frames), own=list(self.given.values()), unset=list(unset.values()))
        derived, d, self.d_of_p = resymbol(of_parameters, "d")
        self.parameters = dict(zip(self.given, derived.own))
        nq, ns = tree.nq, len(own.names)
        self.x = ca.MX.sym("x", nq + ns + tree.nv)
        u = ca.MX.sym("u", table.size("u"))
        self.read, self.contacts = read_elements(model, tree), ContactSlots(model, tracer)
        self.soils = SoilSlots(model, len(self.held.names))
        self.held_names = (*self.held.names, *self.soils.names)
        self.read_numbers = sum(map(size, self.read))
        z = ca.MX.sym("z", 3 * len(tree.points) + self.read_numbers + len(self.contacts.sliding))
        slots = {"t": ca.MX.sym("t"), "x": self.x, "u": u, "p": p, "d": d, "z": z, "r": ca.MX.sym("r", len(self.held.names))}
        coordinates, states = own.split(self.x[nq : nq + ns])
        self.motion, velocities = self._motion(derived.tree, z[: 3 * len(tree.points)], coordinates)
        inputs = input_records(self.elements, table, u, dict(zip(unset, derived.unset)))
        input_time = ca.MX.sym("input_time")
        probe = ca.MX.sym("probe", probe_size(model))
        modes, of_events = self.contacts.signals() | self.soils.signals(), self.held.split(slots["r"])
        self.signals = {e: Record({**inputs[e], **states.get(e, {}), **modes.get(e, {}), **of_events.get(e, {})}) for e in self.elements}
        self.signals = with_probes(model, self.signals, self.motion, probe)
        for c in model.of_type(Constraint):
            around = {name: described(on, self.parameters.__getitem__) for name, on in c.surroundings.items()}
            self.parameters[c] = Record(self.parameters[c], **around)
            with element(c.path):
                elapsed = unknown(slots["t"] - input_time, ())
                self.signals[c] = extrapolated(type(c), self.parameters[c], self.signals[c], unknown(input_time, ()), elapsed)
        held = held_constraints(self.motion, model.of_type(Constraint), self.parameters, self.signals)
        self.constraints = Constraints(self.motion, unknown(slots["t"], ()), held)
        self.m = sum(len(h.units) for h in held)
        self.readings = readings(self.read, z, self.motion, self.parameters, self.signals, self.constraints.t)
        slots |= {"lambda": ca.MX.sym("lambda", self.m), "probe": probe, MEMORY: self.soils.memory} | self.contacts.symbols
        self.build = Builder(model.name, slots, tracer)
        self.build.slots |= {"point_velocities": velocities, "input_time": input_time}
        self.build.forbidden["point_velocities"] = no_velocity(tree)

    @cached_property
    def equations(self) -> Equations:
        """What all formulations make their schedules of."""
        forces = [e for e in self.elements if isinstance(e, Load)]
        loads = gather_loads(self.motion, forces, self.parameters, self.signals, self.constraints.t, self.readings)
        if self.contacts.sliding:
            normal = self.build.slots["z"][3 * len(self.tree.points) + self.read_numbers :]
            loads = self.contacts.friction(loads, self.motion, (self.parameters, self.signals, self.constraints.t), normal)
        rows = constraint_rows(self.constraints, loops(self.declared), self.build.slots, self.tree.nv, gain(self.model))
        return Equations(motion=self.motion, loads=loads, constraints=self.constraints, rows=rows, nv=self.tree.nv, nx=self.x.numel())

    def problem(self) -> Problem:
        """The whole Problem. The order is that of tracing: event indicators come behind all in which a switch may stand."""
        model, tree, build, own = self.model, self.tree, self.build, self.own
        # From parameters: checks, derived and calculated numbers, start values.
        checks, c = validity(self.given)
        calculated = stack(calculated_columns(self.table, self.given))
        derive_steps = (build.call("derive", {"d": self.d_of_p, "c": c, "calculated": calculated}),) if self.table.size("p") else ()
        initialize, equations = self._initialize(), self.equations
        # What is seen of a motion, and the manifold that constraints make.
        steps: list[Step] = [point_solve(tree, equations.loads, build)] if tree.points else []
        see = self._observer(equations)
        output, picture = self._observed(see, "output", "y"), self._observed(see, "picture", "pictures")
        limiting, limits = self._limits(see)
        contacts = tuple(self.contacts.table(self.m - self.contacts.rows))
        start = AtStart(self.declared, self.given, self.frames)
        held = (manifold(equations, own, start, self.table, model, build, contacts, self.contacts.laws(see, equations.rows.psi)),) if self.m else ()
        post_assembly = self._own_starts(see)
        own_rates = self._own_rates(see)
        self.contacts.indicators(see)
        happening = self._happenings(see)
        before, behind = self._indicators()  # behind all that elements say: a switch may stand in any of it
        # From states to their rates.
        q_dot = stack(self.motion.joint(b.joint).q_dot for b in tree.bodies)
        accelerations, own_step = self._with_own(self.formulation.schedule(equations, {"x_dot": q_dot, **before}, build), own_rates | behind)
        steps += accelerations
        if self.contacts.forces == SHARED:
            steps.append(self.contacts.share_loads(equations.rows.A, build))
        if self.read or self.contacts.sliding:
            steps = feedback_steps(model, self.read, steps, see, build, self.contacts)
        steps = [*self.soils.looked_up(self.motion, self.parameters, build), *steps]
        interface = interface_steps(model, tuple(steps), see, self.table, build)
        steps += own_step
        accepted = self.soils.remembered(self.motion, self.parameters, build)
        events = tuple(state_events(build, happening))
        # Sizes and names of states.
        modes = len(build.tracer.modes)
        sizes = {**build.sizes, "r": len(self.held_names), "x_dot": self.x.numel(), "m": modes, "n": modes * bool(events)}
        coordinates, speeds = tree.coordinate_names, tree.speed_names
        return Problem(
            name=model.name,
            description=one_line(model.description),
            variables=self.table.variables,
            sizes=sizes,
            functions=build.functions,
            derive=derive_steps,
            initialize=(initialize,),
            derivative=tuple(steps),
            output=(*output, *interface, *limiting),
            checks=checks,
            state_names=(*coordinates, *own.names, *speeds),
            held_names=self.held_names,
            mode_names=tuple(build.tracer.modes),
            nominal_x=(*(1.0 for _ in coordinates), *own.nominal, *(1.0 for _ in speeds)),
            integrator=model.integrator,
            step_size=model.step_size,
            stop_time=model.stop_time,
            tolerance=model.tolerance,
            max_steps=model.max_steps,
            post_assembly=post_assembly,
            manifolds=held,
            mechanisms=(self._states,),
            limits=limits,
            state_units=(*tree.coordinate_units, *own.units, *tree.speed_units),
            composed=build.composed,
            picture=picture,
            state_events=events,
            accepted=accepted,
        )

    def _initialize(self) -> Step:
        """What gives states their start values, and massless points and what forces read of others a first guess."""
        drives = self.model.of_type(JointMotionTime)
        q, v = start(self.declared, self.tree, self.given, self.formulation.free, drives, self.constraints.t)
        coordinates = stack(joint_start(type(joint), self.given[joint])[0] for joint in self.own.joints)
        others = ca.DM.zeros(len(self.own.names) - self.own.measured)
        z = stack([*(self.given[point].r_start for point in self.tree.points), *map(first_guess, self.read), np.zeros(len(self.contacts.sliding))])
        held: dict[str | Ref, ca.MX] = {"r": self.held.starts(self.given)} if self.held.elements else {}
        return self.build.call("initialize", {"x": ca.vertcat(q, coordinates, others, v), "z": z, **held})

    @property
    def _states(self) -> MechanismStates:
        """Where its states lie."""
        tree, own = self.tree, self.own
        joints = tuple(type(body.joint) for body in tree.bodies)
        return MechanismStates(
            first=0, nq=tree.nq, own=len(own.names), measured=own.measured, nv=tree.nv, euler_rates=tuple(euler_rates(tree)), joints=joints
        )

    def _motion(self, derived: Record, z: ca.MX, coordinates: Mapping) -> tuple[Motion, ca.MX]:
        """The motion in terms of x and z, and symbols for the massless points' velocities, which nothing may depend on."""
        tree, x = self.tree, self.x
        pieces = tree.split_q(x[: tree.nq]), tree.split_v(x[x.numel() - tree.nv :])
        q, v = ([unknown(piece) for piece in half] for half in pieces)
        velocities = ca.MX.sym("point_velocities", z.numel())
        points, rates = ([unknown(s[3 * i : 3 * i + 3]) for i in range(len(tree.points))] for s in (z, velocities))
        index = {frame: i for i, frame in enumerate(self.frames)}
        return Motion(tree=tree, d=derived, q=q, v=v, frame_index=index, points=points, point_velocities=rates, closing=coordinates), velocities

    def _observer(self, equations: Equations) -> Observer:
        tree, build, n = self.tree, self.build, self.x.numel()
        build.slots["x_dot"] = ca.MX.sym("x_dot", n)
        build.slots["indeterminate"] = ca.MX.sym("indeterminate", self.m * PROBES)
        v_dot = [unknown(piece) for piece in tree.split_v(build.slots["x_dot"][n - tree.nv :])]
        multipliers = build.slots[self.contacts.forces] = build.slots.get(self.contacts.forces, ca.MX.sym(SHARED, self.m))
        loads = self.constraints.loads(equations.loads, split_multipliers(self.constraints, multipliers))
        return Observer(
            motion=self.motion,
            applied=equations.loads,
            loads=loads,
            v_dot=v_dot,
            elements=self.elements,
            parameter_records=self.parameters,
            input_records=self.signals,
            constraints=self.constraints,
            multipliers_of_all=multipliers,
            indeterminate=build.slots["indeterminate"],
            readings=self.readings,
            slots=build.slots,
        )

    def _observed(self, see: Observer, name: str, slot: str) -> tuple[Step, ...]:
        """What computes the variables of a slot that are seen of elements."""
        wanted = [handle for handle, ref in self.table.places if ref.slot == slot and _is_seen(handle)]
        if not wanted:
            return ()
        seen: dict[Element, Mapping] = {}
        columns = []
        for handle in wanted:
            if handle.element not in seen:
                seen[handle.element] = outputs_of(handle.element, see)
            columns.append(seen[handle.element][handle.declaration.name])
        return (self.build.call(name, {slot: stack(columns)}),)

    def _limits(self, see: Observer) -> tuple[tuple[Step, ...], tuple[Limit, ...]]:
        """What computes the numbers that elements want to be limited, and these numbers beside their limits."""
        found = [(e, name, pair) for e in self.elements for name, pair in ask(e, "limits", see).items()]
        if not found:
            return (), ()
        column = stack(number for _, _, pair in found for number in pair)
        named = ((f"{e.path}.{name}", getattr(e, name).unit) for e, name, _ in found)
        limits = tuple(Limit(*of, Ref("limited", 2 * i, 1), Ref("limited", 2 * i + 1, 1)) for i, of in enumerate(named))
        return (self.build.call("limits", {"limited": column}),), limits

    def _own_starts(self, see: Observer) -> tuple[Step, ...]:
        starts = self._of_elements("state_starts", see)
        if not starts:
            return ()
        column = stack(starts)
        return (self.build.call("post_assembly", {Ref("x", self.tree.nq + self.own.measured, column.numel()): column}),)

    def _own_rates(self, see: Observer) -> dict[str | Ref, ca.MX]:
        of_joints = [see.coordinate_rates(joint) for joint in self.own.joints]
        rates = [*of_joints, *self._of_elements("state_rates", see)]
        column = stack(rates)
        return {Ref("x_dot", self.tree.nq, column.numel()): column} if rates else {}

    def _happenings(self, see: Observer) -> list[Happening]:
        """The events of loads, which change their own states."""
        found, first = [], self.tree.nq + self.own.measured
        own = {}
        for e in self.own.elements:
            states = tuple(declarations(type(e), State))
            own[e], first = {Ref("x", first, len(states)): states}, first + len(states)
        for e in self.model.of_type(Load):
            places = own.get(e, {}) | self.held.places.get(e, {})
            held = Record((name, see.inputs(e)[name]) for names in places.values() for name in names)
            found += happenings(self.build, e.path, type(e), e.arguments(see), held, places)
        return found

    def _with_own(self, accelerations: list[Step], own: Mapping[str | Ref, ca.MX]) -> tuple[list[Step], list[Step]]:
        """The steps to the accelerations, and behind them that to what is there of elements."""
        if not own:
            return accelerations, []
        first, call = next(step for step in accelerations if isinstance(step, Call)), self.build.call("own", own)
        sharing, call = with_common_terms(first, call, self.build)
        return [sharing if step is first else step for step in accelerations], [call]

    def _indicators(self) -> tuple[dict[str | Ref, ca.MX], dict[str | Ref, ca.MX]]:
        """The event indicators where they are found before accelerations and multipliers, and where they need these."""
        indicators = self.build.indicators()
        found: dict[str | Ref, ca.MX] = {"g": indicators} if indicators.numel() else {}
        solved = ca.vertcat(*(self.build.slots[slot] for slot in ("x_dot", self.contacts.forces, "indeterminate")))
        return ({}, found) if ca.depends_on(indicators, solved) else (found, {})

    def _of_elements(self, method: str, see: Observer) -> list:
        """What elements give for each of their states, in the order of their declaration."""
        given = [(e, states_of(e, method, see)) for e in self.own.elements]
        return [of[name] for e, of in given for name in declarations(type(e), State)]


def needed_frames(elements: tuple[Element, ...], tree: Tree) -> list[Frame]:
    """Every frame whose motion some element or a closed loop asks for."""
    looking = (element for element in elements if isinstance(element, (Condition, Constraint, Load, Sensor)))
    closing = [frame for cut in tree.cuts for frame in (cut.frame_a, cut.frame_b)]
    return list(dict.fromkeys([*closing, *(frame for element in looking for frame in element.looks_at())]))


def euler_rates(tree: Tree) -> Iterator[tuple[int, int]]:
    """Where Euler parameters whose rates are speeds begin in q, and where these begin in v."""
    for body, q, v in zip(tree.bodies, tree.split_q(range(tree.nq)), tree.split_v(range(tree.nv))):
        if isinstance(body.joint, Coordinates) and body.joint.euler_parameters is not None:
            yield q[body.joint.euler_parameters], v[body.joint.euler_parameters]


def _is_seen(handle: object) -> TypeGuard[Handle]:
    """Whether it is a variable that an element computes of what it sees."""
    return isinstance(handle, Handle) and not isinstance(handle.declaration, InterfaceOutput)
