"""Published and closed-form cases, through every formulation; the numbers here are a few points of each."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, MasslessPoint, Model, Revolute, Spherical, SpringDamperParallel, World
from mbfmu.analysis.simulate import simulate
from mbfmu.elements.sensors import PositionSensor, VelocitySensor
from mbfmu.problem.mechanics import FORMULATIONS, compile_model

from ..floats import floats
from ..tolerances import PUBLISHED_DIGITS, TRAJECTORY

DOWN = {"n": [0, 0, -1]}
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)


def run(model, formulation, stop_time, interval, rtol=1e-12):
    """All outputs, flat, at every `interval` from 0 to `stop_time`."""
    rows = simulate(compile_model(model, formulation), stop_time, interval, rtol=rtol)
    return np.array(rows.tolist())[:, 1:]


@every_formulation
def test_pendulum(formulation):
    """IFToMM benchmark A01: a point mass at (-1, 0) let go; Jacobi's elliptic functions give it at 10 s."""
    model = Model("Pendulum")
    model.world = World(g=9.81, n=[0, -1, 0])
    model.bob = Body(m=1.0, r_CM=[-1, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 0, 1])
    model.sensor = PositionSensor(model.bob.at([-1, 0, 0]))
    model.expose(outputs={"r": model.sensor.r})
    end = run(model, formulation, 10.0, 10.0)[-1]
    np.testing.assert_allclose(end, [-0.27508746257612193, -0.9614192050991236, 0.0], atol=TRAJECTORY)


@every_formulation
def test_heavy_top(formulation):
    """Fast top of Bruls, Cardona & Arnold (2012), with w_3 = -4.61538 rad/s; confirmed by Euler's equations at 1e-13."""
    model = Model("HeavyTop")
    model.world = World(g=9.81, **DOWN)
    model.top = Body(m=15.0, r_CM=[0, 1, 0], I=[0.234375, 0.46875, 0.234375])
    model.tip = Spherical(model.world.frame_b, model.top.frame_a, w_start=[0, 150, -4.61538])
    model.sensor = PositionSensor(model.top.at([0, 1, 0]))
    model.expose(outputs={"r": model.sensor.r})
    _, half, end = run(model, formulation, 2.0, 1.0)
    np.testing.assert_allclose(half, [0.17334396409821157, 0.640088592070223, -0.7484907911339176], atol=TRAJECTORY)
    np.testing.assert_allclose(end, [-0.1504168227463672, -0.7241655916371921, -0.6730222695599629], atol=TRAJECTORY)


@every_formulation
def test_intermediate_axis(formulation):
    """Free rotation near the intermediate axis (Landau & Lifshitz, section 37), four flips long; elliptic functions."""
    model = Model("EulerTop")
    model.world = World(g=0.0)
    model.body = Body(m=1.0, I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, w_start=[0.01, 5.0, 0.01])
    model.expose(outputs={"w": model.free.w})
    _, half, end = run(model, formulation, 20.0, 10.0, rtol=1e-13)
    np.testing.assert_allclose(half, [0.01271487063008434, 4.999993833202684, 0.010979798649284276], atol=TRAJECTORY)
    np.testing.assert_allclose(end, [0.015715217680187778, 4.999985303171727, 0.012206119595411923], atol=TRAJECTORY)


@every_formulation
def test_three_springs(formulation):
    """Modelica's MultiBody.Examples.Elementary.ThreeSprings: springs meet in a massless point; own DOP853 at 1e-11."""
    model = Model("ThreeSprings")
    model.world = World(g=9.81, n=[0, -1, 0])
    model.body = Body(m=0.8, r_CM=[0, -0.2, 0], I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.5, -0.3, 0])
    model.node = MasslessPoint(r_start=[0.3, -0.1, 0.1])
    model.spring1 = SpringDamperParallel(model.world.at([0.3, 0, 0]), model.node.frame_a, c=20, s_unstretched=0.1)
    model.spring2 = SpringDamperParallel(model.node.frame_a, model.body.frame_a, c=40, s_unstretched=0.1)
    model.spring3 = SpringDamperParallel(model.world.at([0, 0, 0.3]), model.node.frame_a, c=20, s_unstretched=0.1)
    model.position, model.velocity = PositionSensor(model.body.frame_a), VelocitySensor(model.body.frame_a)
    model.expose(outputs={"r": model.position.r, "v": model.velocity.v, "w": model.velocity.w})
    shown = run(model, formulation, 10.0, 2.0, rtol=1e-10)
    r_v_w = [0.057249875160, -0.915590728745, 0.163801009858, 0.846551898554, -0.199899490224, -0.436316983677,
             -0.653833275893, 0.0, -0.556676858764]  # fmt: skip
    np.testing.assert_allclose(shown[1], r_v_w, atol=10 * TRAJECTORY)
    r_v_w = [-0.020337999204, -0.841622355951, 0.256771706963, -0.889998349859, -0.292201426561, -0.306398519220,
             2.839368459766, 0.0, 0.583336910313]  # fmt: skip
    np.testing.assert_allclose(shown[-1], r_v_w, atol=10 * TRAJECTORY)


class Puma560:
    """The unloaded arm without motors: standard Denavit-Hartenberg parameters and masses of Armstrong et al. (1986), as in
    Corke's Robotics Toolbox; link frames are the DH frames."""

    d = [0, 0, 0.15005, 0.4318, 0, 0]
    a = [0, 0.4318, 0.0203, 0, 0, 0]
    alpha = np.array([1, 0, -1, 1, -1, 0]) * np.pi / 2
    m = [0, 17.4, 4.8, 0.82, 0.34, 0.09]
    I = [[0, 0.35, 0], [0.13, 0.524, 0.539], [0.066, 0.086, 0.0125], [0.0018, 0.0013, 0.0018], [0.0003, 0.0004, 0.0003],
         [0.00015, 0.00015, 4e-05]]  # fmt: skip
    r_CM = [[0, 0, 0], [-0.3638, 0.006, 0.2275], [-0.0203, -0.0141, 0.07], [0, 0.019, 0], [0, 0, 0], [0, 0, 0.032]]
    nominal = np.array([0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0])


def puma560():
    model, data = Model("Puma560"), Puma560
    lower = model.add("world", World(g=9.81, **DOWN)).frame_b
    for i in range(6):
        link = model.add(f"link{i + 1}", Body(m=data.m[i], r_CM=data.r_CM[i], I=data.I[i]))
        c, s = np.cos(data.alpha[i]), np.sin(data.alpha[i])
        foot = link.at([-data.a[i], -s * data.d[i], -c * data.d[i]], [1, 0, 0], -data.alpha[i])
        model.add(f"joint{i + 1}", Revolute(lower, foot, n=[0, 0, 1], phi_start=data.nominal[i]))
        lower = link.frame_a
    return model


def test_puma_gravity_load():
    state = floats(puma560(), Puma560.nominal, np.zeros(6))
    load = np.concatenate(state.inverse_dynamics(np.zeros(6)).residuals)
    np.testing.assert_allclose(load, [0, 31.639880378357113, 6.035138023010512, 0, 0.0282528, 0], atol=PUBLISHED_DIGITS)


def test_puma_mass_matrix():
    matrix, _ = floats(puma560(), Puma560.nominal, np.zeros(6)).kane
    upper = np.zeros((6, 6))
    upper[0, :4] = [2.8753454435107897, -0.4043612460415186, 0.10061364777978393, -0.0025169558280306106]
    upper[1, 1:5] = [2.0889270886357902, 0.35089066495641463, 0, 0.0023595130678948925]
    upper[2, 2:5] = [0.3609682432770396, 0, 0.0014801663885198012]
    upper[3, 3:] = [0.00174108, 0, 2.8284271247461906e-05]
    upper[4, 4], upper[5, 5] = 0.00064216, 4e-05
    np.testing.assert_allclose(matrix, upper + np.triu(upper, 1).T, atol=PUBLISHED_DIGITS)


def test_puma_inverse_dynamics():
    """Against recursive Newton-Euler in the Robotics Toolbox and Pinocchio."""
    q, v, v_dot = [0.3, -0.5, 0.7, -1.1, 0.4, 0.9], [0.5, -0.4, 0.8, 1.2, -0.7, 0.3], [1.0, -2.0, 0.5, 0.3, -0.6, 2.0]
    torques = np.concatenate(floats(puma560(), np.array(q), np.array(v)).inverse_dynamics(np.array(v_dot)).residuals)
    expected = [1.8081543444628372, 28.54929438410853, -1.5862317733810425, -7.032669672093952e-05, -0.013224804342097466,
                0.00017425133588148587]  # fmt: skip
    np.testing.assert_allclose(torques, expected, atol=PUBLISHED_DIGITS)


@every_formulation
@pytest.mark.filterwarnings("ignore:link")  # two of the published inertias are impossible
def test_puma_falls(formulation):
    """Let go without motors, after 1 s; confirmed by Pinocchio to 8e-12."""
    model = puma560()
    model.expose(outputs={joint.name: joint.phi for joint in model.of_type(Revolute)})
    q = run(model, formulation, 1.0, 1.0, rtol=1e-11)[-1]
    expected = [0.5785969776641686, -2.9357046731959726, 2.0890343653701553, 3.994886734307437, 0.015753937838755217,
                -3.5528820091039264]  # fmt: skip
    np.testing.assert_allclose(q, expected, atol=TRAJECTORY)
