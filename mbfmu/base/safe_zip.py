"""Read zip archives (.fmu, .ssp) that a stranger wrote: nothing lands outside the folder, no links, no bombs."""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath

from .errors import MbfmuError
from .files.temporary_folder import temporary_folder, temporary_room

LARGEST = 4 << 30  # of what an archive unpacks to, all entries together [bytes]
SUSPECT = 64 << 20  # up to here [bytes] any compression is harmless
COMPRESSION = 100  # beyond SUSPECT, data that shrinks more than this is a bomb and no FMU
LEFT_PACKED = ("sources/", "documentation/")  # of an FMU: nobody who runs it reads these hundreds of files
LONGEST = 100  # of a file name made from somebody's name [characters]; file systems take 255, endings included

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


@contextmanager
def unpacked(archive: Path, to_run: bool = False) -> Iterator[Path]:
    """Yield a temporary folder with what is in `archive`, deleted at the end; of an FMU `to_run` without sources and documentation.

    Raises MbfmuError when the archive is missing or damaged, when it would unpack to far more than it is, when an entry is a link or
    would land outside the folder, or when there is no space left for it; entries are checked before the first is written.
    """
    if _kept is not None and archive.is_file():
        with _kept.taken(archive, to_run) as folder:
            yield folder
        return
    with temporary_folder() as folder:
        _unpack(archive, folder, to_run)
        yield folder


@contextmanager
def unpacked_once() -> Iterator[None]:
    """Have `unpacked` keep its folders in this process while the block runs, for the next who needs the same archive; each is for one at a time."""
    global _kept
    with ExitStack() as opened:
        _kept = _KeptFolders(opened)
        try:
            yield
        finally:
            _kept = None


class _KeptFolders:
    """Folders of archives that nobody uses now."""

    def __init__(self, opened: ExitStack):
        self._opened, self._free = opened, defaultdict[tuple, list[Path]](list)

    @contextmanager
    def taken(self, archive: Path, to_run: bool) -> Iterator[Path]:
        """A folder for one user."""
        about = archive.stat()
        free = self._free[archive.resolve(), about.st_mtime_ns, about.st_size, to_run]
        folder = free.pop() if free else self._new(archive, to_run)
        yield folder
        free.append(folder)  # not where the user failed: it may be in disorder

    def _new(self, archive: Path, to_run: bool) -> Path:
        folder = self._opened.enter_context(temporary_folder())
        _unpack(archive, folder, to_run)
        return folder


_kept: _KeptFolders | None = None


def read_entry(archive: Path, name: str) -> bytes:
    """Return the bytes of one entry; raises MbfmuError when archive or entry is missing or damaged."""
    if not archive.is_file():
        raise MbfmuError(f"{archive}: no such file")
    try:
        with zipfile.ZipFile(archive) as source:
            _refuse_bomb(source, archive)
            return source.read(name)
    except KeyError:
        raise MbfmuError(f"{archive} holds no {name}") from None
    except DAMAGED as error:
        raise MbfmuError(f"{archive} is damaged or not a zip archive: {error}") from error


def is_inside(name: str) -> bool:
    """Say whether a relative path with forward slashes stays inside the folder it is resolved in."""
    path = PurePosixPath(name)
    return not (path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name)


def plain_name(name: str) -> str:
    """Return `name` as a file name of plain characters that stays in its folder, whoever gave it."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name).lstrip(".")[:LONGEST] or "unnamed"


def _unpack(archive: Path, folder: Path, to_run: bool) -> None:
    if not archive.is_file():
        raise MbfmuError(f"{archive}: no such file")
    try:
        with zipfile.ZipFile(archive) as source, temporary_room(f"to unpack {archive}"):
            _refuse_bomb(source, archive)
            for entry in source.infolist():
                _refuse_unsafe(entry, archive)
            source.extractall(folder, [name for name in source.namelist() if not (to_run and name.startswith(LEFT_PACKED))])
    except DAMAGED as error:
        raise MbfmuError(f"{archive} is damaged or not a zip archive: {error}") from error


def _refuse_bomb(source: zipfile.ZipFile, archive: Path) -> None:
    """Refuse by the sizes the archive states, beyond which zipfile reads no entry."""
    packed, unpacked = archive.stat().st_size, sum(entry.file_size for entry in source.infolist())
    if unpacked > min(LARGEST, max(SUSPECT, COMPRESSION * packed)):
        raise MbfmuError(
            f"{archive} would unpack from {packed} to {unpacked} bytes, as a zip bomb does; at most {COMPRESSION} times its size"
            f" ({SUSPECT >> 20} MiB if that is more) and {LARGEST >> 30} GiB are unpacked"
        )


def _refuse_unsafe(entry: zipfile.ZipInfo, archive: Path) -> None:
    if not is_inside(entry.orig_filename):
        raise MbfmuError(f"{archive} has an entry outside its folder: {entry.orig_filename!r}; nothing was unpacked")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise MbfmuError(f"{archive} has a symbolic link in it: {entry.orig_filename!r}; nothing was unpacked")
