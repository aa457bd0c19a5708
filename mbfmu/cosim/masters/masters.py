"""The masters by name.

A master is a function `(coupling, step)` in a file of its own that advances every component by one communication step; adding one is writing that
file and its line here.
"""

from .gauss_seidel import gauss_seidel
from .jacobi import jacobi
from .newton import newton

MASTERS = {"jacobi": jacobi, "gauss_seidel": gauss_seidel, "newton": newton}
