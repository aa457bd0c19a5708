"""What ports with interface mass feel of the forces of others: as inputs are set at the start, and of the last step from then on.

A cart carries another one, and each is pushed through a port. Without its own force the lower one is accelerated by -f / m, with the upper one's f.
So is the upper one along its way on the lower one, by the lower one's force.
"""

from pathlib import Path

import fmpy
import pytest

from mbfmu import Body, JointForce, Model, Prismatic, World, build_fmu, build_native, build_portable
from mbfmu.check import check_fmu
from mbfmu.check.base import FALSE, TRUE
from tests.tolerances import BALANCE, ROUNDOFF

m, HELD = 2.0, 5.0  # kg, N: of the lower cart, and its start value of the upper one's force
KINDS = {
    "interpreted": lambda model, folder: build_fmu(model, folder),
    "portable, FMI 2": lambda model, folder: build_portable(model, folder, 2),
    "portable, FMI 3": lambda model, folder: build_portable(model, folder, 3),
}
CLAIMS = {"dependencies complete", "initial dependencies complete", "directional derivatives", "comparison with Model Exchange"}
CLAIMS |= {"rollback in process", "reset equals a new instance"}
every_kind = pytest.mark.parametrize("build", KINDS.values(), ids=KINDS)


def carts() -> Model:
    model = Model("Carts")
    model.world, model.lower, model.upper = World(g=0.0), Body(m=m), Body(m=1.0)
    model.slide = Prismatic(model.world.frame_a, model.lower.frame_a, n=[1, 0, 0])
    model.guide = Prismatic(model.lower.frame_a, model.upper.frame_a, n=[1, 0, 0])
    model.first, model.second = JointForce(model.slide), JointForce(model.guide)
    model.expose(ports={"first": model.first, "second": model.second}, interface_mass=True, start={"second.f": HELD})
    return model


class Asked:
    """An FMU in Initialization Mode, through one of its interfaces, with variables by name."""

    def __init__(self, path: Path, folder: Path, interface: str):
        self.description = fmpy.read_model_description(path)
        self.fmu = fmpy.instantiate_fmu(fmpy.extract(path, folder / "unzipped"), self.description, interface)
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.is_2 = self.description.fmiVersion.startswith("2")
        self.initialize()

    def initialize(self) -> None:
        if self.is_2:
            self.fmu.setupExperiment()
        self.fmu.enterInitializationMode()

    def push(self, **forces: float) -> None:
        references = [self.references[f"{port}.f"] for port in forces]
        (self.fmu.setReal if self.is_2 else self.fmu.setFloat64)(references, list(forces.values()))

    def free(self, port: str) -> float:
        return (self.fmu.getReal if self.is_2 else self.fmu.getFloat64)([self.references[f"{port}.a_free"]])[0]


@every_kind
def test_it_follows_inputs_until_initialization_ends(build, tmp_path):
    """And from then on it is that of the last step, since outputs say that they do not depend on inputs at once."""
    asked = Asked(build(carts(), tmp_path), tmp_path, "CoSimulation")
    assert asked.free("first") == pytest.approx(-HELD / m, rel=ROUNDOFF)
    for f in (3.0, 7.0):
        asked.push(first=2 * f, second=f)
        assert (asked.free("first"), asked.free("second")) == pytest.approx((-f / m, -2 * f / m), rel=ROUNDOFF)
    asked.fmu.exitInitializationMode()
    saved = asked.fmu.getFMUState()
    asked.push(second=1.0)
    assert asked.free("first") == pytest.approx(-7.0 / m, rel=ROUNDOFF)
    asked.fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=1e-3)
    assert asked.free("first") == pytest.approx(-1.0 / m, rel=ROUNDOFF)
    asked.fmu.setFMUState(saved)
    assert asked.free("first") == pytest.approx(-7.0 / m, rel=ROUNDOFF)
    asked.fmu.reset()
    asked.initialize()
    assert asked.free("first") == pytest.approx(-HELD / m, rel=ROUNDOFF)


@pytest.mark.parametrize("fmi", [2, 3])
def test_in_model_exchange_it_is_that_of_the_last_step_of_the_integrator(fmi: int, tmp_path):
    """What is set before the first one is felt, too."""
    asked = Asked(build_portable(carts(), tmp_path, fmi), tmp_path, "ModelExchange")
    asked.push(second=3.0)
    assert asked.free("first") == pytest.approx(-3.0 / m, rel=ROUNDOFF)
    asked.fmu.exitInitializationMode()
    asked.push(second=7.0)
    (asked.fmu.newDiscreteStates if fmi == 2 else asked.fmu.updateDiscreteStates)()
    asked.fmu.enterContinuousTimeMode()
    assert asked.free("first") == pytest.approx(-7.0 / m, rel=ROUNDOFF)
    asked.push(second=1.0)
    assert asked.free("first") == pytest.approx(-7.0 / m, rel=ROUNDOFF)
    asked.fmu.completedIntegratorStep()
    assert asked.free("first") == pytest.approx(-1.0 / m, rel=ROUNDOFF)


@pytest.mark.parametrize("fmi", [2, 3])
def test_the_description_says_so(fmi: int, tmp_path):
    """Initial unknowns depend on what is felt, and derivatives by it are known; outputs do not depend on it."""
    asked = Asked(build_portable(carts(), tmp_path, fmi), tmp_path, "CoSimulation")
    structure = asked.description.initialUnknowns, asked.description.outputs
    initial, outputs = ({v.name for u in of if u.variable.name == "first.a_free" for v in u.dependencies} for of in structure)
    assert "second.f" in initial and not {"first.f", "second.f"} & outputs
    unknown, known = ([asked.references[name]] for name in ("first.a_free", "second.f"))
    assert asked.fmu.getDirectionalDerivative(unknown, known, [1.0]) == pytest.approx([-1 / m], rel=BALANCE)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_what_the_description_claims_is_true(fmi: int, tmp_path):
    """Co-Simulation tells the same as Model Exchange."""
    pytest.importorskip("ziglang")
    findings = check_fmu(build_native(carts(), tmp_path, fmi))
    true, false = ({f.capability for f in findings if f.outcome == outcome} for outcome in (TRUE, FALSE))
    assert CLAIMS <= true and not false
