"""From a Problem to an FMU."""
