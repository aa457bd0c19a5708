"""The stubs of the elements' constructors, which tell type checkers and editors what the declarations tell mbfmu.

`PYTHONPATH=.:docs python -m generators.constructors` writes them beside the rooms of the elements.
"""

import inspect
import re
import subprocess
import sys
import textwrap
from importlib import import_module
from math import isfinite
from pathlib import Path

from generators.elements import is_contract
from mbfmu.model.declare.declarations import REQUIRED, Declaration, Parameter
from mbfmu.model.declare.element import Element
from mbfmu.model.declare.element_help import line, own_first
from mbfmu.model.declare.table_parameter import TableParameter
from mbfmu.model.declare.variable_types import Boolean, Enumeration, Integer, Real, String

ELEMENTS = ("constraints", "contacts", "forces", "joints", "parts", "roads", "sensors", "soils", "surfaces", "tires", "visuals")
ROOMS = ("blocks", *(f"elements.{room}" for room in ELEMENTS))
HEAD = '''"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""'''
VALUES = "mbfmu.model.declare.parameter_value"
ONE = {Real: "Value", Boolean: "Truth", Integer: "Whole", Enumeration: "Item", String: "str"}
KNOWN = {  # words of annotations -> where they come from
    "Any": "typing",
    "Callable": "collections.abc",
    "Sequence": "collections.abc",
    "ndarray": "numpy",
    "PathLike": "os",
    "Frame": "mbfmu.model.declare.frame",
    "ElasticData": "mbfmu.model.structure.elastic_data",
    "LookupTable": "mbfmu.model.declare.lookup_table",
    "Visual": "mbfmu.model.elements.visuals.base",
    **dict.fromkeys(("Value", "Values", "Truth", "Whole", "Item"), VALUES),
}
WIDTH = 140


def stub(room: str) -> str:
    """The stub of a room: its elements with constructors, and as they are the classes of which users make their own, and functions."""
    module = import_module(f"mbfmu.model.{room}")
    offered = {name: getattr(module, name) for name in module.__all__}
    made = {name: kind for name, kind in offered.items() if _is_made(kind)}
    others = [name for name in offered if name not in made]
    classes = "\n".join(_class(name, kind) for name, kind in made.items())
    others_from = [f"from {offered[name].__module__} import {name}" for name in others]
    needed = [f"from {KNOWN[word]} import {word}" for word in KNOWN if word not in offered and re.search(rf"\b{word}\b", classes)]
    attached = {what for kind in made.values() for what in kind.attachments.values() if what.__name__ not in KNOWN}
    private = {*made.values(), *attached}
    bases = [f"from {kind.__module__} import {kind.__name__} as _{kind.__name__}" for kind in sorted(private, key=lambda kind: kind.__name__)]
    return _formatted("\n".join([HEAD, *needed, *others_from, *bases, f"__all__ = {sorted(offered)!r}", classes]))


def file_of(room: str) -> Path:
    """Where the stub of a room lies."""
    return Path(str(import_module(f"mbfmu.model.{room}").__file__)).with_suffix(".pyi")


def _is_made(kind: object) -> bool:
    """Whether users make such elements; from others they derive classes, with parameters that nobody knows here."""
    return isinstance(kind, type) and issubclass(kind, Element) and not is_contract(kind) and not kind.__module__.endswith(".base")


def _class(name: str, kind: type[Element]) -> str:
    if name != kind.__name__:
        return f"{name} = {kind.__name__}"
    parameters = own_first(kind, Parameter) | own_first(kind, TableParameter)
    added = [p for p in inspect.signature(kind.__init__).parameters.values() if p.name != "self"]
    own, named = ([_added(p) for p in added if p.kind is how] for how in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY))
    attached = [f"{at}: {_of(what)}{' = ...' if at in kind.optional_attachments else ''}" for at, what in kind.attachments.items()]
    given = [*(_given(at, declared) for at, declared in parameters.items()), *named]
    arguments = ", ".join(["self", *attached, *own, *(["*", *given] if given else [])])
    told = "\n".join(textwrap.fill(line(at, declared), WIDTH, subsequent_indent="    ") for at, declared in parameters.items())
    body = f'"""\n{told}\n"""'.replace("\\", "\\\\") if told else "..."
    return f"class {name}(_{name}):\n    def __init__({arguments}) -> None:\n{textwrap.indent(body, ' ' * 8)}\n"


def _of(what: type) -> str:
    return what.__name__ if what.__name__ in KNOWN else f"_{what.__name__}"


def _added(p: inspect.Parameter) -> str:
    """What a class adds to attachments and parameters, as it is annotated there."""
    annotation = str(p.annotation).removeprefix("os.").replace(" os.", " ").replace("np.", "")
    return f"{p.name}: {annotation}{'' if p.default is p.empty else f' = {_shown(p.default)}'}"


def _given(name: str, declared: Declaration) -> str:
    if isinstance(declared, TableParameter):
        kind = "LookupTable"
    elif declared.shape:
        kind = "Values" if isinstance(declared.type, Real) else "Any"
    else:
        kind = ONE[type(declared.type)]
    default = getattr(declared, "default", REQUIRED)
    if default is REQUIRED:
        return f"{name}: {kind}"
    return f"{name}: {kind}{' | None' if default is None else ''} = {_shown(default)}"


def _shown(default: object) -> str:
    """A default as Python, `...` where it is no short literal."""
    if isinstance(default, (bool, int, str)) or default is None or isinstance(default, float) and isfinite(default):
        return repr(default)
    if isinstance(default, (list, tuple)) and len(default) <= 6 and all(isinstance(x, (int, float)) for x in default):
        return repr(default)
    return "..."


def _formatted(text: str) -> str:
    """The text as ruff writes it, imports sorted."""
    for command in (["check", "--select", "I", "--fix", "-q"], ["format", "-q"]):
        run = [sys.executable, "-m", "ruff", *command, "--stdin-filename", "mbfmu/stub.pyi", "-"]
        text = subprocess.run(run, input=text, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]).stdout
    return text


if __name__ == "__main__":
    for each in ROOMS:
        file_of(each).write_text(stub(each))
