"""The common equilibrium of FMUs that start in equilibrium: Newton's method over what connects them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import MbfmuError
from .coupling import Drivers, driving_values
from .instance import FmuInstance
from .system import Connector, System, connector_name

PARAMETER = "start_in_equilibrium"  # of FMUs that settle in Initialization Mode
ROUNDS = 20
HELPS = 0.5  # of what connections are off: a round that leaves more does not help
CLOSED = 1e-9  # relative: what outputs may be off from the inputs that they drive


def starts_in_equilibrium(system: System) -> bool:
    """Whether any FMU of a System is told to start in equilibrium."""
    return any(component.values.get(PARAMETER) is True for component in system.components.values())


def common_equilibrium(instances: Mapping[str, FmuInstance], driven_by: Mapping[str, Drivers]) -> None:
    """Give connected inputs the values of their outputs, while each FMU settles under its inputs: all are in equilibrium together then.

    Each FMU must have an equilibrium of its own under the inputs met on the way. Derivatives are those of the FMUs, else differences. Raises
    MbfmuError with what an FMU says that does not settle, or with the connections that cannot be closed.
    """
    for instance in instances.values():
        instance.read()
    links = _links(instances, driven_by)
    given, last = _driving(links, instances), np.inf
    scale = np.zeros(len(links))
    for _ in range(ROUNDS):
        _settle(instances, driven_by, dict(zip(links, given.tolist())))
        found = _driving(links, instances)
        scale = np.maximum(scale, np.abs(found))
        off = np.abs(found - given) / np.where(scale > 0, scale, 1.0)
        if not 0.0 < off.max(initial=0.0) <= HELPS * last:
            break
        last = off.max()
        given = given + np.linalg.lstsq(np.eye(len(links)) - _derivatives(links, instances), found - given, rcond=None)[0]
    open_links = [f"{connector_name(source)} -> {connector_name(target)}" for (target, source), size in zip(links.items(), off) if not size <= CLOSED]
    if open_links:
        raise MbfmuError(f"the FMUs find no common equilibrium: {', '.join(open_links)} cannot be closed; give their inputs values nearer to it")


def _links(instances: Mapping[str, FmuInstance], driven_by: Mapping[str, Drivers]) -> dict[Connector, Connector]:
    """Real inputs that are connected, and the outputs that drive them."""
    every = {(name, variable): source for name, drivers in driven_by.items() for variable, source in drivers.items()}
    return {target: source for target, source in every.items() if isinstance(instances[source[0]].outputs[source[1]], float)}


def _driving(links: Mapping[Connector, Connector], instances: Mapping[str, FmuInstance]) -> np.ndarray:
    """The present values of the outputs that drive inputs."""
    return np.array([instances[name].outputs[variable] for name, variable in links.values()], dtype=float)


def _settle(instances: Mapping[str, FmuInstance], driven_by: Mapping[str, Drivers], given: Mapping[Connector, float]) -> None:
    """Set all connected inputs, those that are no real numbers to what drives them now, and read all outputs."""
    values = {name: driving_values(driven_by[name], instances) for name in instances}
    for (name, variable), value in given.items():
        values[name][variable] = value
    for name, instance in instances.items():
        instance.set(values[name])
        instance.read()


def _derivatives(links: Mapping[Connector, Connector], instances: Mapping[str, FmuInstance]) -> np.ndarray:
    """How much each driving output changes with each connected input."""
    found = np.zeros((len(links), len(links)))
    for name, instance in instances.items():
        rows = [i for i, source in enumerate(links.values()) if source[0] == name]
        columns = [i for i, target in enumerate(links) if target[0] == name]
        if rows and columns:
            sources, targets = ([connectors[i][1] for i in of] for connectors, of in ((list(links.values()), rows), (list(links), columns)))
            found[np.ix_(rows, columns)] = instance.derivatives(sources, targets)
    return found
