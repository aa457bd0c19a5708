"""The engine's libraries: the package's own first, then those compiled before, then ziglang; where none of these is there, that is reported."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import filelock
import pytest

import mbfmu
from mbfmu.base.errors import MbfmuError
from mbfmu.engine import compile as compiling
from mbfmu.engine import library, library_files
from mbfmu.engine.compile import present
from mbfmu.engine.library_files import SOURCES, compile_into, library_name
from mbfmu.engine.sources import C

ROOT = Path(mbfmu.__file__).parents[1]
WITHOUT_PACKAGES = """
import sys
from types import ModuleType
package = sys.modules["mbfmu"] = ModuleType("mbfmu")
package.__path__ = [sys.argv[1]]
sys.path.append(sys.argv[3])
from mbfmu.engine.library_files import SOURCES, library_name
print(*(library_name(kind, sys.argv[2]) for kind in SOURCES))
"""
FIRST_USE = """
import ctypes, sys
from pathlib import Path
from mbfmu.engine import library
from mbfmu.engine.compile import present
library.BINARIES, library.user_cache_path = Path("nowhere"), lambda _: Path(sys.argv[1])
ctypes.CDLL(library.library_file("handle", present())).handle_load
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the package's libraries, empty, and beside it an empty cache. What compiles gives "compiled"."""
    monkeypatch.setattr(library, "BINARIES", tmp_path / "package")
    monkeypatch.setattr(library, "user_cache_path", lambda _: tmp_path / "cache")
    monkeypatch.setattr(library_files, "compile_all", lambda made_of, wanted, progress: dict.fromkeys(wanted, b"compiled"))
    (tmp_path / "package").mkdir()
    return tmp_path / "package"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the C files of a layer, which stand for all."""
    monkeypatch.setattr(library_files, "C", tmp_path)
    return copytree(C / "core", tmp_path / "core")


def test_the_package_comes_before_the_cache(package: Path):
    assert library.library_file("fmi2", "x86_64-linux") == package.parent / "cache" / library_name("fmi2", "x86_64-linux")
    (package / library_name("fmi2", "x86_64-linux")).write_bytes(b"the wheel's")
    assert library.libraries_of("fmi2", ["aarch64-linux", "x86_64-linux"]) == {"aarch64-linux": b"compiled", "x86_64-linux": b"the wheel's"}


def test_what_is_there_needs_no_compiler(package: Path, monkeypatch: pytest.MonkeyPatch):
    library.library_file("handle", "x86_64-linux")
    monkeypatch.setattr(compiling, "find_spec", lambda _: None)
    assert library.libraries_of("handle", ["x86_64-linux"]) == {"x86_64-linux": b"compiled"}


@pytest.mark.parametrize("name", ["instance.c", "instance.h", "another.h"])
def test_a_changed_source_is_noticed(package: Path, sources: Path, name: str):
    """A library of other sources than those that lie there is not used."""
    old = library_name("handle", "x86_64-linux")
    (package / old).write_bytes(b"old")
    assert library.libraries_of("handle", ["x86_64-linux"]) == {"x86_64-linux": b"old"}
    with (sources / name).open("a") as file:
        file.write("/* changed */")
    assert library.libraries_of("handle", ["x86_64-linux"]) == {"x86_64-linux": b"compiled"}


def test_a_missing_compiler_is_told(package: Path, monkeypatch: pytest.MonkeyPatch):
    """With the platforms that are missing, and what to install; nothing is left behind."""
    (package / library_name("fmi3", "x86_64-linux")).touch()
    monkeypatch.setattr(compiling, "find_spec", lambda _: None)
    with pytest.raises(MbfmuError) as refused:
        library.libraries_of("fmi3", ["x86_64-linux", "aarch64-darwin", "x86_64-windows"])
    assert str(refused.value) == (
        "the engine, which this installation lacks for aarch64-darwin, x86_64-windows, is compiled by the package ziglang, which is missing: "
        'pip install "mbfmu[native]"'
    )
    assert not (package.parent / "cache").exists()


def test_where_the_cache_cannot_be_written_libraries_are_kept_for_this_process(package: Path, monkeypatch: pytest.MonkeyPatch):
    (package.parent / "cache").touch()
    compiled: list[list[str]] = []

    def compile_into(folder: Path, kind: str, keys: list[str], progress: object) -> dict[str, Path]:
        compiled.append(keys)
        paths = {key: folder / library_name(kind, key) for key in keys}
        for path in paths.values():
            path.write_bytes(b"library")
        return paths

    monkeypatch.setattr(library, "compile_into", compile_into)
    for _ in range(2):
        assert library.library_file("handle", "x86_64-linux").read_bytes() == b"library"
    assert compiled == [["x86_64-linux"], []]


@pytest.mark.parametrize("unusable", [{"HOME": "/proc/none"}, {"ZIG_GLOBAL_CACHE_DIR": "/proc/none"}, {"XDG_CACHE_HOME": "cache"}])
def test_the_compiler_has_a_cache_that_it_can_write(unusable: dict[str, str], monkeypatch: pytest.MonkeyPatch):
    """It would wait for ever for one that it cannot make."""
    for name in ("HOME", "XDG_CACHE_HOME", "ZIG_GLOBAL_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, folder in unusable.items():
        monkeypatch.setenv(name, folder)
    given = Path(compiling._environment()["ZIG_GLOBAL_CACHE_DIR"])
    (given / "probe").write_text("")
    assert given.is_absolute() and "mbfmu-temporary-" in given.name


def test_what_does_not_compile_is_told_and_not_kept(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "wrong.c").write_text("nonsense;")
    monkeypatch.setattr(library_files, "SOURCES", {"handle": lambda: [tmp_path / "wrong.c"]})
    with pytest.raises(MbfmuError, match="mbfmu could not be compiled for .*\n(.*\n)*.*wrong.c:1:1: error"):
        compile_into(tmp_path / "kept", "handle", [present()], lambda platform: None)
    assert not (tmp_path / "kept").exists()


@pytest.mark.slow
def test_first_use_by_several_processes(tmp_path: Path):
    """All have a whole library, of which one is kept."""
    processes = [subprocess.Popen([sys.executable, "-c", FIRST_USE, str(tmp_path)], cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[1] for process in processes] == [""] * 2
    assert [file.name for file in tmp_path.iterdir()] == [library_name("handle", present())]


def test_the_build_of_a_wheel_needs_the_packages_that_it_asks_for_alone(tmp_path: Path):
    """Libraries have the same names in a Python without any package (-S) but filelock, which pyproject.toml asks for, and in this one."""
    (tmp_path / "filelock").symlink_to(Path(filelock.__file__).parent)
    command = [sys.executable, "-I", "-S", "-c", WITHOUT_PACKAGES, str(ROOT / "mbfmu"), present(), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [library_name(kind, present()) for kind in SOURCES]
