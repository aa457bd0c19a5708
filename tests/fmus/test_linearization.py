"""Every model of fmus/ linearized, beside central differences of its FMU's own derivatives."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu.analysis.instant.drive import InputDriver
from mbfmu.analysis.linearize.linearize import derivatives, independent_system, linearized
from mbfmu.cosim import linearize_fmu as of_fmu
from mbfmu.engine.instance import Instance
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.problem.codegen.variables import scalars
from tests.library import EXPERIMENTS, problem_of
from tests.tolerances import FMU_DIFFERENCES

QUICK = ("crane", "quarter_car")
MOVING_ON = {"biped", "kneed_walker", "rolling_disk"}  # whose linear system at the start has no constant coefficients: it is refused
KINKED = {"rover_wheel"}  # whose shear has another slope to each side of its start without slip
# Where second derivatives jump at the start, at a point of a map or without camber, differences are of first order: beside it they are of second.
# So it is where friction begins to slide. A brake takes no torque below zero, so at zero it has no derivative.
BRAKED = {f"brake_{wheel}": 10.0 for wheel in ("FL", "FR", "RL", "RR")}
BESIDE = {
    "engine": {"throttle": 0.31, "shaft.w": 10.3},
    "magic_formula_tire": {"hub.rot.e1": 0.02},
    "full_car_on_tires": BRAKED,
    "truck": BRAKED,
    "stick_slip_belt": {"free.v_start[1]": 0.2},
    "quadruped": {"floating_base.v_start[1]": 0.2},
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in EXPERIMENTS if name not in MOVING_ON | KINKED]
)
def test_matrices_are_those_of_the_fmu_by_differences(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In the independent states of the model; outputs that are sizes of what is zero have no derivative there."""
    monkeypatch.setattr(of_fmu, "differentiates", lambda *_: False)  # what the FMU says of its derivatives is not asked
    experiment, instance = EXPERIMENTS[name], Instance(problem_of(name))
    values = {**experiment.values, **BESIDE.get(name, {})}
    InputDriver(instance, values, {})
    instance.initialize()
    found = linearized(instance)
    small, system, kept = independent_system(instance, derivatives(instance, "x", instance.buffers["x"].size)[0], None)
    by_fmu = of_fmu.linearize_fmu(build_portable(problem_of(name), tmp_path), values)
    inputs, outputs = ([getattr(by_fmu, of).index(one) for one in getattr(found, of)] for of in ("inputs", "outputs"))
    smooth = [i for i, one in enumerate(found.outputs) if one.split("[")[0] not in experiment.errors]
    rates, C = small.rows @ by_fmu.A + small.turning, by_fmu.C[outputs]
    driven = small.by_inputs[:, [s.ref.start for s in scalars(instance.problem) if s.ref.slot == "u" and s.name in found.inputs]]
    expected = {
        "A": (rates @ small.columns)[np.ix_(kept, kept)],
        "B": (small.rows @ by_fmu.B[:, inputs] + rates @ driven)[kept],
        "C": (C @ small.columns)[np.ix_(smooth, kept)],
        "D": (by_fmu.D[np.ix_(outputs, inputs)] + C @ driven)[smooth],
    }
    for part, by_differences in expected.items():
        exact = getattr(found, part)[smooth] if part in "CD" else getattr(found, part)
        allowed = FMU_DIFFERENCES * np.maximum(1.0, np.abs(exact).max(axis=1, initial=0.0, keepdims=True))
        assert (np.abs(exact - by_differences) <= allowed).all(), part
