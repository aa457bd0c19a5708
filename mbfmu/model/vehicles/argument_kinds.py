"""What `add` of every template refuses: arguments of other kinds than it declares."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar, get_origin, get_type_hints

from ...base.errors import MbfmuError
from ..declare.frame import Frame

P = ParamSpec("P")
R = TypeVar("R")


def refusing_others(add: Callable[P, R]) -> Callable[P, R]:
    """`add`, but arguments that are not of the kinds by which it declares them raise an MbfmuError that names them."""

    @wraps(add)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        template, *arguments = signature(add).bind(*given, **named).arguments.items()
        kinds = {name: dict if get_origin(kind) is dict else kind for name, kind in get_type_hints(add).items()}
        for name, value in arguments:
            if not isinstance(value, kinds[name]):
                on = f": give the part that it is on, {value.part.path}" if isinstance(value, Frame) else ""
                raise MbfmuError(f"{type(template[1]).__name__}.add: {name} = {value!r} must be a {kinds[name].__name__}{on}")
        return add(*given, **named)

    return checked
