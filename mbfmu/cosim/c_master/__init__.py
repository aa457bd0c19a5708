"""The master in C, as Python sees it."""
