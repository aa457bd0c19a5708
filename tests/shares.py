"""Shares of the test modules: each worker is the first to import those of its own, and all others read what it compiled."""

from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from mbfmu.base.garbage import no_garbage_collection

TESTS = Path(__file__).parent


@no_garbage_collection()
def import_own_share(config: pytest.Config) -> None:
    """Imports a worker's share where all tests are collected: pytest rewrites assertions and Python compiles, in a new checkout, each file once.

    All workers collect in one order. Without shares each would compile every file, at the same time as the others.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or list(config.args) != config.getini("testpaths"):
        return
    files = sorted(TESTS.rglob("test_*.py"))
    place, workers = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for file in files[place * len(files) // workers : (place + 1) * len(files) // workers]:
        with suppress(Exception, pytest.skip.Exception):  # which are told of when the file is collected
            import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))
