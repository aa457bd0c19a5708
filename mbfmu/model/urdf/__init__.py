"""Robots from URDF files: XML -> Robot (what the file says) -> Model."""

from .read_urdf import read_urdf

__all__ = ["read_urdf"]
