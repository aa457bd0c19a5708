"""What rotors add to M v_dot = f, whatever speeds v a tree has."""

from __future__ import annotations

import casadi as ca
import numpy as np

from ...mechanics.formulations.motion import Motion
from .builder import stack


def rotor_terms(motion: Motion, x: ca.MX, nv: int) -> tuple[ca.MX, ca.MX]:
    """M (nv, nv) and f (nv) of all rotors: with w = a v, the speed of a joint, J a^T a and -J a^T (rate of a) v.

    Of a joint of the tree, w is one of the speeds; of one that closes a loop it is that of its frames, which the last `nv` of x move.
    """
    still = [np.zeros(body.nv) for body in motion.tree.bodies]
    M, f = ca.MX(nv, nv), ca.MX(nv, 1)
    for rotor, inertia in zip(motion.tree.rotors, motion.d.rotors):
        row = ca.jacobian(stack([motion.joint(rotor.joint).v]), x)[:, x.numel() - nv :]
        change = motion.joint_acceleration(rotor.joint, still, motion.accelerations(still, np.zeros(6))).v_dot
        M += stack([inertia]) * ca.mtimes(row.T, row)
        f -= stack([inertia]) * row.T * stack([change])
    return M, f
