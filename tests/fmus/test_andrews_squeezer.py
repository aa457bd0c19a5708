"""The FMU of Andrews' squeezing mechanism against the numbers of the test set."""

import numpy as np

from tests.cases.case import published

ANGLES = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")


def test_the_fmu_meets_the_published_numbers(run_fmu):
    result = run_fmu("andrews_squeezer", 0.03, 5e-4, {"motor_torque": 0.033}, 1e-11)
    given = published("andrews_squeezer")
    for quantity, kind in (("q", "angle"), ("qd", "rate")):
        ours = np.column_stack([result[f"{name}_{kind}"] for name in ANGLES])
        assert given[quantity].error(result["time"], ours) <= 1.0
