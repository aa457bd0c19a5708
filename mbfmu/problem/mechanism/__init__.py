"""From a Model to the Problem of its motion."""
