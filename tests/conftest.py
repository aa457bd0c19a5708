"""What all tests share: one thread for linear algebra, and a logger that stays."""

import os

# On small matrices more threads only wait for each other, for minutes where the machine is shared. Read when NumPy is imported, after this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator

import fmpy.fmi2
import pytest
from fmpy import calloc, free


@pytest.fixture(scope="session", autouse=True)
def own_logger() -> Iterator[None]:
    """Instances without a logger of their own get one that stays: that of FMPy hands all messages of a process to the logger it was told of last,
    which may be gone."""
    callbacks = fmpy.fmi2.fmi2CallbackFunctions()
    callbacks.logger = fmpy.fmi2.fmi2CallbackLoggerTYPE(lambda *message: None)
    callbacks.allocateMemory = fmpy.fmi2.fmi2CallbackAllocateMemoryTYPE(calloc)
    callbacks.freeMemory = fmpy.fmi2.fmi2CallbackFreeMemoryTYPE(free)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fmpy.fmi2, "defaultCallbacks", callbacks)
        yield
