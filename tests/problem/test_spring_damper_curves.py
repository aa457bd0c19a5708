"""A mass on a spring and a damper that are given by curves, against SciPy on the same curves."""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import PchipInterpolator

from mbfmu import Body, EnergyError, LookupTable, Model, Prismatic, World, simulate
from mbfmu.model.elements.forces import SpringDamperCurves
from tests.tolerances import INTEGRATION

X, F = np.array([-0.1, 0.0, 0.1, 0.25, 0.3]), np.array([-100.0, 0.0, 150.0, 600.0, 1200.0])
V, D = np.array([-2.0, -0.5, 0.0, 0.5, 2.0]), np.array([-60.0, -40.0, 0.0, 15.0, 30.0])
M, G, FREE = 8.0, 9.81, 0.8


def mass_on(spring: LookupTable, damper: LookupTable) -> Model:
    model = Model("OnCurves")
    model.world, model.mass = World(g=G), Body(m=M)
    model.rail = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1], s_start=0.7, v_start=-1.0)
    model.strut = SpringDamperCurves(model.world.frame_b, model.mass.frame_a, spring=spring, damper=damper, s_unstretched=FREE)
    model.energy = EnergyError()
    model.expose(outputs={"s": model.rail.s, "f": model.strut.f, "error": model.energy.error})
    return model


def test_it_moves_as_by_scipy_and_keeps_energy():
    """Smooth curves, so that both integrators keep their order."""
    spring, damper = PchipInterpolator(X, F), PchipInterpolator(V, D)
    acceleration = lambda s, v: (spring(FREE - s) + damper(-v)) / M - G
    run = simulate(mass_on(LookupTable(X, F, smooth=True), LookupTable(V, D, smooth=True)), 1.0, 0.05, rtol=1e-10)
    theirs = solve_ivp(lambda t, y: [y[1], acceleration(*y)], (0.0, 1.0), [0.7, -1.0], "DOP853", run["time"], rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(run["s"], theirs.y[0], atol=INTEGRATION)
    np.testing.assert_allclose(run["f"], -M * (G + acceleration(*theirs.y)), atol=1e3 * INTEGRATION)
    assert np.abs(run["error"]).max() < 100 * INTEGRATION and np.ptp(run["s"]) > 0.05


def test_a_damper_that_drives_is_refused():
    found = mass_on(LookupTable(X, F), LookupTable(V, [-60.0, -40.0, 0.0, 15.0, -30.0])).problems()
    assert len(found) == 1 and found[0].startswith("strut.damper gives -30 N at 2 m/s: a damper opposes the motion")
