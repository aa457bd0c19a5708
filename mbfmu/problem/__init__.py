"""Equations -> Problem: what was declared becomes compiled functions, a schedule and a variable table."""
