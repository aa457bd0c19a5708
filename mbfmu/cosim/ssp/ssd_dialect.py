"""What SSP 1.0 and 2.0 call the types of variables, and which of the two a System needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from fmpy.model_description import ModelDescription, ModelVariable
from lxml.etree import SubElement, _Element

from ...base.model_description import items_of, unit_of
from ..system.variables import kind_of, numbers_of, scalar_variables
from .ssd_structure import Index, indices
from .ssp_names import tag

Descriptions = Mapping[str, ModelDescription]

OLD_TYPES = ("Real", "Float64", "Integer", "Int32", "Boolean", "String", "Enumeration")
"""Types that SSP 1.0 can name."""


@dataclass(frozen=True)
class Dialect:
    """One version of SSP, and the FMUs whose variables are written in it.

    SSP 1.0 knows single numbers of the types of FMI 2, and mbfmu writes enumerations as their numbers there, which all tools read.
    """

    version: str
    descriptions: Descriptions

    @property
    def has_arrays(self) -> bool:
        """Whether connectors and parameters may be arrays."""
        return self.version != "1.0"

    @cached_property
    def numbers(self) -> dict[str, Mapping[str, ModelVariable]]:
        """The numbers of all variables as variables of their own, by component and name."""
        return {name: scalar_variables(description) for name, description in self.descriptions.items()}

    @cached_property
    def arrays(self) -> dict[str, dict[str, tuple[ModelVariable, Index]]]:
        """The array and the index that each number of an array has, by component and name."""
        return {
            name: {number: (v, index) for v in d.modelVariables if v.shape for number, index in zip(numbers_of(v), indices(v.shape))}
            for name, d in self.descriptions.items()
        }

    @cached_property
    def enumerations(self) -> dict[tuple[str, tuple[tuple[str, int], ...]], str]:
        """The names of enumerations, by those in the FMUs and their items: two FMUs may call different ones alike."""
        found: dict[tuple[str, tuple[tuple[str, int], ...]], str] = {}
        for description in self.descriptions.values():
            for variable in description.modelVariables:
                key = _enumeration(variable)
                if key and key not in found:
                    found[key] = key[0] if key[0] not in found.values() else f"{key[0]}_{len(found)}"
        return found

    def type_of(self, variable: ModelVariable) -> str:
        """Return the name of the type of a variable."""
        return kind_of(variable) if self.version == "1.0" else variable.type

    def add_type(self, parent: _Element, variable: ModelVariable, unit: str | None) -> None:
        """Add the element that says the type of a connector."""
        attributes = {"unit": unit} if unit else {}
        if key := self.version != "1.0" and _enumeration(variable):
            attributes["name"] = self.enumerations[key]
        SubElement(parent, tag(f"ssc:{self.type_of(variable)}"), attributes)

    def add_enumerations(self, root: _Element) -> None:
        """Add the definitions of all enumerations."""
        if self.version == "1.0" or not self.enumerations:
            return
        listed = SubElement(root, tag("ssd:Enumerations"))
        for (_, items), name in self.enumerations.items():
            enumeration = SubElement(listed, tag("ssc:Enumeration"), name=name)
            for item, value in items:
                SubElement(enumeration, tag("ssc:Item"), name=item, value=str(value))


def defined_unit(variable: ModelVariable, description: ModelDescription) -> str | None:
    """Return the unit of a variable, if its FMU defines it: SSP wants every unit it names defined."""
    unit = unit_of(variable)
    return unit if any(each.name == unit and each.baseUnit for each in description.unitDefinitions) else None


def beyond_old(component: str, variables: Mapping[str, ModelVariable]) -> Iterator[str]:
    """Yield what SSP 1.0 cannot say of variables of a component."""
    for variable in variables.values():
        if variable.shape:
            yield f"{component}.{variable.name} is an array"
        elif variable.type not in OLD_TYPES:
            yield f"{component}.{variable.name} is of type {variable.type}"


def _enumeration(variable: ModelVariable) -> tuple[str, tuple[tuple[str, int], ...]] | None:
    items = items_of(variable) if variable.type == "Enumeration" else {}
    return (variable.declaredType.name, tuple(items.items())) if items and variable.declaredType else None
