"""The systems and components of an SSD, by hierarchical names, and the FMUs' own words on their connectors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from fmpy.model_description import ModelDescription, ModelVariable
from lxml import etree
from lxml.etree import _Element

from ...base.errors import MbfmuError
from ...base.model_description import unit_of
from ..system.units import base_unit
from ..system.variables import numbers_of, scalar_variables
from .ssd_document import Document
from .ssp_names import NAMESPACES, SSD_TYPE, SSP_TYPE, tag
from .ssp_units import Unit

Index = tuple[int, ...]
"""Which number of an array, counted from 1; () of a scalar."""


@dataclass(frozen=True)
class Declared:
    """A connector as the SSD declares it; sizes of dimensions are None where it does not state them."""

    kind: str
    type: str | None
    unit: Unit | None
    sizes: tuple[int | None, ...]
    line: int


@dataclass(frozen=True)
class Interface:
    """The variables of a component's FMU, of which nothing is known where it cannot be read."""

    description: ModelDescription | None

    @cached_property
    def variables(self) -> dict[str, ModelVariable]:
        """All variables by name, arrays as a whole and their numbers."""
        return {**scalar_variables(self.description), **{v.name: v for v in self.description.modelVariables}} if self.description else {}

    def numbers(self, name: str) -> dict[Index, str]:
        """Return the names of a variable's numbers."""
        variable = self.variables.get(name)
        if variable is None or not variable.shape:
            return {(): name}
        return dict(zip(indices(variable.shape), numbers_of(variable)))

    def unit(self, name: str) -> Unit | None:
        """Return the unit of a variable, None where its FMU states none."""
        variable = self.variables.get(name)
        stated = unit_of(variable) if variable else None
        return Unit(stated, base_unit(self.description, stated)) if self.description and stated else None


@dataclass(frozen=True)
class Part:
    """A system or a component: "axle.left" is the element "left" of the system "axle" in the outermost one, which is called "".

    Its parameters are bound in `bound`: in itself, and then in the component that refers to it if it is a system of another document.
    """

    name: str
    element: _Element
    document: Document
    connectors: Mapping[str, Declared]
    bound: tuple[tuple[Document, _Element], ...]

    @property
    def is_component(self) -> bool:
        """Whether it is a component."""
        return self.element.tag == tag("ssd:Component")

    def inner(self, name: str | None) -> str:
        """Return the name of one of its elements, its own where that is None."""
        return self.name if name is None else f"{self.name}.{name}" if self.name else name


def parts_of(document: Document) -> Iterator[Part]:
    """Yield all components and systems, each system behind what it holds; MbfmuError for systems of other files that cannot be read."""
    return _parts("", document.system, document, (), ())


def _parts(name: str, element: _Element, document: Document, bound: Bound, around: tuple[_Element, ...]) -> Iterator[Part]:
    part = Part(name, element, document, _declared(element, document.units), ((document, element), *bound))
    for inner in element.iterfind("ssd:Elements/*", NAMESPACES):
        called = part.inner(inner.get("name"))
        if inner.tag == tag("ssd:Component") and inner.get("type") in (SSD_TYPE, SSP_TYPE) and inner.get("source") is not None:
            if len(around) > DEEPEST:
                raise MbfmuError(f"{document.called(document.path)}: {called}: systems refer to each other without end")
            other = document.referred(inner)
            yield from _parts(called, other.system, other, ((document, inner),), (*around, element))
        elif inner.tag in (tag("ssd:Component"), tag("ssd:System")):
            yield from _parts(called, inner, document, (), (*around, element))
    yield part


Bound = tuple[tuple[Document, _Element], ...]

DEEPEST = 30  # systems in systems


def _declared(element: _Element, units: Mapping[str, Unit]) -> dict[str, Declared]:
    found = {}
    for connector in element.iterfind("ssd:Connectors/ssd:Connector", NAMESPACES):
        types = [child for child in connector.iterchildren(f"{{{NAMESPACES['ssc']}}}*") if etree.QName(child).localname not in NO_TYPE]
        unit = types[0].get("unit") if types else None
        sizes = [each.get("size") for each in connector.iterfind("ssc:Dimension", NAMESPACES)]
        found[connector.get("name")] = Declared(
            kind=connector.get("kind"),
            type=etree.QName(types[0]).localname if types else None,
            unit=units.get(unit, Unit(unit, None)) if unit else None,
            sizes=tuple(int(size) if size else None for size in sizes),
            line=connector.sourceline,
        )
    return found


NO_TYPE = ("Dimension", "Annotations")


def indices(shape: tuple[int, ...]) -> list[Index]:
    """Return the indices of an array's numbers, row by row."""
    return [*product(*(range(1, n + 1) for n in shape))]


def indexed(name: str, index: Index) -> str:
    """Return the name of a number of an array: "r[2]"."""
    return f"{name}[{','.join(map(str, index))}]" if index else name
