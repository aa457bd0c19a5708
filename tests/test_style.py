"""The linter and the type checker have nothing to say; what they look at is in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]


@pytest.mark.parametrize("tool", ["ruff check", "ruff format --check", "mypy"])
def test_nothing_is_found(tool: str):
    done = subprocess.run([sys.executable, "-m", *tool.split()], cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
