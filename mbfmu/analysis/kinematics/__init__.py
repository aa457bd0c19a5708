"""Postures: a mechanism at one instant, for controllers and planners."""
