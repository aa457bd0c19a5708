"""What a user reads when a model cannot be built: everything at once, in the names of the model."""

import pytest

from mbfmu import (
    Body,
    Fixed,
    FreeMotion,
    JointReaction,
    MasslessPoint,
    Model,
    Planar,
    Prismatic,
    Revolute,
    RevoluteEndStop,
    Spherical,
    SpringDamperParallel,
    Universal,
    World,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.problem.mechanism.mechanics import compile_model


@pytest.fixture
def model():
    model = Model("Bad")
    model.world = World()
    return model


def problems(model):
    with pytest.raises(ProblemsFound, match="^model Bad cannot be built:") as found:
        compile_model(model)
    return list(found.value.problems)


def solid():
    return Body(m=1.0, I=1.0)


def test_all_problems_at_once(model):
    model.a = Body(m=-1.0)
    model.b, model.c, model.d, model.e = Body(m=float("nan")), Body(m=(2, "N")), Body(m=1, I=[1, 2]), Body(m="heavy")
    model.f = Body()
    model.hinge = Revolute(model.world.frame_b, model.a.frame_a, n=[0, 0, 0])
    model.ring = Revolute(model.a.frame_a, model.a.frame_a)
    model.hinge = Revolute(model.world.frame_b, model.b.frame_a)
    model.slide = Prismatic(model.c.frame_a, model.d.frame_a)
    model.expose(inputs={"y": model.slide.s}, outputs={"x": model.a.m})
    loose = "is not connected to world by joints: connect it, with FreeMotion if it floats freely"
    assert problems(model) == [
        "the name 'hinge' is used twice: give each element a name of its own",
        "a.m = -1.0 kg must be >= 0 kg (mass of the body)",
        "b.m = nan kg is not finite",
        "c.m = 2 N is not a quantity in kg: the units differ in dimension",
        "d.I = an array of shape (2,) must have shape (3,), (6,) or (3, 3) (moments of inertia about the centre of mass, resolved in frame_a)",
        "e.m = 'heavy' is not a number [kg] (mass of the body)",
        "f.m is missing: give a number [kg] (mass of the body)",
        "hinge.n = [0.0, 0.0, 0.0] has no direction; give a vector that is not zero (axis of rotation, resolved in frame_a (and frame_b))",
        "slide.s cannot be exposed as an input 'y': it is no input (there: none)",
        "a.m cannot be exposed as an output 'x': it is no output (there: none)",
        "ring joins a to itself: give it frames on two parts",
        *(f"{name} {loose}" for name in "bcdef"),
    ]


def test_joint_within_a_rigid_body(model):
    model.a, model.b, model.c = solid(), solid(), solid()
    model.hinge = Revolute(model.world.frame_b, model.a.frame_a)
    model.pin = Spherical(model.c.frame_a, model.a.at([1, 0, 0]))
    model.bolt, model.glue = Fixed(model.a.frame_a, model.b.frame_a), Fixed(model.b.frame_a, model.c.frame_a)
    assert problems(model) == ["pin cannot move: c and a are fixed to each other; take out pin, or the Fixed between them"]


def test_fixed_twice(model):
    model.a, model.b = solid(), solid()
    model.hinge = Revolute(model.world.frame_b, model.a.frame_a)
    model.bolt = Fixed(model.a.frame_a, model.b.frame_a)
    model.glue = Fixed(model.b.at([1, 0, 0]), model.a.frame_a)
    found = ["glue closes a loop without a joint: b and a are already fixed to each other"]
    assert problems(model) == found
    model.gauge1, model.gauge2 = JointReaction(model.bolt), JointReaction(model.glue)
    assert problems(model) == found  # whether somebody looks at it or not


NO_INERTIA = "has mass or inertia in this direction; give a body there mass and moments of inertia, or lock the direction"


def test_directions_without_inertia(model):
    model.point, model.wheel = Body(m=1.0), Body(m=0.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.point.frame_a)
    model.slide = Prismatic(model.world.frame_b, model.wheel.frame_a)
    found = problems(model)
    assert f"slide.v has no inertia: nothing that moves with wheel {NO_INERTIA}" in found
    for i in (1, 2, 3):
        assert f"free.w[{i}] has no inertia: nothing that moves with point {NO_INERTIA}" in found
    assert len(found) == 4


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_direction_without_inertia_is_found_behind_others(model, size):
    """A point on three axes through one point: the arm's own axis turns nothing. What cancels leaves only roundoff."""
    model.a, model.b, model.point = Body(m=0.0), Body(m=0.0), Body(m=2.0, r_CM=[0, 0, size])
    model.roll = Revolute(model.world.frame_b, model.a.frame_a, n=[1, 2, 3])
    model.pitch = Revolute(model.a.frame_a, model.b.frame_a, n=[3, -1, 2])
    model.yaw = Revolute(model.b.frame_a, model.point.frame_a, n=[1, 0, 0.5])
    assert problems(model) == [f"roll.w has no inertia: nothing that moves with a {NO_INERTIA}"]


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e3])
def test_inertia_of_any_size_is_enough(model, size):
    """A body of the density of water and this size, very small or very large."""
    model.body = Body(m=1e3 * size**3, I=1e2 * size**5)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    assert compile_model(model).state_names[0] == "free.r[1]"


def test_damper_on_massless_point(model):
    model.node = MasslessPoint()
    model.spring = SpringDamperParallel(model.world.frame_b, model.node.frame_a, c=1.0, d=1.0)
    with pytest.raises(MbfmuError, match="^node: .*damper.*give the point a small mass, or take the damper"):
        compile_model(model)


def test_massless_point_on_a_joint_or_on_nothing(model):
    model.node, model.other = MasslessPoint(), MasslessPoint()
    model.hinge = Revolute(model.world.frame_b, model.node.frame_a)
    assert problems(model) == ["hinge on node: a MasslessPoint is held by forces only; use a Body with m=0"]
    loose = Model("Bad")
    loose.world, loose.node = World(), MasslessPoint()
    assert problems(loose) == ["node has no inertia in any direction and no force holds it: attach springs or use a Body"]


def test_parts_that_are_not_in_the_model(model):
    other = Model("Other")
    other.b = solid()
    model.j1 = Revolute(model.world.frame_b, solid().frame_a)
    model.j2 = Revolute(model.world.frame_b, other.b.frame_a)
    assert problems(model) == [
        "j1.frame_b is on a Body that has no name: assign it to this model",
        "j2.frame_b is on a Body named 'b' in another model: assign it to this model",
    ]


def test_number_of_worlds(model):
    model.moon = World(g=1.62)
    assert "the model has 2 worlds (world, moon): keep one of them" in problems(model)
    assert problems(Model("Bad")) == ["the model has no world: add one, such as model.world = World(g=9.81)"]


def test_directions_that_do_not_fit(model):
    model.a, model.b, model.c = solid(), solid(), solid()
    model.cross = Universal(model.world.frame_b, model.a.frame_a, n_a=[1, 0, 0], n_b=[1, 1, 0])
    model.table = Planar(model.world.frame_b, model.b.frame_a, n=[1, 0, 0], n_x=[2, 0, 0])
    model.ball = Spherical(model.world.frame_b, model.c.frame_a, Q_start=[0, 0, 0, 0])
    assert problems(model) == [
        "cross: n_a and n_b stand at 45 deg; they must be perpendicular (90 deg)",
        "table: n_x is parallel to n; give a direction in the plane",
        "ball.Q_start = [0.0, 0.0, 0.0, 0.0] is no orientation; [0, 0, 0, 1] is no rotation (Euler parameters (e1, e2, e3, e4 = cos) at the start)",
    ]


def test_stops_the_wrong_way_round(model):
    model.a = solid()
    model.hinge = Revolute(model.world.frame_b, model.a.frame_a)
    model.stop = RevoluteEndStop(model.hinge, lower=1.0, upper=(0, "deg"), c=1.0)
    assert problems(model) == ["stop.lower = 1 rad must be < stop.upper = 0 rad (where the stops begin)"]


def test_inertia_that_no_body_has(model):
    model.a, model.b = Body(m=1, I=[[1, 2, 0], [0, 1, 0], [0, 0, 1]]), Body(m=1, I=[-1, 1, 1])
    model.j1, model.j2 = (Revolute(model.world.frame_b, body.frame_a) for body in (model.a, model.b))
    about = "(moments of inertia about the centre of mass, resolved in frame_a)"
    assert problems(model) == [
        f"a.I = [[1.0, 2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] kg.m2 is not symmetric {about}",
        f"b.I = [-1.0, 1.0, 1.0, 0.0, 0.0, 0.0] kg.m2 must have no negative principal moment {about}",
    ]


def test_what_cannot_even_be_declared():
    with pytest.raises(MbfmuError, match="^Body has no parameter 'mass'; it has m, r_CM, I$"):
        Body(mass=1.0)
    with pytest.raises(
        MbfmuError, match=r"^Revolute: frame_a must be a Frame, not a World: give a frame of it, \.frame_a or \.frame_b or \.at\(\[x, y, z\]\)$"
    ):
        Revolute(World(), solid())
    with pytest.raises(MbfmuError, match="^RevoluteEndStop: joint must be a Revolute, not a Prismatic$"):
        RevoluteEndStop(Prismatic(World().frame_b, solid().frame_a), lower=0.0, upper=1.0, c=1.0)
