"""Files of the three kinds of FMU."""
