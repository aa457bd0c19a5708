"""Start values as a ParameterSet of SSP 1.0: inline at a component, or all of a System in a file of their own."""

from collections.abc import Mapping

from fmpy.model_description import ModelDescription, ModelVariable
from lxml import etree
from lxml.etree import SubElement, _Element

from ..inputs.start_values import StartValues
from ..system.system import Value, connector_name
from ..system.variables import kind_of, plain_value, scalar_variables
from .ssp_names import PARAMETERS, tag

NAMESPACE = {"ssv": tag("ssv:ParameterSet").partition("}")[0][1:]}


def parameter_set(parameters: Mapping[str, tuple[ModelVariable, Value, Mapping[str, str]]]) -> _Element:
    """Return a ParameterSet with a value for each variable, by name, and the attributes that say its unit."""
    root = etree.Element(tag("ssv:ParameterSet"), nsmap=NAMESPACE, version="1.0", name=PARAMETERS)
    listed = SubElement(root, tag("ssv:Parameters"))
    for name, (variable, value, unit) in parameters.items():
        parameter = SubElement(listed, tag("ssv:Parameter"), name=name)
        SubElement(parameter, tag(f"ssv:{kind_of(variable)}"), dict(unit), value=_literal(plain_value(variable, value)))
    return root


def ssv_document(starts: StartValues, descriptions: Mapping[str, ModelDescription]) -> bytes:
    """Return the .ssv with all start values of a checked System, by "component.variable"."""
    known = {name: scalar_variables(description) for name, description in descriptions.items()}
    values = {(name, variable): value for name, of in starts.items() for variable, value in of.items()}
    root = parameter_set({connector_name((name, v)): (known[name][v], value, {}) for (name, v), value in values.items()})
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _literal(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
