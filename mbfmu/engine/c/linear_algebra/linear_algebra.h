/* Small dense linear algebra. Matrices are row-major; (n x m) has n rows. Work space is passed in; nothing is allocated. Names of
   arguments in capitals are matrices. What is not a number goes in and comes out, or is refused as singular; nothing loops for ever. */

#ifndef MBFMU_LINEAR_ALGEBRA_H
#define MBFMU_LINEAR_ALGEBRA_H

#include <stddef.h>

/* cholesky.c. A (n x n) becomes its lower factor L (only the lower triangle is read and written); 0, or the number from 1 of the
   first row that is not positive. */
int cholesky(double *A, int n);
/* B (n x columns) becomes the X of L L^T X = B; L X = B; L^T X = B. */
void cholesky_solve(const double *L, int n, double *B, int columns);
void lower_solve(const double *L, int n, double *B, int columns);
void lower_transposed_solve(const double *L, int n, double *B, int columns);
/* A (n x n, lower triangle) becomes its factor with diagonal pivoting, P^T A P = L L^T, order (n) says which row came where; the rank, the number
   of pivots above `tolerance`. The leading rank x rank block is the factor. */
int pivoted_cholesky(double *A, int n, double tolerance, int *order);
/* band.c. A symmetric band: band[j * width + (i - j)] is the entry (i, j), j <= i < j + width <= n. As cholesky and cholesky_solve. */
int band_cholesky(double *band, int n, int width);
void band_solve(const double *band, int n, int width, double *B, int columns);

/* lu.c. A (n x n) becomes its factors with partial pivoting; 0, or the number from 1 of a column without pivot. */
int lu(double *A, int n, int *pivots);
void lu_solve(const double *LU, const int *pivots, int n, double *b);
void lu_transposed_solve(const double *LU, const int *pivots, int n, double *b);

/* qr.c. A (m x n) with column pivoting: A P = Q R, in A as LAPACK's dgeqp3 leaves it: R above, Householder vectors below the
   diagonal, tau (min(m, n)), order (n). */
void pivoted_qr(double *A, int m, int n, int *order, double *tau);
/* Q (m x m) of `reflectors` Householder vectors in A (m x n). */
void qr_basis(const double *A, int m, int n, int reflectors, const double *tau, double *Q);

/* svd.c. A (m x n) = U diag(S) V: U (m x m), S (min(m, n), descending), V (n x n, by rows), both complete; A is overwritten; work has
   svd_work(m, n) numbers. -1 where A has numbers that are none. Accurate also for small singular values (one-sided Jacobi behind a pivoted QR). */
int svd(double *A, int m, int n, double *U, double *S, double *V, double *work);
size_t svd_work(int m, int n);
/* The eigenvalues (n, ascending) and eigenvectors (by columns of V, n x n) of a symmetric A, which is overwritten (Jacobi). */
void symmetric_eigen(double *A, int n, double *values, double *V);

double dot(const double *a, const double *b, int n);
double norm(const double *a, int n);
int all_finite(const double *a, int n);

#endif
