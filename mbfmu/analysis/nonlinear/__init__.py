"""How models move where nothing is small: variations of a run, exponents, periodic orbits, chaos."""
