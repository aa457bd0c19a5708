/* udwadia_phohomsiri.c: accelerations without multipliers, for singular mass matrices and dependent rows.

   Schutte & Udwadia, eqs. 20-22: a = [(I - A^+ A) M; A]^+ (f; b), where the rank condition of eq. 20 holds. With A^T = U S V (singular
   values; U by columns, V by rows), U_1 the row space of A and U_2 its null space, I - A^+ A = U_2 U_2^T: the system above is consistent, so
   its solution is that of A a = b and U_2^T M a = U_2^T f, unique where U_2^T M U_2 is regular, which is eq. 20. It is computed as
   a = A^+ b + U_2 z: taken literally, eq. 21 leaves the part of f along the rows to the least squares, and loses the cube of what nearly
   parallel rows lose here. The forces of the constraints M a - f (eq. 22) give l = (A^T)^+ (M a - f). */

#include <string.h>

#include "constrained_solve.h"
#include "free_motion.h"
#include "linear_algebra.h"

/* The method's space: U^T (n x n) and V (m x m), the singular values, work for these, and two vectors. */
typedef struct {
    double *Ut, *V, *values, *a, *y, *work;
    FreeMotion free;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t n = (size_t)system->n, m = (size_t)system->m;
    double *Ut = system->space, *V = Ut + n * n, *values = V + m * m, *a = values + m, *y = a + n, *rest = y + m;
    Factors found = {.Ut = Ut, .V = V, .values = values, .a = a, .y = y, .work = rest,
                     .free = free_motion(system, Ut + system->independent * n, rest)};
    return found;
}

static size_t space(int n, int m)
{
    size_t working = svd_work(n, m), moving = free_motion_space(n), rest = working > moving ? working : moving;
    return (size_t)n * n + (size_t)m * m + (size_t)n + 2 * (size_t)m + rest;
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m, rank = 0;
    Factors own = factors(system);
    if (svd(system->A, n, m, own.Ut, own.values, own.V, own.work)) return fail(instance, "%s: the constraints are too large to be numbers", what);
    transpose(own.Ut, n);
    while (rank < n && rank < m && own.values[rank] * own.values[rank] > DEPENDENT) ++rank;
    system->independent = rank;
    own = factors(system);
    return factor_free_motion(&own.free, system->M, instance, what);
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, m = system->m, r = system->independent;
    size_t bytes = (size_t)n * sizeof(double);
    Factors own = factors(system);
    product(own.V, r, m, b, own.y);
    for (int k = 0; k < r; ++k) own.y[k] /= own.values[k];
    memset(own.a, 0, bytes);
    add_combination(own.Ut, r, n, own.y, own.a);
    solve_free_motion(&own.free, system->M, own.a, f);
    product(own.Ut, r, n, f, own.y);
    for (int k = 0; k < r; ++k) own.y[k] /= own.values[k];
    memset(b, 0, (size_t)m * sizeof *b);
    add_combination(own.V, r, m, own.y, b);
    memcpy(f, own.a, bytes);
}

static const ConstraintMethod METHOD = {space, factorize, solve};

CONSTRAINED_KIND(UDWADIA_PHOHOMSIRI, METHOD);
