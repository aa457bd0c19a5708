"""The links between parts: what a user writes, as pairs of an output and the input that it drives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...base.errors import MbfmuError, ProblemsFound
from ...model.declare.model import usable_name
from ...model.ports.port_connection import joined
from ...model.ports.port_names import Port
from ..data.event_order import Connector
from ..data.problem import Problem, Variable
from .ports import ports_of

Link = tuple[str | Connector, str | Connector]
"""An output and an input, or two ports, each as "crane.stroke" or ("crane", "stroke")."""


def links_between(problems: Mapping[str, Problem], links: Sequence[Link]) -> list[tuple[Connector, Connector]]:
    """The links in terms of variables, those of two ports as one for each; ProblemsFound for what cannot be read or does not fit."""
    pairs = _whole(problems, _pairs(links))
    _check(problems, pairs)
    return pairs


def _pairs(links: Sequence[Link]) -> list[tuple[Connector, Connector]]:
    """The links with both ends as connectors; ProblemsFound for those that are none."""
    if not isinstance(links, (list, tuple)):
        raise MbfmuError(f"links must be a list of pairs, such as [('crane.stroke', 'hydraulics.rod.s')], not {links!r}")
    found, wrong = [], []
    for link in links:
        connectors = [_connector(end) for end in link] if isinstance(link, (tuple, list)) else []
        ends = [connector for connector in connectors if connector is not None]
        if not len(ends) == len(connectors) == 2:
            wrong.append(f"{link!r} is no link: write ('crane.stroke', 'hydraulics.rod.s'), an output and the input that it drives")
        else:
            found.append((ends[0], ends[1]))
    if wrong:
        raise ProblemsFound("these links cannot be read:", wrong)
    return found


def _connector(end: object) -> Connector | None:
    """A part and its variable; None where `end` names none. A variable may have dots of its own, a part has none."""
    pieces = end.split(".", 1) if isinstance(end, str) else end
    if isinstance(pieces, (tuple, list)) and len(pieces) == 2 and all(isinstance(piece, str) for piece in pieces):
        return pieces[0], pieces[1]
    return None


def _whole(problems: Mapping[str, Problem], links: Sequence[tuple[Connector, Connector]]) -> list[tuple[Connector, Connector]]:
    """The links with those of two ports in terms of their variables; ProblemsFound for ports that do not fit."""
    ports = {(key, name): port for key, problem in problems.items() for name, port in ports_of(problem).items()}
    found, wrong = [], []
    for a, b in links:
        if a not in ports and b not in ports:
            found.append((a, b))
            continue
        try:
            found += joined(_port_at(a, ports), _port_at(b, ports), interface=False)
        except ValueError as error:
            wrong.append(f"{'.'.join(a)} -> {'.'.join(b)}: {error}")
    if wrong:
        raise ProblemsFound("these links do not fit:", wrong)
    return found


def _port_at(connector: Connector, ports: Mapping[Connector, Port]) -> tuple[str, Port]:
    """A part and its port, to which another one is connected; ValueError where there is none."""
    if connector in ports:
        return connector[0], ports[connector]
    there = [name for part, name in ports if part == connector[0]]
    raise ValueError(f"{'.'.join(connector)} is no port, and the other end is one; the ports of {connector[0]} are {', '.join(there) or 'none'}")


def _check(problems: Mapping[str, Problem], links: Sequence[tuple[Connector, Connector]]) -> None:
    found, driven = [] if problems else ["there are no problems to connect"], set()
    found += [f"{key!r}: the name of a part must be ASCII letters, digits and _" for key in problems if not usable_name(key)]
    for source, target in links:
        output, input_ = _find(problems, source, "output"), _find(problems, target, "input")
        link = f"{'.'.join(source)} -> {'.'.join(target)}"
        if output is None or input_ is None:
            missing, what = (source, "output") if output is None else (target, "input")
            found.append(
                f"{link}: there is no {what} {'.'.join(missing)}; {_whole_vector(problems, missing, what) or _there(problems, missing[0], what)}"
            )
        elif output.type != input_.type:
            found.append(f"{link}: {output.type} cannot drive {input_.type}")
        elif (output.unit, output.shape) != (input_.unit, input_.shape):
            found.append(f"{link}: {output.unit} {output.shape} does not fit {input_.unit} {input_.shape}")
        if target in driven:
            found.append(f"{link}: {'.'.join(target)} is driven twice")
        driven.add(target)
    if found:
        raise ProblemsFound("these links do not fit:", found)


def _whole_vector(problems: Mapping[str, Problem], connector: Connector, causality: str) -> str:
    """What to do where a single number of a vector is named; "" where it is none."""
    part, name = connector
    vector = _find(problems, (part, name.partition("[")[0]), causality) if name.endswith("]") else None
    if vector is None or not vector.shape:
        return ""
    of = f"{part}.{vector.name}"
    return f"{of} is a vector, and connect links vectors as a whole: declare {causality}s of one number each in {part}, or couple FMUs by a System"


def _there(problems: Mapping[str, Problem], part: str, causality: str) -> str:
    """What could have been named instead."""
    if part not in problems:
        return f"the parts are {', '.join(problems)}"
    return f"the {causality}s of {part} are {', '.join(v.name for v in problems[part].variables if v.causality == causality) or 'none'}"


def _find(problems: Mapping[str, Problem], connector: Connector, causality: str) -> Variable | None:
    problem = problems.get(connector[0])
    variables = problem.variables if problem else ()
    return next((v for v in variables if v.name == connector[1] and v.causality == causality and not v.is_picture), None)
