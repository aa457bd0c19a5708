"""Where the engine's libraries are: in the package, as the wheel brought them, or compiled once and kept in the user's folder of caches,
if it can be written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from platformdirs import user_cache_path

from ..base.files.cache_folder import cache_folder
from .compile import need_compiler
from .library_files import BINARIES, compile_into, library_name


def libraries_of(kind: str, keys: Iterable[str], progress: Callable[[str], None] = lambda platform: None) -> dict[str, bytes]:
    """The libraries of a kind (in library_files.SOURCES) by platform; those that are nowhere are compiled, and `progress` hears of each.

    MbfmuError where one is missing and cannot be compiled.
    """
    return {key: path.read_bytes() for key, path in _files(kind, keys, progress).items()}


def library_file(kind: str, key: str) -> Path:
    """The file of one library, compiled if need be; MbfmuError as in libraries_of."""
    return _files(kind, [key], lambda platform: None)[key]


def _files(kind: str, keys: Iterable[str], progress: Callable[[str], None]) -> dict[str, Path]:
    """What was compiled of other sources has another name, so a library that is older than its C files is never found."""
    cache = user_cache_path("mbfmu")
    names = {key: library_name(kind, key) for key in keys}
    there = lambda *folders: {key: folder / name for key, name in names.items() for folder in folders if (folder / name).is_file()}
    found = there(cache, BINARIES)
    if missing := names.keys() - found.keys():
        need_compiler(f"the engine, which this installation lacks for {', '.join(sorted(missing))}, is")
        kept = cache_folder(cache)  # which may be another one
        found = there(kept) | found
        found |= compile_into(kept, kind, [key for key in names if key not in found], progress)
    return {key: found[key] for key in names}
