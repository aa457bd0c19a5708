"""Read XML that a stranger wrote: no entities, no network, no huge trees."""

from __future__ import annotations

from lxml import etree

from .errors import MbfmuError


def parse_xml(data: bytes, what: str) -> etree._Element:
    """Parse `data` and return its root; `what` names the document in errors.

    Raises MbfmuError for anything malformed, and for a DOCTYPE: the formats read here use none, and entity bombs and
    external entities need one.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise MbfmuError(f"{what} is not well-formed XML: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise MbfmuError(f"{what} declares a DOCTYPE (entities), which could hide anything: take it out")
    return root
