"""Every tolerance of the tests, named by its cause."""

EPS = 2.220446049250313e-16

ROUNDOFF = 1e-12  # the same expression summed in another order, on numbers of order one
ORDER = 0.05  # of a measured order of convergence, at step sizes where the next order still shows
