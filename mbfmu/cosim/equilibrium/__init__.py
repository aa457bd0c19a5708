"""Consistent starts and equilibria of coupled FMUs."""
