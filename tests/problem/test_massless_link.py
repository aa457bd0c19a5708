"""A link without mass between two cranks is a rod: formulations that allow singular mass matrices take it as it is."""

import numpy as np
import pytest

from mbfmu import Body, Distance, MbfmuError, Model, Revolute, World, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..tolerances import INTEGRATION

TAKING = [name for name, formulation in FORMULATIONS.items() if formulation.redundant]
REFUSING = [name for name in FORMULATIONS if name not in TAKING]
LENGTH = float(np.hypot(1.5, 0.5))


def cranks() -> Model:
    model = Model("Cranks")
    model.world = World(g=9.81, n=[0, -1, 0])
    for i, (x, m, l) in enumerate(((0.0, 1.0, 1.0), (1.5, 2.0, 1.5)), 1):
        crank = model.add(f"crank{i}", Body(m=m, r_CM=[l / 2, 0, 0], I=[0.01, 0.1, 0.1]))
        model.add(f"pivot{i}", Revolute(model.world.at([x, 0, 0]), crank.frame_a, phi_start=np.pi / 2, q_fixed=True))
    model.expose(outputs={"phi1": model.pivot1.phi, "phi2": model.pivot2.phi, "a": model.pivot1.a})
    return model


def with_rod() -> Model:
    model = cranks()
    model.rod = Distance(model.crank1.at([1, 0, 0]), model.crank2.at([1.5, 0, 0]), s=LENGTH)
    return model


def with_link() -> Model:
    model = cranks()
    model.link = Body(m=0)
    slope = np.arctan2(0.5, 1.5)
    model.pin1 = Revolute(model.crank1.at([1, 0, 0]), model.link.frame_a, phi_start=slope - np.pi / 2)
    model.pin2 = Revolute(model.link.at([LENGTH, 0, 0]), model.crank2.at([1.5, 0, 0]), phi_start=np.pi / 2 - slope)
    return model


@pytest.mark.parametrize("formulation", TAKING)
def test_a_massless_link_moves_as_a_rod(formulation):
    runs = [simulate(compile_model(build(), name), 2.0, 0.1, rtol=1e-10) for build, name in ((with_rod, "kane"), (with_link, formulation))]
    for name in "phi1", "phi2", "a":
        assert np.abs(runs[0][name] - runs[1][name]).max() <= INTEGRATION * max(1.0, np.abs(runs[0][name]).max()), name


@pytest.mark.parametrize("formulation", REFUSING)
def test_others_say_which_ones_take_it(formulation):
    with pytest.raises(MbfmuError, match="pin.*no inertia[^|]*kane_complement"):
        compile_model(with_link(), formulation)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("closed", [False, True])
def test_where_no_formulation_helps_none_is_advised(formulation, closed):
    """A load without mass on a crank, beside a loop and without one: no constraint holds it."""
    model = with_rod() if closed else cranks()
    model.load = Body(m=0.0)
    model.hook = Revolute(model.crank1.at([1, 0, 0]), model.load.frame_a)
    with pytest.raises(MbfmuError, match="hook.w has no inertia: .*or lock the direction$"):
        compile_model(model, formulation)


@pytest.mark.parametrize("formulation", [name for name in TAKING if name != "udwadia_phohomsiri"])
def test_loose_motions_are_named_by_their_speeds(formulation):
    """A point on three axes through one point, beside a loop: turned about its own arm, it has no inertia.

    Roundoff hides that from the assembly of udwadia_phohomsiri; its first accelerations say so.
    """
    model = with_rod()
    model.a, model.b, model.point = Body(m=0.0), Body(m=0.0), Body(m=2.0, r_CM=[0, 0, 1.0])
    model.roll = Revolute(model.world.frame_b, model.a.frame_a, n=[1, 2, 3])
    model.pitch = Revolute(model.a.frame_a, model.b.frame_a, n=[3, -1, 2])
    model.yaw = Revolute(model.b.frame_a, model.point.frame_a, n=[1, 0, 0.5])
    with pytest.raises(StepFailed, match="a motion with these speeds alone has neither inertia nor a constraint") as refused:
        simulate(compile_model(model, formulation), 0.1)
    named = {speed.split("[")[0] for speed in str(refused.value).split(": a motion")[0].split(": ")[-1].split(", ")}
    joints, bodies = {"roll.w", "pitch.w", "yaw.w"}, {"a.w", "b.w", "point.w"}
    assert named in (joints, bodies, {*bodies, "point.v"})
