/* Sparse matrices by rows, and the factor of a symmetric one along a tree. Values lie as their Pattern says; nothing is allocated.
   Source: R. Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5. */

#ifndef MBFMU_SPARSE_H
#define MBFMU_SPARSE_H

#include "problem.h"

/* A (n x n, lower triangle, the diagonal last in its row) becomes its factor, A = L^T L; 0, or the number from 1 of a row that is not positive.
   Row i is the row of the last k < i in it, and i, so that nothing fills in. */
int sparse_cholesky(Pattern of, int n, double *A);
/* x becomes L^-1 x; result = L x. */
void sparse_lower_solve(Pattern of, int n, const double *L, double *x);
void sparse_lower_product(Pattern of, int n, const double *L, const double *x, double *result);
/* The row x (dense) becomes x L^-1, where it is not zero in the `count` columns named, which are closed as rows of L are. */
void sparse_row_solve(Pattern of, const double *L, const int *columns, int count, double *x);
/* All m x n numbers. */
void sparse_spread(Pattern of, int m, int n, const double *A, double *dense);

/* The product of row i of A and row j of B; row i of A grows by `times` row j of B, where it has columns. */
double sparse_dot(Pattern of, const double *A, int i, const double *B, int j);
void sparse_add(Pattern of, double *A, int i, double times, const double *B, int j);

static inline int sparse_length(Pattern of, int row) { return of.start[row + 1] - of.start[row]; }

#endif
