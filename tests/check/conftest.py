from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mbfmu.check import Finding, check_fmu

from .stub import build_stub, compile_stub

Checked = Callable[..., dict[tuple[str, str], Finding]]


@pytest.fixture(scope="session")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build a stub FMU that tells some lies."""
    pytest.importorskip("ziglang")
    library = compile_stub(tmp_path_factory.mktemp("library"))

    def build(lies: int = 0, replaced: Mapping[str, str] | None = None) -> Path:
        return build_stub(library, tmp_path_factory.mktemp("stub") / "Stub.fmu", lies, replaced)

    return build


@pytest.fixture
def checked(stub: Callable[..., Path]) -> Checked:
    """What is found of a stub FMU, by capability and interface."""

    def check(lies: int = 0, replaced: Mapping[str, str] | None = None) -> dict[tuple[str, str], Finding]:
        return {(f.capability, f.interface): f for f in check_fmu(stub(lies, replaced))}

    return check
