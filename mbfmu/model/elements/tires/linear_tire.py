"""LinearTire: a tire whose forces are proportional to slip and load."""

import numpy as np

from ....base.scalars import Record, maximum
from ...declare.declarations import Parameter
from .base import Tire, damping_at_standstill, direction, in_contact, pressing, relaxed


class LinearTire(Tire):
    """A tire for small slip: forces along the road in proportion to slip and load, with relaxation; a linear spring along its radius.

    It stands on slopes, rolls both ways, and knows no limit of friction: where that matters, take a MagicFormulaTire. Slip angle and inclination give
    F_y = -F_z (c_alpha alpha + c_gamma gamma). It rolls on its loaded radius, so that nothing but slip, damping and f_r takes energy.
    """

    radius = Parameter("m", "radius of the unloaded tire", min=0.0, exclusive_min=True)
    c_z = Parameter("N/m", "radial stiffness", min=0.0, exclusive_min=True)
    d_z = Parameter("N.s/m", "radial damping", 0.0, min=0.0)
    c_kappa = Parameter("1", "longitudinal force for each unit of slip, relative to load", 20.0, min=0.0, exclusive_min=True)
    c_alpha = Parameter("1/rad", "lateral force for each radian of slip angle, relative to load", 15.0, min=0.0, exclusive_min=True)
    c_gamma = Parameter("1/rad", "lateral force for each radian of inclination, to where it leans, relative to load", 0.0)
    sigma_kappa = Parameter("m", "longitudinal relaxation length", 0.3, min=0.0, exclusive_min=True)
    sigma_alpha = Parameter("m", "lateral relaxation length", 0.5, min=0.0, exclusive_min=True)
    trail = Parameter("m", "pneumatic trail: the lateral force acts so far behind the point of contact", 0.0)
    f_r = Parameter("1", "rolling resistance, relative to load", 0.0, min=0.0)
    d_slip = Parameter("s/m", "damping of slip at standstill, relative to load", 0.5, min=0.0)
    v_low = Parameter("m/s", "speed above which slip is not damped any more", 1.0, min=0.0, exclusive_min=True)

    @staticmethod
    def unloaded_radius(p):
        return p.radius

    @staticmethod
    def response(p, u, at):
        rho = p.radius - at.r_l
        # along the radius the road pushes with c_z rho + d_z rho_dot, so that camber takes no energy
        F_z = pressing(rho, (p.c_z * rho + p.d_z * at.closing) * at.rise)
        r_e = at.r_l
        v_sx = at.v_x - r_e * at.spin
        kappa, alpha = u.u / p.sigma_kappa, -u.v / p.sigma_alpha
        damping = damping_at_standstill(p.d_slip, p.v_low, at.v_x)
        F_x = F_z * (p.c_kappa * kappa - damping * v_sx)
        F_y = F_z * (-p.c_alpha * alpha - damping * at.v_y - p.c_gamma * at.gamma)
        spins, rolls = direction("spins", r_e * at.spin / p.v_low), direction("rolls", at.v_x / p.v_low)
        u_dot = relaxed(rho, u.u, v_sx, abs(at.v_x), p.sigma_kappa, p.v_low)
        v_dot = relaxed(rho, u.v, at.v_y, abs(at.v_x), p.sigma_alpha, p.v_low)
        tread_x, tread_y = p.c_kappa / p.sigma_kappa, p.c_alpha / p.sigma_alpha
        depth = maximum(rho, 0.0 * rho)
        elastic = in_contact(rho, p.c_z * rho)
        return Record(
            F=np.array([F_x, F_y, F_z]),
            M=np.array([0.0, -p.f_r * F_z * r_e * spins, -p.trail * rolls * F_y]),
            kappa=kappa,
            alpha=np.arctan(alpha),
            rho=in_contact(rho, rho),
            r_e=r_e,
            u_dot=u_dot,
            v_dot=v_dot,
            radial=0.5 * p.c_z * depth * depth,
            stored=0.5 * elastic * (rho + tread_x * u.u * u.u + tread_y * u.v * u.v),
            stored_rate=elastic * (at.closing + tread_x * u.u * u_dot + tread_y * u.v * v_dot)
            + 0.5 * in_contact(rho, p.c_z * at.closing) * (tread_x * u.u * u.u + tread_y * u.v * u.v),
        )
