/* Complete orthogonal factors, for least squares of any rank and for null spaces.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 5.4.7. */

#include <math.h>

#include "linear_algebra.h"

size_t orthogonal_factors_size(int m, int n)
{
    size_t least = (size_t)(m < n ? m : n);
    return (size_t)m * m + (size_t)n * n + (size_t)n * least + 2 * least + (size_t)m + 2 * (size_t)n;
}

OrthogonalFactors orthogonal_factors(double *A, int m, int n, double tolerance, double *room)
{
    int least = m < n ? m : n;
    OrthogonalFactors f = {.m = m, .n = n};
    f.left = room;
    f.right = f.left + (size_t)m * m;
    f.triangle = f.right + (size_t)n * n;
    double *tau = f.triangle + (size_t)n * least;
    f.work = tau + least;
    f.order = (int *)(f.work + m + n); /* fits: an int is no longer than a double */
    f.rows = f.order + n;
    pivoted_qr(A, m, n, f.order, tau);
    while (f.rank < least && fabs(A[(size_t)f.rank * n + f.rank]) > tolerance * fabs(A[0])) ++f.rank;
    qr_basis(A, m, n, least, tau, f.left);
    for (int k = 0; k < f.rank; ++k)
        for (int j = 0; j < n; ++j) f.triangle[(size_t)f.order[j] * f.rank + k] = j < k ? 0.0 : A[(size_t)k * n + j];
    pivoted_qr(f.triangle, n, f.rank, f.rows, tau);
    qr_basis(f.triangle, n, f.rank, f.rank, tau, f.right);
    return f;
}

void smallest_solution(const OrthogonalFactors *f, const double *b, double *x)
{
    double *along = f->work, *z = f->work + f->m;
    for (int k = 0; k < f->rank; ++k) {
        along[k] = 0.0;
        for (int i = 0; i < f->m; ++i) along[k] += f->left[(size_t)i * f->m + k] * b[i];
    }
    for (int k = 0; k < f->rank; ++k) { /* the triangle transposed, a row of it at a time */
        z[k] = along[f->rows[k]];
        for (int i = 0; i < k; ++i) z[k] -= f->triangle[(size_t)i * f->rank + k] * z[i];
        z[k] /= f->triangle[(size_t)k * f->rank + k];
    }
    for (int j = 0; j < f->n; ++j) x[j] = dot(f->right + (size_t)j * f->n, z, f->rank);
}

void null_direction(const OrthogonalFactors *f, int k, double *x)
{
    for (int j = 0; j < f->n; ++j) x[j] = f->right[(size_t)j * f->n + f->rank + k];
}
