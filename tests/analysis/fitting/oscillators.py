"""A damped oscillator, and in closed form what it does."""

from __future__ import annotations

from functools import cache

import numpy as np

from mbfmu import Body, JointForce, Model, Prismatic, TranslationSpringDamper, World
from mbfmu.analysis.instant.exposed_variables import with_parameters
from mbfmu.problem.data.problem import Problem

MASS, STIFFNESS, DAMPING, START = 2.0, 50.0, 1.0, 0.1
TRUTH = {"spring.c": 70.0, "spring.d": 1.5, "guide.s_start": 0.12}
TIMES = np.linspace(0.0, 5.0, 101)


def oscillator() -> Model:
    """Nothing in it is tunable."""
    model = Model("Oscillator", stop_time=5.0, step_size=0.05)
    model.world, model.mass = World(g=0), Body(m=MASS)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=START)
    model.spring, model.push = TranslationSpringDamper(model.guide, c=STIFFNESS, d=DAMPING), JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s, "v": model.guide.v})
    return model


@cache
def tunable_oscillator() -> Problem:
    """The same, compiled with what tests look for."""
    return with_parameters(oscillator(), ["spring.c", "spring.d", "mass.m", "mass.r_CM"])


def motion(c: float, d: float, s: float, force: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Its position and speed at TIMES, from rest at s [m] under a constant force [N]."""
    decay, rest = d / (2 * MASS), force / c
    w = np.sqrt(c / MASS - decay**2)
    fading = np.exp(-decay * TIMES) * (s - rest)
    position = rest + fading * (np.cos(w * TIMES) + decay / w * np.sin(w * TIMES))
    return position, -fading * (w + decay**2 / w) * np.sin(w * TIMES)


def measured(noise: float = 0.0, seed: int = 0) -> dict[str, np.ndarray]:
    """What an oscillator of the TRUTH does, its position with noise of a standard deviation [m], its speed with ten times as much."""
    s, v = motion(*TRUTH.values())
    random = np.random.default_rng(seed)
    return {"time": TIMES, "s": s + random.normal(0, noise, len(s)), "v": v + random.normal(0, 10 * noise, len(v))}


def amplitudes(frequencies: np.ndarray, m: float, c: float, d: float) -> np.ndarray:
    """Its position per force at frequencies [Hz]."""
    w = 2 * np.pi * frequencies
    return 1 / (c - m * w**2 + 1j * d * w)
