"""What every example of co-simulation has: scripts, its system as SSP, expected motion, and a README that names them; what its run writes."""

import re
import runpy
import sys
import zipfile
from pathlib import Path

import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import open_system

EXAMPLES = library_file("cosim_examples/excavator/system.py").parents[1]
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir() if folder.is_dir())
QUICK = "two_mass_oscillator"
STARTED = """    <ssd:ParameterBindings>
      <ssd:ParameterBinding source="resources/start.ssv"/>
    </ssd:ParameterBindings>
"""


@pytest.mark.parametrize("name", NAMES)
def test_its_files_are_there_and_its_readme_names_them(name: str):
    folder = EXAMPLES / name
    files, readme = {file.name for file in folder.iterdir() if file.is_file()} - {"README.md"}, (folder / "README.md").read_text()
    assert files >= {"run.py", "system.py", "system.ssd", "expected.csv", "convergence.py"}
    assert [file for file in files if f"`{file}`" not in readme] == []
    assert f"`results/{name}.ssp`" in readme and ("--view" in readme or "mbfmu demo" in readme)  # which make the page on which it moves


@pytest.mark.parametrize("name", NAMES)
def test_its_pictures_are_there(name: str):
    pictures = re.findall(r"!\[.+\]\((.+)\)", (EXAMPLES / name / "README.md").read_text())
    assert pictures and all((EXAMPLES / name / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name == QUICK else pytest.mark.slow) for name in NAMES])
def test_its_run_gives_a_result_and_the_system_for_other_tools(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """No run is called an oscillation."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES / name)
    monkeypatch.delitem(sys.modules, "system", raising=False)
    try:
        runpy.run_path(str(EXAMPLES / name / "run.py"))
        declared = vars(sys.modules["system"])["system"]
    finally:
        sys.modules.pop("system", None)
    assert [message for message in caplog.messages if "oscillat" in message] == []
    assert all((tmp_path / "results" / f"{name}.{ending}").is_file() for ending in ("csv", "png"))
    with open_system(tmp_path / "results" / f"{name}.ssp") as packed:
        for said in ("connections", "step_size", "stop_time", "method"):
            assert getattr(packed, said) == getattr(declared, said)
        assert packed.inputs.keys() == declared.inputs.keys()
    structure = (EXAMPLES / name / "system.ssd").read_text()
    assert (tmp_path / "results" / "system.ssd").read_text() == structure
    assert zipfile.Path(tmp_path / "results" / f"{name}.ssp", "SystemStructure.ssd").read_text().replace(STARTED, "") == structure
