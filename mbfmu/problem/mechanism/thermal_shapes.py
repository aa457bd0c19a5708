"""Thermal deformations that the modes of flexible bodies cannot show."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...mechanics.topology import Tree
from ...model.declare.model import Model
from ...model.elements.forces import ThermalLoad
from ...model.structure.reference_frame import held_at

LOST = 0.01  # of the energy of the deformation: less is not told


def lost_thermal_shapes(model: Model, tree: Tree) -> Iterator[str]:
    """A warning for each ThermalLoad of whose deformation the modes of its body lack more than a hundredth."""
    for load in model.of_type(ThermalLoad):
        data = tree.elastic_data(load.body)
        shown = data.temperatures[load.temperature].shown_by(data.Ke)
        if 1.0 - shown > LOST:
            held = held_at(load.body.data, tree.bodies[tree.number(load.body) - 1].inboard.part.label)
            field = held.temperatures[load.temperature]
            by_number = np.cumsum(0.5 * field.load**2 / np.diag(held.Ke)) / field.energy
            enough = int(np.searchsorted(by_number, 1.0 - LOST)) + 1
            better = f"FlexibleBody(data, modes={enough}) shows it" if enough <= held.modes else "give its data more modes, and a larger `highest`"
            yield (
                f"{load.path}: the {data.modes} modes of {load.body.path} show {100 * max(shown, 0.0):.2g} % of the deformation by "
                f"{load.temperature!r} (of its energy): forces and displacements by it are too small; {better}"
            )
