"""Flexible bodies in the place of links: a robot whose link is as stiff as can be moves as the rigid one, and data that do not fit are refused."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu import FlexibleBody, Material, RectangleSection, linearize
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.urdf import read_urdf

from ...tolerances import TRUNCATED_MODES
from .test_read_urdf import SOLID, joint, link, written

SECTION, STEEL = RectangleSection(width=0.05, height=0.05), Material(E=2.1e11, rho=7850.0, nu=0.3)
ELBOW = [0.3, 0.0, 0.4]


def arm(folder: Path) -> Path:
    """Two links that turn about y; the elbow's frame is turned against the first link."""
    content = link("base") + link("upper") + link("fore", SOLID.replace("<mass", '<origin xyz="0.2 0 0"/><mass'))
    shoulder = joint("shoulder", "base", "upper", '<origin xyz="0 0 0.1"/><axis xyz="0 1 0"/><dynamics damping="3"/>')
    elbow = joint("elbow", "upper", "fore", '<origin xyz="0.3 0 0.4" rpy="0 1.5707963267948966 0"/><axis xyz="0 1 0"/><dynamics damping="3"/>')
    return written(folder, content + shoulder + elbow)


def upper(stiffer: float = 1.0, **nodes: list[float]) -> FlexibleBody:
    material = Material(E=stiffer * STEEL.E, rho=STEEL.rho, nu=STEEL.nu)
    return FlexibleBody(beam_data(nodes or {"shoulder": [0.0, 0.0, 0.0], "elbow": ELBOW}, SECTION, material, up=[0, 1, 0], elements=4, modes=2))


def test_a_stiff_link_moves_as_a_rigid_one(tmp_path):
    """How fast friction brakes an arm without weight, whose link is a rigid bar or bends a millionth of what steel does."""
    bar = STEEL.rho * SECTION.A * 0.5
    along, across = bar * SECTION.height**2 / 6, bar * (0.25 + SECTION.height**2) / 12
    x, z = 0.6, 0.8
    turned = [across + (along - across) * x * x, across, across + (along - across) * z * z, (along - across) * x * z]
    tensor = f'<inertia ixx="{turned[0]}" iyy="{turned[1]}" izz="{turned[2]}" ixz="{turned[3]}" ixy="0" iyz="0"/>'
    solid = f'<inertial><origin xyz="0.15 0 0.2"/><mass value="{bar}"/>{tensor}</inertial>'
    rigid = arm(tmp_path).read_text().replace(link("upper"), link("upper", solid))
    slow = []
    for flexible in ({}, {"upper": upper(stiffer=1e6)}):
        (tmp_path / "robot.urdf").write_text(rigid)
        model = read_urdf(tmp_path / "robot.urdf", flexible=flexible)
        model.world.g = 0.0
        found = np.abs(np.linalg.eigvals(linearize(model).A))
        slow.append(np.sort(found[found < 100.0])[2:])
    assert len(slow[0]) == 2 and slow[1] == pytest.approx(slow[0], rel=TRUNCATED_MODES)


@pytest.mark.parametrize(
    ("flexible", "said"),
    [
        ({"uper": upper()}, r"flexible: the robot has no link 'uper' \(did you mean 'upper'\?\); it has base, upper, fore"),
        (
            {"upper": upper(shoulder=[0, 0, 0], tip=ELBOW)},
            r"link 'upper' \(line 1\): its flexible body needs a node 'elbow' at \[0.3, 0, 0.4\] m, where the joint 'elbow' \(line 1\) is; "
            r"it has 'frame_a', 'shoulder', 'tip'",
        ),
        (
            {"upper": upper(shoulder=[0, 0, 0], elbow=[0.3, 0, 0.41])},
            r"node 'elbow' of its flexible body is at \[0.3, 0, 0.41\] m, 0.01 m from the joint 'elbow' \(line 1\) at \[0.3, 0, 0.4\] m",
        ),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, flexible, said):
    with pytest.raises(ProblemsFound, match=said):
        read_urdf(arm(tmp_path), flexible=flexible)


def test_data_alone_are_refused(tmp_path):
    with pytest.raises(MbfmuError, match=r"^flexible: 'upper' must be a FlexibleBody, such as FlexibleBody\(beam_data\(...\)\), not "):
        read_urdf(arm(tmp_path), flexible={"upper": upper().data})


def test_inertias_of_links_fixed_to_it_are_not_lost(tmp_path):
    wrong = '<inertial><mass value="1"/><inertia ixx="-1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    file = arm(tmp_path)
    file.write_text(file.read_text().replace("</robot>", link("plate", wrong) + joint("screws", "upper", "plate", kind="fixed") + "</robot>"))
    body = upper(shoulder=[0, 0, 0], elbow=ELBOW)
    body.data.nodes["screws"] = body.data.nodes["shoulder"]
    with pytest.raises(ProblemsFound, match="link 'upper' .line 1.: a flexible body cannot take the inertia of a link fixed to it"):
        read_urdf(file, flexible={"upper": body})
