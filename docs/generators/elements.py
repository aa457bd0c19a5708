"""The reference of the elements: a table with one line an element, and a section for each, made of their declarations and docstrings."""

import inspect
import textwrap

import mbfmu
from generators.element_models import MODELS
from generators.pictures import DRAWN
from mbfmu.model.declare.declarations import REQUIRED, Declaration, Discrete, Input, Output, Parameter, State
from mbfmu.model.declare.element import Element
from mbfmu.model.declare.element_help import own_first, signature, unit_or_type
from mbfmu.model.declare.table_parameter import TableParameter
from mbfmu.model.elements.joints import Joint

ROOMS = {
    "parts": "mbfmu.model.elements.parts",
    "joints": "mbfmu.model.elements.joints",
    "constraints": "mbfmu.model.elements.constraints",
    "forces": "mbfmu.model.elements.forces",
    "contacts": "mbfmu.model.elements.contacts",
    "surfaces": "mbfmu.model.elements.surfaces",
    "tires": "mbfmu.model.elements.tires",
    "roads": "mbfmu.model.elements.roads",
    "soils": "mbfmu.model.elements.soils",
    "sensors": "mbfmu.model.elements.sensors",
    "blocks": "mbfmu.model.blocks",
    "visuals": "mbfmu.model.elements.visuals",
}
HEADINGS = {
    Parameter: "| parameter | default | unit | meaning |\n|---|---|---|---|",
    State: "| state | unit | meaning |\n|---|---|---|",
    TableParameter: "| table | over | unit | meaning |\n|---|---|---|---|",
}

MANY = 40  # parameters: more are no call that anybody wants to read
WORDS = {Discrete: "discrete state"}


def room(name: str) -> str:
    """The page of one room: elements that are used as they are, and behind them the classes of which users make their own."""
    kinds = {kind: found for kind in mbfmu.__all__ if _is_in(found := getattr(mbfmu, kind), ROOMS[name])}
    own = {kind: found for kind, found in kinds.items() if is_contract(found)}
    ready = {kind: found for kind, found in kinds.items() if kind not in own}
    table = ["| element | what it is | attached to | required |", "|---|---|---|---|", *(_row(kind, found) for kind, found in ready.items())]
    sections = [_section(kind, found) for kind, found in ready.items()]
    if own:
        sections.append("## Classes to derive from\n\n" + "\n\n".join(_contract(kind, found) for kind, found in own.items()))
    return "\n".join(table) + "\n\n" + "\n\n".join(sections) + "\n"


def _is_in(found: object, package: str) -> bool:
    return isinstance(found, type) and issubclass(found, Element) and found.__module__.startswith(package)


def is_contract(kind: type) -> bool:
    """Whether a class says what a new kind of element supplies."""
    return "supplies" in _prose(kind) or "A new one is" in _prose(kind)


def _row(name: str, kind: type) -> str:
    required = [f"`{p}`{_in_unit(d)}" for p, d in own_first(kind, Parameter).items() if d.default is REQUIRED]
    return f"| [`{name}`](#{name.lower()}) | {_prose(kind).splitlines()[0]} | {_attached(kind)} | {', '.join(required) or '–'} |"


def _section(name: str, kind: type) -> str:
    if kind.__name__ != name:
        return f"## `{name}`\n\nAnother name of [`{kind.__name__}`](#{kind.__name__.lower()})."
    pieces = [f"## `{name}`", f"```python\n{_call(name, kind)}\n```", _prose(kind)]
    if kind in DRAWN:
        pieces.append(f"![{name}](../pictures/joints/{name}.svg)")
    if name in MODELS:
        pieces.append(f"![{name}](../pictures/elements/{name}.png)")
    if issubclass(kind, Joint):
        pieces.append(_coordinates(kind))
    listed = [f"Its other variables are those of [`{base.__name__}`](#{base.__name__.lower()})." for base in _listed_base(kind)]
    return "\n\n".join([*pieces, *_tables(kind), *listed])


def _listed_base(kind: type) -> list[type]:
    """The nearest base class that has a section of its own, if there is one."""
    return [base for base in kind.__mro__[1:] if base.__name__ in mbfmu.__all__ and issubclass(base, Element) and not is_contract(base)][:1]


def _call(name: str, kind: type) -> str:
    """How it is called, in lines that fit the page."""
    called = signature(kind)
    if len(called.parameters) > MANY:
        by_place = [p for p in called.parameters.values() if p.kind is not p.KEYWORD_ONLY]
        called = inspect.Signature([*by_place, inspect.Parameter("parameters", inspect.Parameter.VAR_KEYWORD)])
    return textwrap.fill(f"{name}{called}", 84, subsequent_indent=" " * (len(name) + 1), break_long_words=False)


def _contract(name: str, kind: type) -> str:
    return "\n\n".join([f"### `{name}`", _prose(kind), *_tables(kind)])


def _tables(kind: type) -> list[str]:
    """Parameters, inputs, outputs, states and discrete states, each a table where there are some."""
    found = []
    for what in (Parameter, TableParameter, Input, Output, State, Discrete):
        known = {name for base in _listed_base(kind) for name in own_first(base, what)}
        declared = {name: d for name, d in own_first(kind, what).items() if name not in known}
        word = WORDS.get(what, what.__name__.lower())
        heading = HEADINGS.get(what, f"| {word} | unit | meaning |\n|---|---|---|")
        found += [heading + "\n" + "\n".join(_line(name, d) for name, d in declared.items())] if declared else []
    return found


def _line(name: str, declared: Declaration) -> str:
    beside = [_default(declared)] if isinstance(declared, Parameter) else [", ".join(declared.axes)] if isinstance(declared, TableParameter) else []
    cells = [f"`{name}`", *beside, _unit(declared), declared.description]
    return f"| {' | '.join(cells)} |"


def _default(declared: Parameter) -> str:
    if declared.default is REQUIRED:
        return "required"
    if declared.default is None:
        return "–"
    return f"`{declared.default:g}`" if isinstance(declared.default, float) else f"`{declared.default}`"


def _unit(declared: Declaration) -> str:
    return unit_or_type(declared) or "–"


def _in_unit(declared: Declaration) -> str:
    return f" [{unit_or_type(declared)}]" if unit_or_type(declared) else ""


def _attached(kind: type) -> str:
    return ", ".join(f"`{name}`" for name in kind.attachments) or "–"


def _prose(kind: type) -> str:
    """The class's own docstring without the lines that its variables have added."""
    text = inspect.cleandoc(kind.__doc__ or "")
    ends = [at for title in ("attached to", "parameters", "tables", "inputs", "outputs") if (at := text.find(f"\n{title}:\n")) >= 0]
    return text[: min(ends, default=len(text))].strip()


def _coordinates(kind: type[Joint]) -> str:
    """The coordinates and speeds of a joint, in the order of the columns of its motion subspace."""
    named = lambda names, units: ", ".join(f"`{name}`" + ("" if unit == "1" else f" [{unit}]") for name, unit in zip(names, units)) or "none"
    return f"Coordinates: {named(kind.coordinate_names, kind.coordinate_units)}. Speeds: {named(kind.speed_names, kind.speed_units)}."
