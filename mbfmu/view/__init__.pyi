from .motion_file import view_model, view_result, view_start
from .plot import plot

__all__ = ["plot", "view_model", "view_result", "view_start"]
