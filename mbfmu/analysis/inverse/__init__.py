"""Forces that a given motion needs."""
