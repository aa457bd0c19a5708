"""Postures of mechanisms with loops, against closed forms."""

import numpy as np
import pytest

from mbfmu import Body, JointTorque, Model, Posture, Revolute, World, compile_problem
from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance

from ...problem.linkages import closed, four_bar, slider_crank
from ...tolerances import FINITE_DIFFERENCE, INVERSE_KINEMATICS, LOOPS, ROUNDOFF
from .mechanisms import FEET, HEIGHT, PINS, stewart_platform

LENGTHS = {"crank": 0.4, "coupler": 1.2, "rocker": 0.9, "ground": 1.0}


def turn_about_y(T: np.ndarray) -> float:
    return float(np.arctan2(T[0, 2], T[2, 2]))


def test_a_four_bar_turns_as_the_closed_form_says():
    linkage = Posture(four_bar())
    assert linkage.speeds == ("A.w",) and set(linkage.coordinates) == {"A.phi", "B.phi", "C.phi", "D.phi"}
    for phi in np.linspace(-1.0, -1.0 - 2.0 * np.pi, 13):  # strides of half a radian
        linkage.place({"A.phi": phi})
        coupler, rocker = closed(**LENGTHS, phi=phi)
        found = [turn_about_y(linkage.pose(name)) for name in ("crank", "coupler", "rocker")]
        np.testing.assert_allclose(np.cos(np.array(found) - [phi, coupler, rocker]), 1.0, atol=LOOPS)
        named = dict(zip(linkage.coordinates, linkage.q))
        np.testing.assert_allclose([named["A.phi"], np.cos(named["C.phi"] - rocker + coupler)], [phi, 1.0], atol=LOOPS)


def test_a_jacobian_of_the_coupler_is_the_derivative_of_the_closed_form():
    linkage, phi, h = Posture(four_bar()), -0.4, 4e-3
    linkage.place({"A.phi": phi})
    linkage.move([2.0])
    angle = lambda phi: closed(**LENGTHS, phi=phi)[0]
    coarse, fine = ((angle(phi + s) - angle(phi - s)) / (2 * s) for s in (h, h / 2))
    rate = (4 * fine - coarse) / 3
    crank = 0.4 * np.array([-np.sin(phi), 0.0, -np.cos(phi)])  # of the crank's end, where the coupler's frame is
    np.testing.assert_allclose(linkage.jacobian("coupler")[:, 0], [*crank, 0.0, rate, 0.0], atol=FINITE_DIFFERENCE)
    np.testing.assert_allclose(linkage.velocity("coupler"), [*(2.0 * crank), 0.0, 2.0 * rate, 0.0], atol=2 * FINITE_DIFFERENCE)


def test_a_linkage_is_held_and_driven_by_the_forces_that_are_given():
    model = four_bar()
    model.motor = JointTorque(model.A)
    model.expose(inputs={"torque": model.motor.tau}, outputs={"acceleration": model.A.a})
    linkage = Posture(model)
    linkage.place({"A.phi": 2.0})
    for speed, wanted in ((0.0, 0.0), (3.0, -5.0)):
        linkage.move([speed])
        (tau,) = linkage.inverse_dynamics([wanted])
        run = Instance(compile_problem(model))
        for name, value in {**linkage.start_values, "torque": tau}.items():
            run.set(name, value)
        run.initialize()
        run.outputs()
        assert run.get("acceleration") == pytest.approx(wanted, abs=LOOPS)
    (held,) = linkage.holding_forces()
    masses = {name: LENGTHS[name] for name in ("crank", "coupler", "rocker")}
    heights = [linkage.jacobian(getattr(model, name).at([m / 2, 0, 0]))[2, 0] * m for name, m in masses.items()]
    assert held == pytest.approx(9.81 * sum(heights), abs=LOOPS)  # virtual work of the weights


def test_where_loops_do_not_close_nothing_changes():
    linkage = Posture(four_bar(crank=1.0, coupler=0.9, rocker=0.6, ground=0.8, phi=-0.6))
    before = linkage.q
    # the crank cannot turn farther than to where coupler and rocker are stretched
    stretched = np.arccos((1.0 + 0.8**2 - 1.5**2) / (2 * 0.8))
    done = (stretched - 0.6) / (3.0 - 0.6)
    with pytest.raises(MbfmuError, match=rf"loops of FourBar cannot be closed with A.phi = -3; .* {done:.1%} of the way can be gone"):
        linkage.place({"A.phi": -3.0})
    with pytest.raises(MbfmuError, match="A.phi = -0.61, D.phi = 1; .* 0.0% of the way"):
        linkage.place({"A.phi": -0.61, "D.phi": 1.0})
    np.testing.assert_array_equal(linkage.q, before)


def test_a_slider_is_reached_or_refused_with_what_is_left():
    crank = Posture(slider_crank(crank=0.5, rod=1.2))
    crank.reach("piston", [1.5, 0.0, 0.0])
    phi = np.arccos((0.5**2 + 1.5**2 - 1.2**2) / (2 * 0.5 * 1.5))
    assert abs(dict(zip(crank.coordinates, crank.q))["A.phi"]) == pytest.approx(phi, abs=INVERSE_KINEMATICS)
    with pytest.raises(MbfmuError, match="ends 0.2 m away"):
        crank.reach("piston", [1.9, 0.0, 0.0])


def test_a_loop_is_not_closed_half_a_turn_off():
    """Two bodies turn about one axis, tied by a hinge across it: that closes, as far as its residual tells, half a turn off, too."""
    model = Model("Tied")
    model.world, model.one, model.two = World(), Body(m=1.0, I=[0.1, 0.1, 0.1]), Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.a = Revolute(model.world.frame_b, model.one.frame_a, n=[0, 0, 1])
    model.b = Revolute(model.one.frame_a, model.two.frame_a, n=[1, 0, 0])
    model.c = Revolute(model.world.frame_b, model.two.frame_a, n=[0, 0, 1])
    tied = Posture(model)
    tied.reach("two", [0, 0, 0], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    np.testing.assert_allclose(tied.q, [np.pi / 2, np.pi / 2, 0.0], atol=INVERSE_KINEMATICS)
    with pytest.raises(MbfmuError, match="two cannot be brought there"):
        tied.reach("two", [0, 0, 0], [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], limits={"a.phi": (0.0, 2.0)})


def test_another_independent_speed_is_taken_where_it_is_one():
    by_piston = Posture(slider_crank(), independent=["rail.v"])
    by_piston.move([0.3])
    np.testing.assert_allclose(by_piston.velocity("piston"), [0.3, 0, 0, 0, 0, 0], atol=ROUNDOFF)
    assert Posture(slider_crank()).jacobian("piston")[0, 0] * by_piston.jacobian("crank")[4, 0] == pytest.approx(1.0, abs=LOOPS)
    by_piston.place({"A.phi": 0.0})  # stretched: the piston turns round
    with pytest.raises(MbfmuError, match="in this posture rail.v do not determine how all joints move"):
        by_piston.jacobian("crank")
    for names, words in ((["rail.w"], "no speed 'rail.w'"), (["A.w", "B.w"], "as many speeds as the mechanism has freedoms, 1, not A.w, B.w")):
        with pytest.raises(MbfmuError, match=words):
            Posture(slider_crank(), independent=names)


def test_a_platform_on_six_legs():
    """The lengths of its legs follow from its pose in closed form, their rates from its velocity."""
    platform = Posture(stewart_platform())
    assert platform.speeds == tuple(f"leg_{i}.v" for i in range(1, 7))
    angle, position = 0.2, np.array([0.1, -0.05, HEIGHT + 0.1])
    R = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    platform.reach("platform", position, R)
    legs = position + PINS @ R.T - FEET
    lengths = np.linalg.norm(legs, axis=1)
    found = dict(zip(platform.coordinates, platform.q))
    np.testing.assert_allclose([found[f"leg_{i}.s"] for i in range(1, 7)], lengths, atol=INVERSE_KINEMATICS)
    along = legs / lengths[:, None]
    rates = np.hstack((along, np.cross(PINS @ R.T, along)))  # of the lengths by the platform's velocity
    np.testing.assert_allclose(rates @ platform.jacobian("platform"), np.eye(6), atol=INVERSE_KINEMATICS)
    goal = {f"leg_{i}.s": length for i, length in enumerate(np.linalg.norm(PINS + [0.0, 0.0, 1.3] - FEET, axis=1), 1)}
    platform.place(goal)
    np.testing.assert_allclose(platform.pose("platform")[:3, 3], [0.0, 0.0, 1.3], atol=LOOPS)


def test_the_legs_of_a_platform_carry_its_weight():
    heavy, light = (Posture(stewart_platform(mass)) for mass in (40.0, 20.0))
    for platform in (heavy, light):
        platform.reach("platform", [0.0, 0.0, HEIGHT], np.eye(3))
    pins = PINS + [0.0, 0.0, HEIGHT]
    along = (pins - FEET) / np.linalg.norm(pins - FEET, axis=1)[:, None]
    wrenches = np.hstack((along, np.cross(PINS, along)))
    carried = np.linalg.solve(wrenches.T, [0.0, 0.0, 20.0 * 9.81, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(heavy.holding_forces() - light.holding_forces(), carried, rtol=INVERSE_KINEMATICS)


def test_mass_properties_of_a_platform_on_six_legs():
    """The sums over bodies, each where its own frame is."""
    model = stewart_platform()
    stewart = Posture(model)
    stewart.place({"leg_1.s": stewart.q[stewart.coordinates.index("leg_1.s")] + 0.05})
    bodies = {name: part for name, part in model.elements.items() if isinstance(part, Body)}
    m = {name: float(part.m.value) for name, part in bodies.items()}
    T = {name: stewart.pose(name) for name in bodies}
    centres = {name: (T[name] @ [*part.r_CM.value, 1.0])[:3] for name, part in bodies.items()}
    whole = sum(m[name] * centres[name] for name in bodies) / sum(m.values())
    I = np.zeros((3, 3))
    for name, part in bodies.items():
        R, d = T[name][:3, :3], centres[name] - whole
        I += R @ np.diag(part.I.value[:3]) @ R.T + m[name] * (d @ d * np.eye(3) - np.outer(d, d))
    found = stewart.mass_properties()
    assert found.mass == pytest.approx(40.0 + 6 * 3.0, rel=ROUNDOFF)
    np.testing.assert_allclose(found.center_of_mass, whole, atol=ROUNDOFF)
    np.testing.assert_allclose(found.inertia, I, atol=ROUNDOFF * np.abs(I).max())
