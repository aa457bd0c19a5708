"""What one side of power ports sees of what passes there, and its energy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..system.history import Sample, through
from ..system.timeline import CommunicationStep
from .power_port import Connectors, PowerPort

GAUSS = np.polynomial.legendre.leggauss(3)
NODES, WEIGHTS = (1.0 + GAUSS[0]) / 2.0, GAUSS[1] / 2.0
"""Of Gauss and Legendre on a step, exact for products of two parabolas."""

Names = Mapping[str, Sequence[str]]
"""Of numbers that stand one after another, by component."""


@dataclass(frozen=True, eq=False)
class PortSide:
    """One side of power ports of one kind, those `numbers` of all, as its component sees it: `side` 0 gives the flow, 1 the effort.

    Flow and effort are outputs of the components `flow_of` and `effort_of`, or else inputs of this one; `flow` and `effort` are where they stand
    there, with rows for ports. A side that gives a `fitted` effort predicts the flow, so that it sees what the other will give. Of all outputs of the
    component those at `jumping` jump where a step begins.
    """

    numbers: tuple[int, ...]
    side: int
    flow_of: str | None
    flow: np.ndarray
    effort_of: str | None
    effort: np.ndarray
    power: Callable[[np.ndarray, np.ndarray], np.ndarray]
    watts: np.ndarray
    fitted: bool
    jumping: np.ndarray


class Passed(NamedTuple):
    """What was known of a `step`: `coefficients` of the inputs that were taken, and samples of outputs, by history, where these give flow and effort.

    Outputs are polynomials of the degree `order`; own ones of the component begin with what has `begun`.
    """

    by: PortSide
    step: CommunicationStep
    coefficients: np.ndarray
    flow: Sequence[Sequence[Sample]]
    effort: Sequence[Sequence[Sample]]
    order: int
    begun: np.ndarray


def port_sides(ports: Sequence[PowerPort], component: str, outputs: Names, inputs: Names, jumping: np.ndarray) -> list[PortSide]:
    """The sides of ports that a component has; `outputs` and `inputs` are those that connections join."""
    alike: dict[tuple, list[int]] = {}
    for i, port in enumerate(ports):
        for side, given in enumerate((port.flow, port.effort)):
            if given[0][0] == component:
                alike.setdefault((side, port.flow[0][0], port.power, port.fitted), []).append(i)
    found = []
    for (side, moving, power, fitted), numbers in alike.items():
        of = [ports[i] for i in numbers]
        flow_of, effort_of = moving if fitted or not side else None, component if side else None
        flow = _places((port.flow if flow_of else port.flow_taken for port in of), outputs[flow_of] if flow_of else inputs[component])
        effort = _places((port.effort if effort_of else port.effort_taken for port in of), outputs[component] if effort_of else inputs[component])
        watts = np.array([port.watts for port in of])
        found.append(
            PortSide(
                numbers=tuple(numbers),
                side=side,
                flow_of=flow_of,
                flow=flow,
                effort_of=effort_of,
                effort=effort,
                power=power,
                watts=watts,
                fitted=fitted,
                jumping=jumping,
            )
        )
    return found


def _places(connectors: Iterable[Connectors], names: Sequence[str]) -> np.ndarray:
    places = {name: i for i, name in enumerate(names)}
    return np.array([[places[name] for _, name in of] for of in connectors])


def energies(passed: Sequence[Passed], ports: int) -> np.ndarray:
    """The energy [J] of each (row) that has passed at `ports` (columns) on both sides, those of one kind all at once."""
    found, alike = np.zeros((len(passed), ports, 2)), dict[tuple, list[int]]()
    for i, each in enumerate(passed):
        known = (min(len(samples), each.order + 1) for samples in (*each.flow, *each.effort))
        alike.setdefault((each.by, len(each.coefficients), *known), []).append(i)
    for (by, *_), rows in alike.items():
        of = [passed[i] for i in rows]
        sizes, begun = np.array([each.step.size for each in of]), np.array([each.begun for each in of])
        taken = np.array([each.coefficients for each in of]).swapaxes(0, 1)
        flow = _outputs([each.flow for each in of], of) if by.flow_of else taken
        effort = _outputs([each.effort for each in of], of) if by.effort_of else taken
        own = effort if by.side else flow
        own[1][:, by.jumping] -= (begun - own[0][:, by.jumping]) / sizes[:, None]  # they are the same at the end
        own[0][:, by.jumping] = begun
        later = 0.5 if by.side and by.fitted else 0.0  # a mean over the step behind it is that of its middle
        powers = by.power(_at_nodes(flow[..., by.flow], sizes, 0.0), _at_nodes(effort[..., by.effort], sizes, later))
        found[(*np.ix_(rows, by.numbers), by.side)] = by.watts * sizes[:, None] * np.einsum("snp,n->sp", powers, WEIGHTS)
    return found


def _outputs(samples: Sequence[Sequence[Sequence[Sample]]], passed: Sequence[Passed]) -> np.ndarray:
    """The coefficients (by order, step and output) of outputs of a component: `samples` by step and history."""
    starts, order, found = np.array([[each.step.start] for each in passed]), passed[0].order, []
    for histories in zip(*samples):
        newest = zip(*(of[-order - 1 :] for of in histories))
        found.append(through([_stacked(of) for of in newest], order, starts))
    orders = max(map(len, found))
    return np.concatenate([np.concatenate([of, np.zeros((orders - len(of), *of.shape[1:]))]) for of in found], axis=-1)


def _stacked(samples: Sequence[Sample]) -> Sample:
    """Samples of many steps as rows of one."""
    slopes = None if samples[0].slope is None else np.array([sample.slope for sample in samples])
    return Sample(np.array([[sample.time] for sample in samples]), np.array([sample.value for sample in samples]), slopes)


def _at_nodes(coefficients: np.ndarray, sizes: np.ndarray, later: float) -> np.ndarray:
    """Polynomials of each step at its nodes (second index)."""
    times, value = (sizes[:, None] * (NODES - later))[:, :, None, None], np.zeros(1)
    for coefficient in coefficients[::-1]:
        value = value * times + coefficient[:, None]
    return value
