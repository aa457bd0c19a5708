"""Contacts between sides that cannot give way are refused by name, in all formulations."""

import pytest

from mbfmu import Body, Contact, Fixed, FreeMotion, JointStop, Model, Revolute, SineJointMotion, SphereSurface, World, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.problem.schedules.schedules import FORMULATIONS


def spheres_on_one_body(apart: float, **chosen) -> Model:
    """Two spheres of 0.1 m whose centres are so far [m] apart on a body that falls."""
    model = Model("OneBody", **chosen)
    model.world, model.body = World(g=9.81), Body(m=1.0, I=[0.01] * 3)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, 1])
    model.arm, model.ball = Body(m=1.0, I=[0.01] * 3), SphereSurface(radius=0.1)
    model.weld = Fixed(model.body.at([apart, 0, 0]), model.arm.frame_a)
    model.between = Contact(model.arm.frame_a, model.body.frame_a, model.ball, model.ball)
    model.expose(outputs={"z": model.free.r})
    return model


def driven_arm(**chosen) -> Model:
    """An arm that a drive swings by 1 rad, with a stop at 0.5 rad."""
    model = Model("DrivenArm", **chosen)
    model.world, model.arm = World(g=9.81), Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1] * 3)
    model.hinge = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
    model.drive = SineJointMotion(model.hinge, amplitude=1.0, frequency=0.5)
    model.stop = JointStop(model.hinge, limit=0.5)
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_contact_within_one_body_is_refused(formulation):
    with pytest.raises(StepFailed, match="at t = 0 s nothing gives way where these touch: between; both sides are fixed to each other"):
        simulate(spheres_on_one_body(0.15, formulation=formulation), stop_time=0.1)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_drive_against_a_stop_is_refused(formulation):
    with pytest.raises(StepFailed, match="at t = 0.16666666. s nothing gives way where these touch: stop; .*or their motion is prescribed"):
        simulate(driven_arm(formulation=formulation), stop_time=1.0)


def test_spheres_of_one_body_that_never_touch_do_no_harm():
    run = simulate(spheres_on_one_body(0.25), stop_time=0.1)
    assert run["z[3]"][-1] == pytest.approx(1.0 - 9.81 * 0.1**2 / 2)


def test_spheres_about_one_centre_are_told_to_start_apart():
    """No direction leads out of each other there."""
    model = Model("OneCentre")
    model.world, model.body, model.ball = World(g=9.81), Body(m=1.0, I=[0.01] * 3), SphereSurface(radius=0.1)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.ball, model.ball)
    with pytest.raises(StepFailed, match="touch: contact; .*or one is in the middle of the other; .*or start them apart"):
        simulate(model, stop_time=0.1)
