"""SID written and read again, in the words of other tools, and damaged."""

import re
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import FlexibleBody, Material, Model, PositionSensor, RectangleSection, Spherical, World, simulate
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.axial import axial
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.elastic_data import StressPlace
from mbfmu.model.structure.reference_frame import held_at
from mbfmu.model.structure.sid import read_sid, write_sid
from tests.model.structure.clouds import random_cloud
from tests.model.structure.same_data import same_data
from tests.tolerances import ROUNDOFF, STRETCHED


def without_surface(data):
    return replace(data, surface=None)


@pytest.fixture(scope="module")
def boom():
    return held_at(
        beam_data({"root": (0, 0, 0), "tip": (2, 0, 0)}, RectangleSection(0.05, 0.1), Material(70e9, 2700.0), elements=4, modes=2),
        "root",
    )


@pytest.fixture
def written(boom, tmp_path):
    write_sid(boom, tmp_path / "boom.SID_FEM")
    return tmp_path / "boom.SID_FEM"


def test_data_of_a_beam_are_the_same_again(boom, written):
    same_data(read_sid(written), without_surface(boom), ROUNDOFF)
    assert read_sid(written).stiffens


def test_any_data_are_the_same_again(tmp_path):
    """Random points and modes that are neither natural nor orthogonal, with stress at a node and elsewhere."""
    rng = np.random.default_rng(1)
    data = without_surface(random_cloud(rng, points=4, n=3).data())
    data = replace(
        data,
        stresses={
            "n1": StressPlace(data.nodes["n1"].x, rng.normal(size=(6, 3))),
            "hot spot": StressPlace(rng.normal(size=3), rng.normal(size=(6, 3))),
        },
    )
    write_sid(data, tmp_path / "any.sid")
    same_data(read_sid(tmp_path / "any.sid"), data, ROUNDOFF)


def test_without_displacements_of_second_order_nothing_stiffens(boom, tmp_path):
    nodes = {name: replace(node, G=0 * node.G) for name, node in boom.nodes.items()}
    linear = replace(without_surface(boom), g=0 * boom.g, H=0 * boom.H, nodes=nodes)
    write_sid(linear, tmp_path / "linear.sid")
    again = read_sid(tmp_path / "linear.sid")
    same_data(again, linear, ROUNDOFF)
    assert not again.stiffens


@pytest.fixture
def warm(tmp_path):
    """A beam with two temperature fields, and its file."""
    ends, fields = {"root": (0, 0, 0), "tip": (1, 0, 0)}, {"warm": 1.0, "by the sun": lambda x: x[:, 2]}
    data = beam_data(ends, RectangleSection(0.03, 0.02), Material(2.1e11, 7850.0, alpha=1.2e-5), elements=2, modes=2, temperatures=fields)
    warm = replace(data.temperatures["warm"], stiffening=np.diag(np.arange(data.modes) / 7))  # as a solid would have
    data = replace(data, temperatures=data.temperatures | {"warm": warm})
    write_sid(data, tmp_path / "warm.sid")
    return without_surface(data), tmp_path / "warm.sid"


def test_temperatures_are_the_same_again(warm):
    """So a beam bends in the sun by its file, by alpha L^2 / 2 for each kelvin a metre, without stress."""
    data, file = warm
    again = read_sid(file)
    same_data(again, data, ROUNDOFF)
    held = held_at(again, "root")
    e = np.linalg.solve(held.Ke, held.temperatures["by the sun"].load)
    assert held.nodes["tip"].Phi @ e == pytest.approx([0.0, 0.0, -1.2e-5 / 2], abs=STRETCHED)
    stress = held.stresses["root.top"].sigma @ e + held.temperatures["by the sun"].stresses["root.top"]
    assert stress == pytest.approx(np.zeros(6), abs=STRETCHED * 2.1e11 * 1.2e-5)


def test_it_is_written_as_other_tools_read_it(warm):
    """As FEMBS does: nodes and modes are counted, the body and modes have names, and nodes have four matrices each."""
    _, file = warm
    part = file.read_text().split("end part")[0]
    assert re.match(r"2 8 :.*\npart\n +new modal = warm\n +refmod\n", part)
    assert re.findall(r"ielastq \( +(\d)\) = Eigen Mode (\d) : [\d.]+ Hz\n", part) == [(str(k), str(k)) for k in range(1, 9)]
    nodes = part[part.index("frame\n") : part.index("end frame")]
    assert re.findall(r"new node = (.*)", nodes) == ["root", "tip"]
    assert re.findall(r"^ +(\w+) +$", nodes, flags=re.M) == ["origin", "phi", "psi", "AP"] * 2
    body = part[part.index("end frame") :]
    assert re.findall(r"^ +(\w+) +$", body, flags=re.M) == ["mdCM", "J", "Ct", "Cr", "Me", "Gr", "Ge", "Oe", "ksigma", "Ke", "De"]


def test_nodes_that_are_places_of_stress_are_read(boom, written):
    """As they stood among the nodes before they stood behind the part."""
    text = written.read_text()
    part, behind = text.split("end part\nmbfmu stress places\n")
    places = behind.replace("end mbfmu stress places\n", "")
    written.write_text(part.replace("    end frame\n", places + "    end frame\n") + "end part\n")
    same_data(read_sid(written), without_surface(boom), ROUNDOFF)


def test_other_tools_stop_before_temperatures(warm):
    """Behind the last line that SID has, which is all that a file without temperatures has."""
    data, file = warm
    text = file.read_text()
    write_sid(replace(data, temperatures={}), file)
    assert text.startswith(file.read_text())
    assert not read_sid(file).temperatures
    write_sid(replace(data, temperatures={}, stresses={}), file)
    assert text.startswith(file.read_text()) and file.read_text().endswith("end part\n")


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda text: text.replace("end mbfmu temperatures", ""), r"line \d+: the file ends inside mbfmu temperatures"),
        (lambda text: text.replace("new field = by the sun", "new field = warm"), r"line \d+: mbfmu temperatures: 'new field = NAME' is expected"),
        (lambda text: text.replace("energy", "work"), r"line \d+: 'work' is no part of a temperature field"),
        (lambda text: re.sub("    load *\n.*?end load\n", "", text, flags=re.S), r"line \d+: field 'warm' has no energy or no load"),
        (lambda text: re.sub(r"(load *\n.*?nrow = )\d+", r"\g<1>3", text, count=1, flags=re.S), r"line \d+: load is 3 x 1 and must be"),
    ],
)
def test_damaged_temperatures_are_refused_with_the_line(warm, change, words):
    _, file = warm
    file.write_text(change(file.read_text()))
    with pytest.raises(MbfmuError, match=words):
        read_sid(file)


def as_other_tools(text: str) -> str:
    """The same file as FEMBeam2SID writes it: coordinates last in m1, numbers with an E, no Gr of first order."""
    text = re.sub(r"Gr *\n.*?end Gr\n", "", text, flags=re.S)
    return re.sub(r"m1\((\d+), (\d+), (\d+)\)", r"m1( \1, \3, \2)", text).replace("D+", "E+").replace("D-", "E-")


def test_files_of_other_tools_move_the_same(boom, written, tmp_path):
    """What motion depends on: D, s, g, Me and the turning part of N."""
    (tmp_path / "other.SID_FEM").write_text(as_other_tools(written.read_text()))
    other = read_sid(tmp_path / "other.SID_FEM")
    size = np.abs(boom.N[1:, 1:]).max()
    assert other.N[1:, 1:] + other.H == pytest.approx(boom.N[1:, 1:] + boom.H, abs=ROUNDOFF * size)
    assert axial(other.N[1:, 1:]) == pytest.approx(axial(boom.N[1:, 1:]), abs=ROUNDOFF * size)
    assert other.N[0] == pytest.approx(boom.N[0], abs=ROUNDOFF * np.abs(boom.N[0]).max())
    assert other.nodes["tip"].G == pytest.approx(boom.nodes["tip"].G, abs=ROUNDOFF * np.abs(boom.nodes["tip"].G).max())
    assert other.stiffens
    same = held_at(other, "root")
    assert np.diag(same.Ke) == pytest.approx(np.diag(boom.Ke), rel=ROUNDOFF)


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda text: text.replace("  new modal = boom\n", ""), r"line 1: this is no SID file"),
        (lambda text: text[: text.index("\n", len(text) // 2)], r"line \d+: the file ends inside"),
        (lambda text: text.replace("mass = 2.7", "mass = -2.7"), r"line 5: the mass is -27 kg, and must be positive"),
        (lambda text: text.replace("nelastq = 8", "nelastq = eight"), r"line 6: 'eight' is no whole number"),
        (lambda text: text.replace("nelastq = 8", "nelastq = 7"), r"line \d+: Me is 8 x 8 and must be 7 x 7 for 7 modes"),
        (lambda text: text.replace("m0(1, 1) = ", "m0(9, 1) = ", 1), r"line \d+: .* has no entry \(9, 1\): it is 3 x"),
        (lambda text: text.replace("D+00", "D+0O", 1), r"line \d+: '.*' is no number"),
        (lambda text: text.replace("end phi", "end fie", 1), r"line \d+: 'end fie' is no part of phi, which has not ended"),
        (lambda text: re.sub("    Ke *\n.*?end Ke\n", "", text, flags=re.S), r"line \d+: Ke is missing"),
        (lambda text: text.replace("new node = tip", "new node = root"), r"line \d+: the node has the name 'root' of one before"),
        (lambda text: text.replace("structure = 3", "structure = 7", 1), r"line \d+: .* has structure 7"),
        (lambda text: text.replace("origin", "place"), r"line \d+: 'place' is no part of a node"),
        (lambda text: "", "line 1: this is no SID file"),
    ],
)
def test_damaged_files_are_refused_with_the_line(written, change, words):
    written.write_text(change(written.read_text()))
    with pytest.raises(MbfmuError, match=words):
        read_sid(written)


def test_lines_lost_anywhere_never_pass_for_another_body_without_an_error_of_ours(written):
    """Each of many lines left out: what is read is refused by MbfmuError, or is data of the right sizes."""
    lines = written.read_text().splitlines(keepends=True)
    refused = 0
    for lost in range(0, len(lines), max(1, len(lines) // 60)):
        written.write_text("".join(lines[:lost] + lines[lost + 1 :]))
        try:
            assert read_sid(written).N.shape == (9, 9, 3, 3)
        except MbfmuError as error:
            assert re.search(r"line \d+: ", str(error))
            refused += 1
    assert refused > 0


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(MbfmuError, match="nowhere.sid: the SID file cannot be read"):
        read_sid(tmp_path / "nowhere.sid")


def test_a_body_moves_the_same_by_its_file(boom, written):
    """A boom that swings in three directions, by its data and by those read again."""
    found = []
    for data in (boom, read_sid(written)):
        model = Model("Boom")
        model.world = World()
        model.boom = FlexibleBody(data, modes=4)
        model.joint = Spherical(model.world.frame_b, model.boom.node("root"), w_start=[1.0, 2.0, 3.0])
        model.tip = PositionSensor(model.boom.node("tip"))
        model.expose(outputs={"r": model.tip.r})
        result = simulate(model, stop_time=0.2, interval=0.05)
        found.append([result[f"r[{k}]"] for k in (1, 2, 3)])
    assert np.array(found[1]) == pytest.approx(np.array(found[0]), abs=ROUNDOFF)
