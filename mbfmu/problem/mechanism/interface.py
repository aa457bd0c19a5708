"""Interface mass: how the acceleration of a port follows the force there, exact with constraints and in every formulation.

A probe is added to the force of each such port, and is always zero. The accelerations of the ports change with it by
J (M^-1 - M^-1 A^T (A M^-1 A^T)^+ A M^-1) J^T, the inverse mass (after Udwadia and Kalaba, Analytical Dynamics, 1996): this is what tangents of the
schedule of the accelerations are.

"Free" is an acceleration without the port's own force. The forces of the other ports belong to it: a car that brakes slows down at each wheel by what
all tires do. Outputs shall not follow from inputs at once, or masters would see algebraic loops. So these forces are those that were felt in the last
communication step, which the slot `last_inputs` knows. In Initialization Mode they are the inputs as they are set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Record, kernel, unknown
from ...base.spatial.rotations import cross
from ...mechanics.formulations.motion import Motion
from ...model.declare.element import Element
from ...model.declare.model import Model
from ...model.ports import HUB
from ..data.ref import Ref
from ..data.steps import Slopes, Step
from ..schedules.builder import Builder, stack
from ..tables.table import VariableTable, piece
from .observer import Observer

EFFORTS = {"translational": ("f",), "rotational": ("tau",), "hub": ("force", "moment", "point")}


def probe_size(model: Model) -> int:
    """How many probes there are."""
    return sum(map(_size, model.interfaces.values()))


def with_probes(model: Model, signals: Mapping[Element, Record], motion: Motion, probe: ca.MX) -> dict[Element, Record]:
    """The inputs of all elements, with probes added to the forces of ports; those of a hub act at the hub itself."""
    found, start = dict(signals), 0
    for of in model.interfaces.values():
        of_port, start = probe[start : start + _size(of)], start + _size(of)
        u = found[of]
        if of.port is HUB:
            force, moment = _added_to_hub(u, motion.frame(of.frame_a), unknown(of_port))
            found[of] = Record({**u, "force": force, "moment": moment})
        else:
            effort = EFFORTS[of.port.name][0]
            found[of] = Record({**u, effort: _added(u[effort], unknown(of_port, ()))})
    return found


def interface_steps(model: Model, accelerations: tuple[Step, ...], see: Observer, table: VariableTable, build: Builder) -> tuple[Step, ...]:
    """What computes what ports say of their inertia, where the steps `accelerations` have been run."""
    ports = list(model.interfaces.items())
    if not ports:
        return ()
    n = probe_size(model)
    whole = lambda slot, size: Ref(slot, 0, size)
    moving = build.call("port_accelerations", {"port_acceleration": stack(of.port_acceleration(see) for _, of in ports)})
    build.sizes |= {"slopes": 2 * n * n, "port_free": 2 * n, "last_inputs": 1 + table.size("u")}
    found = whole("slopes", 2 * n * n), whole("port_free", 2 * n)
    slopes = Slopes(
        evaluate=(*accelerations, moving),
        of=whole("port_acceleration", n),
        by=whole("probe", n),
        slopes=found[0],
        free=found[1],
        inputs=tuple(_inputs(ports, table)),
    )
    build.slots |= {ref.slot: ca.MX.sym(ref.slot, ref.size) for ref in found}
    columns, free = ca.reshape(build.slots["slopes"], n, 2 * n), build.slots["port_free"]
    last_inputs = build.slots["last_inputs"] = ca.MX.sym("last_inputs", build.sizes["last_inputs"])
    wrenches = [_by_last_inputs(of, see, table, last_inputs) for _, of in ports]
    first = 0
    results: dict[str | Ref, ca.MX] = {}
    starts = {v.name: v.ref.start for v in table.variables}
    for name, of in ports:
        rows = slice(first, first + _size(of))
        first += _size(of)
        size, behind = _size(of), slice(n + rows.start, n + rows.stop)
        mass, of_rate = (unknown(ca.vec(columns[rows, of_columns].T), (size, size)) for of_columns in (rows, behind))
        of_others = ca.vertcat(*(ca.MX.zeros(_size(port)) if port is of else wrench for (_, port), wrench in zip(ports, wrenches)))
        acceleration = unknown(free[rows] + ca.mtimes(columns[rows, :n], of_others))
        rate = unknown(free[n + rows.start : n + rows.stop] + ca.mtimes(columns[rows, n:], of_others))
        said = stack((_of_hub if of.port is HUB else _of_axis)(see.t, acceleration, rate, mass, of_rate))
        results[Ref("y", starts[f"{name}.t"], said.numel())] = said
    return moving, slopes, build.call("interface", results)


def _inputs(ports: list, table: VariableTable) -> list[Ref]:
    """The pieces of u that the forces of ports are."""
    handles = (getattr(of, name) for _, of in ports for name in EFFORTS[of.port.name])
    return [table.of[handle] for handle in handles if handle in table.of]


def _by_last_inputs(of: Any, see: Observer, table: VariableTable, last_inputs: ca.MX) -> ca.MX:
    """The force of a port, or force and moment (6,) about the hub, in the last communication step."""
    step, u = unknown(last_inputs[0], ()), last_inputs[1:]
    given = {name: piece(handle.declaration, u, table.of[handle]) for name in EFFORTS[of.port.name] if (handle := getattr(of, name)) in table.of}
    if of.port is not HUB:
        return given[EFFORTS[of.port.name][0]].dense() if given else ca.MX.zeros(1)
    nothing = unknown(ca.MX.zeros(3))
    return _of_others(*(given.get(name, nothing) for name in EFFORTS["hub"]), see.frame(of.frame_a), step).dense()


def _size(of: Any) -> int:
    return 6 if of.port is HUB else 1


@kernel
def _added(a, b):
    return a + b


@kernel
def _added_to_hub(u, frame, probe):
    """Force and moment about the point with a probe, force and moment (6,) at the hub."""
    return u.force + probe[:3], u.moment + probe[3:] - cross(u.point - frame.r, probe[:3])


@kernel
def _of_others(force, moment, point, frame, step):
    """Force and moment (6,) about the hub where it was in the middle of the step, since the point is the one of that time."""
    return np.array([*force, *(moment + cross(point - (frame.r - frame.v * (step / 2)), force))])


@kernel
def _of_axis(t, free, rate, mass, of_rate):
    return t, free, rate, mass[0], of_rate[0]


@kernel
def _of_hub(t, free, rate, mass, of_rate):
    symmetric = [np.array([block[i, j] for i in range(3) for j in range(i, 3)]) for block in (mass[:3, :3], mass[3:, 3:])]
    blocks = (mass[:3, 3:], of_rate[:3, :3], of_rate[:3, 3:], of_rate[3:, :3], of_rate[3:, 3:])
    return t, free, rate, *symmetric, *(np.array([block[i, j] for i in range(3) for j in range(3)]) for block in blocks)
