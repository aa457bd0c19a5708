"""The callbacks that an FMU of FMI 2 is instantiated with, with a logger of the test's own."""

from collections.abc import Callable

from fmpy import calloc, free
from fmpy.fmi2 import (
    fmi2CallbackAllocateMemoryTYPE,
    fmi2CallbackFreeMemoryTYPE,
    fmi2CallbackFunctions,
    fmi2CallbackLoggerTYPE,
)


def fmi2_callbacks(logger: Callable[..., None]) -> fmi2CallbackFunctions:
    """`logger` is called with environment, instance name, status, category and message; FMPy's proxy is not in between."""
    return fmi2CallbackFunctions(
        logger=fmi2CallbackLoggerTYPE(logger),
        allocateMemory=fmi2CallbackAllocateMemoryTYPE(calloc),
        freeMemory=fmi2CallbackFreeMemoryTYPE(free),
    )
