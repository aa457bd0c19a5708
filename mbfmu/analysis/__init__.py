"""Analysis of compiled problems in this process."""
