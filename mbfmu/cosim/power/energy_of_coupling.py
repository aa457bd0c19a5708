"""What coupling has created or destroyed at power ports, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .power_port import PowerPort


def energy_of_coupling(ports: Sequence[PowerPort], result: np.ndarray, whole: bool = True) -> list[str]:
    """Return a sentence for each port in a result: the energy that the coupling created or destroyed there, and, of a `whole` one, what passed it."""
    said = []
    for port in (port for port in ports if {*port.columns} <= {*(result.dtype.names or ())}):
        power, residual = (result[column] for column in port.columns)
        through = f"; {np.sum(np.abs(power[1:]) * np.diff(result['time'])):.3g} J passed it in both directions" if whole else ""
        verb = "created" if residual[-1] >= 0 else "destroyed"
        said.append(f"the coupling {verb} {abs(residual[-1]):.3g} J at {port.name}{through}")
    return said
