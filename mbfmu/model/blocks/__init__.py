"""Blocks: non-mechanical parts."""

from .accumulator import Accumulator
from .anti_lock_brakes import Abs
from .base import Block
from .block_model import BlockModel
from .bushing_block import BushingBlock
from .cruise_controller import CruiseController
from .donges_driver import DongesDriver
from .double_acting_cylinder import DoubleActingCylinder
from .double_lane_change import DoubleLaneChange
from .driven_single_track import DrivenSingleTrack
from .electric_drive import ElectricDrive
from .engine import Engine
from .esc import Esc
from .hydraulic_cylinder import HydraulicCylinder
from .hydraulic_line import HydraulicLine
from .lane_controller import LaneController
from .pid import Pid
from .preview_driver import PreviewDriver
from .pump import Pump
from .python_block import PythonBlock
from .sampled_pid import SampledPid
from .servo_valve import ServoValve
from .single_track import SingleTrack
from .spring_damper import SpringDamper
from .tydex_c import TydexC

__all__ = [
    "Abs",
    "Accumulator",
    "Block",
    "BlockModel",
    "BushingBlock",
    "CruiseController",
    "DongesDriver",
    "DoubleActingCylinder",
    "DoubleLaneChange",
    "DrivenSingleTrack",
    "ElectricDrive",
    "Engine",
    "Esc",
    "HydraulicCylinder",
    "HydraulicLine",
    "LaneController",
    "Pid",
    "PreviewDriver",
    "Pump",
    "PythonBlock",
    "SampledPid",
    "ServoValve",
    "SingleTrack",
    "SpringDamper",
    "TydexC",
]
