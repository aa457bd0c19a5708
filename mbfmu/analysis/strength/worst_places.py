"""Where on a flexible body a run does the most damage."""

from __future__ import annotations

import numpy as np

from ...base.errors import MbfmuError
from ...mechanics.topology import build_tree
from ...model.declare.declarations import Handle
from ...model.declare.model import Model
from ...model.elements.forces import ThermalLoad
from ...model.elements.parts import FlexibleBody
from .damage import Damage, SNCurve, damage


def stress_histories(model: Model, body: FlexibleBody, result: np.ndarray) -> dict[str, np.ndarray]:
    """The stress (k, 6) [Pa] at each place of a flexible body in a run of `model` whose result has the body's elastic coordinates e.

    Components are xx, yy, zz, xy, yz, zx along the axes of the body. What temperatures lock in is there too, by the `change` of each
    ThermalLoad. Raises MbfmuError if the data have no places, and if e or a change is not exposed.
    """
    data = build_tree(model).elastic_data(body)
    if not data.stresses:
        raise MbfmuError(f"{body.path}: its data know no stress at any place")
    name = _recorded(model, body.e)
    if name is None:
        raise MbfmuError(f"the result has no elastic coordinates of {body.path}: expose them, outputs={{'e': model.{body.path}.e}}")
    e = np.stack([result[f"{name}[{i}]"] for i in range(1, data.modes + 1)], axis=1)
    found = {place: e @ at.sigma.T for place, at in data.stresses.items()}
    for load in (load for load in model.of_type(ThermalLoad) if load.body is body):
        change = _recorded(model, load.change)
        if change is None:
            raise MbfmuError(f"the result does not say how warm {body.path} is: expose it, outputs={{'T': model.{load.path}.change}}")
        locked = data.temperatures[load.temperature].stresses
        found = {place: stress + np.outer(result[change], locked[place]) for place, stress in found.items()}
    return found


def _recorded(model: Model, variable: Handle) -> str | None:
    """The name of an output that is exposed; None if it is not."""
    return next((name for name, handle in model.outputs.items() if handle == variable), None)


def signed_von_mises(stress: np.ndarray) -> np.ndarray:
    """The von Mises stress (...) of a history (..., 6), with the sign of the mean normal stress, so that a reversal is one cycle."""
    s = np.moveaxis(stress, -1, 0)
    shear = 3.0 * (s[3:] ** 2).sum(axis=0)
    normal = 0.5 * ((s[0] - s[1]) ** 2 + (s[1] - s[2]) ** 2 + (s[2] - s[0]) ** 2)
    return np.sqrt(normal + shear) * np.where(s[:3].sum(axis=0) < 0.0, -1.0, 1.0)


def worst_places(model: Model, body: FlexibleBody, result: np.ndarray, curve: SNCurve) -> dict[str, Damage]:
    """The damage at each place of a flexible body by its signed von Mises stress, the largest first. Raises what `stress_histories` raises."""
    found = {place: damage(signed_von_mises(stress), curve) for place, stress in stress_histories(model, body, result).items()}
    return dict(sorted(found.items(), key=lambda item: -item[1].damage))
