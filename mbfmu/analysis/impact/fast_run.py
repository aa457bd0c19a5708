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

TOLERANCE = 1e-10
APART = 1e-6  # of the largest depth: the gap at the start
ROWS = 20  # between looks at whether contact has ended
LONGER = 1.5  # times as long are rows with each such look while nothing touches
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

    s'' = mobility N, e'' = Phi N - D e' - K e, and N is that of the contact at the depth -(s + Phi e). Lengths are in units of the largest depth of
    rigid bodies, speeds in those of the impact, and modes beside, so that tolerances fit all speeds.
    """

    def __init__(self, line: LineOfImpact):
        self.line = line
        self._instance = Instance(compile_problem(BlockModel("Impact", _block(line))))

    def run(self, v: float, interval: float | None = None, tolerance: float = TOLERANCE) -> FastRun:
        """The run of an impact at the speed v [m/s] to where contact has ended for good, to a relative tolerance.

        Rows are `interval` [s] apart, or as the contact needs them. MbfmuError if contact does not end.
        """
        instance, depth = self._instance, largest_depth(self.line, v)
        unit = depth / v
        instance.set("depth", depth)
        instance.set("v", v)
        instance.initialize(0.0)
        rows, t, step = [instance.outputs()[None]], [0.0], 1.0 / STEPS
        while not self._ended(rows[-1][-1:], v, depth):
            if t[-1] > LONGEST:
                raise MbfmuError(
                    f"{self.line.contact.path}: at {v:g} m/s the bodies still touch, or may touch again, after {t[-1] * unit:.3g} s; "
                    "their restitution is near 0, or damping holds them together"
                )
            touching = len(t) <= ROWS or rows[-1][-1, 0] > 0.0
            step = interval / unit if interval else 1.0 / STEPS if touching else LONGER * step
            ahead = t[-1] + step * np.arange(1, ROWS + 1)
            rows.append(instance.sample(ahead, tolerance))
            t += ahead.tolist()
        return self._seen(np.array(t), np.vstack(rows), v, depth)

    def _seen(self, t: np.ndarray, y: np.ndarray, v: float, depth: float) -> FastRun:
        n, scale = len(self.line.Phi), self.line.mobility**-0.5
        s, s_dot, e, e_dot, _ = np.split(y[:, 1:], [1, 2, 2 + n, 2 + 2 * n], axis=1)
        return FastRun(t=t * depth / v, N=y[:, 0], s=s[:, 0] * depth, s_dot=s_dot[:, 0] * v, e=e * depth * scale, e_dot=e_dot * v * scale)

    def _ended(self, y: np.ndarray, v: float, depth: float) -> bool:
        """Whether bodies are apart, and separate faster than vibration can close the gap: its amplitude is bounded by that of each mode, and by their
        energy together with the compliance of all."""
        now, Phi, K = self._seen(np.zeros(1), y, v, depth), self.line.Phi, self.line.K
        if now.N[0] > 0.0 or not now.s_dot[0] > 0.0:
            return False
        amplitudes = np.sqrt(now.e[0] ** 2 + now.e_dot[0] ** 2 / K)
        bound = min(np.abs(Phi) @ amplitudes, np.sqrt(Phi @ (Phi / K) * (K @ amplitudes**2)))
        return bool(now.s[0] > bound)


def largest_depth(line: LineOfImpact, v: float) -> float:
    """The depth [m] at which the contact of rigid bodies holds the energy of an impact at v [m/s], without its damping."""
    kind, p, energy = law(line), Record(line.contact.values), 0.5 * v * v / line.mobility
    dents = [0.0] * len(kind.normal_states)
    missing = lambda x: float(kind.elastic(p, x, *dents)[1]) - energy
    most = 1e-12
    while missing(most) < 0.0:
        most *= 2.0
        if most > 1e3:
            raise MbfmuError(f"{line.contact.path} is too soft for an impact at {v:g} m/s: it does not stop the bodies within {most:g} m")
    return float(brentq(missing, 0.0, most, xtol=1e-9 * most))


def law(line: LineOfImpact) -> Any:
    """The class of the contact, with its static laws of the normal force."""
    return type(line.contact)


def _block(line: LineOfImpact) -> Block:
    """The equations in units of `depth` [m] and `v` [m/s], and of both times the root of the mass of impact for modes."""
    kind, p, Phi, mobility = law(line), Record(line.contact.values), line.Phi, line.mobility
    scale, damped = line.mobility**-0.5, np.abs(line.D).max(initial=0.0) > 0.0
    e, e_dot = [[f"{name}_{i}" for i in range(1, len(Phi) + 1)] for name in ("e", "e_dot")]
    dents = [f"dent_{name}" for name in kind.normal_states]
    words = "of s, its rate, modes, their rates, and dents, in units of the impact"
    states = {name: State("1", words) for name in ("s", "s_dot", *e, *e_dot, *dents)}
    starts = {"s": APART, "s_dot": -1.0}
    parameters = {"depth": Parameter("m", "unit of lengths", 1.0), "v": Parameter("m/s", "unit of speeds", 1.0)}
    parameters |= {f"{name}_start": Parameter("1", "at the start", starts.get(name, 0.0), start=True) for name in states}
    outputs = {"N": Output("N", "normal force"), **{f"{name}_now": Output("1", state.description) for name, state in states.items()}}

    def respond(given, u, t, x):
        at, rate = (np.array([x[name] for name in names]) for names in (e, e_dot))
        unit = given.depth / given.v  # of time
        apart, separating = x.s + scale * (Phi @ at), x.s_dot + scale * (Phi @ rate)
        depth, approach = -given.depth * apart, -given.v * separating
        dented = [given.depth * x[name] for name in dents]
        N = switch("touching", -apart, kind.damped(p, kind.elastic(p, depth, *dented)[0], approach), 0.0)
        denting = zip(kind.normal_rates(p, depth, approach, *dented), dented)
        growing = [switch("touching", -apart, rate, -p.v_stick / p.s_stick * dent) / given.v for rate, dent in denting]
        push = N * unit / given.v
        bends = Phi * (push / scale) - line.K * unit * unit * at - (unit * (line.D @ rate) if damped else 0.0)
        rates = {"s": x.s_dot, "s_dot": mobility * push, **dict(zip(e, rate)), **dict(zip(e_dot, bends)), **dict(zip(dents, growing))}
        return rates, {"N": N, **{f"{name}_now": x[name] for name in states}}

    return made_block("Impact", "An impact along a line.", [parameters, outputs, states], respond, (_block, (line,), {}))
