"""A wheel brings the engine: where it is installed, nothing needs a compiler."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from math import pi, sin, sqrt
from pathlib import Path
from shutil import copytree, ignore_patterns
from sysconfig import get_path

import pytest
from scipy.special import ellipk

import mbfmu
from mbfmu.engine.compile import present
from mbfmu.engine.library_files import SOURCES, library_name
from tests.tolerances import FMU_INTEGRATION, INTEGRATION

pytestmark = pytest.mark.slow
ROOT = Path(mbfmu.__file__).parents[1]
PIP = (sys.executable, "-m", "pip")
LENGTH, G, AMPLITUDE = 0.7, 9.81, 1.2  # m, m/s2, rad from where it hangs
MODEL = f"""
from mbfmu import Body, Model, Revolute, World

model = Model("Swing")
model.world = World(g={G})
model.bob = Body(m=2.0, r_CM=[{LENGTH}, 0, 0])
model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], phi_start={pi / 2 - AMPLITUDE})
model.expose(outputs={{"phi": model.pivot.phi}})
"""
RUN = """
import importlib.util, json, sys
import fmpy, mbfmu
from swing import model
half = float(sys.argv[1])
simulated = mbfmu.simulate(model, half, half)
run = fmpy.simulate_fmu("Swing.fmu", stop_time=half, output_interval=half)
print(json.dumps([importlib.util.find_spec("ziglang") is None, simulated["phi"][-1], run["phi"][-1]]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip wheel .` makes."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*PIP, "wheel", "-q", "--no-deps", "-w", folder, ROOT], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture
def python(wheel: Path, tmp_path: Path) -> Path:
    """The Python of an environment with the wheel, and all packages of this one but ziglang."""
    folder = tmp_path / "environment"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    packages = Path(subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True).strip())
    for entry in Path(get_path("purelib")).iterdir():
        if not entry.name.startswith(("ziglang", "mbfmu", "_mbfmu", "pip", "__")):
            (packages / entry.name).symlink_to(entry)
    subprocess.run([*PIP, "--python", python, "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    return python


@pytest.fixture
def hatchling(tmp_path: Path) -> Path:
    """The Python of an environment with what builds wheels, but no compiler."""
    venv.create(tmp_path / "environment", symlinks=True)
    python = tmp_path / "environment" / "bin" / "python"
    subprocess.run([*PIP, "--python", python, "install", "-q", "hatchling", "filelock"], check=True)
    return python


def run(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess:
    """Run this Python in `folder`, with a cache that is empty at first."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run([python, *words], cwd=folder, env=environment, capture_output=True, text=True)


def test_what_is_in_it(wheel: Path):
    """The libraries of this machine, and the C files that native FMUs are compiled of; it installs on such machines, with any Python."""
    names = zipfile.ZipFile(wheel).namelist()
    held = [Path(name).name for name in names if name.startswith("mbfmu/engine/binaries/")]
    assert sorted(held) == sorted(library_name(kind, present()) for kind in SOURCES)
    assert {"mbfmu/engine/c/core/instance.c", "mbfmu/engine/c/fmi/fmi3_interface.h"} <= {*names}
    assert wheel.name.split("-")[2:4] == ["py3", "none"] and not wheel.stem.endswith("-any")


def test_it_works_without_a_compiler(python: Path, tmp_path: Path):
    """A pendulum without friction reaches the other side in half its period 4 K(sin(a/2)) sqrt(l/g): simulated, and in FMPy as a portable FMU."""
    (tmp_path / "swing.py").write_text(MODEL)
    built = run(python, tmp_path, "-m", "mbfmu", "build", "swing.py", "--portable")
    assert built.returncode == 0, built.stderr
    half = 2 * ellipk(sin(AMPLITUDE / 2) ** 2) * sqrt(LENGTH / G)
    done = run(python, tmp_path, "-c", RUN, str(half))
    assert done.returncode == 0, done.stderr
    without_compiler, simulated, in_fmpy = json.loads(done.stdout)
    assert without_compiler
    assert simulated == pytest.approx(pi / 2 + AMPLITUDE, abs=INTEGRATION)
    assert in_fmpy == pytest.approx(pi / 2 + AMPLITUDE, abs=FMU_INTEGRATION)
    assert not list(tmp_path.glob("cache/mbfmu/*"))


def test_other_sources_than_its_libraries_are_made_of_are_told(python: Path, tmp_path: Path):
    (tmp_path / "swing.py").write_text(MODEL)
    places = run(python, tmp_path, "-c", "from mbfmu.engine.sources import C; print(C)")
    with (Path(places.stdout.strip()) / "core" / "instance.c").open("a") as file:
        file.write("/* changed */")
    refused = run(python, tmp_path, "-m", "mbfmu", "simulate", "swing.py")
    assert refused.returncode == 1
    missing = f"the engine, which this installation lacks for {present()}, is compiled by the package ziglang, which is missing"
    assert f'{missing}: pip install "mbfmu[native]"' in refused.stderr


@pytest.mark.parametrize("asked", [{}, {"MBFMU_PLATFORMS": "all"}], ids=["here", "release"])
def test_where_nothing_can_compile(hatchling: Path, tmp_path: Path, asked: dict[str, str]):
    """A wheel for oneself is built without libraries, with a warning; for a release there is none."""
    tree = copytree(ROOT, tmp_path / "tree", ignore=ignore_patterns(".*", "binaries", "tests", "out"))
    words = [*PIP, "--python", hatchling, "wheel", "-v", "--no-deps", "--no-build-isolation", "-w", tmp_path, tree]
    done = subprocess.run(words, env=os.environ | asked, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert 'the engine is compiled by the package ziglang, which is missing: pip install "mbfmu[native]"' in done.stdout
    assert ("the wheel is built without the engine's libraries, which are then compiled at first use" in done.stdout) == (not asked)
    held = [name for wheel in tmp_path.glob("*-py3-none-any.whl") for name in zipfile.ZipFile(wheel).namelist()]
    assert ("mbfmu/engine/c/core/instance.c" in held) == (not asked)
    assert not [name for name in held if "/binaries/" in name]
