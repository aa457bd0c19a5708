"""Blocks: non-mechanical parts."""

from .abs import Abs
from .base import Block
from .block_model import BlockModel
from .donges_driver import DongesDriver
from .double_lane_change import DoubleLaneChange
from .driven_single_track import DrivenSingleTrack
from .engine import Engine
from .hydraulic_cylinder import HydraulicCylinder
from .legouis_driver import LegouisDriver
from .pid import Pid
from .python_block import PythonBlock
from .sampled_pid import SampledPid
from .single_track import SingleTrack
from .spring_damper import SpringDamper
from .tydex_c import TydexC

__all__ = [
    "Abs",
    "Block",
    "BlockModel",
    "DongesDriver",
    "DoubleLaneChange",
    "DrivenSingleTrack",
    "Engine",
    "HydraulicCylinder",
    "LegouisDriver",
    "Pid",
    "PythonBlock",
    "SampledPid",
    "SingleTrack",
    "SpringDamper",
    "TydexC",
]
