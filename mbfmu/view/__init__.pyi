from .branch_plot import plot_branch
from .difference_plot import plot_differences
from .exponents_plot import plot_exponents
from .fit_plot import plot_fit
from .fmu_file import view_fmu, view_fmu_start, view_system
from .load_plot import plot_loads
from .locus_plot import plot_campbell, plot_locus
from .manoeuvre_page import manoeuvre_page
from .manoeuvre_plot import plot_manoeuvre
from .mode_motion import view_modes
from .motion_file import view_model, view_result, view_start
from .motion_result import read_motion
from .plot import plot
from .pole_plot import plot_poles
from .range_plot import plot_ranges
from .response_plot import plot_response
from .restitution_plot import plot_restitution
from .rig_page import rig_page
from .rig_plot import plot_rig
from .section_plot import plot_phase, plot_section
from .spectrum_plot import plot_spectrum
from .study_plot import plot_study

__all__ = [
    "manoeuvre_page",
    "plot",
    "plot_branch",
    "plot_campbell",
    "plot_differences",
    "plot_exponents",
    "plot_fit",
    "plot_loads",
    "plot_locus",
    "plot_manoeuvre",
    "plot_phase",
    "plot_poles",
    "plot_ranges",
    "plot_response",
    "plot_restitution",
    "plot_rig",
    "plot_section",
    "plot_spectrum",
    "plot_study",
    "read_motion",
    "rig_page",
    "view_fmu",
    "view_fmu_start",
    "view_model",
    "view_modes",
    "view_result",
    "view_start",
    "view_system",
]
