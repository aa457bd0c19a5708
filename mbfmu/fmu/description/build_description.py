"""buildDescription.xml of FMI 3.0: how sources/ become a library."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from .description import as_bytes


def describe_build(name: str, sources: Iterable[str]) -> bytes:
    """The library `name` is made of these C files, in C99; what they include lies beside them."""
    root = etree.Element("fmiBuildDescription", fmiVersion="3.0")
    configuration = etree.SubElement(root, "BuildConfiguration", modelIdentifier=name)
    files = etree.SubElement(configuration, "SourceFileSet", language="C99")
    for source in sources:
        etree.SubElement(files, "SourceFile", name=source)
    return as_bytes(root)
