"""Directional and adjoint derivatives of FMUs against differences of the same FMU, where points slide, stick, are guided, wait, or yield."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import Body, BoxSurface, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, World, WorldForce, build_native, build_portable
from tests.rigid_contacts import G, Until, ball, block, pulled_box, rimless_wheel
from tests.tolerances import FINITE_DIFFERENCE, ROUNDOFF

from .restored import Continued
from .test_saved_contacts import tumbling

STEP = 0.002  # s
STEPS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)  # of a known, of which one is neither too long nor too short
NEAR = 1e-7  # of a known: where slopes of both sides are taken
KINK = 1e-3  # of the largest slope of a row: by how much those of both sides differ at a kink, also where they are taken ten times as far


@dataclass(frozen=True)
class Place:
    """A model, and where its derivatives are compared, in steps of STEP."""

    model: Callable[[], Model]
    steps: int


def crate(**start: list[float]) -> Model:
    """A box with bristles on a slope of 20 degrees, pushed by an input."""
    model = Model("Crate")
    model.world, model.body = World(g=G, n=[np.sin(0.35), 0.0, -np.cos(0.35)]), Body(m=2.0, I=[0.01, 0.012, 0.013])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.0, 0.0, 0.0199], **start)
    model.faces, model.ground, model.push = BoxSurface(size=[0.4, 0.3, 0.04]), PlaneSurface(), WorldForce(model.body.frame_a)
    data = {"c": 1e5, "n": 1.5, "d": 5.0, "mu": 0.5, "stiction": 1.2, "rolling": 1e-3, "drilling": 2e-3}
    model.contact = HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.faces, model.ground, **data)
    model.expose(inputs={"push": model.push.f}, outputs={"f": model.contact.f, "N": model.contact.N}, tunable=[model.contact.mu])
    return model


PLACES = {
    "sliding": Place(lambda: block(1.0, 0.5, 0.3), 50),
    "sticking": Place(pulled_box, 10),
    "guided": Place(pulled_box, 40),
    "tumbling": Place(tumbling, 160),
    "impacts": Place(tumbling, 320),
    "guarded": Place(lambda: ball(0.8, height=-0.1, v=3.0, guard=Until(t_end=9.0)), 250),
    "hinge": Place(lambda: rimless_wheel(inertia=0.1), 50),
    "bristles slide": Place(lambda: crate(v_start=[1.0, 0.3, 0.0], w_start=[0.1, 0.2, 3.0]), 2),
    "bristles hold": Place(crate, 400),
}


class Exchanged(Continued):
    """An FMU in Model Exchange: rates, outputs and indicators as functions of states and inputs."""

    def __init__(self, fmu: Path):
        super().__init__(fmu, "ModelExchange")
        told = fmpy.read_model_description(str(fmu))
        rates = [unknown.variable for unknown in told.derivatives]
        self.read = [*(u.variable for u in told.outputs), *(u.variable for u in told.eventIndicators)]
        self.given = [v for v in told.modelVariables if v.causality == "input"]
        self.unknowns, self.knowns = rates + self.read, [v.derivative for v in rates] + self.given
        self.count, self.time = sum(map(size, self.knowns)), 0.0
        self.moved = "Real" if self.fmi == "2" else "Float64"

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.step(self.time, STEP)
            self.time += STEP

    def point(self) -> np.ndarray:
        """The knowns."""
        return np.concatenate([self._numbers("getContinuousStates", self.sizes[0]), self._values(self.given)])

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """The unknowns."""
        self._put(self.time, x[: self.sizes[0]])
        if self.given:
            getattr(self.fmu, f"set{self.moved}")(references(self.given), x[self.sizes[0] :].tolist())
        return np.concatenate([self._rates(), self._values(self.read)])

    def directional(self, known: int) -> np.ndarray:
        """Derivatives of all unknowns by a number of the knowns."""
        owners = np.repeat(np.arange(len(self.knowns)), [size(v) for v in self.knowns])
        owner = self.knowns[owners[known]]
        seed = np.eye(size(owner))[known - int(np.flatnonzero(owners == owners[known])[0])].tolist()
        counted = [] if self.fmi == "2" else [sum(map(size, self.unknowns))]
        return np.array(self.fmu.getDirectionalDerivative(references(self.unknowns), [owner.valueReference], seed, *counted))

    def adjoint(self, seed: np.ndarray) -> np.ndarray:
        """A combination of the unknowns by all knowns."""
        return np.array(self.fmu.getAdjointDerivative(references(self.unknowns), references(self.knowns), seed.tolist(), self.count))

    def _values(self, variables: list) -> np.ndarray:
        counted = [] if self.fmi == "2" else [sum(map(size, variables))]
        return np.array(getattr(self.fmu, f"get{self.moved}")(references(variables), *counted) if variables else [])


def size(variable) -> int:
    return prod(int(dimension.start) for dimension in variable.dimensions or ())


def references(variables: list) -> list[int]:
    return [v.valueReference for v in variables]


def assert_exact(there: Exchanged) -> None:
    """Each derivative is that of differences of third order by one of STEPS, or lies between the slopes of both sides where these differ."""
    x, unit = there.point(), np.eye(there.count)
    here = there(x)
    found = np.column_stack([there.directional(k) for k in range(there.count)])

    def slopes(h: float) -> np.ndarray:
        return np.column_stack([(there(x + h * e) - there(x - h * e)) / (2 * h) for e in unit])

    expected = [(4 * slopes(h) - slopes(2 * h)) / 3 for h in STEPS]
    error, largest = np.min(np.abs(found - expected), axis=0), np.abs(expected[3]).max(axis=1, keepdims=True)
    largest = np.maximum(largest, 1.0)
    ahead, behind = (np.column_stack([(there(x + h * e) - here) / h for e in unit]) for h in (NEAR, -NEAR))
    wide = np.column_stack([(there(x + 10 * NEAR * e) + there(x - 10 * NEAR * e) - 2 * here) / (10 * NEAR) for e in unit])
    apart, most = np.abs(ahead - behind), KINK * largest
    kinked = (apart > most) & (apart > 0.5 * np.abs(wide))
    between = (found > np.minimum(ahead, behind) - most) & (found < np.maximum(ahead, behind) + most)
    right = (error <= FINITE_DIFFERENCE * largest) | (kinked & between)
    names = [v.name for v in there.unknowns for _ in range(size(v))]
    assert right.all(), [(names[row], column, found[row, column]) for row, column in np.argwhere(~right)[:3]]
    assert not kinked[: there.sizes[0]].any()
    there(x)
    if there.fmi == "3":
        seed = np.random.default_rng(1).normal(size=len(found))
        np.testing.assert_allclose(there.adjoint(seed), seed @ found, rtol=0.0, atol=ROUNDOFF * np.abs(found).max())


ALWAYS = {("sliding", 3, build_portable), ("bristles slide", 2, build_portable)}
COMPILED = {("sliding", 3, build_native), ("guided", 3, build_native), ("bristles slide", 2, build_native)}
RUNS = {*product(PLACES, (2, 3), (build_portable,)), *COMPILED}
CASES = [pytest.param(*case, marks=[] if case in ALWAYS else pytest.mark.slow) for case in sorted(RUNS, key=str)]


@pytest.mark.parametrize(("name", "fmi", "build"), CASES)
def test_derivatives(tmp_path: Path, name: str, fmi: int, build: Callable[..., Path]) -> None:
    there = Exchanged(build(PLACES[name].model(), tmp_path, fmi=fmi))
    there.go(PLACES[name].steps)
    assert_exact(there)
    there.fmu.freeInstance()
