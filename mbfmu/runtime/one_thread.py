"""One thread for linear algebra while a mechanism is computed.

Its matrices are small: several threads only wait for each other, a hundred times as long as the work takes where the machine has other
things to do. An environment variable would come too late once the host has loaded NumPy.
"""

from contextlib import AbstractContextManager
from functools import cache

import numpy as np  # noqa: F401 loaded first, so that its threads are found
import scipy.linalg  # noqa: F401 as above
from threadpoolctl import ThreadpoolController


@cache
def _pools() -> ThreadpoolController:
    return ThreadpoolController()


def one_thread() -> AbstractContextManager:
    """While this context lasts, BLAS and LAPACK of the process use one thread."""
    return _pools().limit(limits=1, user_api="blas")
