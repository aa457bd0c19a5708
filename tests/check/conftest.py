from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .stub import build_stub, compile_stub


@pytest.fixture(scope="session")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build a stub FMU that tells some lies."""
    pytest.importorskip("ziglang")
    library = compile_stub(tmp_path_factory.mktemp("library"))

    def build(lies: int = 0, replaced: Mapping[str, str] | None = None, version: int = 2) -> Path:
        return build_stub(library, tmp_path_factory.mktemp("stub") / "Stub.fmu", lies, replaced, version)

    return build
