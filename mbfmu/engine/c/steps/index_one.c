/* index_one.c: accelerations and multipliers at once, from the whole system.

   Schiehlen, eq. 16, corrected: [M A^T; A 0] (a; -l) = (f; b), symmetric and indefinite, by Bunch and Kaufman's factorization. Where it is
   singular to DEPENDENT, by a momentary loss of rank or for want of inertia, the tangent space tells which. */

#include <math.h>
#include <string.h>

#include "constrained_solve.h"
#include "linear_algebra.h"
#include "tangent_space.h"

/* The method's space: the factors (n + m squared), what stands beside their diagonal, the solution, and work; which row came where. */
typedef struct {
    double *LD, *beside, *solution, *work;
    int *order;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t size = (size_t)(system->n + system->m);
    double *LD = system->space, *beside = LD + size * size, *solution = beside + size, *work = solution + size;
    Factors found = {.LD = LD, .beside = beside, .solution = solution, .work = work, .order = (int *)(work + 3 * size)};
    return found;
}

static size_t space(int n, int m)
{
    size_t size = (size_t)n + (size_t)m, own = size * size + 6 * size, other = IN_TANGENT_SPACE.space(n, m);
    return own > other ? own : other;
}

/* The lower triangle of [M A^T; A 0], and its norm: the largest sum of a column's absolute values. */
static double assemble(const ScaledSystem *system, double *K, double *sums)
{
    int n = system->n, m = system->m, size = n + m;
    double norm = 0.0;
    memset(K, 0, (size_t)size * size * sizeof *K);
    memset(sums, 0, (size_t)size * sizeof *sums);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) K[(size_t)i * size + j] = system->M[(size_t)i * n + j];
        for (int j = 0; j < n; ++j) sums[i] += fabs(system->M[(size_t)i * n + j]);
        for (int r = 0; r < m; ++r) {
            double entry = K[(size_t)(n + r) * size + i] = system->A[(size_t)i * m + r];
            sums[i] += fabs(entry);
            sums[n + r] += fabs(entry);
        }
    }
    for (int i = 0; i < size; ++i) norm = fmax(norm, sums[i]);
    return norm;
}

/* As many positive eigenvalues as speeds: then, and only then, M is positive definite on the tangent space and A has full rank. */
static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int size = system->n + system->m;
    Factors own = factors(system);
    double norm = assemble(system, own.LD, own.work);
    if (indefinite(own.LD, size, own.beside, own.order, own.work) == system->n &&
        DEPENDENT * norm * indefinite_inverse_norm(own.LD, own.beside, own.order, size, own.work) <= 1.0) {
        system->independent = system->m;
        return 0;
    }
    system->method = &IN_TANGENT_SPACE;
    return IN_TANGENT_SPACE.factorize(system, instance, what);
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, m = system->m;
    Factors own = factors(system);
    memcpy(own.solution, f, (size_t)n * sizeof *f);
    memcpy(own.solution + n, b, (size_t)m * sizeof *b);
    indefinite_solve(own.LD, own.beside, own.order, n + m, own.solution, own.work);
    memcpy(f, own.solution, (size_t)n * sizeof *f);
    for (int r = 0; r < m; ++r) b[r] = -own.solution[n + r];
}

static const ConstraintMethod METHOD = {space, factorize, solve};

CONSTRAINED_KIND(INDEX_ONE, METHOD);
