"""XML files of SSP 1.0, held against its schemas."""

from collections.abc import Callable
from pathlib import Path

import fmpy.ssp
from lxml import etree
from lxml.etree import _Element

from ...base.errors import MbfmuError, ProblemsFound
from ...base.safe_xml import parse_xml

SCHEMAS = Path(fmpy.ssp.__file__).parent / "schema"


def parse_ssp(path: Path, called: Callable[[Path], str], schema: str) -> _Element:
    """Return the root of the file at `path`; MbfmuError, with the name that it is `called`, where it cannot be read or does not meet the schema."""
    name = called(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MbfmuError(f"{name} cannot be read: {error.strerror}") from error
    root = parse_xml(data, name)
    rules = etree.XMLSchema(file=str(SCHEMAS / schema))
    if not rules.validate(root):
        problems = [f"line {entry.line}: {entry.message}" for entry in rules.error_log]
        raise ProblemsFound(f"{name} is not valid SSP 1.0:", list(dict.fromkeys(problems)))
    return root
