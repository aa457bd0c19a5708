"""Random scenes with rigid contacts, and a judge of their runs that knows Newton, Euler and Coulomb only."""
