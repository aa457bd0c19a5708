"""Formulations: plain NumPy expressions of a tree's coordinates, speeds, loads and derived parameters."""
