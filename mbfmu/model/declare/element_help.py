"""What help() shows of an element class: its sentence, what it is attached to, its variables with units, and what its users call."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from .declarations import REAL, REQUIRED, Declaration, Input, Output, Parameter, declarations
from .table_parameter import TableParameter


class ShortHelp(type):
    """The type of element classes: help() and dir() of a class name what its users call, and nothing that only mbfmu calls."""

    shown_by_help: tuple[str, ...]

    def __dir__(cls) -> Iterable[str]:
        return sorted({"__doc__", "__module__", "__name__", *cls.shown_by_help})


def documentation(kind: Any) -> str:
    """The class's own docstring, and after it a line for each frame or joint it is attached to and for each of its variables."""
    own = inspect.cleandoc(vars(kind).get("__doc__") or "")
    optional = {name: " (optional)" for name in kind.optional_attachments}
    attached = [f"{name}: {what.__name__}{optional.get(name, '')}" for name, what in kind.attachments.items()]
    parts = {"attached to": attached} | {
        title: [line(name, declared) for name, declared in own_first(kind, what).items()]
        for title, what in (("parameters", Parameter), ("tables", TableParameter), ("inputs", Input), ("outputs", Output))
    }
    return "\n".join([own, *(f"\n{title}:\n" + "\n".join(f"  {text}" for text in lines) for title, lines in parts.items() if lines)]) + "\n"


def line(name: str, declared: Declaration) -> str:
    """A variable with its default, unit and meaning."""
    what = unit_or_type(declared)
    unit = f" [{what}]" if what else ""
    if isinstance(declared, TableParameter):
        return f"{name}({', '.join(declared.axes)}){unit}: {declared.description}{' (required)' if declared.default is REQUIRED else ''}"
    if not isinstance(declared, Parameter):
        return f"{name}{unit}: {declared.description}"
    if declared.default is REQUIRED:
        return f"{name}{unit}: {declared.description} (required)"
    return f"{name} = {declared.default}{unit}: {declared.description}"


def unit_or_type(declared: Declaration) -> str:
    """The unit of a real variable, nothing where it is 1; of others the type, such as Boolean."""
    if declared.type != REAL:
        return declared.type.fmi2
    return "" if declared.unit == "1" else declared.unit


def own_first(kind: type, what: type[Declaration]) -> dict[str, Any]:
    """The declarations of type `what` in an element class, those of the class itself before those of its base classes."""
    found = declarations(kind, what)
    inherited = {name for base in kind.__mro__[1:] for name in vars(base)}
    return dict(sorted(found.items(), key=lambda item: item[0] in inherited and item[0] not in vars(kind)))


def signature(kind: Any) -> inspect.Signature:
    """What an element's constructor takes: attachments and what its class adds by place or name, parameters and what it adds to them by name."""
    P = inspect.Parameter
    added = [p.replace(annotation=P.empty) for p in inspect.signature(kind.__init__).parameters.values() if p.name != "self"]
    own, named = ([p for p in added if p.kind is how] for how in (P.POSITIONAL_OR_KEYWORD, P.KEYWORD_ONLY))
    attached = [P(name, P.POSITIONAL_OR_KEYWORD) for name in kind.attachments]
    given = [
        P(name, P.KEYWORD_ONLY, default=P.empty if declared.default is REQUIRED else declared.default)
        for name, declared in (own_first(kind, Parameter) | own_first(kind, TableParameter)).items()
    ]
    return inspect.Signature([*attached, *own, *given, *named])
