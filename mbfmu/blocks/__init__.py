"""Blocks: non-mechanical parts."""

from .base import Block
from .block_model import BlockModel
from .hydraulic_cylinder import HydraulicCylinder
from .pid import Pid

__all__ = ["Block", "BlockModel", "HydraulicCylinder", "Pid"]
