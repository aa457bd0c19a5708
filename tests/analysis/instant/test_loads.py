"""What the loads of an equilibrium say of redundant constraints, against the null space of the equations of statics."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import TranslationSpringDamper, equilibrium
from tests.problem.linkages import G, slider_crank
from tests.tolerances import BALANCE, RESIDUAL, SETTLED

CRANK, ROD = 0.5, 1.2
STIFFNESS, SHORTENED = 20.0, 1.5
JOINTS = {"A": (None, "crank"), "B": ("crank", "rod"), "C": ("rod", "piston"), "rail": (None, "piston")}


def statics(q):
    """Forces and moments about their origins of three bodies (18) by the wrenches of four joints on frame_b, resolved in it (24), what acts on
    them besides (18), and which of the 24 a joint can carry."""
    angles = np.cumsum([q["A.phi"], q["B.phi"], q["C.phi"]])
    crank, rod, piston = (Rotation.from_rotvec([0.0, angle, 0.0]).as_matrix() for angle in angles)
    pin = crank @ [CRANK, 0.0, 0.0]
    foot = pin + rod @ [ROD, 0.0, 0.0]
    at = {"crank": np.zeros(3), "rod": pin, "piston": foot}
    axes = {"A": (np.zeros(3), crank), "B": (pin, rod), "C": (foot, piston), "rail": (foot, piston)}
    equations, carried = np.zeros((18, 24)), np.ones((4, 6), dtype=bool)
    for k, (name, bodies) in enumerate(JOINTS.items()):
        place, R = axes[name]
        for body, sign in zip(bodies, (-1.0, 1.0)):
            if body:
                row, arm = 6 * list(at).index(body), place - at[body]
                equations[row : row + 3, 6 * k : 6 * k + 3] = sign * R
                equations[row + 3 : row + 6, 6 * k : 6 * k + 3] = sign * np.cross(arm, np.eye(3)).T @ R
                equations[row + 3 : row + 6, 6 * k + 3 : 6 * k + 6] = sign * R
        carried[k, 0 if name == "rail" else 4] = False
    acting = np.zeros((3, 6))
    acting[:, 2] = -G
    for body, R, length in ((0, crank, CRANK), (1, rod, ROD)):
        acting[body, 3:] = np.cross(R @ [length / 2, 0.0, 0.0], [0.0, 0.0, -G])
    acting[2, 0] = -STIFFNESS * (q["rail.s"] - SHORTENED)
    return equations, acting.ravel(), carried.ravel()


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_each_component_that_follows_from_statics_is_unique(formulation):
    """A loop of revolute and prismatic joints in a plane: all that is in the plane follows, and nothing else that can be there."""
    model = slider_crank(CRANK, ROD, phi=1.2)
    model.formulation = formulation
    model.spring = TranslationSpringDamper(model.rail, c=STIFFNESS, s_rel0=SHORTENED)
    model.expose(outputs={"A.phi": model.A.phi, "B.phi": model.B.phi, "C.phi": model.C.phi, "rail.s": model.rail.s})
    rest = equilibrium(model)
    equations, acting, carried = statics(rest.outputs)
    _, sizes, directions = np.linalg.svd(equations[:, carried])
    null = directions[int((sizes > RESIDUAL * sizes[0]).sum()) :]
    assert len(null) == 3  # a plane loop of four joints with one axis each
    open_ = np.zeros(24, dtype=bool)
    open_[carried] = np.abs(null).max(axis=0) > BALANCE
    loads = [rest.loads[f"{name}.{kind}"] for name in JOINTS for kind in "ft"]
    assert np.concatenate([load.unique for load in loads]).tolist() == (~open_).tolist()
    found = np.concatenate([load.value for load in loads])
    found[18] = 0.0  # the spring's own force along the rail acts on the piston and is part of what the rail shows
    expected = np.zeros(24)
    expected[carried] = np.linalg.lstsq(equations[:, carried], -acting)[0]
    np.testing.assert_allclose(found[~open_], expected[~open_], atol=SETTLED * 10 * G)
    assert rest.loads["spring.f"].unique == (True,)
