"""Start values as a ParameterSet of SSP: inline at a component, or all of a System in a file of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fmpy.model_description import ModelVariable
from lxml import etree
from lxml.etree import SubElement, _Element

from ...base.model_description import items_of
from ..inputs.start_values import StartValues
from ..system.literals import start_of
from ..system.names import connector_name
from ..system.system import Value
from ..system.variables import kind_of, numbers_of, plain_value
from .ssd_dialect import Dialect, defined_unit
from .ssp_names import PARAMETERS, tag

NAMESPACE = {name: tag(f"{name}:any").partition("}")[0][1:] for name in ("ssv", "ssc")}


def component_set(dialect: Dialect, component: str, values: Mapping[str, Value]) -> _Element:
    """Return the start values of one component, which go by the names of its FMU and in its units."""
    root, listed = _parameter_set(dialect)
    for variable, of in _parameters(dialect, component, values):
        _add_parameter(listed, dialect, variable.name, variable, of, defined_unit(variable, dialect.descriptions[component]))
    return root


def ssv_document(dialect: Dialect, starts: StartValues) -> bytes:
    """Return the .ssv with all start values of a checked System, by "component.variable"."""
    root, listed = _parameter_set(dialect)
    for component, values in starts.items():
        for variable, of in _parameters(dialect, component, values):
            _add_parameter(listed, dialect, connector_name((component, variable.name)), variable, of, None)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _parameter_set(dialect: Dialect) -> tuple[_Element, _Element]:
    names = NAMESPACE if dialect.has_arrays else {"ssv": NAMESPACE["ssv"]}
    root = etree.Element(tag("ssv:ParameterSet"), nsmap=names, version=dialect.version, name=PARAMETERS)
    return root, SubElement(root, tag("ssv:Parameters"))


def _parameters(dialect: Dialect, component: str, values: Mapping[str, Value]) -> list[tuple[ModelVariable, list[Any]]]:
    """Return variables and their values, arrays as a whole where SSP has them: numbers that nobody gives are those of the FMU."""
    numbers, arrays = dialect.numbers[component], dialect.arrays[component] if dialect.has_arrays else {}
    variables = {v.name: v for name in values for v in [arrays[name][0] if name in arrays else numbers[name]]}
    return [(v, [values[n] if n in values else start_of(numbers[n]) for n in numbers_of(v)]) for v in variables.values()]


def _add_parameter(listed: _Element, dialect: Dialect, name: str, variable: ModelVariable, values: list[Any], unit: str | None) -> None:
    parameter = SubElement(listed, tag("ssv:Parameter"), name=name)
    literals = [_literal(dialect, variable, value) for value in values]
    listed_by_one = len(literals) > 1 and dialect.type_of(variable) in ("String", "Enumeration")
    attributes = ({} if listed_by_one else {"value": " ".join(literals)}) | ({"unit": unit} if unit else {})
    element = SubElement(parameter, tag(f"ssv:{dialect.type_of(variable)}"), attributes)
    for literal in literals if listed_by_one else ():
        SubElement(element, tag("ssv:Value"), value=literal)
    for size in variable.shape or ():
        SubElement(parameter, tag("ssc:Dimension"), size=str(size))


def _literal(dialect: Dialect, variable: ModelVariable, value: Any) -> str:
    """Return a value as SSP writes it: an item by its name in 2.0, by its number in 1.0."""
    number = plain_value(variable, value)
    if dialect.type_of(variable) == "Enumeration":
        return next((item for item, known in items_of(variable).items() if known == number), str(value))
    if kind_of(variable) == "Boolean":
        return "true" if number else "false"
    return str(number)
