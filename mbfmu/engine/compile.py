"""C sources -> shared libraries for every platform, by the compiler of the package ziglang."""

from __future__ import annotations

import os
import platform as machine
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ..base.errors import MbfmuError, ProblemsFound
from ..base.files.cache_folder import cache_folder
from ..base.files.temporary_folder import temporary_folder

# -ffp-contract=off: processors that can multiply and add at once give the same numbers as others. -fno-math-errno: nobody asks for errno, and
# a square root is one instruction. Clang's build identifiers and time stamps are off by default, so the same sources give the same bytes.
OPTIONS = ("-shared", "-O2", "-g0", "-s", "-std=c99", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden")
SHOWN = 4000  # characters of what the compiler says
PROBE = 1 << 20  # bytes that a folder with space left takes


@dataclass(frozen=True)
class Platform:
    """Where a library runs: the target as ziglang calls it, the ending of libraries, the folder of FMI 2 and 3 for it."""

    target: str
    ending: str
    fmi2: str
    fmi3: str

    def folder(self, fmi: int) -> str:
        """The folder in binaries/."""
        return self.fmi2 if fmi == 2 else self.fmi3


# FMI 2 names no folder for ARM; there the names of FMI 3 are used, as FMPy and others do.
PLATFORMS: Mapping[str, Platform] = {
    "x86_64-linux": Platform("x86_64-linux-gnu.2.17", ".so", "linux64", "x86_64-linux"),
    "aarch64-linux": Platform("aarch64-linux-gnu.2.17", ".so", "aarch64-linux", "aarch64-linux"),
    "x86_64-windows": Platform("x86_64-windows-gnu", ".dll", "win64", "x86_64-windows"),
    "x86_64-darwin": Platform("x86_64-macos.11.0", ".dylib", "darwin64", "x86_64-darwin"),
    "aarch64-darwin": Platform("aarch64-macos.11.0", ".dylib", "aarch64-darwin", "aarch64-darwin"),
}
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "darwin"}
MACHINES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}


def platforms(wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in PLATFORMS of those wanted, by the name of FMI 2 or 3, or "all"; the present one where none is.

    ProblemsFound names those that there are not.
    """
    names = {name: key for key, p in PLATFORMS.items() for name in (p.fmi2, p.fmi3)}
    if isinstance(wanted, str) or not isinstance(wanted, Iterable):
        raise MbfmuError(f"platforms are given as a list, such as ['linux64', 'win64'], not {wanted!r}")
    wanted = list(wanted) or [present()]
    unknown = [f"{name!r} is no platform" for name in wanted if name not in (*names, "all")]
    if unknown:
        raise ProblemsFound(f"these platforms cannot be compiled for; there is {', '.join(names)} and all:", unknown)
    return tuple(PLATFORMS) if "all" in wanted else tuple(dict.fromkeys(names[name] for name in wanted))


def present() -> str:
    """The platform this runs on; MbfmuError if it is none of ours."""
    name = f"{MACHINES.get(machine.machine().lower())}-{SYSTEMS.get(sys.platform)}"
    if name not in PLATFORMS:
        raise MbfmuError(f"the engine is not compiled for this machine ({machine.machine()}, {sys.platform}); there is {', '.join(PLATFORMS)}")
    return name


@dataclass(frozen=True)
class Library:
    """What a library is made of: its `name`, C files, and folders of what they include.

    Files that keep their path are compiled once for all libraries, since ziglang remembers them.
    """

    name: str
    sources: tuple[Path, ...]
    included: tuple[Path, ...]


def need_compiler(what: str = "native FMUs are") -> None:
    """Raise MbfmuError, which says what is compiled, where ziglang is missing."""
    if find_spec("ziglang") is None:
        raise MbfmuError(f'{what} compiled by the package ziglang, which is missing: pip install "mbfmu[native]"')


def compile_all(library: Library, wanted: Iterable[str], progress: Callable[[str], None]) -> dict[str, bytes]:
    """The library for each platform, compiled at the same time; each is `progress` of when it is done.

    Raises MbfmuError with what the compiler says where it fails.
    """

    def compiled(platform: str) -> bytes:
        with temporary_folder() as folder:
            content = _compile(library, platform, folder)
        progress(platform)
        return content

    wanted = list(wanted)
    with ThreadPoolExecutor() as threads:
        return dict(zip(wanted, threads.map(compiled, wanted)))


def _compile(library: Library, platform: str, folder: Path) -> bytes:
    """A relative name keeps the folder out of the library."""
    p = PLATFORMS[platform]
    file = library.name + p.ending
    options = [*OPTIONS, *(() if p.ending == ".dll" else ("-fPIC",)), *(f"-I{path}" for path in library.included)]
    command = [sys.executable, "-m", "ziglang", "cc", "-target", p.target, *options, *map(str, library.sources), "-lm", "-o", file]
    done = subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True, errors="replace")
    if done.returncode:
        _refuse_full(folder, done.stderr)
        raise MbfmuError(f"{library.name} could not be compiled for {platform}:\n{(done.stderr or done.stdout)[-SHOWN:].strip()}")
    return (folder / file).read_bytes()


def _environment() -> dict[str, str]:
    """This process's, with a cache that ziglang can write: it waits for ever for one that it cannot, and wants HOME to find its own."""
    if sys.platform == "win32":
        return dict(os.environ)
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    own = os.environ.get("ZIG_GLOBAL_CACHE_DIR") or os.path.join(caches, "zig")
    return {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(cache_folder(Path(own)))}


def _refuse_full(folder: Path, said: str) -> None:
    """OSError or MbfmuError where the compiler failed for want of space in `folder`, of which it says nothing, or in its cache."""
    (folder / "probe").write_bytes(bytes(PROBE))
    if "No space left" in said or "NoSpaceLeft" in said:
        raise MbfmuError(
            "no space is left in the compiler's cache (on Linux ~/.cache/zig): make room there, or name another folder in the environment "
            "variable ZIG_GLOBAL_CACHE_DIR"
        )
