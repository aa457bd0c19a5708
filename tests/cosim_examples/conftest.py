from collections.abc import Iterator
from typing import Any

import pytest

from tests.example_scripts import example_scripts


@pytest.fixture(scope="module")
def scripts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What `convergence.py` and `system.py` in the FOLDER of a module of tests declare."""
    folder = request.module.FOLDER
    with example_scripts(folder, tmp_path_factory.mktemp(folder.name)) as declared:
        yield declared
