"""The fast run: two bodies from their first touch to where they cannot come back, along the line of impact, in the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from ...base.errors import MbfmuError
from ...base.scalars import Record, switch
from ...engine.instance import Instance
from ...model.blocks import Block, BlockModel
from ...model.blocks.made_block import made_block
from ...model.declare.declarations import Output, Parameter, State
from ...problem.compile import compile_problem
from .line_of_impact import LineOfImpact

TOLERANCE = 1e-9
APART = 1e-6  # of the largest depth: the gap at the start
ROWS = 20  # between looks at whether contact has ended
STEPS = 10  # rows in the time that the speed of impact takes for the largest depth
LONGEST = 10_000.0  # such times, after which contact must have ended


@dataclass(frozen=True)
class FastRun:
    """A run through contact: at the times `t` [s], the normal force `N` [N], the gap between bodies taken as rigid `s` [m] and its rate `s_dot`
    [m/s], the coordinates of all modes `e` (times, n) and their rates `e_dot`."""

    t: np.ndarray
    N: np.ndarray
    s: np.ndarray
    s_dot: np.ndarray
    e: np.ndarray
    e_dot: np.ndarray


class Impact:
    """The equations of an impact, compiled once: the gap s of rigid bodies, and modes e that add Phi e to it.

    s'' = mobility N, e'' = Phi N - D e' - K e, and N is that of the contact at the depth -(s + Phi e).
    """

    def __init__(self, line: LineOfImpact, slowest: float):
        """The line of impact, and the slowest speed [m/s], to which tolerances belong."""
        self.line = line
        block = _block(line, slowest, largest_depth(line, slowest))
        self._instance = Instance(compile_problem(BlockModel("Impact", block)))

    def run(self, v: float, interval: float | None = None) -> FastRun:
        """The run of an impact at the speed v [m/s] to where contact has ended for good, in rows of `interval` [s], chosen if not given.

        MbfmuError if contact does not end.
        """
        line, instance, depth = self.line, self._instance, largest_depth(self.line, v)
        step = depth / v / STEPS if interval is None else interval
        instance.set("s_start", APART * depth)
        instance.set("s_dot_start", -v)
        instance.initialize(0.0)
        rows, t = [instance.outputs()[None]], [0.0]
        while not _ended(line, self._seen(t[-1:], rows[-1][-1:])):
            if t[-1] > LONGEST * depth / v:
                raise MbfmuError(
                    f"{line.contact.path}: at {v:g} m/s the bodies still touch, or may touch again, after {t[-1]:.3g} s; "
                    "their restitution is near 0, or damping holds them together"
                )
            if interval is None and rows[-1][-1, 0] == 0.0 and len(t) > ROWS:
                step *= 1.5
            ahead = t[-1] + step * np.arange(1, ROWS + 1)
            rows.append(instance.sample(ahead, TOLERANCE))
            t += ahead.tolist()
        return self._seen(t, np.vstack(rows))

    def _seen(self, t: list[float], y: np.ndarray) -> FastRun:
        n = len(self.line.Phi)
        return FastRun(t=np.array(t), N=y[:, 0], s=y[:, 1], s_dot=y[:, 2], e=y[:, 3 : 3 + n], e_dot=y[:, 3 + n :])


def largest_depth(line: LineOfImpact, v: float) -> float:
    """The depth [m] at which the contact of rigid bodies holds the energy of an impact at v [m/s], without its damping."""
    kind, p, energy = law(line), Record(line.contact.values), 0.5 * v * v / line.mobility
    missing = lambda x: float(kind.elastic(p, x)[1]) - energy
    most = 1e-9
    while missing(most) < 0.0:
        most *= 2.0
        if most > 1e3:
            raise MbfmuError(f"{line.contact.path} is too soft for an impact at {v:g} m/s: it does not stop the bodies within {most:g} m")
    return float(brentq(missing, 0.0, most, xtol=1e-6 * most))


def law(line: LineOfImpact) -> Any:
    """The class of the contact, with its static laws of the normal force."""
    return type(line.contact)


def _ended(line: LineOfImpact, now: FastRun) -> bool:
    """Whether bodies are apart, and separate faster than vibration can close the gap: its amplitude is bounded by that of each mode, and by their
    energy together with the compliance of all."""
    s, e, e_dot, Phi, K = now.s[-1], now.e[-1], now.e_dot[-1], line.Phi, line.K
    if now.N[-1] > 0.0 or not now.s_dot[-1] > 0.0:
        return False
    amplitudes = np.sqrt(e * e + e_dot * e_dot / K)
    bound = min(np.abs(Phi) @ amplitudes, np.sqrt(Phi @ (Phi / K) * (K @ amplitudes**2)))
    return bool(s > bound)


def _block(line: LineOfImpact, v: float, depth: float) -> Block:
    """The equations, with tolerances for impacts at v [m/s] that go down to a depth [m]."""
    kind, p, Phi, mobility = law(line), Record(line.contact.values), line.Phi, line.mobility
    numbers = range(1, len(Phi) + 1)
    e, e_dot = [f"e_{i}" for i in numbers], [f"e_dot_{i}" for i in numbers]
    scale = line.mobility**-0.5  # of coordinates of modes of unit mass [sqrt(kg)]
    states = {"s": State("m", "gap of rigid bodies", nominal=depth), "s_dot": State("m/s", "its rate", nominal=v)}
    states |= {name: State("1", "coordinate of a mode", nominal=depth * scale) for name in e}
    states |= {name: State("1/s", "its rate", nominal=v * scale) for name in e_dot}
    starts = {
        "s_start": Parameter("m", "gap at the start", 0.0, start=True),
        "s_dot_start": Parameter("m/s", "its rate at the start", 0.0, start=True),
    }
    starts |= {f"{name}_start": Parameter(states[name].unit, "at the start", 0.0, start=True) for name in (*e, *e_dot)}
    outputs = {"N": Output("N", "normal force"), **{f"{name}_now": Output(state.unit, state.description) for name, state in states.items()}}
    damped = np.abs(line.D).max(initial=0.0) > 0.0

    def respond(_, u, t, x):
        at, rate = (np.array([x[name] for name in names]) for names in (e, e_dot))
        depth, approach = -(x.s + Phi @ at), -(x.s_dot + Phi @ rate)
        N = switch("touching", depth, kind.damped(p, kind.elastic(p, depth)[0], approach), 0.0)
        bends = Phi * N - line.K * at - (line.D @ rate if damped else 0.0)
        rates = {"s": x.s_dot, "s_dot": mobility * N, **dict(zip(e, rate)), **dict(zip(e_dot, bends))}
        return rates, {"N": N, **{f"{name}_now": x[name] for name in states}}

    return made_block("Impact", "An impact along a line.", [starts, outputs, states], respond, (_block, (line, v, depth), {}))
