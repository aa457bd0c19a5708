"""XML files of SSP, held against the schemas of their version."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import fmpy.ssp
from lxml import etree
from lxml.etree import _Element

from ...base.errors import MbfmuError, ProblemsFound
from ...base.safe_xml import parse_xml
from .ssp_names import VERSIONS


@cache
def schemas(version: str) -> Path:
    """Return the folder of the schemas of SSP 1.0 (FMPy ships them) or 2.0 (pyssp-standard does); MbfmuError where they are missing."""
    if version == "1.0":
        return Path(fmpy.ssp.__file__).parent / "schema"
    found = find_spec("pyssp_standard")
    if found is None or not found.submodule_search_locations:
        raise MbfmuError(f"the schemas of SSP {version} are in the package pyssp-standard, which is missing: pip install pyssp-standard")
    return Path(found.submodule_search_locations[0]) / "resources" / "ssp2"


def parse_ssp(path: Path, called: Callable[[Path], str], schema: str) -> _Element:
    """Return the root of the file at `path`, which may be of SSP 1.0 or 2.0.

    Raises MbfmuError, with the name that it is `called`, where it cannot be read or does not meet the schema of its version.
    """
    name = called(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MbfmuError(f"{name} cannot be read: {error.strerror}") from error
    root = parse_xml(data, name)
    version = root.get("version") if root.get("version") in VERSIONS else VERSIONS[0]
    if problems := schema_problems(root, schema, version):
        raise ProblemsFound(f"{name} is not valid SSP {version}:", problems)
    return root


def schema_problems(root: _Element, schema: str, version: str) -> list[str]:
    """Return what of a document does not meet a schema of a version."""
    rules = etree.XMLSchema(file=str(schemas(version if version in VERSIONS else VERSIONS[0]) / schema))
    if rules.validate(root):
        return []
    return list(dict.fromkeys(f"line {entry.line}: {entry.message}" for entry in rules.error_log))
