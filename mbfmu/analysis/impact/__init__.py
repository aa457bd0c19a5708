"""Impacts on the fast time scale: restitution, vibration and sound."""
