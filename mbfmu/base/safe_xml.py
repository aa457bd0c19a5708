"""Read XML that a stranger wrote: no entities, no network, no huge trees."""

from __future__ import annotations

from lxml import etree

from .errors import MbfmuError

UNDECLARED = "undeclared:"  # begins the namespaces of prefixes that a document does not declare


def parse_xml(data: bytes, what: str, undeclared: bool = False) -> etree._Element:
    """Parse `data` and return its root; `what` names the document in errors.

    Where `undeclared` prefixes may be, as in programs that know nothing of namespaces, elements that have one are in the namespace UNDECLARED and
    the prefix. Raises MbfmuError for anything malformed, and for a DOCTYPE: the formats read here use none, and entity bombs and external entities
    need one.
    """
    safe: dict[str, bool] = {"resolve_entities": False, "no_network": True, "huge_tree": False, "load_dtd": False}
    parser = etree.XMLParser(**safe, remove_comments=True, remove_pis=True, recover=undeclared)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise MbfmuError(f"{what} is not well-formed XML: {error}") from error
    if undeclared:
        for entry in parser.error_log:
            if entry.type != etree.ErrorTypes.NS_ERR_UNDEFINED_NAMESPACE:
                raise MbfmuError(f"{what} is not well-formed XML: {entry.message}, line {entry.line}")
        _name_undeclared(root)
    if root.getroottree().docinfo.doctype:
        raise MbfmuError(f"{what} declares a DOCTYPE (entities), which could hide anything: take it out")
    return root


def _name_undeclared(root: etree._Element) -> None:
    """Put elements whose prefix is not declared into a namespace of their own."""
    for element in root.iter(etree.Element):
        prefix, colon, name = element.tag.rpartition(":")
        if colon and not element.tag.startswith("{"):
            element.tag = f"{{{UNDECLARED}{prefix}}}{name}"
