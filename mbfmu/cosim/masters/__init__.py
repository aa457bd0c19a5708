"""Masters and their steps."""
