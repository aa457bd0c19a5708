"""Blocks: non-mechanical parts."""

from .base import Block
from .hydraulic_cylinder import HydraulicCylinder
from .pid import Pid

__all__ = ["Block", "HydraulicCylinder", "Pid"]
