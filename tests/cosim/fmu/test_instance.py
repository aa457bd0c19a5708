import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from fmpy.fmi2 import FMU2Slave

from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, System, simulate_fmu, simulate_system


def test_an_fmu_without_a_binary_for_this_machine_is_named(fmus: dict[str, Path], tmp_path: Path):
    path, here = tmp_path / "NoBinary.fmu", Path.cwd()
    with zipfile.ZipFile(fmus["mass"]) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if not name.startswith("binaries/"):
                target.writestr(name, source.read(name))
    with pytest.raises(MbfmuError, match="mass could not instantiate: .*Cannot find shared library"):
        simulate_system(System({"mass": Component(path)}))
    assert Path.cwd() == here


def test_a_library_that_does_not_load_is_named_and_leaves_us_where_we_were(fmus: dict[str, Path], tmp_path: Path):
    path, here = tmp_path / "Broken.fmu", Path.cwd()
    with zipfile.ZipFile(fmus["mass"]) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, b"no library" if name.startswith("binaries/") else source.read(name))
    with pytest.raises(MbfmuError, match="mass could not instantiate: .*Failed to load shared library"):
        simulate_system(System({"mass": Component(path)}))
    with pytest.raises(MbfmuError, match="Failed to load shared library"):
        simulate_fmu(path)
    assert Path.cwd() == here


def test_a_step_takes_one_call_for_all_inputs_and_one_for_all_outputs(oscillator: System, monkeypatch: pytest.MonkeyPatch):
    counts, call = [], FMU2Slave._call
    for steps in (10, 20):
        count: Counter[str] = Counter()
        monkeypatch.setattr(FMU2Slave, "_call", lambda fmu, name, *given, of=count: of.update([(fmu.instanceName, name)]) or call(fmu, name, *given))
        simulate_system(replace(oscillator, step_size=1e-3, stop_time=steps * 1e-3), show_progress=False)
        counts.append(count)
    each = {name: number for (fmu, name), number in (counts[1] - counts[0]).items() if fmu == "mass"}
    assert each == dict.fromkeys(("fmi2SetReal", "fmi2DoStep", "fmi2GetReal"), 10)
