"""`mbfmu info` of models and of FMUs."""

import zipfile
from pathlib import Path

from tests.command_line import ARM, FMUS, result, run


def test_build_info_and_simulate_an_fmu(tmp_path):
    built = result("build", FMUS / "quarter_car/model.py", "-o", tmp_path)["fmus"]
    assert built == [str(tmp_path / "QuarterCar.fmu")]
    assert result("info", built[0])["fmi_version"] == "2.0"
    written = result("simulate", built[0], "--stop", 0.5, "-o", tmp_path, "--no-plot")
    assert list(written) == ["csv"]


def test_a_model_and_its_fmu_are_listed_alike(thrown: Path, tmp_path: Path):
    model = result("info", thrown)
    fmu = result("info", *result("build", thrown, "-o", tmp_path)["fmus"])
    fmi2 = {
        "fmi_version": "2.0",
        "kinds": ["Co-Simulation"],
        "platforms": fmu["platforms"],
        "made": "interpreted",
        "pictures": "poses of 1 part, for mbfmu view",
        "integrator": "",
    }
    listed = fmu["variables"][: len(model["variables"])]  # states, their derivatives and time follow
    assert {**model, **fmi2} == {**fmu, "variables": listed} and "linux64" in fmu["platforms"]
    assert [(v["name"], v["unit"]) for v in fmu["variables"] if v["causality"] == "output"] == [(f"r[{i}]", "m") for i in (1, 2, 3)]
    assert {v["name"]: v["start"] for v in fmu["variables"]}["ball.m"] == 1.0
    assert (fmu["stop_time"], fmu["step_size"]) == (10.0, 0.01)
    assert "from 0 s to 10 s in steps of 0.01 s, integrated by dormand_prince" in run("info", thrown).stdout


def test_many_variables_are_lines(tmp_path: Path):
    """A table of 20,000 would take half a minute to be fitted to a terminal."""
    count = 4000
    listed = "".join(f'<Float64 name="number_{i}" valueReference="{i}" causality="output" description="[b]"/>' for i in range(count))
    with zipfile.ZipFile(tmp_path / "many.fmu", "w") as archive:
        root = '<fmiModelDescription fmiVersion="3.0" modelName="Many" instantiationToken="1"><CoSimulation modelIdentifier="Many"/>'
        archive.writestr("modelDescription.xml", f"{root}<ModelVariables>{listed}</ModelVariables></fmiModelDescription>")
    shown = run("info", tmp_path / "many.fmu").stdout.splitlines()
    assert shown[-1].split() == [f"number_{count - 1}", "output", "[b]"] and shown[-count - 1].split()[0] == "variable"


def test_a_robot_may_float(tmp_path: Path):
    arm = tmp_path / "arm.URDF"
    arm.write_bytes(ARM.read_bytes())
    fixed, floating = (result("info", arm, *flag)["variables"] for flag in ((), ("--floating",)))
    assert len(floating) > len(fixed)
