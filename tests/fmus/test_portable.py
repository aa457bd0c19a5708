"""The models of the library as portable FMUs: what other tools find. That they give the numbers of native ones is in test_native.py."""

from pathlib import Path

import pytest
from fmpy.validation import validate_fmu

from mbfmu.fmu.package.portable_fmu import build_portable
from tests.library import problem_of

from .test_native import VERSIONS


@pytest.mark.parametrize(("name", "fmi"), VERSIONS)
def test_validation(tmp_path: Path, name: str, fmi: int) -> None:
    """FMPy finds nothing."""
    assert validate_fmu(str(build_portable(problem_of(name), tmp_path, fmi))) == []
