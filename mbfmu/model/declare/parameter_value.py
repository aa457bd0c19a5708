"""What users may give for parameters, in the words of type checkers; Parameter.normalized decides when a model is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from .expression import Expression

Number: TypeAlias = float | np.floating[Any] | np.integer[Any] | Expression
Numbers: TypeAlias = Number | np.ndarray | Sequence[Number | np.ndarray | Sequence[Number]]

# Of one number and of an array, in SI units or as (value, unit).
Value: TypeAlias = Number | np.ndarray | tuple[Number | np.ndarray, str]
Values: TypeAlias = Numbers | tuple[Numbers, str]

Truth: TypeAlias = bool | np.bool_
Whole: TypeAlias = int | np.integer[Any]
Item: TypeAlias = str | Whole  # of an enumeration
