"""Regrouped inertias move as the bodies themselves."""

import numpy as np
import pytest

from mbfmu.base.spatial.inertia import momentum
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.joints import Prismatic, Revolute, Spherical

from ...floats import Floats
from ...random_models import build, random_links, random_state
from ...tolerances import ROUNDOFF


@pytest.mark.parametrize("seed", range(10))
def test_kinetic_energy_is_that_of_the_bodies(seed):
    rng = np.random.default_rng(seed)
    model = build(random_links(rng, rng.choice([Revolute, Prismatic, Spherical], 8, p=[0.7, 0.2, 0.1])), rng)
    tree = build_tree(model)
    state = Floats(model, tree, *random_state(rng, tree))
    bodies, base = (
        sum(0.5 * V @ momentum(b, V) for b, V in zip(inertias, state.motion.V[1:])) for inertias in (state.d.inertias, state.d.base_inertias)
    )
    assert base == pytest.approx(bodies, rel=ROUNDOFF)
    turning = [b for b, body in zip(state.d.base_inertias, tree.bodies) if isinstance(body.joint, Revolute)]
    assert all(b[0] == b[3] == b[5] == 0.0 for b in turning)
