/* Singular values by Jacobi's rotations.
   Source: Z. Drmac, K. Veselic, New fast and accurate Jacobi SVD algorithm I, SIAM J. Matrix Anal. Appl. 29, 2008. */

#include <float.h>
#include <math.h>
#include <string.h>

#include "linear_algebra.h"

#define SWEEPS 60 /* about six are needed */
#define NOTHING (DBL_MIN / DBL_EPSILON) /* a square below has lost digits: that row is zero beside the others, which are near one */

/* Cosine and sine of the rotation that makes the symmetric ((aa, ab), (ab, bb)) diagonal. */
static void diagonalizing(double aa, double ab, double bb, double *cosine, double *sine)
{
    double ratio = (bb - aa) / (2.0 * ab);
    double tangent = copysign(1.0, ratio) / (fabs(ratio) + hypot(1.0, ratio));
    *cosine = 1.0 / sqrt(1.0 + tangent * tangent);
    *sine = tangent * *cosine;
}

/* Turns the rows of Y (n x n) until they are orthogonal, and those of W in the same way. */
static void orthogonalize(double *Y, double *W, int n)
{
    int turned = 1;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
        turned = 0;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                double *a = Y + (size_t)i * n, *b = Y + (size_t)j * n, cosine, sine;
                double aa = dot(a, a, n), bb = dot(b, b, n), ab = dot(a, b, n);
                if (aa < NOTHING || bb < NOTHING || fabs(ab) <= DBL_EPSILON * sqrt(aa) * sqrt(bb))
                    continue;
                diagonalizing(aa, ab, bb, &cosine, &sine);
                rotate(a, b, cosine, sine, n);
                rotate(W + (size_t)i * n, W + (size_t)j * n, cosine, sine, n);
                turned = 1;
            }
    }
}

/* The rows of Z from `rank` on, orthonormal to those before: of what is left of the unit vectors the largest. */
static void complete(double *Z, int n, int rank)
{
    for (int row = rank; row < n; row++) {
        double *z = Z + (size_t)row * n, most = -1.0;
        int best = 0;
        for (int k = 0; k < n; k++) {
            double left = 1.0;
            for (int i = 0; i < row; i++)
                left -= Z[(size_t)i * n + k] * Z[(size_t)i * n + k];
            if (left > most) {
                most = left;
                best = k;
            }
        }
        for (int k = 0; k < n; k++)
            z[k] = k == best;
        for (int twice = 0; twice < 2; twice++)
            for (int i = 0; i < row; i++) {
                double along = dot(Z + (size_t)i * n, z, n);
                for (int k = 0; k < n; k++)
                    z[k] -= along * Z[(size_t)i * n + k];
            }
        double length = norm(z, n);
        for (int k = 0; k < n; k++)
            z[k] /= length;
    }
}

/* Y = diag(S) Z for orthogonal rows, sorted descending, Z in place of Y and complete; rows of W follow. */
static void normalize(double *Y, double *W, double *S, int n)
{
    int rank = 0;
    for (int i = 0; i < n; i++)
        S[i] = dot(Y + (size_t)i * n, Y + (size_t)i * n, n) < NOTHING ? 0.0 : norm(Y + (size_t)i * n, n);
    for (int i = 0; i < n; i++) {
        int p = i;
        for (int j = i + 1; j < n; j++)
            if (S[j] > S[p])
                p = j;
        exchange(S + i, S + p, 1, 1);
        exchange(Y + (size_t)i * n, Y + (size_t)p * n, n, 1);
        exchange(W + (size_t)i * n, W + (size_t)p * n, n, 1);
        for (int k = 0; S[i] > 0.0 && k < n; k++)
            Y[(size_t)i * n + k] /= S[i];
        rank += S[i] > 0.0;
    }
    complete(Y, n, rank);
}

static void identity(double *A, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            A[(size_t)i * n + k] = i == k;
}

/* svd of a tall B (m x n, m >= n, near one); V by rows: B P = Q R and R = W^T diag(S) Z, so U = Q W^T, V = Z P^T. */
static void tall_svd(double *B, int m, int n, double *U, double *S, double *V, double *work)
{
    double *Y = work, *W = Y + (size_t)n * n, *tau = W + (size_t)n * n, *row = tau + n;
    int *order = (int *)(row + n); /* fits: an int is no longer than a double */
    pivoted_qr(B, m, n, order, tau);
    qr_basis(B, m, n, n, tau, U);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            Y[(size_t)i * n + k] = k < i ? 0.0 : B[(size_t)i * n + k];
    identity(W, n);
    orthogonalize(Y, W, n);
    normalize(Y, W, S, n);
    for (int i = 0; i < m; i++) {
        double *u = U + (size_t)i * m;
        memcpy(row, u, (size_t)n * sizeof *row);
        for (int k = 0; k < n; k++)
            u[k] = dot(row, W + (size_t)k * n, n);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            V[(size_t)i * n + order[k]] = Y[(size_t)i * n + k];
}

int svd(double *A, int m, int n, double *U, double *S, double *V, double *work)
{
    int small = m < n ? m : n, exponent = 0;
    size_t count = (size_t)m * n;
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(A[i]))
            return -1;
        largest = fmax(largest, fabs(A[i]));
    }
    frexp(largest, &exponent);
    for (size_t i = 0; i < count; i++)
        A[i] = ldexp(A[i], -exponent);
    if (m >= n) {
        tall_svd(A, m, n, U, S, V, work);
    } else {
        double *B = work;
        for (int i = 0; i < m; i++)
            for (int k = 0; k < n; k++)
                B[(size_t)k * m + i] = A[(size_t)i * n + k];
        tall_svd(B, n, m, V, S, U, work + count);
        transpose(U, m);
        transpose(V, n);
    }
    for (int i = 0; i < small; i++)
        S[i] = ldexp(S[i], exponent);
    return 0;
}

size_t svd_work(int m, int n)
{
    size_t small = (size_t)(m < n ? m : n);
    return (size_t)m * (size_t)n + 2 * small * small + 3 * small;
}
