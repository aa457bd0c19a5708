"""Slaves in Python, which travel inside interpreted FMUs."""
