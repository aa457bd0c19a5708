"""Random chains of masses, springs and dampers, cut into FMUs at random places, and their exact motion.

    wall --k0, d0-- m0 --k1, d1-- m1 --k2, d2-- ... m(n-1)

The wall moves, and forces act on masses, by signals. A cut lies at a spring: the FMU to the right of it has the spring and gives its force, or the
spring and its damper are an FMU of their own, without states. All of it is linear, so the motion is known by matrix exponentials, signals included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from scipy.linalg import expm

from mbfmu import Block, BlockModel, Input, Output, Parameter, Ramp, Sine, State, Step, build_portable
from mbfmu.cosim import Component, System
from mbfmu.model.signals.signal import Signal

MOST = 3  # masses of an FMU
TOLERANCE = 1e-10  # of FMUs, relative: what they err by is nothing beside what coupling does
UNITS = {"straight": ("m", "m/s", "N", "kg"), "turning": ("rad", "rad/s", "N.m", "kg.m2")}


@dataclass(frozen=True)
class Chain:
    """Masses from left to right, springs and dampers to the left of each, and their start.

    `cuts` are, by the mass to the right, whether the spring is an FMU of its own. `wall` is how the wall moves; `forces` are on masses, by number.
    `kind` is "straight" or "turning".
    """

    kind: str
    m: tuple[float, ...]
    k: tuple[float, ...]
    d: tuple[float, ...]
    s: tuple[float, ...]
    v: tuple[float, ...]
    cuts: Mapping[int, bool]
    wall: Sine | None
    forces: Mapping[int, Signal]

    @cached_property
    def matrix(self) -> np.ndarray:
        """A of x' = A x + B u, of positions and then speeds; u are position and speed of the wall, and forces."""
        n, m = len(self.m), np.array(self.m)[:, None]
        K, D = (np.diag(np.add(of, [*of[1:], 0.0])) - np.diag(of[1:], 1) - np.diag(of[1:], -1) for of in (self.k, self.d))
        return np.block([[np.zeros((n, n)), np.eye(n)], [-K / m, -D / m]])

    @property
    def fastest(self) -> float:
        """The largest circular frequency or rate of decay [1/s] of any mass beside its springs, which are stiffer where others are held."""
        alone = [np.sqrt((k + after) / m) for m, k, after in zip(self.m, self.k, [*self.k[1:], 0.0])]
        damped = [(d + after) / m for m, d, after in zip(self.m, self.d, [*self.d[1:], 0.0])]
        return max(*alone, *damped)

    @property
    def breaks(self) -> tuple[float, ...]:
        """When forces jump or bend [s]."""
        return tuple(sorted(t for force in self.forces.values() for t in force.breaks(0.0, np.inf)))

    def motion(self, times: np.ndarray) -> np.ndarray:
        """Positions, and then speeds, of all masses (columns) at ascending times [s]."""
        x, t, rows = np.array([*self.s, *self.v]), 0.0, []
        for until in times:
            for end in [*(b for b in self.breaks if t < b < until), until]:
                x, t = self._after(x, t, float(end)), float(end)
            rows.append(x)
        return np.array(rows)

    def _after(self, x: np.ndarray, t: float, end: float) -> np.ndarray:
        """x at the `end` of a time in which signals are lines and sines: by the exponential of a matrix with these."""
        if end == t:
            return x
        n, blocks, starts, columns = len(self.m), [], [], []
        drives = [(i, *_generator(force, t, end)) for i, force in self.forces.items()]
        for i, generator, start in drives:
            column = np.zeros((2 * n, len(start)))
            column[n + i, 0] = 1.0 / self.m[i]
            blocks, starts, columns = [*blocks, generator], [*starts, *start], [*columns, column]
        if self.wall:
            generator, start = _generator(self.wall, t, end)
            column = np.zeros((2 * n, len(start)))
            column[n, 0], column[n, 1] = self.k[0] / self.m[0], self.d[0] / self.m[0]  # a sine's second state is its rate
            blocks, starts, columns = [*blocks, generator], [*starts, *start], [*columns, column]
        whole = np.zeros((2 * n + len(starts),) * 2)
        whole[: 2 * n, : 2 * n] = self.matrix
        if columns:
            whole[: 2 * n, 2 * n :] = np.hstack(columns)
        for at, block in zip(accumulate((len(b) for b in blocks), initial=2 * n), blocks):
            whole[at : at + len(block), at : at + len(block)] = block
        return (expm(whole * (end - t)) @ [*x, *starts])[: 2 * n]


def _generator(signal: Signal, t: float, end: float) -> tuple[np.ndarray, list[float]]:
    """The matrix of which a signal and its rate are the motion between t and the `end`, and where they start."""
    if isinstance(signal, Sine):
        w = 2 * np.pi * signal.frequency
        return np.array([[0.0, 1.0], [-w * w, 0.0]]), [signal(t), signal.rate()(t)]
    third = (end - t) / 3  # inside, where a line is a line
    first, second = signal(t + third), signal(end - third)
    slope = (second - first) / third
    return np.array([[0.0, 1.0], [0.0, 0.0]]), [first - slope * third, slope]


def segment(kind: str, count: int) -> BlockModel:
    """So many masses of a chain with the springs to the left of each."""
    length, speed, force, mass = UNITS[kind]
    numbers = range(count)
    declared = {
        **{f"m{i}": Parameter(mass, "mass", 1.0) for i in numbers},
        **{f"k{i}": Parameter(f"{force}/{length}", "stiffness", 0.0) for i in numbers},
        **{f"d{i}": Parameter(f"{force}.s/{length}", "damping", 0.0) for i in numbers},
        **{f"s{i}_start": Parameter(length, "start", 0.0, start=True) for i in numbers},
        **{f"v{i}_start": Parameter(speed, "start", 0.0, start=True) for i in numbers},
        **{f"push{i}": Input(force, "force from outside") for i in numbers},
        **{"s": Input(length, "what is left of it"), "v": Input(speed, "its speed"), "f": Input(force, "of what is right of it")},
        **{f"s{i}": Output(length, "position") for i in numbers},
        **{f"v{i}": Output(speed, "speed") for i in numbers},
        "pull": Output(force, "on what is left of it"),
        **{f"s{i}_state": State(length, "position") for i in numbers},
        **{f"v{i}_state": State(speed, "speed") for i in numbers},
    }

    def respond(p, u, t, x):
        s, v = [u.s, *(x[f"s{i}_state"] for i in numbers)], [u.v, *(x[f"v{i}_state"] for i in numbers)]
        pulls = [p[f"k{i}"] * (s[i + 1] - s[i]) + p[f"d{i}"] * (v[i + 1] - v[i]) for i in numbers]
        on = [after - pull for pull, after in zip(pulls, [*pulls[1:], u.f])]
        rates = {f"v{i}_state": (on[i] + u[f"push{i}"]) / p[f"m{i}"] for i in numbers}
        outputs = {**{f"s{i}": s[i + 1] for i in numbers}, **{f"v{i}": v[i + 1] for i in numbers}, "pull": pulls[0]}
        return {**{f"s{i}_state": v[i + 1] for i in numbers}, **rates}, outputs

    return BlockModel(f"{kind.title()}{count}", _block(f"{kind.title()}Segment{count}", declared, respond))


def spring(kind: str) -> BlockModel:
    """A spring and a damper between two masses."""
    length, speed, force, _ = UNITS[kind]
    ends = {f"s_{end}": Input(length, f"end {end}") for end in "ab"} | {f"v_{end}": Input(speed, f"speed of end {end}") for end in "ab"}
    declared = {"k": Parameter(f"{force}/{length}", "stiffness", 0.0), "d": Parameter(f"{force}.s/{length}", "damping", 0.0), **ends}
    declared |= {"f_a": Output(force, "on end a"), "f_b": Output(force, "on end b")}

    def respond(p, u, t, x):
        pull = p.k * (u.s_b - u.s_a) + p.d * (u.v_b - u.v_a)
        return {}, {"f_a": pull, "f_b": -pull}

    return BlockModel(f"{kind.title()}Spring", _block(f"{kind.title()}SpringBlock", declared, respond))


def _block(name: str, declared: Mapping[str, object], respond: Callable) -> Block:
    return type(name, (Block,), {"__doc__": "A part of a chain.", **declared, "respond": staticmethod(respond), "tolerance": TOLERANCE})()


def build_parts(folder: Path) -> dict[str, Path]:
    """The FMUs of which systems are made, by name; springs are of FMI 3, so that versions are mixed."""
    segments = {f"{kind}{count}": build_portable(segment(kind, count), folder) for kind in UNITS for count in range(1, MOST + 1)}
    return segments | {f"{kind}_spring": build_portable(spring(kind), folder, fmi=3) for kind in UNITS}


def system_of(chain: Chain, parts: Mapping[str, Path]) -> System:
    """The chain as FMUs, whose positions and speeds are those of `columns`."""
    components, links, inputs = {}, [], {}
    for number, (first, end) in enumerate(pieces(chain)):
        own = first == 0 or not chain.cuts[first]  # whether it has the spring to its left
        values = {f"m{i}": chain.m[first + i] for i in range(end - first)}
        values |= {f"{of}{i}": getattr(chain, of)[first + i] for of in "kd" for i in range(end - first) if i or own}
        values |= {f"{of}{i}_start": getattr(chain, of)[first + i] for of in "sv" for i in range(end - first)}
        components[f"part{number}"] = Component(parts[f"{chain.kind}{end - first}"], values)
        inputs |= {f"part{number}.push{i - first}": force for i, force in chain.forces.items() if first <= i < end}
        if first == 0:
            if chain.wall:
                inputs |= {"part0.s": chain.wall, "part0.v": chain.wall.rate()}
            continue
        left, last = f"part{number - 1}", first - 1 - pieces(chain)[number - 1][0]
        if own:
            links += [(f"{left}.s{last}", f"part{number}.s"), (f"{left}.v{last}", f"part{number}.v"), (f"part{number}.pull", f"{left}.f")]
        else:
            components[f"spring{number}"] = Component(parts[f"{chain.kind}_spring"], {"k": chain.k[first], "d": chain.d[first]})
            links += [(f"{left}.{of}{last}", f"spring{number}.{of}_a") for of in "sv"]
            links += [(f"part{number}.{of}0", f"spring{number}.{of}_b") for of in "sv"]
            links += [(f"spring{number}.f_a", f"{left}.f"), (f"spring{number}.f_b", f"part{number}.push0")]
    return System(components, links, name="Chain", inputs=inputs)


def pieces(chain: Chain) -> list[tuple[int, int]]:
    """Of each FMU with masses the first, and the one behind the last."""
    return [*pairwise([0, *sorted(chain.cuts), len(chain.m)])]


def columns(chain: Chain) -> list[str]:
    """What positions, and then speeds, of the masses are called in results."""
    return [f"part{number}.{of}{i - first}" for of in "sv" for number, (first, end) in enumerate(pieces(chain)) for i in range(first, end)]


def random_chain(rng: np.random.Generator) -> Chain:
    """Up to seven masses in two to five FMUs; springs of their own do not touch masses with forces, whose input they take."""
    n = int(rng.integers(2, 8))
    size = 10 ** rng.uniform(-4, 4)  # of all masses and springs: units must not matter
    m, k = size * 10 ** rng.uniform(-0.7, 0.7, n), size * 10 ** rng.uniform(0, 2, n)
    d = 2 * rng.uniform(0.0, 0.3, n) * np.sqrt(k * m) * (rng.uniform(size=n) < 0.7)
    cuts = {int(c) for c in rng.choice(np.arange(1, n), size=int(rng.integers(1, n)), replace=False)}
    for first, end in [*pairwise([0, *sorted(cuts), n])]:
        cuts |= set(range(first + MOST, end, MOST))
    own = {c: bool(rng.uniform() < 0.35) for c in sorted(cuts)}
    s, v = rng.uniform(-0.1, 0.1, n), rng.uniform(-0.3, 0.3, n)
    wall = Sine(float(rng.uniform(0.02, 0.1)), float(rng.uniform(0.2, 1.0)), float(rng.uniform(0, 6))) if rng.uniform() < 0.5 else None
    free = [i for i in range(n) if not own.get(i)]
    forces = {int(i): _force(rng, float(k[i])) for i in rng.choice(free, size=int(rng.integers(0, min(3, len(free) + 1))), replace=False)}
    as_floats = (tuple(map(float, of)) for of in (m, k, d, s, v))
    return Chain(str(rng.choice([*UNITS])), *as_floats, own, wall, forces)


def _force(rng: np.random.Generator, stiffness: float) -> Signal:
    size, at = stiffness * float(rng.uniform(0.02, 0.1)), int(rng.integers(1, 5)) / 16
    return [Sine(size, float(rng.uniform(0.2, 1.5)), float(rng.uniform(0, 6))), Step(at, size), Ramp(at, 0.125, size)][int(rng.integers(3))]
