from .difference_plot import plot_differences
from .fmu_file import view_fmu, view_fmu_start, view_system
from .locus_plot import plot_campbell, plot_locus
from .mode_motion import view_modes
from .motion_csv import read_motion
from .motion_file import view_model, view_result, view_start
from .plot import plot
from .pole_plot import plot_poles
from .response_plot import plot_response

__all__ = [
    "plot",
    "plot_campbell",
    "plot_differences",
    "plot_locus",
    "plot_poles",
    "plot_response",
    "read_motion",
    "view_fmu",
    "view_fmu_start",
    "view_model",
    "view_modes",
    "view_result",
    "view_start",
    "view_system",
]
