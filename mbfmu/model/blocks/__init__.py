"""Blocks: non-mechanical parts."""

from .accumulator import Accumulator
from .anti_lock_brakes import Abs
from .base import Block
from .block_model import BlockModel
from .bushing_block import BushingBlock
from .check_valve import CheckValve
from .counterbalance_valve import CounterbalanceValve
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
from .hydraulic_volume import HydraulicVolume
from .lane_controller import LaneController
from .pid import Pid
from .pilot_check_valve import PilotCheckValve
from .preview_driver import PreviewDriver
from .pump import Pump
from .python_block import PythonBlock
from .relief_valve import ReliefValve
from .sampled_pid import SampledPid
from .servo_valve import ServoValve
from .shift_program import ShiftProgram
from .single_track import SingleTrack
from .spring_damper import SpringDamper
from .tank import Tank
from .tydex_c import TydexC

__all__ = [
    "Abs",
    "Accumulator",
    "Block",
    "BlockModel",
    "BushingBlock",
    "CheckValve",
    "CounterbalanceValve",
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
    "HydraulicVolume",
    "LaneController",
    "Pid",
    "PilotCheckValve",
    "PreviewDriver",
    "Pump",
    "PythonBlock",
    "ReliefValve",
    "SampledPid",
    "ServoValve",
    "ShiftProgram",
    "SingleTrack",
    "SpringDamper",
    "Tank",
    "TydexC",
]
