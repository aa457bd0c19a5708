from .difference_plot import plot_differences
from .motion_file import view_model, view_result, view_start
from .plot import plot
from .pole_plot import plot_poles

__all__ = ["plot", "plot_differences", "plot_poles", "view_model", "view_result", "view_start"]
