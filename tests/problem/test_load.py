"""The path of a file stands for what it declares, wherever a Model is taken."""

from pathlib import Path

import numpy as np
import pytest

import mbfmu
from mbfmu.base.errors import MbfmuError
from mbfmu.problem.load import load_declared
from tests.library import FMUS
from tests.tolerances import INTEGRATION

PENDULUM = """
from mbfmu import Body, JointTorque, Model, Revolute, World
model = Model("Pendulum", stop_time=0.1)
model.world, model.rod = World(), Body(m=1.0, r_CM=[0, 0, -1.0])
model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
model.motor = JointTorque(model.pivot)
model.expose(inputs={"motor.tau": model.motor.tau}, outputs={"phi": model.pivot.phi})
"""
W = np.sqrt(9.81)  # rad/s
ASKED = {
    "simulate": (lambda of: mbfmu.simulate(of)["phi"][-1], 0.0),
    "linearize": (lambda of: mbfmu.linearize(of).modes()[0].eigenvalue.imag, W),
    "equilibrium": (lambda of: mbfmu.equilibrium(of).states["pivot.phi"], 0.0),
    "equilibrium held": (lambda of: mbfmu.equilibrium(of, hold={"pivot.phi": 0.5}, find=["motor.tau"]).found["motor.tau"].value, 9.81 * np.sin(0.5)),
    "steady_motion": (lambda of: mbfmu.steady_motion(of, {"pivot.w": 0.0}).states["pivot.phi"], 0.0),
    "modes_near": (lambda of: mbfmu.modes_near(of, count=1)[0].eigenvalue.imag, W),
    "root_locus": (lambda of: mbfmu.root_locus(of, "pivot.phi_start", [0.0, np.pi]).eigenvalues[-1].real.max(), W),
    "inverse_dynamics": (lambda of: mbfmu.inverse_dynamics(of, {"pivot.phi": 0.5})["pivot.tau"][-1], 9.81 * np.sin(0.5)),
    "inverse": (lambda of: mbfmu.simulate(mbfmu.inverse(of, ["pivot.phi"]), inputs={"pivot.phi": 0.5})["pivot.tau"][-1], 9.81 * np.sin(0.5)),
    "transition_matrix": (lambda of: np.trace(mbfmu.transition_matrix(of, 0.1).matrix), 2.0 * np.cos(0.1 * W)),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_path_stands_for_what_it_declares(tmp_path: Path, name: str):
    file = tmp_path / "pendulum.py"
    file.write_text(PENDULUM)
    asked, value = ASKED[name]
    assert asked(str(file)) == pytest.approx(value, abs=INTEGRATION)


def test_what_is_no_model_is_refused(tmp_path: Path):
    with pytest.raises(MbfmuError, match="equilibrium.py: there is no such file"):
        mbfmu.equilibrium(tmp_path / "equilibrium.py")
    with pytest.raises(MbfmuError, match="Car.fmu is an FMU already; give the .py or .urdf file that it was made of"):
        mbfmu.equilibrium(tmp_path / "Car.fmu")
    with pytest.raises(MbfmuError, match="inverse needs a Model, whose joints it knows, not BlockModel"):
        mbfmu.inverse(FMUS / "pid/model.py", ["pivot.phi"])


@pytest.mark.parametrize("where", ["robots_a", "robots_b/arms"])
def test_a_file_of_a_package_imports_from_it(tmp_path: Path, where: str, monkeypatch):
    """From beside it and from above, wherever Python is started."""
    folder = tmp_path / where
    folder.mkdir(parents=True)
    for above in (folder, *folder.parents):
        if above == tmp_path:
            break
        (above / "__init__.py").write_text("G = 9.81\n")
        (above / "parts.py").write_text("from mbfmu import Body\ndef rod(): return Body(m=1.0, r_CM=[0, 0, -1.0])\n")
    above = "." * len(Path(where).parts)
    imports = f"from .parts import rod\nfrom {above} import G\nfrom {above}parts import rod as other\n"
    (folder / "pendulum.py").write_text(imports + PENDULUM.replace("Body(m=1.0, r_CM=[0, 0, -1.0])", "rod()"))
    assert mbfmu.linearize(folder / "pendulum.py").modes()[0].eigenvalue.imag == pytest.approx(W, abs=INTEGRATION)
    monkeypatch.chdir(folder)
    (folder / "wrong.py").write_text("from .parts import rod\n\nrod(3)\n")
    with pytest.raises(MbfmuError, match="wrong.py does not run: TypeError: .* \\(line 3 of .*wrong.py\\)"):
        mbfmu.simulate("wrong.py")


@pytest.mark.parametrize("package", ["with __init__.py", "without"])
def test_packages_of_one_name_are_told_apart(tmp_path: Path, package: str):
    """Two versions of a model, each in a folder of the same name: the second is not taken for the first, nor the first, again, for the second."""
    for version, m in (("old", 1.0), ("new", 2.0)):
        folder = tmp_path / version / "versions_of_one"
        folder.mkdir(parents=True)
        if package == "with __init__.py":
            (folder / "__init__.py").touch()
        (folder / "parts.py").write_text(f"from mbfmu import Body\ndef rod(): return Body(m={m}, r_CM=[0, 0, -1.0])\n")
        (folder / "pendulum.py").write_text("from .parts import rod\n" + PENDULUM.replace("Body(m=1.0, r_CM=[0, 0, -1.0])", "rod()"))
    found = [load_declared(tmp_path / version / "versions_of_one" / "pendulum.py").rod.m.value for version in ("old", "new", "old")]
    assert found == [1.0, 2.0, 1.0]


def test_a_file_that_imports_from_a_package_that_is_not_there_is_told(tmp_path: Path):
    (tmp_path / "model.py").write_text("from .parts import rod\n")
    with pytest.raises(MbfmuError, match="model.py does not run: ModuleNotFoundError: No module named .*parts"):
        mbfmu.simulate(tmp_path / "model.py")
