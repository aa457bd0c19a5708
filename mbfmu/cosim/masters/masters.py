"""The masters by name, in the order of engine/c/master/method.c."""

MASTERS = ("jacobi", "gauss_seidel", "newton")
