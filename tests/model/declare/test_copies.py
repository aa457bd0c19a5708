"""Copies of models and blocks: the same bytes, and nothing that both share."""

import copy
import pickle
import zipfile

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    Box,
    FixedTranslation,
    FlatRoad,
    FreeMotion,
    LineActuator,
    LinearTire,
    LookupTable,
    MbfmuError,
    Model,
    Pid,
    PositionSensor,
    Revolute,
    World,
    WorldForce,
    build_portable,
    compile_problem,
    tire_block,
)
from mbfmu.model.blocks.state_feedback import state_feedback

COPIED = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda model: pickle.loads(pickle.dumps(model))}
copied = pytest.mark.parametrize("copied", COPIED.values(), ids=COPIED)


def vehicle() -> Model:
    """A body with two tires on one road, an arm whose sizes follow from parameters, and figures."""
    model = Model("Vehicle", stop_time=2.0)
    L, rho = model.parameter("L", (400, "mm"), "m", "length of the arm", min=0.1), model.parameter("rho", 5.0, "kg/m")
    model.world, model.road = World(), FlatRoad(mu=0.8)
    model.chassis = Body(m=200.0, I=[20.0, 80.0, 90.0], visual=[Box(size=[2, 1, 0.5], colour="steelblue")])
    model.free = FreeMotion(model.world.frame_b, model.chassis.frame_a, r_start=[0, 0, 0.3])
    for side, y in (("left", 0.7), ("right", -0.7)):
        tire = LinearTire(model.chassis.at([0.5, y, 0.0]), model.road, radius=0.3, c_z=2e5)
        model.add(f"{side}_tire", tire)
    model.arm = Body(m=rho * L, r_CM=[L / 2, 0, 0], I=[0.1, 0.2 + L**2, 0.3])
    model.pivot = Revolute(model.chassis.at([0, 0, 0.5], n=[1, 2, 3], angle=0.3), model.arm.frame_a, n=[0, 1, 0], phi_start=0.2)
    model.rod = LineActuator(model.chassis.at([0.2, 0, 0.1]), model.arm.at([L, 0, 0]))
    model.tip = PositionSensor(model.arm.at([L, 0, 0]))
    model.expose({"f": model.rod.f}, {"s": model.rod.s, "r": model.tip.r}, tunable=[model.chassis.m, model.road.mu], start={"f": 20.0})
    return model


def content(declared, folder) -> dict[str, bytes]:
    """What is in the portable FMU of a model."""
    with zipfile.ZipFile(build_portable(declared, folder)) as fmu:
        return {name: fmu.read(name) for name in fmu.namelist() if not name.startswith("binaries")}


@copied
def test_a_copy_builds_the_same_bytes(copied, tmp_path):
    model = vehicle()
    assert content(copied(model), tmp_path / "copy") == content(model, tmp_path / "model")


@copied
def test_a_copy_keeps_who_is_the_same(copied):
    found = copied(vehicle())
    assert found.left_tire.attached["road"] is found.right_tire.attached["road"] is found.elements["road"]
    assert found.free.attached["frame_b"].part is found.elements["chassis"] is found.rod.attached["frame_a"].part
    assert [element.name for element in found.elements.values()] == list(found.elements)
    parameters = {parameter for entry in found.arm.expressions["I"].ravel() if hasattr(entry, "parameters") for parameter in entry.parameters}
    assert parameters == {found.parameters["L"]}
    assert found.outputs["s"] == found.rod.s and found.tunable[0] == found.chassis.m
    assert [len(element.attachers) for element in found.elements.values()] == [len(element.attachers) for element in vehicle().elements.values()]


@copied
def test_a_copy_shares_nothing(copied):
    model = vehicle()
    found = copied(model)
    found.chassis.m = 1.0
    found.push = WorldForce(found.chassis.frame_a)
    found.expose({"push": found.push.f})
    found.parameter("spare", 1.0)
    assert model.chassis.values["m"] == 200.0 and "push" not in model.elements and "push" not in model.inputs and "spare" not in model.parameters
    assert not {id(element) for element in model.elements.values()} & {id(element) for element in found.elements.values()}
    assert not any(isinstance(element, WorldForce) for element in model.chassis.attachers)
    compile_problem(model)


@copied
def test_a_copy_of_a_model_that_is_refused_is_refused_in_the_same_words(copied):
    model = vehicle()
    WorldForce(model.arm.frame_a)  # on no name
    model.arm.I = "heavy"
    refusals = []
    for each in (model, copied(model)):
        with pytest.raises(MbfmuError) as refused:
            compile_problem(each)
        refusals.append(str(refused.value))
    assert refusals[0] == refusals[1] and "is attached to arm, but is not in the model" in refusals[0]


BLOCKS = {
    "Pid": lambda: Pid(k=3.0, measurement_unit="rad", output_unit="N.m"),
    "feedback": lambda: state_feedback([[1.0, 2.0]], {"phi": "rad", "w": "rad/s"}, {"tau": "N.m"}),
    "tire": lambda: tire_block(LinearTire, FlatRoad(mu=0.7), radius=0.3, c_z=2e5),
}


@pytest.mark.parametrize("made", BLOCKS.values(), ids=BLOCKS)
@copied
def test_blocks(copied, made, tmp_path):
    declared = BlockModel("Part", made())
    name, value = next(iter(declared.block.values.items()))
    setattr(declared.block, name, (0.5 * value).tolist())
    again = copied(declared)
    assert again.block is not declared.block and again.block.values[name].tolist() == (0.5 * value).tolist()
    assert content(again, tmp_path / "copy") == content(declared, tmp_path / "model")


def test_a_copied_element_is_free_to_go_elsewhere():
    model = vehicle()
    twin, other = copy.copy(model.chassis), copy.copy(model.rod)
    twin.m = 1.0
    model.twin, model.other = twin, other
    assert model.chassis.values["m"] == 200.0 and model.twin.values["I"].tolist() == model.chassis.values["I"].tolist()
    assert other.attached == model.rod.attached and other in model.chassis.attachers


def test_a_long_row_of_frames_is_copied():
    model = Model("Row")
    model.world, model.body = World(), Body(m=1.0, I=1.0)
    frame = model.body.frame_a
    for i in range(400):
        frame = model.add(f"step_{i}", FixedTranslation(frame, r=[0.01, 0, 0])).frame_b
    model.pivot = Revolute(model.world.frame_b, frame)
    for each in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert len(each.pivot.attached["frame_b"].placements) == 400


def test_a_table_that_was_looked_up_is_copied():
    table = LookupTable([0.0, 1.0, 3.0], [2.0, 5.0, 1.0])
    assert table(0.5) == 3.5
    for each in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert each(np.float64(2.0)) == 3.0
