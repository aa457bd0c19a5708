"""SSDs and what they refer to: other SSDs, packages of SSP, and systems of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from lxml.etree import _Element

from ...base.errors import MbfmuError
from ...base.safe_zip import is_inside
from .ssp_names import NAMESPACES, SSP_TYPE, STRUCTURE
from .ssp_units import Unit, units_in
from .ssp_xml import parse_ssp

Called = Callable[[Path], str]
"""How files are called in errors."""


@dataclass(frozen=True)
class Document:
    """The `system` of an SSD at `path`, or one inside that; `unpack` returns the folder of an archive's files."""

    path: Path
    called: Called
    unpack: Callable[[Path], Path]
    root: _Element
    system: _Element

    @property
    def folder(self) -> Path:
        """Where files lie that it refers to."""
        return self.path.parent

    @cached_property
    def units(self) -> dict[str, Unit]:
        """The units that it defines, by name."""
        return units_in(self.root)

    def referred(self, component: _Element) -> Document:
        """Return the system that a component refers to: "#id", "other.ssd", "package.ssp" or "package.ssp#variant.ssd"; MbfmuError if it is none."""
        source, _, fragment = component.get("source", "").partition("#")
        name = component.get("name")
        if not source:
            found = self.root.xpath(".//ssd:System[@id=$id]", namespaces=NAMESPACES, id=fragment)
            if not found:
                raise MbfmuError(f"{self.called(self.path)}: {name} refers to #{fragment}, but no system has this id")
            return Document(self.path, self.called, self.unpack, self.root, found[0])
        if not is_inside(unquote(source)) or not is_inside(unquote(fragment)):
            raise MbfmuError(f"{self.called(self.path)}: {name}: its system {unquote(source)!r} lies outside the folder of the description")
        path = self.folder / unquote(source)
        if component.get("type") != SSP_TYPE:
            return document_at(path, self.called, self.unpack)
        folder, archive = self.unpack(path), self.called(path)
        inner = folder / (unquote(fragment) or STRUCTURE)
        return document_at(inner, lambda file: f"{archive}: {file.relative_to(folder).as_posix()}", self.unpack)


def document_at(path: Path, called: Called, unpack: Callable[[Path], Path]) -> Document:
    """Return the SSD at `path`; MbfmuError when it is missing or no valid SSD."""
    root = parse_ssp(path, called, "SystemStructureDescription.xsd")
    return Document(path, called, unpack, root, root.find("ssd:System", NAMESPACES))
