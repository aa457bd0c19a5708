"""One FMU of a system."""
