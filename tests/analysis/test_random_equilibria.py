"""Random mechanisms with springs and stops come to rest where their energy, written down here, is least."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from mbfmu import Body, FreeMotion, Model, Revolute, RevoluteEndStop, SpringDamperParallel, TorsionSpringDamper, World, compile_problem, equilibrium
from mbfmu.problem.data.problem import Problem
from tests.tolerances import BALANCED, CATENARY, SETTLED

G = 9.81
DOWN = [0, 1, 0]


@dataclass(frozen=True)
class Chain:
    """Links in the vertical plane; each joint may have a spring, and stops where its angle leaves lower to upper."""

    length: np.ndarray
    m: np.ndarray
    start: np.ndarray
    c: np.ndarray
    slack: np.ndarray
    stop: np.ndarray
    lower: np.ndarray
    upper: np.ndarray

    @classmethod
    def random(cls, seed: int) -> "Chain":
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 9))
        return cls(
            rng.uniform(0.1, 1.0, n),
            10 ** rng.uniform(-1.0, 1.5, n),
            rng.uniform(-3.0, 3.0, n),
            np.where(rng.random(n) < 0.6, 10 ** rng.uniform(-1.0, 4.0, n), 0.0),
            rng.uniform(-2.0, 2.0, n),
            np.where(rng.random(n) < 0.5, 10 ** rng.uniform(2.0, 5.0, n), 0.0),
            -rng.uniform(0.2, 2.0, n),
            rng.uniform(0.2, 2.0, n),
        )

    def problem(self) -> Problem:
        model = Model("Chain")
        model.world = World(g=G)
        hanger = model.world.frame_b
        for i, (length, m) in enumerate(zip(self.length, self.m), 1):
            link = model.add(f"link{i}", Body(m=m, r_CM=[length / 2, 0, 0], I=[0.1 * m * length**2] * 3))
            joint = model.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=DOWN, phi_start=self.start[i - 1]))
            model.add(f"spring{i}", TorsionSpringDamper(joint, c=self.c[i - 1], phi_rel0=self.slack[i - 1]))
            if self.stop[i - 1]:
                limits = {"lower": self.lower[i - 1], "upper": self.upper[i - 1]}
                model.add(f"stop{i}", RevoluteEndStop(joint, c=self.stop[i - 1], d=0.1, **limits))
            hanger = link.at([length, 0, 0])
        return compile_problem(model)

    def energy(self, phi: np.ndarray) -> float:
        drop = self.length * np.sin(np.cumsum(phi))
        beyond = np.maximum(self.lower - phi, 0.0) + np.maximum(phi - self.upper, 0.0)
        weight = -G * self.m @ (np.cumsum(drop) - drop / 2)
        return float(weight + 0.5 * self.c @ (phi - self.slack) ** 2 + 0.5 * self.stop @ beyond**2)


def rests_where_energy_is_least(energy, place: np.ndarray, seed: int) -> None:
    """Nothing near has less energy: SciPy comes back from a little aside."""
    aside = place + np.random.default_rng(seed).normal(size=place.size) * 1e-3
    least = minimize(energy, aside, method="BFGS", options={"gtol": CATENARY})
    assert energy(place) <= least.fun + SETTLED * max(1.0, abs(least.fun))


def chain_rests(seed: int) -> None:
    chain = Chain.random(seed)
    found = equilibrium(chain.problem())
    assert (found.stability, found.acceleration <= BALANCED) == ("stable", True)
    rests_where_energy_is_least(chain.energy, np.array([found.states[f"hinge{i}.phi"] for i in range(1, chain.m.size + 1)]), seed)


@pytest.mark.parametrize("seed", [7, 13, 86])
def test_chains_come_to_rest_on_their_springs_and_stops(seed):
    chain_rests(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_many_chains(seed):
    chain_rests(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_platforms_on_six_springs(seed):
    """From any attitude; some springs end on the other side of the platform."""
    rng = np.random.default_rng(seed)
    m, c, height = 10 ** rng.uniform(-0.5, 2.0), 10 ** rng.uniform(2.0, 4.0, 6), rng.uniform(0.5, 1.5)
    angles = np.pi / 3 * np.arange(6)
    feet = np.column_stack([np.cos(angles + 0.3), np.sin(angles + 0.3), 0 * angles])
    tops = 0.5 * np.column_stack([np.cos(angles - 0.3), np.sin(angles - 0.3), 0 * angles])
    slack = np.linalg.norm(tops + [0, 0, height] - feet, axis=1)
    start, turn = rng.normal(size=3) * 0.3 + [0, 0, height], Rotation.random(random_state=seed)
    model = Model("Platform")
    model.world, model.plate = World(g=G), Body(m=m, I=[0.02 * m, 0.03 * m, 0.04 * m])
    model.free = FreeMotion(model.world.frame_b, model.plate.frame_a, r_start=start, Q_start=turn.as_quat())
    for i in range(6):
        ends = model.world.at(feet[i]), model.plate.at(tops[i])
        model.add(f"leg{i}", SpringDamperParallel(*ends, c=m * c[i], s_unstretched=slack[i]))
    found = equilibrium(model)
    assert (found.stability, found.acceleration <= BALANCED) == ("stable", True)
    r = np.array([found.states[f"free.r[{i}]"] for i in (1, 2, 3)])
    attitude = Rotation.from_quat([found.states[f"free.Q[{i}]"] for i in (1, 2, 3, 4)])

    def energy(pose: np.ndarray) -> float:
        ends = pose[:3] + (attitude * Rotation.from_rotvec(pose[3:])).apply(tops)
        return float(m * G * pose[2] + 0.5 * m * c @ (np.linalg.norm(ends - feet, axis=1) - slack) ** 2)

    rests_where_energy_is_least(energy, np.concatenate([r, np.zeros(3)]), seed)
