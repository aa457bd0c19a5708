"""Convex cores of surfaces, and where two of them are nearest to each other or least deep in each other."""

from .convex_pair import ConvexPair

__all__ = ["ConvexPair"]
