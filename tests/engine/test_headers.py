"""The standard's header files in our FMUs are the same, whichever FMPy brings them."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

from mbfmu.engine import sources
from mbfmu.engine.headers import DIGESTS, RIGHT, standard_headers
from mbfmu.errors import MbfmuError
from mbfmu.fmu.native_fmu import build_native
from mbfmu.fmu.portable_fmu import build_portable
from tests.engine.problems import pendulum

REMEDY = re.escape(f'FMPy {RIGHT[0]} to {RIGHT[1]} are known to bring the right one: pip install --force-reinstall --no-deps "fmpy=={RIGHT[1]}"')


@pytest.fixture
def headers(tmp_path: Path) -> Path:
    """A copy of FMPy's header files."""
    return Path(shutil.copytree(sources.HEADERS, tmp_path / "c-code"))


@pytest.mark.parametrize("fmi", sources.VERSIONS)
def test_header_files_of_the_installed_fmpy_are_known(fmi: int, headers: Path):
    """All of them that include each other."""
    files = standard_headers(fmi, headers)
    named = {name for file in files for name in re.findall(r'^#include "(.*)"', file.read_text(), re.MULTILINE)}
    assert named | {f"fmi{fmi}Functions.h"} == {file.name for file in files} == set(DIGESTS[fmi])


def test_a_changed_header_is_refused_by_name(headers: Path):
    with (headers / "fmi2Functions.h").open("a") as file:
        file.write("\n")
    with pytest.raises(MbfmuError, match=f"^FMPy {version('fmpy')} brings another fmi2Functions.h than FMUs are compiled with; {REMEDY}$"):
        standard_headers(2, headers)
    assert len(standard_headers(3, headers)) == len(DIGESTS[3])


def test_a_missing_header_is_refused_by_name(headers: Path):
    (headers / "fmi3PlatformTypes.h").unlink()
    with pytest.raises(MbfmuError, match=f"^FMPy {version('fmpy')} brings no fmi3PlatformTypes.h, which FMUs are compiled with; {REMEDY}$"):
        standard_headers(3, headers)


@pytest.mark.parametrize("build", [build_native, build_portable])
def test_nothing_is_compiled_with_a_changed_header(build, headers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (headers / "fmi2TypesPlatform.h").write_text("#error\n")
    monkeypatch.setattr(sources, "HEADERS", headers)
    monkeypatch.setattr("mbfmu.engine.library.INCLUDED", (*sources.INCLUDED[:-1], headers))
    with pytest.raises(MbfmuError, match="brings another fmi2TypesPlatform.h"):
        build(pendulum(), tmp_path / "out")
    assert not (tmp_path / "out").exists()
