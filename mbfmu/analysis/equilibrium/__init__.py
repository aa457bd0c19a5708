"""Equilibria and steady motions."""
