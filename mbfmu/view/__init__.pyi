from .difference_plot import plot_differences
from .motion_file import view_model, view_result, view_start
from .plot import plot

__all__ = ["plot", "plot_differences", "view_model", "view_result", "view_start"]
