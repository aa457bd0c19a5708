"""The masters by name.

A master is a function `(instances, driven_by, order, step)` in a file of its own that advances every instance by one
communication step; adding one is writing that file and its line here.
"""

from .gauss_seidel import gauss_seidel
from .jacobi import jacobi

MASTERS = {"jacobi": jacobi, "gauss_seidel": gauss_seidel}
