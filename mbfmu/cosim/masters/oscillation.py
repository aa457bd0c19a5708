"""Coupling that oscillates within bounds: its steps are too long, but end stops, friction or limits keep signals from growing without bound.

Then steps cannot follow the signals at a power port, and to the end the coupling creates or destroys much of the energy that is exchanged there.
Where signals turn at each step or every other one, it may create in one what it destroys in the next. In slower oscillations that means nothing:
springs and masses take energy and return it.
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
RESOLVED = 1e-4  # of the largest flow, or of its unit if that is more: smaller changes are those of FMUs that rest at a tolerance of 1e-6
TURNING = 1.5  # between neighbouring changes, relative to them: less than 4 steps in a period


def oscillation(system: System, result: np.ndarray) -> str:
    """A sentence on the power port where the coupling creates or destroys much, in an oscillation that steps cannot follow; "" if there is none."""
    if len(result) < LEAST:
        return ""
    ports = [port for port in power_ports_of(system) if _needed(port) <= {*(result.dtype.names or ())}]
    found = [(amount / exchanged, verb, amount, exchanged, port) for port in ports for verb, amount, exchanged in _lasting(port, result)]
    if not found:
        return ""
    _, verb, amount, exchanged, port = max(found, key=lambda of: of[0])
    return (
        f"steps of {system.step_size:g} s are too long for {system.method}: signals at {port.name} oscillate within a few steps to the end of the"
        f" run, where the coupling {verb} {amount:.3g} J while {exchanged:.3g} J were exchanged; `mbfmu couple` finds a stable master and step"
    )


def _needed(port: PowerPort) -> set[str]:
    """The columns that tell what passes a port."""
    return {*port.columns, *map(connector_name, (*port.flow, *port.effort))}


def _lasting(port: PowerPort, result: np.ndarray) -> Iterable[tuple[str, float, float]]:
    """What the coupling does at a port in the last part of a run, if signals oscillate there, with how much energy, and what is exchanged [J]."""
    power, residual = (result[column] for column in port.columns)
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
        taken = power[1:] * np.diff(result["time"])
        given = taken - np.diff(residual)
        last = slice(len(taken) - len(taken) // PART, None)
        exchanged = float(max(np.abs(energies[last]).sum() for energies in (taken, given)))
        if not exchanged > STILL * max(np.abs(energies).sum() for energies in (taken, given)):
            return []
        created = (taken - given)[last]
        net, turned = float(created.sum()), float(np.abs(created).sum())
        if not turned > CREATED * exchanged or not _moves(port, result):  # most often, and without a look at all signals; the net is no more
            return []
        fastest = _largest_bend((*port.flow, *port.effort), result)
        if fastest > UNRESOLVED and abs(net) > CREATED * exchanged:
            return [("created" if net > 0.0 else "destroyed", abs(net), exchanged)]
        return [("created and destroyed", turned, exchanged)] if fastest > TURNING else []


def _moves(port: PowerPort, result: np.ndarray) -> bool:
    """Whether a flow changes in the last part by more than the FMUs' own tolerances let it."""
    flows = [result[connector_name(signal)] for signal in port.flow]
    return any(np.abs(np.diff(v[-(len(v) // PART) :])).max() > RESOLVED * max(np.abs(v).max(), 1.0) for v in flows)


def _largest_bend(signals: Iterable[Connector], result: np.ndarray) -> float:
    """How much neighbouring changes of a signal differ in the last part, relative to them, at most."""
    bends = [0.0]
    for values in (result[connector_name(signal)] for signal in signals):
        changes = np.diff(values[-(len(values) // PART) :])
        if np.abs(changes).max() > max(NOISE * np.abs(values).max(), TINY):
            bends.append(float(np.sqrt(np.square(np.diff(changes)).sum() / np.square(changes).sum())))
    return max(bends)
