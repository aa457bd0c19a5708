"""Energies and powers of the bodies of a tree, of gravity and of motion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...base.scalars import Record, kernel
from ...base.spatial.inertia import momentum
from ...mechanics.formulations import elastic_bodies
from ...mechanics.formulations.loads import Loads, plus
from ...mechanics.formulations.motion import Motion
from ...model.declare.element import Element


def kinetic_energy(motion: Motion) -> Any:
    """Kinetic energy of all bodies, and of rotors against the bodies that carry them [J]."""
    d = motion.d
    of_rotors = [_of_rotor(inertia, motion.joint(rotor.joint).v) for rotor, inertia in zip(motion.tree.rotors, d.rotors)]
    elastic = (elastic_bodies.kinetic_energy(m.rigid, m.coupling, m.modal, motion.V[k], motion.v[k - 1]) for k, m in motion.materials.items())
    return total([*(_kinetic(b, V) for b, V in zip(d.inertias, motion.V[1:]) if b is not None), *of_rotors, *elastic])


def energy_of_gravity(motion: Motion, parameters: Mapping[Element, Record]) -> Any:
    """Energy of gravity [J], by the parameters of the world and of the parts."""
    tree, world = motion.tree, parameters[motion.tree.world]
    rigid = (
        _gravity(type(tree.world), world, motion.poses[tree.place[part]], place, parameters[part])
        for part, place in zip(tree.massive, motion.d.places)
    )
    materials = zip(tree.flexible, motion.d.elastic)
    elastic = (_gravity_on_material(type(tree.world), world, motion.poses[k], own.m) for k, own in materials)
    return total([*rigid, *elastic])


def energy_of_deformation(motion: Motion) -> Any:
    """Energy of deformation of all flexible bodies [J]."""
    return total(elastic_bodies.elastic_energy(own, motion.q[k - 1]) for k, own in zip(motion.tree.flexible, motion.d.elastic))


def damping_of_modes(motion: Motion) -> Any:
    """Power that flexible bodies turn into heat [W]."""
    return total(elastic_bodies.elastic_dissipation(own, motion.v[k - 1]) for k, own in zip(motion.tree.flexible, motion.d.elastic))


def powers_on_bodies(motion: Motion, applied: Loads) -> list:
    """Power of gravity and of the applied loads on each body [W]."""
    return [
        _power_on_body(inertia, motion.poses[k][0], motion.V[k], motion.v[k - 1], applied.uniform, applied.F[k], applied.tau[k])
        for k, inertia in enumerate(motion.d.inertias, 1)
    ] + [
        _power_of_gravity(m.rigid, m.coupling, motion.poses[k][0], motion.V[k], motion.v[k - 1], applied.uniform) for k, m in motion.materials.items()
    ]


def total(terms: Iterable) -> Any:
    """The sum of numbers, of which some may be known."""
    found: Any = np.zeros(())
    for term in terms:
        found = plus(found, np.asarray(term) if isinstance(term, float) else term)
    return found


@kernel
def _power_on_body(inertia, R, V, v, g, F, tau):
    power = 0.0
    if inertia is not None:
        power = (R.T @ g) @ momentum(inertia, V)[3:]
    if F is not None:
        power = power + F @ V
    return np.array(power if tau is None else power + tau @ v)


@kernel
def _power_of_gravity(rigid, coupling, R, V, e_dot, g):
    return np.array((R.T @ g) @ elastic_bodies.momentum(rigid, coupling, V, e_dot)[3:])


@kernel
def _gravity_on_material(world, p, pose, m):
    return world.potential(p, m, pose[1])


@kernel
def _kinetic(inertia, V):
    return 0.5 * (V @ momentum(inertia, V))


@kernel
def _of_rotor(inertia, v):
    return 0.5 * inertia * (v @ v)


@kernel
def _gravity(world, p, pose, place, body):
    r_CM = pose[1] + pose[0] @ (place[1] + place[0] @ body.r_CM)
    return world.potential(p, body.m, r_CM)
