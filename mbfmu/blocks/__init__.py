"""Blocks: non-mechanical parts."""

from .base import Block
from .block_model import BlockModel
from .driven_single_track import DrivenSingleTrack
from .hydraulic_cylinder import HydraulicCylinder
from .pid import Pid
from .python_block import PythonBlock
from .single_track import SingleTrack

__all__ = ["Block", "BlockModel", "DrivenSingleTrack", "HydraulicCylinder", "Pid", "PythonBlock", "SingleTrack"]
