"""Tables of pandas, which not everybody has installed."""

from __future__ import annotations

from typing import Any

from ..base.errors import MbfmuError


def pandas_for(what: str) -> Any:
    """The package pandas; MbfmuError with how to get it for a sweep or a study."""
    try:
        import pandas
    except ImportError:
        raise MbfmuError(f"{what} gives its results as a table of pandas, which is not installed: pip install 'mbfmu[{what}]'") from None
    return pandas
