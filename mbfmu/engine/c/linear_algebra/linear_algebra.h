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

/* complete_lu.c. A (m x n) with its rows and columns reordered becomes its factors with complete pivoting, as far as pivots are above `tolerance`:
   how many these are, the rank r. rows (m) and columns (n) say which came where. The first r rows are L (r x r, a diagonal of ones is not
   stored) below the diagonal, and on and above it U (r x r), and right of it L^-1 of what these rows were. */
int complete_lu(double *A, int m, int n, double tolerance, int *rows, int *columns);

/* indefinite_factors.c. A symmetric A (n x n, lower triangle) becomes P A P^T = L D L^T: L (a diagonal of ones is not stored) below the diagonal, D on
   it, in blocks of one row or two; beside[i] is D's entry (i + 1, i), 0 where there is none; order (n) says which row came where; work has 2 n
   numbers. How many eigenvalues are positive, or -1 where a pivot is zero. */
int indefinite(double *A, int n, double *beside, int *order, double *work);
void indefinite_solve(const double *LD, const double *beside, const int *order, int n, double *b, double *work);
/* About the norm of A^-1, the largest sum of a column's absolute values; at most that; work has 3 n numbers. */
double indefinite_inverse_norm(const double *LD, const double *beside, const int *order, int n, double *work);

/* qr.c. A (m x n) with column pivoting: A P = Q R, in A as LAPACK's dgeqp3 leaves it: R above, Householder vectors below the
   diagonal, tau (min(m, n)), order (n). */
void pivoted_qr(double *A, int m, int n, int *order, double *tau);
/* Q (m x m) of `reflectors` Householder vectors in A (m x n). */
void qr_basis(const double *A, int m, int n, int reflectors, const double *tau, double *Q);

/* orthogonal_factors.c. A (m x n) of rank `rank`: pivots below `tolerance` times the first count as none. `room` has orthogonal_factors_size
   numbers, in which the factors lie from then on; A is overwritten. */
typedef struct {
    int m, n, rank, *order, *rows;
    double *left, *right, *triangle, *work;
} OrthogonalFactors;

size_t orthogonal_factors_size(int m, int n);
OrthogonalFactors orthogonal_factors(double *A, int m, int n, double tolerance, double *room);
/* Of the x (n) for which A x - b is least the shortest. */
void smallest_solution(const OrthogonalFactors *factors, const double *b, double *x);
/* Direction number k < n - rank of an orthonormal basis of the x (n) with A x = 0. */
void null_direction(const OrthogonalFactors *factors, int k, double *x);

/* eigenvalues.c. The eigenvalues (n each) of A (n x n), which is overwritten; -1 where A has numbers that are none, or they are not found. */
int eigenvalues(double *A, int n, double *real, double *imaginary);

/* svd.c. A (m x n) = U diag(S) V: U (m x m), S (min(m, n), descending), V (n x n, by rows), both complete; A is overwritten; work has
   svd_work(m, n) numbers. -1 where A has numbers that are none. Accurate also for small singular values (one-sided Jacobi behind a pivoted QR). */
int svd(double *A, int m, int n, double *U, double *S, double *V, double *work);
size_t svd_work(int m, int n);

/* symmetric_eigen.c. The eigenvalues (n, ascending) and eigenvectors (V, n x n, by rows) of a symmetric A (both triangles), which is overwritten;
   eigenvalues are accurate beside the largest one. */
void symmetric_eigen(double *A, int n, double *values, double *V);

/* vector.c. A x for A (m x n); x += A^T y; A (n x n) is transposed. */
void product(const double *A, int m, int n, const double *x, double *result);
void add_combination(const double *A, int m, int n, const double *y, double *x);
void transpose(double *A, int n);
/* n numbers, one every `stride`, change places; so do two in an order; so do rows and columns j <= p of a symmetric A (n x n, lower triangle). */
void exchange(double *a, double *b, int n, int stride);
void exchange_numbers(int *order, int i, int j);
void exchange_symmetric(double *A, int n, int j, int p);
/* a, b = cosine a - sine b, sine a + cosine b */
void rotate(double *a, double *b, double cosine, double sine, int n);
double dot(const double *a, const double *b, int n);
double norm(const double *a, int n);
int all_finite(const double *a, int n);

#endif
