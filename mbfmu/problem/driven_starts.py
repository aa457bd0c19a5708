"""Start values of joints that what drives them contradicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..elements.constraints.joint_motion import JointMotion
from ..elements.joints import Joint
from ..elements.joints.joint_start import start_coordinate
from ..model.declarations import REQUIRED, Handle, Input, Parameter, State
from ..model.element import declarations
from ..model.model import Model
from ..scalars import Record, at_once

SAME = 1e-9  # rad or m, and relative


def contradicted_starts(model: Model) -> Iterator[str]:
    """A sentence for each joint that the user starts where its drive does not have it at time 0."""
    starts = {handle: model.starts[name] for name, handles in model.inputs.items() if name in model.starts for handle in handles}
    for drive in model.of_type(JointMotion):
        joint = drive.joint
        q = float(start_coordinate(type(joint), Record(joint.values)))
        off = _off(drive, q, starts) if drive.values["enabled"] and _is_given(joint, q) else 0.0
        if abs(off) > SAME * (1.0 + abs(q)):
            unit = joint.coordinate_units[0]
            yield f"{joint.path} starts at {q:g} {unit}, but {drive.path} has it at {q - off:g} {unit} then, and wins: give one of them"


def _off(drive: JointMotion, q: float, starts: Mapping[Handle, Any]) -> float:
    """How far a joint at q is from where its drive has it at the start."""
    inputs = {name: starts.get(Handle(drive, d), drive.input_start(d, None)) for name, d in declarations(type(drive), Input).items()}
    states = {name: drive.values.get(state.start, q) for name, state in declarations(type(drive), State).items()}
    u = Record((name, np.asarray(value)) for name, value in {**inputs, **states}.items())
    joint = Record(q=np.array([q]), q_dot=np.zeros(1), v=np.zeros(1))
    with at_once():
        return float(np.ravel(drive.residual(Record(drive.values | drive.tables), u, 0.0, joint))[0])


def _is_given(joint: Joint, q: float) -> bool:
    """Whether the user says that a joint starts at q, and not its defaults."""
    declared = declarations(type(joint), Parameter)
    if any(parameter.start and parameter.default is REQUIRED for parameter in declared.values()):
        return True
    starts = {name: parameter.normalized(parameter.default, joint.unit_of(parameter)) for name, parameter in declared.items() if parameter.start}
    return q != float(start_coordinate(type(joint), Record(joint.values | starts)))
