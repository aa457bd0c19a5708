"""The Python in the README, run in the order in which a reader meets it."""

import os
import re
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import build_fmu
from mbfmu.fmu.native_fmu import build_native
from mbfmu.library import library_file
from mbfmu.load import load_problem
from tests.tolerances import INTEGRATION

README = Path(__file__).parent.parent / "README.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the reader works: with the FMUs that the README's commands have made."""
    folder = tmp_path_factory.mktemp("reader")
    load = lambda name: load_problem(library_file(f"fmus/{name}/model.py"))
    build_native(load("crane"), folder / "out")
    for name in ("crane", "hydraulics"):
        build_fmu(load(name), folder / "mbfmu_demo/resources")
    for name in ("Median", "Motor"):
        (folder / f"{name.lower()}.py").write_text(next(snippet for snippet in SNIPPETS if f"class {name}:" in snippet))
    return folder


def test_every_snippet_runs(folder):
    names: dict = {}
    before = Path.cwd()
    os.chdir(folder)
    try:
        for snippet in SNIPPETS:
            exec(compile(snippet, "README.md", "exec"), names)
    finally:
        os.chdir(before)
    assert len(SNIPPETS) >= 6
    assert (folder / "out/Boom.fmu").is_file() and (folder / "out/Crane.fmu").is_file() and (folder / "crane.ssp").is_file()
    assert fmpy.simulate_fmu(folder / "out/Median.fmu", start_values={"measured": 0.3}, stop_time=0.02)["filtered"].tolist() == [0.2, 0.3, 0.3]
    t = names["switched_on"]["time"]
    assert names["switched_on"]["torque"] == pytest.approx(0.05 * 24 * (1 - np.exp(-500 * t)), abs=INTEGRATION)
    assert len(names["result"]["time"]) == 2001  # of the co-simulation, the last snippet
