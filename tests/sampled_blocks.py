"""Sampled blocks for tests, and the plant that they control."""

from math import inf

from mbfmu import Block, BlockModel, Boolean, Discrete, Input, Integer, Output, Parameter, SampledPid, State, connect, switch, where
from mbfmu.problem.data.problem import Problem

CLOCK = {
    "period": Parameter("s", "time between updates", 0.1, min=0.0, exclusive_min=True, start=True),
    "offset": Parameter("s", "time of the first update", 0.0, min=0.0, start=True),
}


class Lag(Block):
    """A first-order lag."""

    K = Parameter("1", "gain", 2.0)
    T = Parameter("s", "time constant", 0.7)
    y_start = Parameter("1", "y at the start", 0.0, start=True)
    u = Input("1", "what it follows")
    y = Output("1", "lagged")
    y_state = State("1", "lagged")

    @staticmethod
    def respond(p, u, t, x):
        return {"y_state": (p.K * u.u - x.y_state) / p.T}, {"y": x.y_state}


class Integrator(Block):
    """The integral of its input."""

    y_start = Parameter("1", "y at the start", 1.0, start=True)
    u = Input("1", "rate")
    y = Output("1", "integral")
    y_state = State("1", "integral")

    @staticmethod
    def respond(p, u, t, x):
        return {"y_state": u.u}, {"y": x.y_state}


class Delay(Block):
    """Gives its input of `steps` updates ago, times a gain; what it has seen is a vector."""

    period, offset = CLOCK["period"], CLOCK["offset"]
    k = Parameter("1", "gain", 1.0)
    u = Input("1", "input")
    y = Output("1", "held")
    seen = Discrete("1", "inputs of the last updates, the newest first", shape=2)

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"y": -p.k * r.seen[1]}

    @staticmethod
    def update(p, u, t, x, r):
        return {"seen": [u.u, r.seen[0]]}


class Hold(Delay):
    """The same without a delay."""

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"y": -p.k * r.seen[0]}


class Counter(Block):
    """Counts its updates while it is on, and keeps when the last one was."""

    period, offset = CLOCK["period"], CLOCK["offset"]
    count_start = Parameter("1", "count at the start", 0, start=True, type=Integer())
    on = Input("1", "whether it counts", start=True, type=Boolean())
    by = Input("1", "by how much", start=1, type=Integer())
    n = Output("1", "count", type=Integer())
    odd = Output("1", "whether the number of updates is odd", type=Boolean())
    last = Output("s", "time of the last update")
    count = Discrete("1", "count", type=Integer())
    is_odd = Discrete("1", "whether the number of updates is odd", type=Boolean())
    last_state = Discrete("s", "time of the last update", start=-1.0)

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"n": r.count, "odd": r.is_odd, "last": r.last_state}

    @staticmethod
    def update(p, u, t, x, r):
        return {"count": r.count + where(u.on > 0.5, u.by, 0.0), "is_odd": 1.0 - r.is_odd, "last_state": t}


class Reader(Block):
    """Keeps what a counter says at its own updates."""

    period, offset = CLOCK["period"], CLOCK["offset"]
    n = Input("1", "count", type=Integer())
    seen = Output("1", "count at the last update", type=Integer())
    seen_state = Discrete("1", "count", type=Integer())

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"seen": r.seen_state}

    @staticmethod
    def update(p, u, t, x, r):
        return {"seen_state": u.n}


class Thermostat(Block):
    """A heater that is switched on below T_low and off above T_high, looked at once a period; `switch` decides at once in an update."""

    period, offset = CLOCK["period"], CLOCK["offset"]
    T_low = Parameter("K", "on below", 292.0)
    T_high = Parameter("K", "off above", 294.0)
    T = Input("K", "temperature")
    on = Output("1", "whether it heats", type=Boolean())
    heat = Output("W", "heat flow")
    heating = Discrete("1", "whether it heats", start=True, type=Boolean())

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"on": r.heating, "heat": 1000.0 * r.heating}

    @staticmethod
    def update(p, u, t, x, r):
        return {"heating": switch("cold", p.T_low - u.T, 1.0, switch("hot", u.T - p.T_high, 0.0, r.heating))}


class Room(Block):
    """Heat capacity and loss to the outside."""

    C = Parameter("J/K", "heat capacity", 1e5)
    G = Parameter("W/K", "heat loss", 40.0)
    T_out = Parameter("K", "temperature outside", 280.0)
    T_start = Parameter("K", "temperature at the start", 290.0, start=True)
    heat = Input("W", "heat flow")
    T = Output("K", "temperature")
    T_state = State("K", "temperature", nominal=300.0)

    @staticmethod
    def respond(p, u, t, x):
        return {"T_state": (u.heat - p.G * (x.T_state - p.T_out)) / p.C}, {"T": x.T_state}


class Squares(Block):
    """Updates at 0, 1, 4, 9, ... times a step, which are computed; nothing more behind the last of them."""

    step = Parameter("s", "time of the second update", 0.01)
    last = Parameter("1", "number of updates", 6.0)
    n = Output("1", "updates done")
    done = Discrete("1", "updates done")

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"n": r.done}

    @staticmethod
    def update(p, u, t, x, r):
        return {"done": r.done + 1.0}

    @staticmethod
    def next_event(p, t, r):
        return where(r.done < p.last - 0.5, p.step * r.done**2, inf)


def regulated(pid: SampledPid, **plant: float) -> Problem:
    """A lag and its controller."""
    parts = {"plant": BlockModel("Plant", Lag(**plant)), "pid": BlockModel("Controller", pid, start={"set_point": 1.0})}
    return connect("Regulated", parts, [("plant.y", "pid.measurement"), ("pid.y", "plant.u")])
