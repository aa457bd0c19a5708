"""Start values of SSP 1.0, which stand inline or in .ssv files."""

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote

from lxml import etree
from lxml.etree import _Element

from ...base.safe_zip import is_inside
from ..system.literals import CONVERSIONS
from ..system.system import Value
from .ssp_names import NAMESPACES
from .ssp_xml import parse_ssp


def bound_values(
    element: _Element, folder: Path, units: Mapping[str, str | None], called: Callable[[Path], str]
) -> tuple[dict[str, Value], list[str]]:
    """Return the values bound to a component or to a system, by the names that they have there, and what is wrong with them.

    Files lie below `folder`; `units` are those that the FMUs take. MbfmuError when a file cannot be read, with the name that it is `called`.
    """
    values: dict[str, Value] = {}
    problems: list[str] = []
    for binding in element.iterfind("ssd:ParameterBindings/ssd:ParameterBinding", NAMESPACES):
        source = binding.get("source")
        if source is not None and not is_inside(unquote(source)):
            problems.append(f"its parameter values {source!r} lie outside the folder of the description")
            continue
        ssv = binding if source is None else parse_ssp(folder / unquote(source), called, "SystemStructureParameterValues.xsd")
        for literal in ssv.iterfind(".//ssv:Parameters/ssv:Parameter/*", NAMESPACES):
            if not (given := literal.getparent().get("name")):
                problems.append(f"a parameter value in line {literal.sourceline} has no name")
                continue
            name, kind = binding.get("prefix", "") + given, etree.QName(literal).localname
            try:
                values[name] = CONVERSIONS[kind](literal.get("value"))
            except (KeyError, TypeError, ValueError):
                problems.append(f"{name} = {literal.get('value')!r} is not a {kind} that mbfmu can set")
            if literal.get("unit") not in (None, units.get(name)) and units.get(name):
                problems.append(f"{name} is given in {literal.get('unit')}; its FMU takes {units[name]}")
    return values, problems
