"""DryRun: methods that an element's class supplies are called once on symbols, before anything is built of them.

So all that is wrong with a user's code is known at once, and reported with element, class, method, file and line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record, Traced
from ...base.scalars import element as named_element
from ...base.scalars.functions import traced_switches
from ...base.scalars.traced_number import UFUNCS
from .declarations import Declaration
from .place_in_code import place, raised_at
from .return_values import Look

RAISED = (Exception, SystemExit)  # whatever a user's code may do wrong, an end of the whole process included
HINT = f"; the numbers are traced: of NumPy's functions {', '.join(UFUNCS)} work on them, of mbfmu's where and switch"

if TYPE_CHECKING:
    from .element import Element


class DryRun:
    """Calls methods of one element; `problems` has a sentence for each that does not do what it should."""

    def __init__(self, element: Element):
        self.element = element
        self.problems: list[str] = []

    @property
    def parameters(self) -> Record:
        """The element's parameters as they were given."""
        return Record({name: constants(value) for name, value in self.element.values.items()} | self.element.tables)

    @property
    def tuned_parameters(self) -> Record:
        """The same as symbols: what they may be while a model runs."""
        return Record({name: symbols(value.shape) for name, value in self.element.values.items()} | self.element.tables)

    def tried(self, method: str, arguments: Mapping[str, Any], look: Look) -> Any:
        """What a method returns; None, and no problem more, where it does not do with these arguments."""
        aside = DryRun(self.element)
        return aside.call(method, arguments, look)

    def call(self, method: str, arguments: Mapping[str, Any], look: Look) -> Any:
        """What a method returns, as `look` sees it; None where it raises or returns something else, which is a problem more."""
        function = getattr(type(self.element), method, None)
        wanted = f"{method}({', '.join(arguments)})"
        if not callable(function):
            self._add(f"supplies no {wanted}", "")
        elif not _takes(function, len(arguments)):
            self.complain(method, f"takes {inspect.signature(function)}; it is called as {wanted}, a static method without self")
        else:
            return self._looked_at(method, function, tuple(arguments.values()), look)
        return None

    def _looked_at(self, method: str, function: Callable, arguments: tuple, look: Look) -> Any:
        token = traced_switches.set({})
        try:
            value = function(*arguments)
        except RAISED as error:
            self._add(f"{method} {failure(error)}", failed_at(error, function))
            return None
        finally:
            traced_switches.reset(token)
        try:
            return look(value)
        except ValueError as error:
            self.complain(method, str(error))
            return None

    def complain(self, method: str, what: str) -> None:
        """Add a problem with a method."""
        self._add(f"{method} {what}", defined_at(getattr(type(self.element), method)))

    def _add(self, what: str, at: str) -> None:
        self.problems.append(f"{self.element.path} ({type(self.element).__name__}): {what}{f' ({at})' if at else ''}")


def ask(element: Element, method: str, *arguments: Any) -> Any:
    """What a method of an element returns; MbfmuError with class, file and line where the user's code in it raises.

    Switches in it carry the element's name.
    """
    function = getattr(element, method)
    try:
        with named_element(element.path):
            return function(*arguments)
    except MbfmuError:
        raise
    except RAISED as error:
        at = failed_at(error, function)
        raise MbfmuError(f"{element.path} ({type(element).__name__}): {method} {failure(error)} ({at})") from error


def symbols(shape: tuple[int, ...]) -> Any:
    """Symbols of this shape, as a kernel sees numbers."""
    flat = np.array([Traced(ca.SX.sym("a")) for _ in range(int(np.prod(shape)))], dtype=object)
    return flat.reshape(shape) if shape else flat[0]


def symbols_for(declared: Mapping[str, Declaration]) -> Record:
    """Symbols for these variables."""
    return Record((name, symbols(declaration.shape)) for name, declaration in declared.items())


def constants(values: np.ndarray) -> Any:
    """Numbers as a kernel sees them."""
    flat = np.array([Traced(float(x)) for x in values.ravel()], dtype=object)
    return flat.reshape(values.shape) if values.shape else flat[0]


def failure(error: BaseException) -> str:
    """What an error in a user's code says."""
    if isinstance(error, MbfmuError):
        return f"raises {error}"
    at_symbols = any(word in str(error) for word in ("Traced", "'arctan2'"))
    return f"raises {type(error).__name__}: {error}{HINT if at_symbols else ''}"


def failed_at(error: BaseException, function: Callable) -> str:
    """The line of the file in which `function` is defined from which the error came, or where it is defined."""
    code = _code(function)
    return (raised_at(error, code.co_filename) if code else "") or defined_at(function)


def defined_at(function: Callable) -> str:
    """Where a function is defined; "" for one that is not written in Python."""
    code = _code(function)
    return place(code.co_filename, code.co_firstlineno) if code else ""


def _code(function: Callable) -> Any:
    return getattr(inspect.unwrap(function), "__code__", None)


def _takes(function: Callable, count: int) -> bool:
    """Whether it can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # has no signature to tell
        return True
    return True
