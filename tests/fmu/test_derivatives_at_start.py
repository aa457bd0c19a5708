"""Derivatives of a mechanism with a loop in Initialization Mode, where some cannot be had: all others are given, driven by FMPy."""

from __future__ import annotations

from collections.abc import Iterator

import fmpy
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from mbfmu import (
    Body,
    Distance,
    JointMotionInput,
    JointTorque,
    Model,
    Prismatic,
    Revolute,
    World,
    build_native,
    build_portable,
    compile_problem,
)
from tests.fmu.native.driving import ERROR, begin, free, refused
from tests.problem.test_parameters import RHO, G, declared, swing
from tests.tolerances import ROUNDOFF

BUILT = {(build.__name__, fmi): (build, fmi) for build in (build_portable, build_native) for fmi in (2, 3)}
INTERFACES = {2: (FMU2Model, FMU2Slave), 3: (FMU3Model, FMU3Slave)}


def tied() -> Model:
    """The double pendulum of a length L whose lower end a rope holds, as long as L is."""
    model = swing(declared)
    model.rope = Distance(model.world.at([1.0, 0, -2.0]), model.bob.at([0, 0, -0.5]), s=0.6 * model.L)
    return model


@pytest.fixture(scope="module", params=BUILT.values(), ids=[f"{name}, FMI {fmi}" for name, fmi in BUILT])
def built(request, tmp_path_factory) -> tuple:
    build, fmi = request.param
    path = build(compile_problem(tied()), tmp_path_factory.mktemp("swing"), fmi)
    return fmi, fmpy.read_model_description(path), fmpy.extract(path, tmp_path_factory.mktemp("unzipped"))


@pytest.fixture(params=[0, 1], ids=["Model Exchange", "Co-Simulation"])
def fmu(request, built) -> Iterator:
    """An instance in Initialization Mode, which keeps what it logs."""
    fmi, description, folder = built
    fmu = INTERFACES[fmi][request.param](
        guid=description.guid if fmi == 2 else description.instantiationToken, unzipDirectory=str(folder), modelIdentifier="Swing", instanceName="it"
    )
    fmu.instantiate()
    begin(fmu)
    yield fmu
    free(fmu)


@pytest.fixture
def reference(built) -> dict[str, int]:
    return {v.name: v.valueReference for v in built[1].modelVariables}


def test_seeds_that_leave_the_impossible_known_alone_are_answered(fmu, reference) -> None:
    """As environments ask that name all knowns and move one of them."""
    unknowns, tau, L = [reference["phi"], reference["f"], reference["der(pivot.w)"]], reference["tau"], reference["L"]
    alone = fmu.getDirectionalDerivative(unknowns, [tau], [1.0])
    assert alone[-1] != 0.0
    assert fmu.getDirectionalDerivative(unknowns, [L, tau], [0.0, 1.0]) == alone
    assert refused(fmu.getDirectionalDerivative, unknowns, [L, tau], [1.0, 1.0]) == ERROR
    assert fmu.getDirectionalDerivative(unknowns, [tau], [1.0]) == alone


def test_calculated_parameters_do_not_wait_for_the_start(fmu, reference) -> None:
    """The rod's mass is rho L."""
    assert fmu.getDirectionalDerivative([reference["rod.m"]], [reference["L"]], [1.0]) == pytest.approx([RHO], rel=ROUNDOFF)
    assert refused(fmu.getDirectionalDerivative, [reference["rod.m"], reference["phi"]], [reference["L"]], [1.0]) == ERROR


@pytest.mark.parametrize("fmu", [0], indirect=True)
def test_adjoint_derivatives_do_the_same(built, fmu, reference) -> None:
    """FMI 3 alone has them; FMI 2 is asked by tangents."""
    unknowns, knowns = [reference["rod.m"], reference["phi"]], [reference["L"], reference["tau"]]
    if built[0] == 2:
        assert fmu.getDirectionalDerivative([reference["rod.m"]], knowns, [1.0, 0.0]) == pytest.approx([RHO], rel=ROUNDOFF)
        return
    assert fmu.getAdjointDerivative(unknowns, knowns, [1.0, 0.0], 2) == pytest.approx([RHO, 0.0], rel=ROUNDOFF)
    assert refused(fmu.getAdjointDerivative, unknowns, knowns, [1.0, 1.0], 2) == ERROR
    assert fmu.getAdjointDerivative(unknowns, [reference["tau"]], [1.0, 1.0], 1) == [0.0]


def lifted() -> Model:
    """A cart at a height that an input prescribes, and a rod that hangs on it, with a torque between them."""
    model = Model("Lifted")
    model.world = World(g=G)
    model.cart, model.rod = Body(m=3.0), Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    model.guide = Prismatic(model.world.frame_b, model.cart.frame_a, n=[0, 0, 1])
    model.hinge = Revolute(model.cart.frame_a, model.rod.frame_a, n=[0, 1, 0], phi_start=1.0)
    model.drive, model.torque = JointMotionInput(model.guide), JointTorque(model.hinge)
    model.expose(inputs={"height": model.drive.s, "tau": model.torque.tau}, outputs={"s": model.guide.s, "phi": model.hinge.phi})
    return model


@pytest.mark.parametrize("fmi", [2, 3])
def test_inputs_that_drive_no_constraint_have_derivatives_beside_one_that_does(fmi: int, tmp_path) -> None:
    """The cart cannot give way to the torque, so the rod turns about it with m r^2 + I."""
    path = build_portable(compile_problem(lifted()), tmp_path, fmi)
    description = fmpy.read_model_description(path)
    of = {v.name: v.valueReference for v in description.modelVariables}
    token = description.guid if fmi == 2 else description.instantiationToken
    fmu = INTERFACES[fmi][0](guid=token, unzipDirectory=fmpy.extract(path, tmp_path / "at"), modelIdentifier="Lifted", instanceName="it")
    fmu.instantiate()
    begin(fmu)
    unknowns = [of["der(hinge.w)"], of["phi"], of["s"]]
    expected = pytest.approx([1.0 / (0.5**2 + 0.1), 0.0, 0.0], abs=ROUNDOFF)
    assert fmu.getDirectionalDerivative(unknowns, [of["tau"]], [1.0]) == expected
    assert fmu.getDirectionalDerivative(unknowns, [of["height"], of["tau"]], [0.0, 1.0]) == expected
    assert refused(fmu.getDirectionalDerivative, unknowns, [of["height"], of["tau"]], [1.0, 1.0]) == ERROR
    assert fmu.getDirectionalDerivative(unknowns, [of["tau"]], [1.0]) == expected
    free(fmu)
