"""Sized: elements whose variables depend on numbers that are known when an element is made, as on how many points touch."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any, ClassVar


class Sized:
    """Mixed into an element, makes a class for each key: `sized(*key)`, with what `sized_members(*key)` supplies."""

    key: ClassVar[tuple[Hashable, ...]] = ()

    @classmethod
    def sized_members(cls, *key: Any) -> dict[str, Any]:
        """The variables and attributes of the class of a key."""
        raise NotImplementedError

    @classmethod
    def sized(cls, *key: Hashable) -> Any:
        """The class of a key, always the same one."""
        kind: Any = cls
        return _sized(kind, key)

    def __reduce_ex__(self, protocol: Any) -> tuple:
        """By the class that was sized, so that copies and other processes find it again."""
        return _blank, (type(self).__mro__[1] if self.key else type(self), self.key), self.__getstate__()


@cache
def _sized(kind: Any, key: tuple) -> Any:
    named = "_".join(str(part) for part in key)
    members = {"__doc__": kind.__doc__, "__module__": kind.__module__, "__qualname__": f"{kind.__qualname__}_{named}", "key": key}
    return type(kind)(kind.__name__, (kind,), {**members, **kind.sized_members(*key)})


def _blank(kind: Any, key: tuple) -> Any:
    return object.__new__(kind.sized(*key) if key else kind)
