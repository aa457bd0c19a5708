"""Blocks: non-mechanical parts."""

from .base import Block
from .block_model import BlockModel
from .engine import Engine
from .hydraulic_cylinder import HydraulicCylinder
from .pid import Pid
from .python_block import PythonBlock
from .sampled_pid import SampledPid
from .spring_damper import SpringDamper
from .tydex_c import TydexC

__all__ = ["Block", "BlockModel", "Engine", "HydraulicCylinder", "Pid", "PythonBlock", "SampledPid", "SpringDamper", "TydexC"]
