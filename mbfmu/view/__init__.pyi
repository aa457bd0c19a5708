from .plot import plot
from .motion_file import view_model, view_result, view_start

__all__ = ["plot", "view_model", "view_result", "view_start"]
