/* least_norm.c: see least_norm.h. */

#include "least_norm.h"

#include "linear_algebra.h"

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many pivots of R (m x n, above the diagonal) are above `tolerance` relative to the first. */
static int rank_of(const double *R, int m, int n, double tolerance)
{
    int rank = 0;
    while (rank < smaller(m, n) && fabs(R[(size_t)rank * n + rank]) > tolerance * fmax(fabs(R[0]), 1e-300)) ++rank;
    return rank;
}

/* b (m) becomes Q^T b by the reflectors below the diagonal of QR (m x n). */
static void reflect(const double *QR, int m, int n, const double *tau, double *b)
{
    for (int k = 0; k < smaller(m, n); ++k) {
        double along = b[k];
        for (int i = k + 1; i < m; ++i) along += QR[(size_t)i * n + k] * b[i];
        b[k] -= tau[k] * along;
        for (int i = k + 1; i < m; ++i) b[i] -= tau[k] * along * QR[(size_t)i * n + k];
    }
}

/* The z (n) with |B z + residual| least, B (m x n) of rank n; B is overwritten. */
static void least_squares(Instance *instance, double *B, int m, int n, const double *residual, double *z)
{
    double *tau = take(instance, (size_t)n), *b = take_copy(instance, residual, (size_t)m);
    int *order = take_whole(instance, (size_t)n);
    pivoted_qr(B, m, n, order, tau);
    reflect(B, m, n, tau, b);
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) b[i] -= B[(size_t)i * n + j] * b[j];
        b[i] /= B[(size_t)i * n + i];
    }
    for (int i = 0; i < n; ++i) z[order[i]] = -b[i];
}

int least_norm(Instance *instance, const double *rows, int m, int n, const double *residual, double tolerance, double *y, double *basis)
{
    size_t mark = instance->scratch_used;
    double *columns = take(instance, (size_t)m * n), *tau = take(instance, (size_t)smaller(m, n)), *B = take(instance, (size_t)m * n);
    double *z = take(instance, (size_t)n);
    int *order = take_whole(instance, (size_t)m), rank;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) columns[(size_t)j * m + i] = rows[(size_t)i * n + j];
    pivoted_qr(columns, n, m, order, tau);
    qr_basis(columns, n, m, smaller(m, n), tau, basis);
    rank = rank_of(columns, n, m, tolerance);
    for (int i = 0; i < m; ++i) /* rows = B times the first columns of the basis, transposed */
        for (int k = 0; k < rank; ++k) B[(size_t)order[i] * rank + k] = k <= i ? columns[(size_t)k * m + i] : 0.0;
    if (rank) least_squares(instance, B, m, rank, residual, z);
    for (int i = 0; i < n; ++i) y[i] = dot(basis + (size_t)i * n, z, rank);
    instance->scratch_used = mark;
    return rank;
}
