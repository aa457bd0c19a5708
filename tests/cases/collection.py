"""All cases."""

from . import (
    adams_distance,
    adams_revolute,
    andrews_squeezer,
    chaplygin_sleigh,
    euler_top_dzhanibekov,
    heavy_top_bruls,
    iftomm_a01_pendulum,
    iftomm_a02_nfourbar,
    iftomm_a04_bricard,
    iftomm_a05_flyball,
    msl_fourbar1,
    msl_rolling_wheel,
    msl_three_springs,
    robot_puma560,
    rolling_disk,
    spacecraft_two_body_axial_damper,
    spacecraft_two_body_paper,
)
from .case import Case

CASES: tuple[Case, ...] = (
    *iftomm_a01_pendulum.CASES,
    *iftomm_a02_nfourbar.CASES,
    *iftomm_a04_bricard.CASES,
    *iftomm_a05_flyball.CASES,
    *andrews_squeezer.CASES,
    *msl_fourbar1.CASES,
    *msl_three_springs.CASES,
    *msl_rolling_wheel.CASES,
    *rolling_disk.CASES,
    *chaplygin_sleigh.CASES,
    *adams_revolute.CASES,
    *adams_distance.CASES,
    *heavy_top_bruls.CASES,
    *euler_top_dzhanibekov.CASES,
    *robot_puma560.CASES,
    *spacecraft_two_body_paper.CASES,
    *spacecraft_two_body_axial_damper.CASES,
)
