"""The energy balance: the rate of T + V is the power of what drives the model less what dampers take out."""

import numpy as np
import pytest

from mbfmu import PointGravityWorld, World
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.declare.declarations import Input
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements.forces import Force, JointLoad
from mbfmu.model.elements.sensors import Dissipation, KineticEnergy, PotentialEnergy, PowerSensor
from mbfmu.problem.mechanism.mechanics import compile_model

from ..random_forces import add_every_force, by_variable
from ..random_models import ALL_JOINTS, build, random_links, random_state
from ..running import OF_TREES, Running
from ..tolerances import ENERGY_BALANCE

WORLDS = (lambda: World(n=[1, 2, -3]), lambda: PointGravityWorld(mu=50.0))


def balanced_model(rng, world):
    """A random tree with every force, and the values of their inputs; outputs T, V, dissipation and one power a force."""
    model = build(random_links(rng, rng.permutation(ALL_JOINTS)), rng, world)
    forces = add_every_force(model, rng)
    model.kinetic, model.potential, model.heat = KineticEnergy(), PotentialEnergy(), Dissipation()
    meters = {f: model.add(f"{f.name}_power", PowerSensor(f)) for f in forces}
    inputs = {f"{f.name}.{k}": getattr(f, k) for f in forces for k in declarations(type(f), Input)}
    model.expose(
        inputs=inputs,
        outputs={"T": model.kinetic.T, "V": model.potential.V, "heat": model.heat.P, **{f.name: m.P for f, m in meters.items()}},
    )
    values = by_variable(forces, rng)
    return model, forces, values


def is_drive(kind):
    """Whether all the power of this kind of force comes from outside: it has inputs, and stores no energy."""
    return bool(declarations(kind, Input)) and kind.energy in (Force.energy, JointLoad.energy)


@pytest.mark.parametrize(("seed", "world"), [*enumerate(WORLDS)], ids=["uniform", "point"])
@pytest.mark.parametrize("formulation", OF_TREES)
def test_rate_of_energy_is_power(formulation, seed, world):
    rng = np.random.default_rng(seed)
    model, forces, values = balanced_model(rng, world())
    q, v = random_state(rng, build_tree(model))
    running, x = Running(compile_model(model, formulation), values), np.concatenate([q, v])
    running.settle_at(x)
    y = running.outputs_at(x)
    rate = running.rates_at(x)
    driven = sum(y[f.name] for f in forces if is_drive(type(f)))
    scale = abs(rate["T"]) + abs(rate["V"]) + y["heat"] + sum(abs(y[f.name]) for f in forces)
    assert y["heat"] > 0.0
    assert abs(rate["T"] + rate["V"] - (driven - y["heat"])) <= ENERGY_BALANCE * scale
