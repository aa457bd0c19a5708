"""Light parts that swing freely on heavy parts that are driven: what is driven has a given motion, so its mass cannot matter."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, Model, Prismatic, Revolute, SineJointMotion, World, build_portable, simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.compile import compile_problem

from ..tolerances import FMU_INTEGRATION, INTEGRATION, ROUNDOFF

G, AMPLITUDE, STOP = 9.81, 0.1, 3.0
MASSES = [1.0, 1e6, 1e12]
ACROSS, ALONG = [1, 0, 0], [0, 0, 1]


def swinging(m: float, formulation: str, n: list[int] = ACROSS, frequency: float = 1.0, phi: float = 1.0) -> Model:
    """A bob of 1 kg on a rod of 1 m under a slide of m [kg] that swings along n; `phi` [rad] from straight down."""
    model = Model("Swinging", stop_time=STOP, formulation=formulation)
    model.world, model.slide = World(g=G), Body(m=m)
    model.bob = Body(m=1.0, r_CM=[0, 0, -1], I=[0, 0, 0])
    model.rail = Prismatic(model.world.frame_b, model.slide.frame_a, n=n)
    model.pin = Revolute(model.slide.frame_a, model.bob.frame_a, n=[0, -1, 0], phi_start=phi, w_start=0.0, q_fixed=True, v_fixed=True)
    model.drive = SineJointMotion(model.rail, amplitude=AMPLITUDE, frequency=frequency)
    model.expose(outputs={"phi": model.pin.phi})
    return model


def exact(times: np.ndarray, n: list[int] = ACROSS, frequency: float = 1.0, phi: float = 1.0) -> np.ndarray:
    """phi'' = -((g + z'') sin phi + x'' cos phi) / l by SciPy, where the pin moves by x or z."""
    omega = 2.0 * np.pi * frequency
    x, z = n[0], n[2]

    def rates(t: float, y: np.ndarray) -> list[float]:
        a = -AMPLITUDE * omega**2 * np.sin(omega * t)
        return [y[1], -(G + z * a) * np.sin(y[0]) - x * a * np.cos(y[0])]

    return solve_ivp(rates, (0.0, times[-1]), [phi, 0.0], t_eval=times, method="DOP853", rtol=1e-13, atol=1e-15).y[0]


@pytest.mark.parametrize("m", MASSES)
@pytest.mark.parametrize("formulation", ["articulated_body", "kane", "newton_euler", "udwadia_phohomsiri"])
def test_the_mass_of_a_driven_slide_moves_no_pendulum(m: float, formulation: str) -> None:
    """At the default tolerance, which is 1e-9."""
    found = simulate(swinging(m, formulation), interval=0.1)
    assert found["phi"] == pytest.approx(exact(found["time"]), abs=INTEGRATION)


@pytest.mark.parametrize("m", MASSES)
def test_a_pendulum_that_its_pivot_holds_upright_keeps_to_a_small_angle(m: float) -> None:
    """Kapitza's pendulum: the pivot shakes upright at 20 Hz, and the bob stays within 1e-4 rad of upside down."""
    drive = {"n": ALONG, "frequency": 20.0, "phi": np.pi - 1e-4}
    found = simulate(swinging(m, "articulated_body", **drive), interval=0.1, rtol=1e-12)
    assert np.ptp(found["phi"]) > 1e-4
    assert found["phi"] - np.pi == pytest.approx(exact(found["time"], **drive) - np.pi, abs=ROUNDOFF)


@pytest.mark.parametrize("m", MASSES)
def test_runs_that_are_saved_and_co_simulated_swing_alike(m: float, tmp_path: Path) -> None:
    running = Instance(compile_problem(swinging(m, "articulated_body")))
    running.initialize()
    running.advance(0.5 * STOP, 1e-9)
    state = running.save()
    for _ in range(2):
        running.restore(state)
        running.advance(STOP, 1e-9)
        assert running.get("phi") == pytest.approx(exact(np.array([0.0, STOP]))[-1], abs=INTEGRATION)
    fmu = str(build_portable(swinging(m, "articulated_body"), tmp_path))
    for interface in ("CoSimulation", "ModelExchange"):
        found = fmpy.simulate_fmu(fmu, fmi_type=interface, stop_time=STOP, output_interval=0.1, relative_tolerance=1e-9)
        assert found["phi"] == pytest.approx(exact(found["time"]), abs=FMU_INTEGRATION)
