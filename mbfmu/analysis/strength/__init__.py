"""Dynamic strength: stress histories of a run, the cycles in them, and the damage that these do."""
