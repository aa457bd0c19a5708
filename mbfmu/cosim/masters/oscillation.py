"""Coupling that oscillates within bounds: its steps are too long, but end stops, friction or limits keep signals from growing without bound.

Then steps cannot follow the signals at a power port, and to the end the coupling creates or destroys much of the energy that is exchanged there.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..power.power_port import PowerPort
from ..power.power_ports import power_ports_of
from ..system.system import Connector, System, connector_name
from .divergence import NOISE, TINY, UNRESOLVED

LEAST = 30  # rows without which nothing is lasting
PART = 3  # a lasting oscillation is there in the last part of a run, of so many
STILL = 0.1  # of the energy exchanged in the whole run: with less, the last part is only what dies away
CREATED = 0.3  # of the energy exchanged in the last part, or destroyed: with stable steps, signals that are not followed die away


def oscillation(system: System, result: np.ndarray) -> str:
    """A sentence on the power port where the coupling creates or destroys much, in an oscillation that steps cannot follow; "" if there is none."""
    if len(result) < LEAST:
        return ""
    ports = [port for port in power_ports_of(system) if _needed(port) <= {*(result.dtype.names or ())}]
    found = [(abs(created) / exchanged, created, exchanged, port) for port in ports for created, exchanged in _lasting(port, result)]
    if not found:
        return ""
    _, created, exchanged, port = max(found, key=lambda of: of[0])
    verb = "created" if created > 0.0 else "destroyed"
    return (
        f"steps of {system.step_size:g} s are too long for {system.method}: signals at {port.name} oscillate within a few steps to the end of the"
        f" run, where the coupling {verb} {abs(created):.3g} J while {exchanged:.3g} J were exchanged; `mbfmu couple` finds a stable master and step"
    )


def _needed(port: PowerPort) -> set[str]:
    """The columns that tell what passes a port."""
    return {*port.columns, *map(connector_name, (*port.flow, *port.effort))}


def _lasting(port: PowerPort, result: np.ndarray) -> Iterable[tuple[float, float]]:
    """The energy created and exchanged [J] at a port in the last part of a run, if it oscillates there."""
    power, residual = (result[column] for column in port.columns)
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
        taken = power[1:] * np.diff(result["time"])
        given = taken - np.diff(residual)
        last = slice(len(taken) - len(taken) // PART, None)
        exchanged = max(np.abs(energies[last]).sum() for energies in (taken, given))
        created = float((taken - given)[last].sum())
        much = abs(created) > CREATED * exchanged and exchanged > STILL * max(np.abs(energies).sum() for energies in (taken, given))
        return [(created, float(exchanged))] if much and _unresolved((*port.flow, *port.effort), result) else []


def _unresolved(signals: Iterable[Connector], result: np.ndarray) -> bool:
    """Whether steps cannot follow one of the signals in the last part."""
    for values in (result[connector_name(signal)] for signal in signals):
        changes = np.diff(values[-(len(values) // PART) :])
        noticed = np.abs(changes).max() > max(NOISE * np.abs(values).max(), TINY)
        if noticed and np.square(np.diff(changes)).sum() > UNRESOLVED**2 * np.square(changes).sum():
            return True
    return False
