"""Pictures of results, still and moving."""

from .plot import plot
from .view_model import view_model, view_result, view_start

__all__ = ["plot", "view_model", "view_result", "view_start"]
