"""The engine's libraries as files: contents and names. The build of a wheel uses this too; of other packages it has filelock only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from ..base.errors import MbfmuError
from ..base.files.temporary_folder import temporary_room
from ..base.files.whole_file import whole_file
from .compile import OPTIONS, PLATFORMS, Library, compile_all
from .sources import INCLUDED, C, handle_sources, master_sources, portable_sources

BINARIES = Path(__file__).parent / "binaries"  # where a wheel brings them
# What a library is for: FMUs of a version of FMI, Python, or systems of FMUs.
SOURCES: Mapping[str, Callable[[], list[Path]]] = {
    "fmi2": lambda: portable_sources(2),
    "fmi3": lambda: portable_sources(3),
    "handle": handle_sources,
    "master": master_sources,
}


def library_name(kind: str, key: str) -> str:
    """The name of the file for a kind (in SOURCES) and a platform: another one for every change of what it is made of."""
    total = sha256(f"{OPTIONS} {PLATFORMS[key]}".encode())
    for folder in sorted({C / "core", *(source.parent for source in SOURCES[kind]())}):
        for file in sorted(folder.glob("*.[ch]")):
            total.update(file.name.encode() + file.read_bytes())
    return f"{kind}-{key}-{total.hexdigest()[:12]}{PLATFORMS[key].ending}"


def compile_into(folder: Path, kind: str, keys: Iterable[str], progress: Callable[[str], None]) -> dict[str, Path]:
    """Compile the libraries of a kind for these platforms and keep them in `folder`; `progress` hears of each.

    MbfmuError where one does not compile or cannot be kept.
    """
    with temporary_room("to compile the engine"):
        compiled = compile_all(Library("mbfmu", tuple(SOURCES[kind]()), INCLUDED), keys, progress)
    kept = {key: folder / library_name(kind, key) for key in compiled}
    for key, path in kept.items():
        _keep(path, compiled[key])
    return kept


def _keep(path: Path, content: bytes) -> None:
    """Write a file and the folder that it lies in; MbfmuError if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise MbfmuError(f"{path.parent}, where compiled libraries are kept, cannot be made: {cause.strerror}") from cause
    with whole_file(path) as partial:
        partial.write_bytes(content)
