"""Robots from URDF files: XML -> Robot (what the file says) -> Model."""

from .ground_contacts import GroundContacts
from .read_urdf import read_urdf

__all__ = ["GroundContacts", "read_urdf"]
