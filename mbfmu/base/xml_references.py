"""What variables of a modelDescription.xml are called by: value references, and of FMI 2 places in the list of variables, counted from 1."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lxml.etree import _Element

LARGEST = 2**32 - 1  # of value references, which are unsigned numbers of 32 bits
TOLD = 5
LISTS = ("dependencies", "clocks")  # attributes that hold several, with blanks between them


def wrong_references(root: _Element) -> list[str]:
    """What refers to no variable or has an impossible value reference, a sentence each, the first of them; FMPy would take some for others."""
    variables = root.find("ModelVariables")
    version = str(root.get("fmiVersion"))
    if variables is None:
        return ["it has no ModelVariables"] if version[:1] in "23" else []
    named = [each.get("valueReference") for each in variables if each.get("valueReference") is not None]
    wrong = [f"the value reference {text!r} is no whole number from 0 to {LARGEST}" for text in named if not _is_one(text, range(LARGEST + 1))]
    if not wrong:
        wrong = list(_wrong_places(root, len(variables)) if version.startswith("2") else _wrong_values(root, {int(text) for text in named}))
    return wrong[:TOLD] + ([f"and {len(wrong) - TOLD} more"] if len(wrong) > TOLD else [])


def _wrong_places(root: _Element, count: int) -> Iterator[str]:
    """Of FMI 2."""
    there = range(1, count + 1)
    yield from _wrong(root.iterfind("ModelStructure/*/Unknown"), ("index", "dependencies"), there, f"the variables are 1 to {count}")
    yield from _wrong(root.iterfind("ModelVariables/*/Real"), ("derivative",), there, f"the variables are 1 to {count}")


def _wrong_values(root: _Element, there: Collection[int]) -> Iterator[str]:
    """Of FMI 3."""
    words = "no variable has this value reference"
    yield from _wrong(root.iterfind("ModelStructure/*"), ("valueReference", "dependencies"), there, words)
    yield from _wrong(root.iterfind("ModelVariables/*"), ("derivative", "clocks"), there, words)
    yield from _wrong(root.iterfind("ModelVariables/*/Dimension"), ("valueReference",), there, words)


def _wrong(elements: Iterator[_Element], attributes: tuple[str, ...], there: Collection[int], words: str) -> Iterator[str]:
    for element in elements:
        for attribute in attributes:
            given = element.get(attribute)
            for text in [] if given is None else given.split() if attribute in LISTS else [given]:
                if not _is_one(text, there):
                    yield f"line {element.sourceline}: {attribute} {text} of {element.tag}: {words}"


def _is_one(text: str, there: Collection[int]) -> bool:
    try:
        return int(text) in there
    except ValueError:
        return False
