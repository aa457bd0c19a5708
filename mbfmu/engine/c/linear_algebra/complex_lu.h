/* LU factors with partial pivoting of a complex matrix, as lu.c has them of a real one. C99's complex numbers are optional, so real and
   imaginary parts alternate: entry (i, j) of A (n x n) is A[2 * (i * n + j)] + i A[2 * (i * n + j) + 1]. */

#ifndef MBFMU_COMPLEX_LU_H
#define MBFMU_COMPLEX_LU_H

/* A becomes its factors; 0, or the number from 1 of a column without pivot. */
int complex_lu(double *A, int n, int *pivots);
/* b (n, complex) becomes the solution. */
void complex_lu_solve(const double *LU, const int *pivots, int n, double *b);

#endif
