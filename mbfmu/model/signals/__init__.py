"""Signals: numbers that change with time, and drive inputs."""

from .chirp import Chirp
from .noise import Noise
from .pulse import Pulse
from .ramp import Ramp
from .read_table import read_table
from .signal import Constant, Signal, Sum
from .sine import Sine
from .step import Step
from .table import Held, Table

__all__ = ["Chirp", "Constant", "Held", "Noise", "Pulse", "Ramp", "Signal", "Sine", "Step", "Sum", "Table", "read_table"]
