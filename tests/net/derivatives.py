"""Derivatives that are said to be exact, against differences: of a linear system by its states, and of a run by parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

import numpy as np

from mbfmu import linearize
from mbfmu.analysis.fitting.unknowns import Unknown
from mbfmu.analysis.fitting.varied_run import varied_run
from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.parts import Body
from mbfmu.problem.codegen.variables import scalars
from mbfmu.problem.data.problem import Problem

from ..tolerances import NET_DIFFERENCED
from .case import Case
from .runs import RTOL, Deviation, usual, watched

STEPS = (1e-3, 1e-4)  # of a number or of 1: of differences with Richardson's extrapolation; the nearest counts, since small ones have roundoff
Numbers = Callable[[float], np.ndarray]


def linear_system(case: Case) -> Deviation:
    """How the outputs at the start change with coordinates and speeds that are independent."""
    if case.found.controllers:
        return Deviation(0.0)
    try:
        system = linearize(case.problem)
    except MbfmuError as refused:
        if "no linear system with constant coefficients" in str(refused):
            return Deviation(0.0)  # bodies spin, and the model moves on
        raise
    joints = {joint.name: joint.kind for joint in case.found.of(Joint)}
    moving = [name.partition(".")[0] for name in system.states]
    whole = [joint for joint in dict.fromkeys(moving) if joint in joints and moving.count(joint) == 2 * joints[joint].nv]
    if set(moving) & set(joints) > set(whole):
        return Deviation(0.0)  # a joint that starts where others put it cannot be moved alone
    instance = Instance(case.problem)
    known = {v.name for v in case.problem.variables}
    for name in (f"{joint}.{fixed}" for joint in whole for fixed in ("q_fixed", "v_fixed")):
        if name in known:
            instance.set(name, 1.0)

    def outputs(name: str, value: float) -> np.ndarray:
        instance.set(name, value)
        instance.initialize(case.found.start_time)
        return instance.outputs()

    pairs = []
    for column, name in enumerate(f"{state}_start" for state in system.states):
        if name in known and name.partition(".")[0] in whole:
            at = float(instance.get(name))
            y = outputs(name, at)
            pairs.append((system.C[:, column], _slope(lambda value, name=name: outputs(name, value), at), y))
            outputs(name, at)
    return _worst(pairs, case.problem)


def slopes(case: Case) -> Deviation:
    """How a run changes with the masses of bodies."""
    bodies = case.found.of(Body)[:2]
    if case.found.controllers:
        return Deviation(0.0)
    problem = case.found.problem(watched(case.found), tunable=[f"{body.name}.m" for body in bodies])
    instance = Instance(problem)
    masses = [(f"{body.name}.m", float(body.values["m"])) for body in bodies]
    unknowns = [Unknown(name, "kg", instance.variable(name).ref, m, 0.0, inf) for name, m in masses]
    stop = case.found.start_time + case.found.stop_time
    times = np.array([case.found.start_time, stop])
    exact = varied_run(problem, {}, {}, times, unknowns, RTOL)

    def end(name: str, m: float) -> np.ndarray:
        instance = Instance(problem)
        instance.set(name, m)
        instance.initialize(case.found.start_time)
        return instance.sample(times[1:], RTOL)[-1]

    pairs = [
        (m * exact.by[-1][:, k], m * _slope(lambda value, name=name: end(name, value), m), exact.outputs[-1]) for k, (name, m) in enumerate(masses)
    ]
    return _worst(pairs, problem)


def _slope(y: Numbers, at: float) -> np.ndarray:
    """The derivative of y by central differences and Richardson's extrapolation, for each of STEPS a row."""

    def central(step: float) -> np.ndarray:
        return (y(at + step) - y(at - step)) / (2 * step)

    size = abs(at) or 1.0
    return np.array([(4 * central(0.5 * h * size) - central(h * size)) / 3 for h in STEPS])


def _worst(pairs: Iterable[tuple[np.ndarray, np.ndarray, np.ndarray]], problem: Problem) -> Deviation:
    """The largest deviation between exact derivatives and the nearest differences relative to both and to the outputs y."""
    outputs = sorted((s for s in scalars(problem) if s.ref.slot == "y"), key=lambda s: s.ref.start)
    names, units = [s.name for s in outputs], [s.variable.unit for s in outputs]
    found = [Deviation(0.0)]
    for exact, difference, y in pairs:
        scale = np.array(usual(np.abs(difference[-1]), units)) + usual(np.abs(y), units)
        error = np.min(np.abs(exact - difference), axis=0)
        found += [Deviation(float(size), name) for size, name in zip(error / scale / NET_DIFFERENCED, names)]
    return max(found, key=lambda deviation: deviation.size)
