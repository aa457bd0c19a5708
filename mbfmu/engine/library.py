"""The engine's libraries that run any model, by platform: compiled once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from ..files.temporary_folder import temporary_room
from ..files.whole_file import whole_file
from ..errors import MbfmuError
from .compile import OPTIONS, PLATFORMS, Library, compile_all, need_compiler
from .sources import INCLUDED, handle_sources, portable_sources

# What a library is for: FMUs of a version of FMI, or Python.
SOURCES: Mapping[str, Callable[[], list[Path]]] = {"fmi2": lambda: portable_sources(2), "fmi3": lambda: portable_sources(3), "handle": handle_sources}


def libraries_of(kind: str, keys: Iterable[str], told: Callable[[str], None] = lambda platform: None) -> dict[str, bytes]:
    """The libraries of a kind (in SOURCES) by platform; those that were never compiled are, and kept in the user's folder of caches.

    `told` hears of each that is compiled. MbfmuError where one is missing and cannot be compiled.
    """
    return {key: path.read_bytes() for key, path in _kept(kind, keys, told).items()}


def library_file(kind: str, key: str) -> Path:
    """The file of one library, compiled if need be; MbfmuError as in libraries_of."""
    return _kept(kind, [key], lambda platform: None)[key]


def _kept(kind: str, keys: Iterable[str], told: Callable[[str], None]) -> dict[str, Path]:
    kept = {key: kept_library(kind, key) for key in keys}
    missing = [key for key, path in kept.items() if not path.exists()]
    if missing:
        need_compiler("libraries that run any model are, once for a platform,")
        with temporary_room("to compile the engine"):
            compiled = compile_all(Library("mbfmu", tuple(SOURCES[kind]()), INCLUDED), missing, told)
        for key, content in compiled.items():
            keep(kept[key], content)
    return kept


def keep(path: Path, content: bytes) -> None:
    """Write a file and the folders that it lies in; MbfmuError if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise MbfmuError(f"{path.parent}, where compiled libraries are kept, cannot be made: {cause.strerror}") from cause
    with whole_file(path) as partial:
        partial.write_bytes(content)


def kept_library(kind: str, key: str) -> Path:
    """Where the library of a platform is kept: another one for every change of what it is made of."""
    total = sha256(f"{OPTIONS} {PLATFORMS[key]}".encode())
    for folder in INCLUDED:
        for file in sorted(folder.glob("*.[ch]")):
            total.update(file.name.encode() + file.read_bytes())
    return user_cache_path("mbfmu") / f"{kind}-{key}-{total.hexdigest()[:12]}{PLATFORMS[key].ending}"
