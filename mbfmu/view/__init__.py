"""Pictures of results."""

from .plot import plot

__all__ = ["plot"]
