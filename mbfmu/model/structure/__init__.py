"""Data of flexible bodies: their modes, where they come from, and how they are reduced."""
