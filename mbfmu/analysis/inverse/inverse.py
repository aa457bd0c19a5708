"""inverse(model, motions): a model turned round, with motions of joints as inputs, and as outputs the efforts that they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from ...base.scalars import kernel
from ...model.declare.declarations import Output, State
from ...model.declare.extended_model import extended
from ...model.declare.model import Model
from ...model.elements.constraints.joint_motion import JointMotion
from ...model.elements.sensors import Sensor
from ...problem.compile import compile_problem, model_in
from ...problem.data.problem import Problem
from ..instant.prescribed_motion import motions_of, prescribing


class Consumption(Sensor):
    """Measures what prescribed motions of joints put into a model."""

    energy_state = State("J", "energy that prescribed motions have put in since the start")
    power = Output("W", "power of all prescribed motions of joints")
    energy = Output("J", "energy that prescribed motions of joints have put in since the start")

    def state_starts(self, see):
        return {"energy_state": _sum([])}

    def state_rates(self, see):
        return {"energy_state": self._power(see)}

    def observe(self, see):
        return {"power": self._power(see), "energy": see.inputs(self).energy_state}

    def _power(self, see):
        return _sum([e.observe(see)["P"] for e in see.elements if isinstance(e, JointMotion)])


@kernel
def _sum(terms):
    total = 0.0
    for term in terms:
        total = total + term
    return total + np.zeros(())


def inverse(model: Model | str | Path, motions: Iterable[str]) -> Problem:
    """The inverse dynamics of a model, for `simulate` and FMUs: from motions of joints to efforts, power and energy.

    `motions` names coordinates of joints with one coordinate, such as "boom.phi". Inputs are position, speed and acceleration of each, "boom.phi",
    "boom.w" and "boom.a"; they must be consistent. Outputs are the efforts along the joints, "boom.tau" [N.m] or "slide.f" [N], the `power` [W] of
    all efforts and their `energy` [J], and the model's own outputs. Other inputs of the model stay inputs. Joints without a prescribed motion move
    freely. Raises ProblemsFound for motions that cannot be prescribed, and as `compile_problem` does.
    """
    model = model_in(model, "inverse")
    with prescribing(model, motions_of(model, motions)) as copy:
        return consuming(copy)


def consuming(model: Model) -> Problem:
    """The Problem of a model with the power and the energy that its prescribed motions take."""
    meter = Consumption()
    with extended(model, {"consumption": meter}) as copy:
        copy.expose(outputs={"power": meter.power, "energy": meter.energy})
        return replace(compile_problem(copy, pictures=True), name=f"Inverse{model.name}")
