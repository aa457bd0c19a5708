"""The two-body spacecraft exactly as published: its damper acts on the whole inertial rate of D."""

from mbfmu import Model, SpringDamperParallel

from .spacecraft import A_1, A_2, K_L, K_NL, L_E, C, VectorDamper, cases


def damped(model: Model) -> Model:
    """With springs along D, and the damper of eqs. 34-35."""
    ends = model.body1.at(A_1), model.body2.at(A_2)
    model.springs = SpringDamperParallel(*ends, c=K_L, c_3=K_NL, s_unstretched=L_E)
    model.damper = VectorDamper(*ends, c=C)
    return model


CASES = cases("spacecraft_two_body_paper", damped)
