"""The two-body spacecraft with a damper along D alone."""

from mbfmu import Model, SpringDamperParallel

from .spacecraft import A_1, A_2, K_L, K_NL, L_E, C, cases


def damped(model: Model) -> Model:
    """With springs and damper along D."""
    model.springs = SpringDamperParallel(model.body1.at(A_1), model.body2.at(A_2), c=K_L, c_3=K_NL, d=C, s_unstretched=L_E)
    return model


CASES = cases("spacecraft_two_body_axial_damper", damped)
