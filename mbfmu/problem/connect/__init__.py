"""Several Problems as one."""
