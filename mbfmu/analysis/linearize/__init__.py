"""Linear models of small motions."""
