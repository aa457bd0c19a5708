"""Expressions: numbers that follow from parameters of a model, with which users compute as with numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from ...base.scalars import Traced
from ...base.scalars.traced_number import BINARY, FUNCTIONS, UFUNCS, binary
from .dimension import Dimension, alike, combined, dimension_of, raised, unit_text
from .model_parameter import ModelParameter
from .not_a_number import NotANumber

HOW_EQUATIONS_SEE = "declare a Parameter in the element's class, use that, and give it the parameter of the model"


class Expression(Traced):
    """A number that follows from `parameters` of a model: arithmetic and NumPy's functions of it give other ones."""

    __slots__ = ("parameters", "dimension")

    def __init__(self, sx: ca.SX, parameters: tuple[ModelParameter, ...], dimension: Dimension = None):
        super().__init__(sx)
        self.parameters, self.dimension = parameters, dimension

    if TYPE_CHECKING:  # where _binary is not seen; with an array they give an array

        def _computed(self, other: Any) -> Any: ...

        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _computed
        __lt__ = __le__ = __gt__ = __ge__ = _computed

    @classmethod
    def of(cls, parameter: ModelParameter) -> Expression:
        """A parameter itself, as something to compute with."""
        return cls(parameter.symbol, (parameter,), dimension_of(parameter.unit))

    def made(self, sx: ca.SX, *others: object) -> Expression:
        if any(isinstance(other, Traced) and not isinstance(other, Expression) for other in others):
            raise NotANumber(f"{self} belongs to the model, and no equation sees it: {HOW_EQUATIONS_SEE}")
        return Expression(sx, parameters_of([self, *others]))

    def chosen(self, a: Any, b: Any) -> Expression:
        found = super().chosen(a, b)
        found.dimension = alike(a, b)
        return found

    def sqrt(self) -> Expression:
        return Expression(ca.sqrt(self.sx), self.parameters, raised(self.dimension, 0.5))

    def __neg__(self) -> Expression:
        return Expression(-self.sx, self.parameters, self.dimension)

    def __abs__(self) -> Expression:
        return Expression(ca.fabs(self.sx), self.parameters, self.dimension)

    @property
    def value(self) -> float:
        """What it is at the declared values of the parameters, in SI units."""
        return float(declared_values(np.array(self, dtype=object)))

    @property
    def unit(self) -> str:
        """The unit of a parameter itself, the SI unit of what is computed; "1" where it has none, and where nobody knows it."""
        return self.parameters[0].declaration.unit if self.sx.is_symbolic() else unit_text(self.dimension)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if ufunc.__name__ in FUNCTIONS:
            return super().__array_ufunc__(ufunc, method, *inputs, **options)
        if method != "__call__" or options:
            return NotImplemented
        try:
            return ufunc(*(_expressions(value, self) for value in inputs))
        except NotANumber:
            raise
        except (TypeError, AttributeError):
            raise NotANumber(f"{self}: of NumPy's functions arithmetic, abs, {', '.join(UFUNCS)} work on parameters of a model") from None

    def __bool__(self) -> bool:
        raise self._unknown("neither true nor false", "where(condition, a, b) from mbfmu instead of if, max or np.where")

    def __float__(self) -> float:
        raise self._unknown("no number", "np.sin(...) instead of math.sin(...)")

    def __eq__(self, other: object) -> bool:
        raise self._unknown("no number", "where(a < b, ...) from mbfmu instead of ==")

    def _unknown(self, what: str, instead: str) -> NotANumber:
        """What to say where its value is needed at once."""
        declared = ", ".join(f"{parameter.name}.value" for parameter in self.parameters)
        return NotANumber(f"{self} is {what} yet, since {_names(self.parameters)} may be set in the FMU: write {instead}, or go by {declared}")

    __ne__ = __eq__
    __hash__ = None  # as what cannot be compared says it

    def __reduce__(self) -> tuple:
        if self.sx.is_symbolic():
            return Expression.of, self.parameters
        function = ca.Function("expression", [parameter.symbol for parameter in self.parameters], [self.sx])
        return _expression, (function.serialize(), self.parameters, self.dimension)

    def __repr__(self) -> str:
        return str(self.sx)


def _binary(name: str) -> Callable[[Expression, Any], Any]:
    """The method `name` of numbers that takes another one, which knows dimensions."""
    method = binary(name)

    def with_dimension(a: Expression, b: Any) -> Any:
        found = method(a, b)
        if isinstance(found, Expression):
            found.dimension = combined(name, a, b)
        return found

    return with_dimension


for _name in BINARY:  # of its own, so that Python asks it first where it meets another number
    setattr(Expression, _name, _binary(_name))


def _expression(serialized: str, parameters: tuple[ModelParameter, ...], dimension: Dimension) -> Expression:
    """An expression that has been written, in the symbols of these parameters."""
    return Expression(ca.Function.deserialize(serialized)(*(parameter.symbol for parameter in parameters)), parameters, dimension)


def expressions_in(value: Any) -> np.ndarray | None:
    """A value as an array of objects, if any of them is an Expression."""
    try:
        array = np.array(value, dtype=object)
    except ValueError:  # rows of different lengths
        return None
    return array if parameters_of(array.ravel().tolist()) else None


def parameters_of(values: Any) -> tuple[ModelParameter, ...]:
    """The parameters that some values follow from, each once."""
    return tuple(dict.fromkeys(p for value in values if isinstance(value, Expression) for p in value.parameters))


def declared_values(expressions: np.ndarray) -> np.ndarray:
    """What expressions, and numbers among them, are at the declared values; TypeError or ValueError where some are neither."""
    entries = expressions.ravel().tolist()
    parameters = parameters_of(entries)
    column = ca.vertcat(*(entry.sx if isinstance(entry, Expression) else ca.SX(float(entry)) for entry in entries))
    found = ca.Function("declared", [p.symbol for p in parameters], [column])(*(p.value for p in parameters))
    return np.array(found, dtype=float).reshape(expressions.shape)


def follows_from(expressions: np.ndarray) -> str:
    """The names of the parameters that expressions follow from."""
    return _names(parameters_of(expressions.ravel().tolist()))


def _names(parameters: tuple[ModelParameter, ...]) -> str:
    return ", ".join(parameter.name for parameter in parameters)


def _expressions(value: Any, like: Expression) -> np.ndarray:
    """A number, or an array of them, as expressions: NumPy asks every number for its method."""
    array = np.array(value, dtype=object)
    made = [entry if isinstance(entry, Expression) else like.made(ca.SX(float(entry))) for entry in array.ravel().tolist()]
    return np.array(made, dtype=object).reshape(array.shape)
