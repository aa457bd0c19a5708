"""Well known equations as blocks."""

from __future__ import annotations

import numpy as np

from mbfmu import Block, Input, Output, Parameter, State, switch


class Lorenz(Block):
    """Lorenz's equations."""

    sigma = Parameter("1", "Prandtl number", 10.0)
    rho = Parameter("1", "Rayleigh number over the critical one", 28.0)
    beta = Parameter("1", "shape of the cell", 8.0 / 3.0)
    x_start = Parameter("1", "x at the start", 1.0, start=True)
    y_start = Parameter("1", "y at the start", 1.0, start=True)
    z_start = Parameter("1", "z at the start", 20.0, start=True)
    x = State("1", "convection")
    y = State("1", "difference of temperatures")
    z = State("1", "distortion of the profile")
    level = Output("1", "z")

    @staticmethod
    def respond(p, u, t, x):
        rates = {"x": p.sigma * (x.y - x.x), "y": x.x * (p.rho - x.z) - x.y, "z": x.x * x.y - p.beta * x.z}
        return rates, {"level": x.z}


class TwoStones(Block):
    """Two stones of 1 kg that fall onto springs of 400 N/m."""

    left_start = Parameter("m", "height of the left one at the start", 1.0, start=True)
    right_start = Parameter("m", "height of the right one at the start", 1.0, start=True)
    left_speed_start = Parameter("m/s", "speed of the left one at the start", 0.0, start=True)
    right_speed_start = Parameter("m/s", "speed of the right one at the start", 0.0, start=True)
    left = State("m", "height of the left one")
    right = State("m", "height of the right one")
    left_speed = State("m/s", "speed of the left one")
    right_speed = State("m/s", "speed of the right one")

    @staticmethod
    def respond(p, u, t, x):
        push = lambda name, s: switch(name, -s, -400.0 * s, 0.0 * s) - 9.81
        return {
            "left": x.left_speed,
            "right": x.right_speed,
            "left_speed": push("left_touches", x.left),
            "right_speed": push("right_touches", x.right),
        }, {}


class Clock(Block):
    """A clock that runs while its input is above a threshold."""

    threshold = Parameter("1", "above it the clock runs", 0.0)
    shown_start = Parameter("s", "what it shows at the start", 0.0, start=True)
    u = Input("1", "what starts the clock")
    shown = State("s", "what it shows")

    @staticmethod
    def respond(p, u, t, x):
        above = u.u - p.threshold
        return {"shown": switch("runs", above, 1.0 + 0.0 * above, 0.0 * above)}, {}


class VanDerPol(Block):
    """Van der Pol's oscillator, s'' - mu (1 - s^2) s' + s = 0."""

    mu = Parameter("1", "how strongly small motions grow", 1.0)
    s_start = Parameter("1", "s at the start", 2.0, start=True)
    v_start = Parameter("1/s", "its rate at the start", 0.0, start=True)
    s = State("1", "deflection")
    v = State("1/s", "its rate")
    shown = Output("1", "deflection")

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": p.mu * (1.0 - x.s**2) * x.v - x.s}, {"shown": x.s}


class Mathieu(Block):
    """Mathieu's oscillator, s'' + (a - 2 q cos 2t) s = 0."""

    a = Parameter("1/s2", "mean stiffness", 1.0)
    q = Parameter("1/s2", "half the amplitude of the stiffness", 0.5)
    s_start = Parameter("1", "s at the start", 0.0, start=True)
    v_start = Parameter("1/s", "its rate at the start", 0.0, start=True)
    s = State("1", "deflection")
    v = State("1/s", "its rate")
    step_size = 0.1

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": -(p.a - 2.0 * p.q * np.cos(2.0 * t)) * x.s}, {}


class Circle(Block):
    """s' = 1 - s^2 - a^2, whose equilibria are a circle."""

    a = Parameter("1", "what moves the equilibria", 0.6)
    s_start = Parameter("1", "s at the start", 0.8, start=True)
    s = State("1", "deflection")

    @staticmethod
    def respond(p, u, t, x):
        return {"s": 1.0 - x.s**2 - p.a**2}, {}


class Rubbing(Block):
    """A mass of 1 kg on a spring of 4 N/m with dry friction: s'' = -4 s - friction sign(v)."""

    friction = Parameter("N", "dry friction", 0.5)
    s_start = Parameter("m", "position at the start", 1.0, start=True)
    v_start = Parameter("m/s", "speed at the start", 1.0, start=True)
    s = State("m", "position")
    v = State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": -4.0 * x.s - switch("slides_forth", x.v, p.friction, -p.friction)}, {}


class Forced(Block):
    """Ueda's oscillator, s'' + damping s' + s^3 = amplitude cos(t)."""

    damping = Parameter("1/s", "damping", 0.5)
    amplitude = Parameter("1/s2", "amplitude of the force", 1.0)
    s_start = Parameter("1", "deflection at the start", 0.0, start=True)
    v_start = Parameter("1/s", "its rate at the start", 0.0, start=True)
    s = State("1", "deflection")
    v = State("1/s", "its rate")

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": p.amplitude * np.cos(t) - p.damping * x.v - x.s**3}, {}


class ForcedPendulum(Forced):
    """A pendulum, s'' + damping s' + sin(s) = amplitude cos(2 t / 3)."""

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": p.amplitude * np.cos(2.0 * t / 3.0) - p.damping * x.v - np.sin(x.s)}, {}
