/* weighted_pseudo_inverse.c: multipliers first, from the Schur complement of the mass matrix.

   Huston & Liu, eqs. 51 (corrected: of the independent rows) and 52: (A M^-1 A^T) l = b - A M^-1 f, then a = M^-1 (f + A^T l), by Cholesky of M
   and of A M^-1 A^T. Needs inertia in every direction. */

#include "constrained_solve.h"
#include "free_motion.h"
#include "linear_algebra.h"
#include "schur_complement.h"

/* The method's space; A itself becomes W = L^-1 A^T (n x m), M becomes L. */
typedef struct {
    double *schur, *scale, *work;
    int *order;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t m = (size_t)system->m;
    double *scale = system->space + m * m;
    Factors found = {system->space, scale, scale + m, (int *)(scale + 2 * m)};
    return found;
}

static size_t space(int n, int m)
{
    size_t solving = (size_t)m * m + 3 * (size_t)m, looking = (size_t)n * n + 2 * (size_t)n;
    return solving > looking ? solving : looking;
}

static int refuse_singular(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n;
    double *values = system->space, *vectors = values + n;
    char words[WORDS];
    symmetric_eigen(system->M, n, values, vectors);
    words_for_motion(vectors, n, words);
    return fail(instance,
                "%s: the mass matrix is singular: %s has no inertia; give what moves there mass or inertia, or choose a formulation that "
                "allows singular mass matrices: kane_complement or udwadia_phohomsiri",
                what, words);
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m;
    Factors own = factors(system);
    double *size = system->space, *W = system->A;
    for (int i = 0; i < n; ++i) size[i] = system->M[(size_t)i * n + i];
    if (factor_inertia(system->M, n, size, size + n)) return refuse_singular(system, instance, what);
    lower_solve(system->M, n, W, m);
    for (int i = 0; i < m * m; ++i) own.schur[i] = 0.0;
    for (int k = 0; k < n; ++k) {
        const double *row = W + (size_t)k * m;
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < m; ++j) own.schur[(size_t)i * m + j] += row[i] * row[j];
    }
    for (int i = 0; i < m; ++i) own.scale[i] = schur_scale(own.schur[(size_t)i * m + i], 1.0);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j) own.schur[(size_t)i * m + j] *= own.scale[j] * own.scale[i];
    system->independent = factor_schur(own.schur, m, own.scale, own.order);
    return 0;
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, m = system->m;
    Factors own = factors(system);
    lower_solve(system->M, n, f, 1);
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < m; ++i) b[i] -= f[k] * system->A[(size_t)k * m + i];
    for (int i = 0; i < m; ++i) b[i] *= own.scale[i];
    solve_schur(own.schur, m, system->independent, own.order, b, 1, own.work);
    for (int i = 0; i < m; ++i) b[i] *= own.scale[i];
    for (int k = 0; k < n; ++k) f[k] += dot(system->A + (size_t)k * m, b, m);
    lower_transposed_solve(system->M, n, f, 1);
}

static const ConstraintMethod METHOD = {space, factorize, solve};

CONSTRAINED_KIND(WEIGHTED_PSEUDO_INVERSE, METHOD);
