"""XML files of SSP 1.0, held against its schemas."""

from pathlib import Path

import fmpy.ssp
from lxml import etree
from lxml.etree import _Element

from ..errors import MbfmuError, ProblemsFound
from ..safe_xml import parse_xml

SCHEMAS = Path(fmpy.ssp.__file__).parent / "schema"


def parse_ssp(path: Path, called: str, schema: str) -> _Element:
    """Return the root of the file at `path`, `called` so in errors; MbfmuError where it cannot be read or does not meet the schema."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MbfmuError(f"{called} cannot be read: {error.strerror}") from error
    root = parse_xml(data, called)
    rules = etree.XMLSchema(file=str(SCHEMAS / schema))
    if not rules.validate(root):
        problems = [f"line {entry.line}: {entry.message}" for entry in rules.error_log]
        raise ProblemsFound(f"{called} is not valid SSP 1.0:", list(dict.fromkeys(problems)))
    return root
