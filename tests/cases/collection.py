"""All cases."""

from . import (
    adams_revolute, euler_top_dzhanibekov, heavy_top_bruls, iftomm_a01_pendulum, msl_three_springs,
    robot_puma560, spacecraft_two_body_axial_damper, spacecraft_two_body_paper,
)  # fmt: skip
from .case import Case

CASES: tuple[Case, ...] = (
    *iftomm_a01_pendulum.CASES,
    *heavy_top_bruls.CASES,
    *euler_top_dzhanibekov.CASES,
    *msl_three_springs.CASES,
    *robot_puma560.CASES,
    *adams_revolute.CASES,
    *spacecraft_two_body_paper.CASES,
    *spacecraft_two_body_axial_damper.CASES,
)
