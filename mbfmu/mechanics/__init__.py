"""From elements to equations: topology and formulations."""
