/* coordinate_partition.c: dependent accelerations as a linear function of independent ones.

   Omar, eqs. 42-45 (reconstructed: its formulas are lost): A is factored into LU with complete pivoting, A[rows, dependent] = L U and
   A[rows, independent] = L rest, so that a(dependent) = B a(independent) + gamma with B = -U^-1 rest and gamma = U^-1 L^-1 b (eq. 43); the
   equations of motion that remain are solved by Cholesky (eq. 45). Superelements share no coordinate, so the factors of all rows at once are
   those of each of them (eq. 42). The partition is made again at every evaluation: the pivots can never degrade, results do not depend on
   what was computed before, and it is a small part of the cost, which is in the reduced mass matrix. */

#include <math.h>
#include <string.h>

#include "constrained_solve.h"
#include "free_motion.h"
#include "linear_algebra.h"

/* The method's space: the factors (m x n), the basis (n x n at most), vectors; which rows and columns came where. */
typedef struct {
    double *LU, *basis, *a, *y;
    int *rows, *columns; /* m, n */
    FreeMotion free;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t n = (size_t)system->n, m = (size_t)system->m;
    double *LU = system->space, *basis = LU + m * n, *a = basis + n * n, *y = a + n, *rows = y + n, *columns = rows + m, *rest = columns + n;
    Factors found = {.LU = LU, .basis = basis, .a = a, .y = y, .rows = (int *)rows, .columns = (int *)columns,
                     .free = free_motion(system, basis, rest)};
    return found;
}

static size_t space(int n, int m) { return (size_t)m * n + (size_t)n * n + 3 * (size_t)n + (size_t)m + free_motion_space(n); }

/* y (r) becomes U^-1 y. */
static void upper_solve(const Factors *own, int n, int r, double *y)
{
    for (int i = r - 1; i >= 0; --i) {
        const double *row = own->LU + (size_t)i * n;
        y[i] = (y[i] - dot(row + i + 1, y + i + 1, r - i - 1)) / row[i];
    }
}

/* Each independent acceleration, and what it makes of the dependent ones: the columns of B. */
static void fill_basis(const Factors *own, int n, int r)
{
    for (int k = 0; k < n - r; ++k) {
        double *motion = own->basis + (size_t)k * n;
        memset(motion, 0, (size_t)n * sizeof *motion);
        for (int i = 0; i < r; ++i) own->y[i] = -own->LU[(size_t)i * n + r + k];
        upper_solve(own, n, r, own->y);
        for (int i = 0; i < r; ++i) motion[own->columns[i]] = own->y[i];
        motion[own->columns[r + k]] = 1.0;
    }
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m;
    Factors own = factors(system);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) own.LU[(size_t)i * n + j] = system->A[(size_t)j * m + i];
    system->independent = complete_lu(own.LU, m, n, sqrt(DEPENDENT), own.rows, own.columns);
    own = factors(system);
    fill_basis(&own, n, system->independent);
    return factor_free_motion(&own.free, system->M, instance, what);
}

/* a becomes gamma for the dependent accelerations and 0 for the others. */
static void prescribe(const Factors *own, int n, int r, const double *b)
{
    for (int i = 0; i < r; ++i) own->y[i] = b[own->rows[i]] - dot(own->LU + (size_t)i * n, own->y, i);
    upper_solve(own, n, r, own->y);
    memset(own->a, 0, (size_t)n * sizeof *own->a);
    for (int i = 0; i < r; ++i) own->a[own->columns[i]] = own->y[i];
}

/* y becomes the l with A^T l = force in the dependent coordinates. */
static void find_multipliers(const Factors *own, int n, int r, const double *force)
{
    double *y = own->y;
    for (int i = 0; i < r; ++i) y[i] = force[own->columns[i]];
    for (int i = 0; i < r; ++i) {
        const double *row = own->LU + (size_t)i * n;
        y[i] /= row[i];
        for (int j = i + 1; j < r; ++j) y[j] -= row[j] * y[i];
    }
    for (int i = r - 1; i >= 0; --i)
        for (int j = 0; j < i; ++j) y[j] -= own->LU[(size_t)i * n + j] * y[i];
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, r = system->independent;
    Factors own = factors(system);
    prescribe(&own, n, r, b);
    solve_free_motion(&own.free, system->M, own.a, f);
    find_multipliers(&own, n, r, f);
    memset(b, 0, (size_t)system->m * sizeof *b);
    for (int i = 0; i < r; ++i) b[own.rows[i]] = own.y[i];
    memcpy(f, own.a, (size_t)n * sizeof *f);
}

static const ConstraintMethod METHOD = {space, factorize, solve};

CONSTRAINED_KIND(COORDINATE_PARTITION, METHOD);
