"""The N-four-bar: N windows of unit rods between hinges in one row; it passes positions where the loops lose rank."""

import numpy as np

from mbfmu import Body, Model, PositionSensor, Revolute, World
from mbfmu.base.spatial.rotations import about_axis

from .case import Case, published

UPRIGHT = np.eye(3)
TILTED = about_axis(np.array([1.0, 2.0, -2.0]) / 3, 0.7)  # no axis of the mechanism is an axis of a frame
ROD = np.diag([1e-3, 1 / 12, 1 / 12])


def mechanism(windows: int, T: np.ndarray) -> Model:
    """All joints revolute about the normal of the mechanism's plane T (its x, y and z as columns), so that half their rows are redundant."""
    along, normal = T[:, 0], T[:, 2]
    model = Model("NFourBar")
    model.world = World(g=9.81, n=-T[:, 1])
    rod = lambda name: model.add(name, Body(m=1.0, r_CM=along / 2, I=T @ ROD @ T.T))
    links = [rod(f"link{i}") for i in range(windows + 1)]
    for i, link in enumerate(links):
        model.add(f"foot{i}", Revolute(model.world.at(i * along), link.frame_a, n=normal, phi_start=np.pi / 2, w_start=-1.0))
    for i, (left, right) in enumerate(zip(links, links[1:]), 1):
        bar = rod(f"bar{i}")
        model.add(f"left{i}", Revolute(left.at(along), bar.frame_a, n=normal, phi_start=-np.pi / 2, w_start=1.0))
        model.add(f"right{i}", Revolute(bar.at(along), right.at(along), n=normal, phi_start=np.pi / 2, w_start=-1.0))
    model.B0 = PositionSensor(links[0].at(along))
    model.expose(outputs={"B0": model.B0.r})
    return model


def case(name: str, windows: int, T: np.ndarray, rtol: float = 1e-9, **more) -> Case:
    """B0 = (x, y) in the mechanism's plane; the horizontal position is singular."""
    reference = published(f"iftomm_a02_nfourbar_{windows}")
    model, measure = lambda formulation: mechanism(windows, T), lambda signals: {"r": signals["B0"] @ T[:, :2]}
    return Case(name, model, reference, 10.0, 0.25, rtol, measure=measure, **more)


ABSOLUTE = frozenset({"newton_euler", "udwadia_phohomsiri"})
DENSE = frozenset({"kane", "kane_complement", "newton_euler_minimal"})  # beside joint_coordinates, whose matrices are as large
CASES = (
    case("iftomm_a02_nfourbar_2", 2, UPRIGHT, slow=ABSOLUTE),
    # At 1e-9 and below some steps end so near the flat position that roundoff is magnified there, to 8 times what is allowed.
    case("iftomm_a02_nfourbar_2_tilted", 2, TILTED, rtol=1e-8, slow=ABSOLUTE),
    case("iftomm_a02_nfourbar_40", 40, UPRIGHT, slow=DENSE, endless=dict.fromkeys(sorted(ABSOLUTE), "absolute coordinates of 81 bodies take hours")),
)
