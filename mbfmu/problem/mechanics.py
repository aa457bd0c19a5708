"""Model -> Problem: the equations of a mechanism, traced, composed and laid out as a schedule."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Callable, Mapping

import casadi as ca
import numpy as np

from ..elements.forces import Force, JointLoad
from ..elements.sensors import Sensor
from ..formulations import articulated_body, kane
from ..formulations.derived import derive
from ..formulations.loads import Loads, gather_loads
from ..formulations.motion import Motion
from ..model.element import Element, Input, Parameter
from ..model.frame import Frame
from ..model.model import Model
from ..runtime.errors import MbfmuError
from ..runtime.problem import Problem
from ..runtime.steps import Ref, SpdSolve, Step
from ..scalars import Record, kernel, resymbol, tracing, unknown
from ..scalars.composed import Tracer
from ..topology import Tree, build_tree
from .builder import Builder, stack
from .inertia_check import check_inertia
from .observer import Observer
from .points import check_points, no_velocity, point_solve
from .table import Table, build_table, element_records
from .validity import validity


@dataclass(frozen=True)
class Equations:
    """A mechanism as composed expressions of the slots' symbols: what a formulation turns into a schedule."""

    tree: Tree
    motion: Motion
    loads: Loads

    @property
    def q_dot(self) -> ca.MX:
        """Rates of the coordinates."""
        return stack(_rate(type(b.joint), q, v) for b, q, v in zip(self.tree.bodies, self.motion.q, self.motion.v))


@kernel
def _rate(joint, q, v):
    return np.array(joint.rate(q, v))


def by_articulated_body(equations: Equations, build: Builder) -> list[Step]:
    """The schedule of the O(n) recursion: one call."""
    v_dot = stack(articulated_body.accelerations(equations.motion, equations.loads))
    return [build.call("derivative", {"x_dot": ca.vertcat(equations.q_dot, v_dot), "g": build.indicators})]


def by_kane(equations: Equations, build: Builder) -> list[Step]:
    """The schedule of Kane's equations: a and f of eq. 36, and a Cholesky solve for y_dot."""
    nq, nv = equations.tree.nq, equations.tree.nv
    a, f = kane.equations(equations.motion, equations.loads)
    matrix, right = stack([a]), stack([f])
    evaluate = build.call("kane", {"a": matrix, "f": right, "x_dot": equations.q_dot, "g": build.indicators})
    what = f"the mass matrix of {build.name}"
    if not nv:
        return [evaluate]
    return [evaluate, SpdSolve(Ref("a", 0, nv * nv), Ref("f", 0, nv), Ref("x_dot", nq, nv), what)]


FORMULATIONS: Mapping[str, Callable] = {"articulated_body": by_articulated_body, "kane": by_kane}


def compile_model(model: Model, formulation: str | None = None) -> Problem:
    """The Problem of a model, in the model's own formulation unless another is given.

    Raises ProblemsFound with everything that is wrong with the model, directions without inertia included.
    """
    formulation = formulation or model.formulation
    if formulation not in FORMULATIONS:
        raise MbfmuError(f"there is no formulation {formulation!r}; there is {', '.join(FORMULATIONS)}")
    tree = build_tree(model)
    check_inertia(model, tree)
    check_points(tree, model)
    for element in model.elements.values():
        for warning in element.own_warnings():
            warnings.warn(warning, stacklevel=2)
    table = build_table(model)
    with tracing() as tracer:
        return _compile(model, tree, table, FORMULATIONS[formulation], tracer)


def _compile(model: Model, tree: Tree, table: Table, formulate: Callable, tracer: Tracer) -> Problem:
    elements = tuple(model.elements.values())
    p = ca.MX.sym("p", table.size("p"))
    given = element_records(elements, Parameter, table, p, "values")
    frames = needed_frames(elements)
    derived, d, d_of_p = resymbol(Record(tree=derive(tree, given, frames), own=list(given.values())), "d")
    parameters = dict(zip(given, derived.own))
    slots = {
        "t": ca.MX.sym("t"), "x": ca.MX.sym("x", tree.nq + tree.nv), "u": ca.MX.sym("u", table.size("u")), "p": p, "d": d,
        "z": ca.MX.sym("z", 3 * len(tree.points)),
    }  # fmt: skip
    build = Builder(model.name, slots, tracer)
    checks, c = validity(given)
    derive_steps = (build.call("derive", {"d": d_of_p, "c": c}),) if p.numel() else ()
    q0, v0 = zip(*(_start(type(b.joint), given[b.joint]) for b in tree.bodies)) if tree.bodies else ((), ())
    start = {"x": ca.vertcat(stack(q0), stack(v0)), "z": stack(given[point].r_start for point in tree.points)}
    initialize = build.call("initialize", start)
    motion, velocities = _motion(tree, derived.tree, slots, frames)
    build.slots["point_velocities"] = velocities
    build.forbidden["point_velocities"] = no_velocity(tree)
    inputs = element_records(elements, Input, table, slots["u"], "start")
    forces = [e for e in elements if isinstance(e, (Force, JointLoad))]
    loads = gather_loads(motion, forces, parameters, inputs)
    steps = [point_solve(tree, loads, build)] if tree.points else []
    equations = Equations(tree, motion, loads)
    output = _outputs(equations, build, table, elements, parameters, inputs)  # first: outputs may have modes of their own
    steps += formulate(equations, build)
    sizes = {**build.sizes, "x_dot": slots["x"].numel(), "m": len(tracer.modes)}
    coordinates = [f"{b.name}.{name}" for b in tree.bodies for name in b.joint.coordinate_names]
    speeds = [f"{b.name}.{name}" for b in tree.bodies for name in b.joint.speed_names]
    return Problem(
        model.name, model.description, table.variables, sizes, build.functions, derive_steps, (initialize,), tuple(steps),
        output, checks, state_names=(*coordinates, *speeds), mode_names=tuple(tracer.modes),
        nominal_x=(1.0,) * slots["x"].numel(), stiff=model.stiff, step_size=model.step_size, stop_time=model.stop_time,
    )  # fmt: skip


@kernel
def _start(joint, p):
    return joint.start(p)


def needed_frames(elements: tuple[Element, ...]) -> list[Frame]:
    """Every frame whose motion some element asks for."""
    looking = (element for element in elements if isinstance(element, (Force, Sensor)))
    return list(dict.fromkeys(frame for element in looking for frame in element.looks_at()))


def _motion(tree: Tree, derived: Record, slots: Mapping[str, ca.MX], frames: list[Frame]) -> tuple[Motion, ca.MX]:
    """The motion in terms of x and z, and symbols for the massless points' velocities, which nothing may depend on."""
    x = slots["x"]
    q, v = ([unknown(piece) for piece in pieces] for pieces in (tree.split_q(x[: tree.nq]), tree.split_v(x[tree.nq :])))
    velocities = ca.MX.sym("point_velocities", slots["z"].numel())
    points, rates = (
        [unknown(s[3 * i : 3 * i + 3]) for i in range(len(tree.points))] for s in (slots["z"], velocities)
    )
    index = {frame: i for i, frame in enumerate(frames)}
    return Motion(tree, derived, q, v, index, points, rates), velocities


def _outputs(
    equations: Equations, build: Builder, table: Table, elements: tuple, parameters: Mapping, inputs: Mapping
) -> tuple[Step, ...]:
    wanted = [(h, ref) for h, ref in table.of.items() if ref.slot == "y"]
    if not wanted:
        return ()
    tree = equations.tree
    x_dot = ca.MX.sym("x_dot", tree.nq + tree.nv)
    build.slots["x_dot"] = x_dot
    v_dot = [unknown(piece) for piece in tree.split_v(x_dot[tree.nq :])]
    see = Observer(equations.motion, equations.loads, v_dot, elements, parameters, inputs)
    seen: dict[Element, Mapping] = {}
    columns = []
    for handle, _ in wanted:
        if handle.element not in seen:
            seen[handle.element] = handle.element.observe(see)
        columns.append(seen[handle.element][handle.declaration.name])
    return (build.call("output", {"y": stack(columns)}),)
