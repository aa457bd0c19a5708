"""Formulations in turn: a test that all of them pass shows by two of them that a change broke what it guards."""

import itertools
from zlib import crc32

import pytest

MOST = 2  # formulations that a test runs in the ordinary suite without turns


def leave_to_slow_tests(items: list[pytest.Item]) -> None:
    """Of a test in many formulations, the first one, and another one in turn, stay in the ordinary suite. The others are marked slow.

    Turns go through the tests of a file, so that each formulation has its own there.
    """
    by_file = itertools.groupby((item for item in items if _is_ordinary(item)), key=lambda item: item.path)
    for path, tests in by_file:
        groups: dict[tuple[str, str], list[pytest.Item]] = {}
        for item in tests:
            groups.setdefault(_but_formulation(item), []).append(item)
        many = [group for group in groups.values() if len(group) > MOST]
        for turn, (_, *others) in enumerate(many, crc32(path.name.encode())):
            for place, item in enumerate(others):
                if place != turn % len(others):
                    item.add_marker(pytest.mark.slow)


def _is_ordinary(item: pytest.Item) -> bool:
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return "formulation" in given and not item.get_closest_marker("slow")


def _but_formulation(item: pytest.Item) -> tuple[str, str]:
    """The test, and its other parameters."""
    assert isinstance(item, pytest.Function)
    others = {name: value for name, value in item.callspec.params.items() if name != "formulation"}
    return item.originalname, repr(others)
