"""What the compiled libraries show to the outside and need of it, read by lief.

Tests import lief themselves: it takes a second, and each worker collects this file.
"""

import re

import pytest

from mbfmu.engine.compile import PLATFORMS
from tests.engine.problems import pendulum

from .hosting import HostedFmu
from .libraries import HEADERS

GLIBC = (2, 17)
MACOS = (11, 0, 0)
# Each compiles the C libraries of five platforms, where these were not compiled before.
pytestmark = pytest.mark.slow
LINKER = {"_mh_dylib_header", "__dso_handle"}  # every library of macOS carries these


@pytest.fixture(scope="module", params=[2, 3])
def fmu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> HostedFmu:
    return HostedFmu(pendulum(), request.param, tmp_path_factory.mktemp("all"), ["all"])


def expected(fmi: int) -> set[str]:
    """All functions of the standard's header."""
    text = (HEADERS / f"fmi{fmi}Functions.h").read_text()
    return set(re.findall(rf"FMI{fmi}_Export fmi{fmi}\w+TYPE\s+(fmi{fmi}\w+)", text))


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if "linux" in name])
def test_linux(fmu: HostedFmu, platform: str) -> None:
    """Needs nothing but the C library of 2013 and its mathematics."""
    import lief

    library = lief.ELF.parse(str(fmu.library(platform)))
    assert {symbol.name for symbol in library.exported_symbols} == expected(fmu.fmi)
    assert set(library.libraries) <= {"libc.so.6", "libm.so.6", "ld-linux-aarch64.so.1"}
    needed = {version.name for of in library.symbols_version_requirement for version in of.get_auxiliary_symbols()}
    assert needed
    assert all(tuple(map(int, re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.\d+)?", name).groups())) <= GLIBC for name in needed), needed


def test_windows(fmu: HostedFmu) -> None:
    """Exports the standard's functions and imports what every Windows 10 has."""
    import lief

    library = lief.PE.parse(str(fmu.library("x86_64-windows")))
    assert {entry.name for entry in library.get_export().entries} == expected(fmu.fmi)
    assert all(re.fullmatch(r"kernel32\.dll|ntdll\.dll|api-ms-win-crt-[a-z0-9-]+\.dll", of.name.lower()) for of in library.imports)


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if "darwin" in name])
def test_macos(fmu: HostedFmu, platform: str) -> None:
    """Runs from macOS 11 on; arm64 needs a signature, which is ad hoc."""
    import lief

    library = lief.MachO.parse(str(fmu.library(platform))).at(0)
    assert {symbol.name.removeprefix("_") for symbol in library.exported_symbols} - LINKER == expected(fmu.fmi)
    assert tuple(library.build_version.minos) == MACOS
    assert [of.name for of in library.libraries if of.command == lief.MachO.LoadCommand.TYPE.LOAD_DYLIB] == ["/usr/lib/libSystem.B.dylib"]
    assert platform != "aarch64-darwin" or library.has_code_signature
