"""Files that belong to others, and lie in no repository: the tests that read them say where they look."""

import os
from pathlib import Path

import pytest


def files_of_others(variable: str, pattern: str) -> list[Path]:
    """The files in the folder that an environment variable names; where there are none, the test is skipped and says what it needs."""
    files = sorted(Path(os.environ[variable]).glob(pattern)) if variable in os.environ else []
    if not files:
        pytest.skip(f"needs {pattern} in the folder that the environment variable {variable} names")
    return files
