/* tangent_space.c: the equations of motion in independent speeds.

   Schiehlen, eqs. 9, 17 and 18: as many independent speeds z as there are freedoms, y_dot = L z_dot + what the rows prescribe. L is an
   orthonormal basis of the tangent space, from the pivoted QR factorization of A^T; the mass matrix is L^T M L and the reactions drop
   out, L^T A^T = 0. They follow afterwards from the whole equations. */

#include "tangent_space.h"

#include <string.h>

#include "constrained_solve.h"
#include "free_motion.h"
#include "linear_algebra.h"

/* The method's space: Q^T (n x n), whose first rows span the independent rows of A and the others are L^T; R^T of these rows; two vectors. */
typedef struct {
    double *Q, *Rt, *a, *y;
    int *order;
    FreeMotion free;
} Factors;

static int least(const ScaledSystem *system) { return system->m < system->n ? system->m : system->n; }

static Factors factors(const ScaledSystem *system)
{
    size_t n = (size_t)system->n, r = (size_t)least(system);
    double *Q = system->space, *Rt = Q + n * n, *a = Rt + r * r, *y = a + n, *order = y + n, *rest = order + system->m;
    Factors found = {.Q = Q, .Rt = Rt, .a = a, .y = y, .order = (int *)order, .free = free_motion(system, Q + system->independent * n, rest)};
    return found;
}

static size_t space(int n, int m)
{
    size_t r = (size_t)(m < n ? m : n);
    return (size_t)n * n + r * r + 2 * (size_t)n + (size_t)m + free_motion_space(n);
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m, rank = 0;
    Factors own = factors(system);
    pivoted_qr(system->A, n, m, own.order, own.y);
    qr_basis(system->A, n, m, least(system), own.y, own.Q);
    transpose(own.Q, n);
    for (int i = 0; i < least(system); ++i) rank += system->A[(size_t)i * m + i] * system->A[(size_t)i * m + i] > DEPENDENT;
    for (int i = 0; i < rank; ++i)
        for (int j = 0; j <= i; ++j) own.Rt[(size_t)i * rank + j] = system->A[(size_t)j * m + i];
    system->independent = rank;
    own = factors(system);
    return factor_free_motion(&own.free, system->M, instance, what);
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, r = system->independent;
    size_t bytes = (size_t)n * sizeof(double);
    Factors own = factors(system);
    for (int i = 0; i < r; ++i) own.y[i] = b[own.order[i]];
    lower_solve(own.Rt, r, own.y, 1);
    memset(own.a, 0, bytes);
    add_combination(own.Q, r, n, own.y, own.a);
    solve_free_motion(&own.free, system->M, own.a, f);
    product(own.Q, r, n, f, own.y);
    lower_transposed_solve(own.Rt, r, own.y, 1);
    memset(b, 0, (size_t)system->m * sizeof *b);
    for (int i = 0; i < r; ++i) b[own.order[i]] = own.y[i];
    memcpy(f, own.a, bytes);
}

const ConstraintMethod IN_TANGENT_SPACE = {space, factorize, solve};

CONSTRAINED_KIND(TANGENT_SPACE, IN_TANGENT_SPACE);
