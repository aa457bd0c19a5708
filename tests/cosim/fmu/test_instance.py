import zipfile
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, System, simulate_fmu, simulate_system


def test_an_fmu_without_a_binary_for_this_machine_is_named(fmus: dict[str, Path], tmp_path: Path):
    path, here = tmp_path / "NoBinary.fmu", Path.cwd()
    with zipfile.ZipFile(fmus["mass"]) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if not name.startswith("binaries/"):
                target.writestr(name, source.read(name))
    with pytest.raises(MbfmuError, match=r"mass \(.*NoBinary\.fmu\) could not instantiate: .*Cannot find shared library"):
        simulate_system(System({"mass": Component(path)}))
    assert Path.cwd() == here


def test_a_library_that_does_not_load_is_named_and_leaves_us_where_we_were(fmus: dict[str, Path], tmp_path: Path):
    path, here = tmp_path / "Broken.fmu", Path.cwd()
    with zipfile.ZipFile(fmus["mass"]) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, b"no library" if name.startswith("binaries/") else source.read(name))
    with pytest.raises(MbfmuError, match=r"mass \(.*Broken\.fmu\) could not instantiate: .*Failed to load shared library"):
        simulate_system(System({"mass": Component(path)}))
    with pytest.raises(MbfmuError, match="Failed to load shared library"):
        simulate_fmu(path)
    assert Path.cwd() == here
