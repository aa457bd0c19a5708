"""Runs driven from Python: many at once, and step by step."""
