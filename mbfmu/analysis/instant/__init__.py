"""A Problem at one instant: what it is given, its derivatives, loads, masses and free motions."""
