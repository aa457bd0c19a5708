"""The two-body spacecraft with a damper along D alone."""

from mbfmu import Model, SpringDamperParallel

from .case import Case
from .spacecraft import A_1, A_2, C, K_L, K_NL, L_E, in_joint_coordinates, measure, with_quaternions_of_either_sign


def damped(model: Model) -> Model:
    """Springs and damper along D."""
    model.springs = SpringDamperParallel(model.body1.at(A_1), model.body2.at(A_2), c=K_L, c_3=K_NL, d=C, s_unstretched=L_E)
    return model


CASES = (
    Case(
        "spacecraft_two_body_axial_damper", lambda formulation: damped(in_joint_coordinates()),
        with_quaternions_of_either_sign("spacecraft_two_body_axial_damper"), 16293.0, 1.0, 1e-12, measure=measure, short=500.0,
    ),
)  # fmt: skip
