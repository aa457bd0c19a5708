"""PythonBlocks with continuous states for tests: a lag, a loop that is closed by updates, a drag, and one that goes wrong."""

from math import exp

from mbfmu import Input, Output, Parameter, State

T, K, RAW, Y_START = 0.2, 3.0, 0.5, -1.0
LAG = """
class Lag:
    def __init__(self, p): ...

    def derivative(self, p, u, x, t):
        return {"y_state": (p.k * u.raw - x.y_state) / p.T}

    def output(self, p, u, x, t):
        return {"y": x.y_state, "rate": self.derivative(p, u, x, t)["y_state"]}
"""
LAG_VARIABLES = {
    "T": Parameter("s", "time constant", T, min=0.0, exclusive_min=True),
    "k": Parameter("1", "gain", K),
    "y_start": Parameter("m", "lagged at the start", Y_START, start=True),
    "raw": Input("m", "raw", start=RAW),
    "y": Output("m", "lagged"),
    "rate": Output("m/s", "rate of y"),
    "y_state": State("m", "lagged"),
}

M, D, SET_POINT, K_P, K_I, PERIOD = 2.0, 3.0, 1.5, 8.0, 4.0, 0.05
LOOP = """
class Loop:
    def __init__(self, p):
        self.integral = self.f = 0.0

    def update(self, p, u, x, t):
        error = u.wanted - x.v_state
        self.integral += p.k_i * 0.05 * error
        self.f = p.k_p * error + self.integral

    def derivative(self, p, u, x, t):
        return {"v_state": (self.f - p.d * x.v_state) / p.m}

    def output(self, p, u, x, t):
        return {"v": x.v_state, "f": self.f}
"""
LOOP_VARIABLES = {
    "m": Parameter("kg", "mass", M),
    "d": Parameter("N.s/m", "damping", D),
    "k_p": Parameter("N.s/m", "gain", K_P),
    "k_i": Parameter("N/m", "gain of the integral", K_I),
    "v_start": Parameter("m/s", "speed at the start", 0.0, start=True),
    "wanted": Input("m/s", "wanted speed", start=SET_POINT),
    "v": Output("m/s", "speed"),
    "f": Output("N", "force"),
    "v_state": State("m/s", "speed"),
}


def exact_loop(t: float) -> tuple[float, float]:
    """Speed and force of the loop at t, where an update that is due at t is still to come: between updates the speed goes to f / d exponentially."""
    v = f = integral = 0.0
    last = 0.0
    for update in range(1000):
        due = update * PERIOD
        ending = due > t - 1e-9
        v = f / D + (v - f / D) * exp(-((t if ending else due) - last) * D / M)
        if ending:
            return v, f
        last, error = due, SET_POINT - v
        integral += K_I * PERIOD * error
        f = K_P * error + integral
    raise AssertionError


ROTATED = """
class Rotated:
    def __init__(self, p):
        self.count = len(p.axis)

    def output(self, p, u, t):
        (a, b, c), (x, y, z) = p.axis, u.r
        return {"crossed": [b * z - c * y, c * x - a * z, a * y - b * x], "along": a * x + b * y + c * z}
"""
ROTATED_VARIABLES = {
    "axis": Parameter("1", "axis", [0.0, 0.0, 2.0], 3),
    "r": Input("m", "position", 3),
    "crossed": Output("m", "axis x r", 3),
    "along": Output("m", "axis . r"),
}

WRONG = """
class Failing:
    def __init__(self, p):
        self.updates = 0

    def update(self, p, u, x, t):
        self.updates += 1

    def derivative(self, p, u, x, t):
        if t < p.since:
            return {"x": 1.0}
        if p.mode == 1:
            return {"x": 1 / u.u}
        if p.mode == 6:
            raise KeyboardInterrupt
        return {2: {"z": 1.0}, 3: {"x": float("nan")}, 4: None, 5: {"x": "a"}, 7: {"x": [1.0]}}.get(p.mode, {"x": 1.0})

    def output(self, p, u, x, t):
        return {"y": 1 / (u.u - 2.0), "n": self.updates}
"""
WRONG_VARIABLES = {
    "mode": Parameter("1", "what goes wrong", 0.0),
    "since": Parameter("s", "since when", 0.0),
    "x_start": Parameter("1", "x at the start", 0.0, start=True),
    "u": Input("1", "divisor"),
    "y": Output("1", "y"),
    "n": Output("1", "updates"),
    "x": State("1", "x"),
}
