"""The elements of a model: one file each, in rooms of one contract each."""
