"""What a C file defines for others and what it needs of them, as its compiled object says: macros, comments and local names do not deceive it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from struct import calcsize, iter_unpack, unpack_from

import ziglang

from mbfmu.engine.sources import INCLUDED

ZIG = Path(ziglang.__file__).with_name("zig")  # itself: of a hundred files the Python that calls it takes half of the time
TARGET = "x86_64-linux-gnu.2.17"  # whatever this machine is, so that objects are ELF files of 64 bits
SYMBOL_TABLE, LOCAL = 2, 0  # a type of section and a binding of symbols in ELF


@dataclass(frozen=True)
class Layout:
    """Of ELF files of one class: where places and the number of section headers stand, and formats; of a symbol its name, information and section."""

    start: int
    count: int
    place: str
    section: str
    symbol: str


LAYOUTS = {
    1: Layout(start=0x20, count=0x30, place="<I", section="<10I", symbol="<I8xBxH"),
    2: Layout(start=0x28, count=0x3C, place="<Q", section="<IIQQQQIIQQ", symbol="<IBxH16x"),
}  # by the class in the file's fifth byte


@dataclass(frozen=True)
class Symbols:
    """Names of functions and of constants that other files can see."""

    defined: frozenset[str]
    needed: frozenset[str]


def symbols_of(source: Path, folder: Path) -> Symbols:
    """Those of a C file of the engine, compiled in `folder`."""
    made = folder / f"{source.stem}.o"
    options = ["-target", TARGET, "-std=c99", "-O0", "-fno-sanitize=undefined", *(f"-I{path}" for path in INCLUDED)]
    subprocess.run([ZIG, "cc", "-c", *options, str(source), "-o", str(made)], check=True)
    return read_symbols(made.read_bytes())


def read_symbols(elf: bytes) -> Symbols:
    """Those of an object of 32 or 64 bits. Source: System V ABI, chapter 4 (section headers, symbol table)."""
    layout = LAYOUTS[elf[4]]
    (start,), (count,) = unpack_from(layout.place, elf, layout.start), unpack_from("<H", elf, layout.count)
    size = calcsize(layout.section)
    sections = list(iter_unpack(layout.section, elf[start : start + size * count]))  # name, type, flags, address, offset, size, link, ...
    table = next(section for section in sections if section[1] == SYMBOL_TABLE)
    names = sections[table[6]][4]
    seen: tuple[set[str], set[str]] = set(), set()  # defined elsewhere, and here
    for name, info, section in iter_unpack(layout.symbol, elf[table[4] : table[4] + table[5]]):
        if name and info >> 4 != LOCAL:
            seen[section != 0].add(elf[names + name : elf.index(b"\0", names + name)].decode())
    return Symbols(frozenset(seen[1]), frozenset(seen[0]))
