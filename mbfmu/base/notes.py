"""Notes of what a process is about to do, which others read if it crashes or hangs."""

from __future__ import annotations

import json
import mmap
from collections.abc import Sequence
from ctypes import Structure, addressof, c_double, c_int32, sizeof
from pathlib import Path
from zlib import crc32

NOTE = 300  # bytes of a note, behind SEAL bytes of its checksum: it may be read while it is written
SEAL = 4

_note: mmap.mmap | None = None  # where this process notes what it is about to do, if it is one that may crash
_folder: Path | None = None


class Notice(Structure):
    """What C does next: number `action` of some sentences, from `start` on, by `size`; it is negative where Python does something."""

    _fields_ = [("action", c_int32), ("start", c_double), ("size", c_double)]


_notice = Notice(-1)


def make_notes(folder: Path) -> None:
    """Make the file in which a process notes what it is about to do."""
    _noted(folder).write_bytes(bytes(SEAL + NOTE) + bytes(Notice(-1)))


def keep_notes(folder: Path) -> None:
    """Have this process note there what it is about to do."""
    global _note, _notice, _folder
    with _noted(folder).open("r+b") as file:
        _note = mmap.mmap(file.fileno(), SEAL + NOTE + sizeof(Notice))
    _notice, _folder = Notice.from_buffer(_note, SEAL + NOTE), folder


def about_to(action: str, within: float = 0.0) -> None:
    """Note what is done next, to be said if this process crashes over it, or takes longer than `within` [s] if that is given.

    Costs nothing in processes that keep no notes.
    """
    if _note is not None:
        content = f"{within:g} {action}".encode()[:NOTE].ljust(NOTE)
        _note[: SEAL + NOTE] = _seal(content) + content
        _notice.action = -1


def noticing(sentences: Sequence[str]) -> int:
    """The address at which C writes a Notice of what it does next: one of `sentences`, in which {start} and {size} stand for its numbers."""
    if _folder is not None:
        _sentences(_folder).write_text(json.dumps([*sentences]))
    return addressof(_notice)


def noted_in(folder: Path) -> tuple[float, str]:
    """How long [s] what was noted last may take, 0 where nobody knows, and what it is; nothing of a note that is half written."""
    whole = _noted(folder).read_bytes()
    notice = Notice.from_buffer_copy(whole, SEAL + NOTE)
    if notice.action >= 0:
        return 0.0, json.loads(_sentences(folder).read_text())[notice.action].format(start=notice.start, size=notice.size)
    seal, content = whole[:SEAL], whole[SEAL : SEAL + NOTE]
    if _seal(content) != seal:
        return 0.0, ""
    within, _, action = content.strip().decode(errors="replace").partition(" ")
    return float(within), action


def _noted(folder: Path) -> Path:
    return folder / "about_to"


def _sentences(folder: Path) -> Path:
    return folder / "sentences.json"


def _seal(content: bytes) -> bytes:
    return crc32(content).to_bytes(SEAL, "big")
