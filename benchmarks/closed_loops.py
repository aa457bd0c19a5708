"""The cost of N spatial four-bars with redundant constraints, N = 1 to 40: one derivative, one simulated second, and how they grow.

Windows of three unit rods between hinges, in a plane tilted against all axes: nothing is structurally zero, and three of the five rows
of every joint that closes a loop are redundant. `separate` windows stand on the ground, in the `chain` (IFToMM's N-four-bar)
neighbours share a link, and the `floating` ones hang on one free body, so that the masses couple them all. They swing about
hanging down, clear of singular positions.

The peer is Pinocchio's constraintDynamics, called from Python in the same run: it too solves for exact, rigid, redundant constraints
(its proximal iteration to the tolerance given here), and its accelerations are checked against ours. MuJoCo's equality
constraints are soft and its integrators take fixed steps, so that it answers another question. The peer's simulated second is the
same integrator (Dormand and Prince, order 5) at the same tolerance on its accelerations, without the projection onto the
constraints that ours does after every step.

Times are processor times, of derivatives medians. The exponent is the slope of log time over log N from N = 10 on: 1 is linear. A formulation is not
asked for more windows once a derivative takes more than `--longest`.

Run it with one thread for the linear algebra: `OPENBLAS_NUM_THREADS=1 python -m benchmarks.closed_loops`
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from scipy.integrate import RK45

from benchmarks.forward_dynamics import median_microseconds
from mbfmu import Body, FreeMotion, Model, Revolute, World
from mbfmu.base.spatial.rotations import about_axis
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

WINDOWS = (1, 2, 5, 10, 20, 40)
FROM = 10  # windows: from here on growth is fitted
TILTED = about_axis(np.array([1.0, 2.0, -2.0]) / 3, 0.7)
ALONG, ACROSS, NORMAL = TILTED.T
ROD = TILTED @ np.diag([1e-3, 1 / 12, 1 / 12]) @ TILTED.T
ANGLE, SPEED = 0.5 - np.pi / 2, 0.3  # [rad], [rad/s] of links at the start
RTOL = 1e-6
PEER = "Pinocchio"
AGREE = 1e-6  # of accelerations, relative to the largest


@dataclass(frozen=True)
class Rod:
    """A unit rod hinged `at` so far along the body `lower` (a name, None: the ground or the free body), at an angle [rad] and speed."""

    name: str
    lower: str | None
    at: float
    turn: float


@dataclass(frozen=True)
class Layout:
    """Rods, the pairs of rods whose tips are hinged together, and whether a free body carries them instead of the ground."""

    rods: tuple[Rod, ...]
    closed: tuple[tuple[str, str], ...]
    free: bool = False


def separate(windows: int, free: bool = False) -> Layout:
    """Windows that share nothing."""
    rods, closed = [], []
    for i in range(1, windows + 1):
        rods += [Rod(f"left{i}", None, 2.0 * i, 1), Rod(f"bar{i}", f"left{i}", 1.0, -1), Rod(f"right{i}", None, 2.0 * i + 1.0, 1)]
        closed.append((f"bar{i}", f"right{i}"))
    return Layout(tuple(rods), tuple(closed), free)


def chain(windows: int) -> Layout:
    """Windows in a row; neighbours share a link."""
    rods = [Rod("link0", None, 0.0, 1)]
    for i in range(1, windows + 1):
        rods += [Rod(f"bar{i}", f"link{i - 1}", 1.0, -1), Rod(f"link{i}", None, float(i), 1)]
    return Layout(tuple(rods), tuple((f"bar{i}", f"link{i}") for i in range(1, windows + 1)))


def floating(windows: int) -> Layout:
    """Windows that share nothing but a free body they hang on."""
    return separate(windows, free=True)


def ours(layout: Layout) -> Model:
    """The mechanism in mbfmu."""
    model = Model("Windows")
    ground = model.add("world", World(g=9.81, n=-ACROSS))
    if layout.free:
        carrier = model.add("carrier", Body(m=10.0, I=np.diag([3.0, 4.0, 5.0])))
        model.add("free", FreeMotion(ground.at(np.zeros(3)), carrier.frame_a))
        ground = carrier
    bodies: dict[str | None, object] = {None: ground}
    for rod in layout.rods:
        body = bodies[rod.name] = model.add(rod.name, Body(m=1.0, r_CM=ALONG / 2, I=ROD))
        place = bodies[rod.lower].at(rod.at * ALONG)
        start = {"phi_start": rod.turn * ANGLE, "w_start": rod.turn * SPEED}
        model.add(f"hinge_{rod.name}", Revolute(place, body.frame_a, n=NORMAL, **start))
    for a, b in layout.closed:
        start = {"phi_start": ANGLE, "w_start": SPEED}
        model.add(f"closing_{a}", Revolute(bodies[a].at(ALONG), bodies[b].at(ALONG), n=NORMAL, **start))
    return model


class Peer:
    """The mechanism in Pinocchio, its tips held together at a point: with the hinges that is what the fourth hinge does."""

    def __init__(self, layout: Layout):
        self.model = model = pin.Model()
        model.gravity.linear = -9.81 * ACROSS
        joints: dict[str | None, int] = {None: 0}
        if layout.free:
            joints[None] = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "free")
            model.appendBodyToJoint(joints[None], pin.Inertia(10.0, np.zeros(3), np.diag([3.0, 4.0, 5.0])), pin.SE3.Identity())
        for rod in layout.rods:
            place = pin.SE3(np.eye(3), rod.at * ALONG)
            number = joints[rod.name] = model.addJoint(joints[rod.lower], pin.JointModelRevoluteUnaligned(NORMAL), place, rod.name)
            model.appendBodyToJoint(number, pin.Inertia(1.0, ALONG / 2, ROD), pin.SE3.Identity())
        self.constraints, self.of_constraints = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        tip = pin.SE3(np.eye(3), ALONG)
        for a, b in layout.closed:
            held = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, joints[a], tip, joints[b], tip, pin.LOCAL)
            self.constraints.append(held)
            self.of_constraints.append(held.createData())
        self.data = model.createData()
        pin.initConstraintDynamics(model, self.data, self.constraints, self.of_constraints)
        self.settings = pin.ProximalSettings(1e-10, 1e-10, 1e-8, 20)
        self.unloaded = np.zeros(model.nv)
        turns = np.array([rod.turn for rod in layout.rods])
        self.q = np.concatenate((pin.neutral(model)[: model.nq - len(turns)], turns * ANGLE))
        self.v = np.concatenate((np.zeros(model.nv - len(turns)), turns * SPEED))

    def accelerations(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """v_dot."""
        arguments = self.model, self.data, q, v, self.unloaded, self.constraints, self.of_constraints, self.settings
        return pin.constraintDynamics(*arguments)

    def named(self) -> dict[str, float]:
        """The accelerations of the hinges at the start, by rod."""
        a, model = self.accelerations(self.q, self.v), self.model
        return {name: a[model.joints[i].idx_v] for i, name in enumerate(model.names) if model.joints[i].nv == 1}

    def second(self) -> None:
        """One simulated second; the free body's coordinates go along as an increment from the start."""
        model, n = self.model, self.model.nv

        def derivative(t: float, x: np.ndarray) -> np.ndarray:
            return np.concatenate((x[n:], self.accelerations(pin.integrate(model, self.q, x[:n]), x[n:])))

        solver = RK45(derivative, 0.0, np.concatenate((np.zeros(n), self.v)), 1.0, rtol=RTOL, atol=RTOL)
        while solver.status == "running":
            solver.step()


def check(problem: Problem, instance: Instance, peer: Mapping[str, float]) -> None:
    """Refuse to compare what does not agree."""
    own = dict(zip(problem.state_names, instance.buffers["x_dot"]))
    largest = max(map(abs, peer.values()))
    for name, value in peer.items():
        ours = own.get(f"hinge_{name}.w")
        assert ours is None or abs(ours - value) < AGREE * largest, (name, ours, value)


def measure(layout: Layout, formulations: Sequence[str], repetitions: int) -> dict[str, dict[str, float]]:
    """For the peer and each formulation: seconds to compile, to start, of one derivative and of one simulated second."""
    peer, model = Peer(layout), ours(layout)
    expected, found = peer.named(), {}
    evaluations: dict[str, Callable[[], object]] = {PEER: lambda: peer.accelerations(peer.q, peer.v)}
    found[PEER] = {"second": _seconds(peer.second)}
    for formulation in formulations:
        begin = time.process_time()
        problem = compile_model(model, formulation)
        compiled = time.process_time()
        instance = Instance(problem)
        instance.initialize(0.0)
        started = time.process_time()
        check(problem, instance, expected)
        evaluations[formulation] = instance.evaluate
        saved = instance.save()
        second = _seconds(lambda instance=instance: instance.advance(1.0, RTOL))
        instance.restore(saved)
        found[formulation] = {"compile": compiled - begin, "start": started - compiled, "second": second}
    for name, us in zip(evaluations, median_microseconds(list(evaluations.values()), repetitions)):
        found[name]["derivative"] = us * 1e-6
    return found


def _seconds(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


Measured = Mapping[int, Mapping[str, Mapping[str, float]]]


def exponent(measured: Measured, name: str, quantity: str) -> float | None:
    """The slope of log time over log N."""
    times = {n: of[name][quantity] for n, of in measured.items() if n >= FROM and quantity in of.get(name, {})}
    return float(np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)[0]) if len(times) > 1 else None


def table(layout: str, quantity: str, unit: tuple[str, float], measured: Measured) -> str:
    """What people read of one quantity."""
    names = [name for name in measured[min(measured)] if quantity in measured[min(measured)][name]]
    rows = [f"{layout}: {quantity} [{unit[0]}]", f"{'N':>8}" + "".join(f"{name:>21}" for name in names)]
    for n, of in measured.items():
        rows.append(f"{n:>8}" + "".join(f"{of[name][quantity] * unit[1]:>21.4g}" if name in of else f"{'-':>21}" for name in names))
    slopes = [exponent(measured, name, quantity) for name in names]
    return "\n".join([*rows, "exponent" + "".join(f"{'-' if slope is None else f'{slope:.2f}':>21}" for slope in slopes)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print numbers for programs, times in seconds")
    parser.add_argument("--repetitions", type=int, default=5, help="medians are over so many (default: 5)")
    parser.add_argument("--longest", type=float, default=0.005, help="of a derivative, before N grows no more [s] (default: 0.005)")
    parser.add_argument("--formulations", nargs="+", choices=list(FORMULATIONS), default=list(FORMULATIONS))
    options = parser.parse_args()
    found = {}
    for layout in (separate, chain, floating):
        measured, wanted = found.setdefault(layout.__name__, {}), options.formulations
        for n in WINDOWS:
            measured[n] = measure(layout(n), wanted, options.repetitions)
            wanted = [formulation for formulation in wanted if measured[n][formulation]["derivative"] < options.longest]
        if not options.json:
            for quantity, unit in {"derivative": ("us", 1e6), "second": ("s", 1.0), "compile": ("s", 1.0), "start": ("s", 1.0)}.items():
                print(table(layout.__name__, quantity, unit, measured), end="\n\n", flush=True)
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
