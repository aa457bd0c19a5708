"""Rotations, Euler parameters, spatial vectors and inertia: plain NumPy on any kind of number.

Spatial vectors are six numbers, angular part first: a motion (w, v) and a force (t, f), both resolved in the frame of the
body and taken at its origin. `R_ab` takes vectors of b into a; `r_ab_a` is from a to b, resolved in a.
"""
