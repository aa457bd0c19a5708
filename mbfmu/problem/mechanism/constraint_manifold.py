"""The manifold of a mechanism's constraints: what the engine needs to assemble it and to stay on it.

1. Rows of start values: how far coordinates and speeds of joints are from them, and which are fixed.
2. The masses, as the metric of the smallest change, and the patterns of all matrices.
3. `constraints`, `row_terms`, `masses`, `starts`: functions of the state that the engine evaluates.
4. `displace`: how coordinates change along a direction of speeds.
5. Coordinates of joints that close loops, and the branch of each closure.
6. Start speeds and positions of drives, for messages where assembly moves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Composed, Record, kernel, unknown
from ...mechanics.formulations.closing_joints import closure_branch, layout, measured, relative_speeds
from ...mechanics.formulations.motion import Motion, coordinate_rates
from ...mechanics.topology import Cut
from ...model.declare.declarations import Handle, Output, Parameter
from ...model.declare.element import Element, declarations
from ...model.declare.model import Model
from ...model.elements.constraints import Constraint
from ...model.elements.freedoms import Freedoms
from ..data.constraint_manifold import ConstraintManifold, ContactPoint, Row, StartSpeed
from ..data.names import numbered
from ..data.ref import Ref
from ..schedules.builder import Builder, stack
from ..schedules.row_terms import row_terms
from ..schedules.schedules import Equations
from ..tables.mechanism_at_start import AtStart
from ..tables.start import joint_start
from ..tables.table import VariableTable
from .driven_starts import driven_starts
from .mass_metric import mass_metric
from .own_states import OwnStates
from .patterns import nonzeros


def manifold(
    equations: Equations,
    own: OwnStates,
    start: AtStart,
    table: VariableTable,
    model: Model,
    build: Builder,
    contacts: tuple[ContactPoint, ...],
    laws: Mapping[str | Ref, ca.MX],
) -> ConstraintManifold:
    """The manifold of a mechanism with constraints, assembled from its `start`; `laws` of its contacts are found with its rows."""
    given = start.given
    motion, rows, nv = equations.motion, equations.rows, equations.nv
    tree = motion.tree
    joints = [e for e in model.elements.values() if isinstance(e, Freedoms) and e.nv]
    starts = [_start_rows(equations, joint, given[joint]) for joint in joints]
    phi_start, psi_start, fixed_q, fixed_v = (stack(piece) for piece in zip(*starts)) if starts else [ca.MX(0, 1)] * 4
    columns = slice(equations.nx - nv, equations.nx)
    A_start = ca.jacobian(psi_start, build.slots["x"])[:, columns]
    metric = mass_metric(equations, build.slots["x"], A_start, bool(contacts))
    evaluate = build.call("constraints", {"phi": rows.phi, "psi": rows.psi, "A_nonzeros": nonzeros(rows.A, metric.A_pattern), **laws})
    find_terms = build.call("row_terms", {"A_terms": nonzeros(row_terms(equations.constraints), metric.A_pattern)})
    find_masses = build.call("masses", {"M_nonzeros": metric.M_nonzeros})
    find_starts = build.call(
        "starts",
        {
            "phi_start": phi_start,
            "psi_start": psi_start,
            "A_start_nonzeros": nonzeros(A_start, metric.A_start_pattern),
            "fixed_position": fixed_q,
            "fixed_speed": fixed_v,
        },
    )
    build.slots["direction"] = ca.MX.sym("direction", nv)
    direction = [unknown(piece) for piece in tree.split_v(build.slots["direction"])]
    rates = [coordinate_rates(type(b.joint), q, w) for b, q, w in zip(tree.bodies, motion.q, direction)]
    displace = build.call("displace", {"q_rate": stack(rates)})
    found = [motion.joint(joint).q for joint in own.joints]
    find_measured = (build.call("find_measured", {Ref("x", tree.nq, own.measured): stack(found)}),) if found else ()
    closing = [cut for cut in tree.cuts if cut.joint.closure_units]
    branches = [_closure_branch(motion, cut, given) for cut in closing]
    find_closure_branches = (build.call("find_closure_branches", {"closure_branch": stack(branches)}),) if closing else ()
    start_speeds, speeds = _start_speeds(equations, joints, given, table)
    driven, positions = driven_starts(motion, start, model.of_type(Constraint))
    moved: dict[str | Ref, ca.MX] = {"start_speeds": speeds} if start_speeds else {}
    moved |= {"driven_starts": positions} if driven else {}
    find_moved_starts = (build.call("moved_starts", moved),) if moved else ()
    build.sizes |= {"independent": len(rows.rows), "rank_deficiency": 1}
    names = [Row(joint.path, "rad", True) for joint in joints for _ in range(joint.nv)]
    return ConstraintManifold(
        rows=rows.rows,
        starts=tuple(names),
        evaluate=(evaluate,),
        find_masses=(find_masses,),
        find_starts=(find_starts,),
        displace=(displace,),
        superelements=rows.superelements,
        A_pattern=metric.A_pattern,
        M_pattern=metric.M_pattern,
        A_start_pattern=metric.A_start_pattern,
        mass_tree=metric.mass_tree,
        nq=tree.nq,
        own=len(own.names),
        nv=nv,
        find_measured=find_measured,
        find_closure_branches=find_closure_branches,
        closing=tuple(cut.joint.path for cut in closing),
        find_moved_starts=find_moved_starts,
        start_speeds=start_speeds,
        driven_starts=driven,
        find_terms=(find_terms,),
        contacts=contacts,
    )


def _closure_branch(motion: Motion, cut: Cut, given: Mapping[Element, Record]) -> Composed:
    """On which branch a joint that closes a loop is."""
    frames = motion.frame(cut.frame_a), motion.frame(cut.frame_b)
    near, _ = joint_start(type(cut.joint), given[cut.joint])
    return closure_branch(type(cut.joint), layout(cut.joint), near, *frames)


def _start_rows(equations: Equations, joint: Any, p: Record) -> tuple:
    """How far coordinates and speeds of a joint are from those given for the start, and whether they are fixed (nv,) each."""
    q_start, v_start = joint_start(type(joint), p)
    q, v = _present(equations, joint, q_start)
    return (*start_residuals(type(joint), q, v, q_start, v_start), *fixed(type(joint), p))


def _present(equations: Equations, joint: Any, q_start: Composed) -> tuple[Composed, Composed]:
    """q and v of a joint; where it closes a loop, as its frames show them on the turn of `q_start`."""
    motion = equations.motion
    cut = motion.tree.cut_of(joint)
    if cut is None:
        k = motion.tree.number(joint) - 1
        return motion.q[k], motion.v[k]
    frames = motion.frame(cut.frame_a), motion.frame(cut.frame_b)
    q = measured(type(joint), layout(joint), q_start, *frames)
    return q, relative_speeds(type(joint), layout(joint), q, *frames)


def _start_speeds(equations: Equations, joints: list, given: Mapping[Element, Record], table: VariableTable) -> tuple[tuple[StartSpeed, ...], ca.MX]:
    """The speeds that users give by parameters `..._start`, and what they are now: the outputs of the same names."""
    speeds, columns, taken = [], [], 0
    for joint in joints:
        outputs = still_outputs(type(joint), *_present(equations, joint, joint_start(type(joint), given[joint])[0]))
        for name, parameter in declarations(type(joint), Parameter).items():
            handle, output = Handle(joint, parameter), name.removesuffix("_start")
            if output == name or output not in declarations(type(joint), Output) or not handle.unit.endswith("/s"):
                continue
            place = table.of[handle]
            speeds.append(StartSpeed(numbered(handle.name, parameter.shape), handle.unit, place, Ref("start_speeds", taken, place.size)))
            columns.append(outputs[output])
            taken += place.size
    return tuple(speeds), stack(columns)


@kernel
def start_residuals(joint, q, v, q_start, v_start):
    """What is left between present and given coordinates, as a small motion along the joint, and between speeds (nv,) each."""
    if joint.nq == joint.nv:
        return q - q_start, v - v_start
    (R, r), (R_start, r_start) = joint.motion(q), joint.motion(q_start)
    turn = R_start.T @ R
    small = 0.5 * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    return np.array(joint.speeds(q, np.array([*small, *(R.T @ (r - r_start))]))), v - v_start


@kernel
def still_outputs(joint, q, v):
    """The outputs of a joint that does not accelerate."""
    return joint.outputs(q, v, np.zeros(joint.nv))


@kernel
def fixed(joint, p):
    """Whether coordinates and speeds are fixed at the start (nv,) each."""
    return np.array([p.q_fixed] * joint.nv), np.array([p.v_fixed] * joint.nv)
