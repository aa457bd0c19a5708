/* Eigenvalues and eigenvectors of symmetric matrices: to three diagonals by reflections, then implicit QR steps.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, sections 8.3.1 and 8.3.5 (with the shift of J. H. Wilkinson, from
   the lower end up). */

#include <float.h>
#include <math.h>

#include "linear_algebra.h"

#define STEPS 60 /* for one eigenvalue; about two are needed */

/* Row k of A, right of the diagonal, becomes v (count) with I - v v^T the reflection that leaves one number of it, or 0 where nothing is to be
   done; that number. */
static double reflection(double *v, int count)
{
    double rest = dot(v + 1, v + 1, count - 1), head = v[0], length = sqrt(head * head + rest);
    if (rest == 0.0) {
        v[0] = 0.0;
        return head;
    }
    v[0] += copysign(length, head);
    double scale = sqrt(2.0 / (v[0] * v[0] + rest));
    for (int i = 0; i < count; i++)
        v[i] *= scale;
    return -copysign(length, head);
}

/* A (both triangles) becomes T = Q^T A Q with three diagonals: row k keeps its diagonal and, behind it, its reflection; `beside` (n) are the
   numbers beside the diagonal; w is work space. */
static void tridiagonalize(double *A, int n, double *beside, double *w)
{
    for (int k = 0; k + 1 < n; k++) {
        double *v = A + (size_t)k * n + k + 1, half;
        int count = n - k - 1;
        beside[k] = reflection(v, count);
        if (v[0] == 0.0)
            continue;
        for (int i = 0; i < count; i++)
            w[i] = dot(A + (size_t)(k + 1 + i) * n + k + 1, v, count);
        half = 0.5 * dot(v, w, count);
        for (int i = 0; i < count; i++)
            w[i] -= half * v[i];
        for (int i = 0; i < count; i++) {
            double *row = A + (size_t)(k + 1 + i) * n + k + 1;
            for (int j = 0; j < count; j++)
                row[j] -= v[i] * w[j] + w[i] * v[j];
        }
    }
}

/* V = Q^T from the reflections in A; the last one concerns the fewest rows and columns. */
static void transformation(const double *A, int n, double *V)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            V[(size_t)i * n + j] = i == j;
    for (int k = n - 2; k >= 0; k--) {
        const double *v = A + (size_t)k * n + k + 1;
        for (int i = k + 1; i < n && v[0] != 0.0; i++) {
            double *row = V + (size_t)i * n + k + 1, along = dot(row, v, n - k - 1);
            for (int j = 0; j < n - k - 1; j++)
                row[j] -= along * v[j];
        }
    }
}

/* One implicit step on the rows l to m of T (diagonal d, e beside it); V follows. */
static void step(double *d, double *e, int l, int m, double *V, int n)
{
    double ratio = (d[l + 1] - d[l]) / (2.0 * e[l]), shift = 0.0, sine = 1.0, cosine = 1.0;
    double g = d[m] - d[l] + e[l] / (ratio + copysign(hypot(ratio, 1.0), ratio));
    for (int i = m - 1; i >= l; i--) {
        double f = sine * e[i], b = cosine * e[i], r = hypot(f, g), change;
        e[i + 1] = r;
        if (r == 0.0) { /* T falls apart here */
            d[i + 1] -= shift;
            e[m] = 0.0;
            return;
        }
        sine = f / r;
        cosine = g / r;
        g = d[i + 1] - shift;
        change = (d[i] - g) * sine + 2.0 * cosine * b;
        shift = sine * change;
        d[i + 1] = g + shift;
        g = cosine * change - b;
        rotate(V + (size_t)i * n, V + (size_t)(i + 1) * n, cosine, sine, n);
    }
    d[l] -= shift;
    e[l] = g;
    e[m] = 0.0;
}

/* The last row of the block that begins at l. */
static int end_of_block(const double *d, const double *e, int n, int l, double roundoff)
{
    while (l + 1 < n && fabs(e[l]) > fmax(roundoff, DBL_EPSILON * (fabs(d[l]) + fabs(d[l + 1])))) l++;
    return l;
}

static void sort(double *values, double *V, int n)
{
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (values[j] < values[least])
                least = j;
        exchange(values + i, values + least, 1, 1);
        exchange(V + (size_t)i * n, V + (size_t)least * n, n, 1);
    }
}

/* Near one, so that squares neither overflow nor vanish. Once V is made, the rows of A hold what stands beside the diagonal. */
void symmetric_eigen(double *A, int n, double *values, double *V)
{
    double size = norm(A, n * n), *beside = V, *e = A;
    int exponent = 0;
    if (isfinite(size))
        frexp(size, &exponent);
    for (size_t i = 0; i < (size_t)n * n; i++)
        A[i] = ldexp(A[i], -exponent);
    tridiagonalize(A, n, beside, values);
    for (int i = 0; i < n; i++)
        values[i] = A[(size_t)i * n + i];
    for (int i = 0; i + 1 < n; i++)
        A[(size_t)(i + 1) * n + i] = beside[i];
    transformation(A, n, V);
    for (int i = 0; i < n; i++)
        e[i] = i + 1 < n ? A[(size_t)(i + 1) * n + i] : 0.0;
    for (int l = 0; l < n; l++)
        for (int steps = 0, m; steps < STEPS && (m = end_of_block(values, e, n, l, DBL_EPSILON / (n + 1))) > l; steps++)
            step(values, e, l, m, V, n);
    for (int i = 0; i < n; i++)
        values[i] = isfinite(size) ? ldexp(values[i], exponent) : NAN;
    sort(values, V, n);
}
