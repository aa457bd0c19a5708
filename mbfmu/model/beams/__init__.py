"""Beams of nodes and elements, for large deformation."""

from .nodes_and_elements import Beam, beam

__all__ = ["Beam", "beam"]
