"""Functions of a result that can be sent to other processes."""

import logging
import os
import signal
from multiprocessing import parent_process

import numpy as np


def process(result: np.ndarray) -> int:
    """In which it was run."""
    return os.getpid()


def crash(result: np.ndarray) -> float:
    """The end, where that is in front; else the end of a process that was started for runs."""
    if result["s"][-1] < 0.0 and parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return result["s"][-1]


def warn(result: np.ndarray) -> float:
    logging.getLogger("mbfmu").warning("at %.3f m", result["s"][-1])
    return result["s"][-1]
