"""Blocks: non-mechanical parts."""

from .base import Block
from .block_model import BlockModel
from .hydraulic_cylinder import HydraulicCylinder
from .pid import Pid
from .python_block import PythonBlock
from .sampled_pid import SampledPid
from .tydex_c import TydexC

__all__ = ["Block", "BlockModel", "HydraulicCylinder", "Pid", "PythonBlock", "SampledPid", "TydexC"]
