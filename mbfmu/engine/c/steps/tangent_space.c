/* tangent_space.c: the equations of motion in independent speeds.

   Schiehlen, eqs. 9, 17 and 18: as many independent speeds z as there are freedoms, y_dot = L z_dot + what the rows prescribe. L is an
   orthonormal basis of the tangent space, from the pivoted QR factorization of A^T; the mass matrix is L^T M L and the reactions drop
   out, L^T A^T = 0. They follow afterwards from the whole equations. */

#include "tangent_space.h"

#include "free_motion.h"
#include "linear_algebra.h"

/* The method's space: Q (n x n), whose first columns span the rows and the others, L, what is free; R^T of the independent rows; the factor
   of L^T M L; and M L, and two vectors, to work with. */
typedef struct {
    double *Q, *Rt, *inertia, *product, *first, *second;
    int *order;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t n = (size_t)system->n, r = (size_t)(system->m < system->n ? system->m : system->n);
    double *Q = system->space, *Rt = Q + n * n, *inertia = Rt + r * r, *product = inertia + n * n, *first = product + n * n;
    Factors found = {Q, Rt, inertia, product, first, first + n, (int *)(first + 2 * n)};
    return found;
}

static size_t space(int n, int m)
{
    size_t r = (size_t)(m < n ? m : n);
    return 3 * (size_t)n * n + r * r + 2 * (size_t)n + (size_t)m;
}

/* M L (n x k) in `product`, then L^T M L (k x k) in `inertia`. */
static void project(const ScaledSystem *system, const Factors *own)
{
    int n = system->n, r = system->independent, k = n - r;
    for (int i = 0; i < n * k; ++i) own->product[i] = 0.0;
    for (int i = 0; i < k * k; ++i) own->inertia[i] = 0.0;
    for (int i = 0; i < n; ++i) {
        double *row = own->product + (size_t)i * k;
        const double *L = own->Q + (size_t)i * n + r;
        for (int j = 0; j < n; ++j)
            for (int c = 0; c < k; ++c) row[c] += system->M[(size_t)i * n + j] * own->Q[(size_t)j * n + r + c];
        for (int b = 0; b < k; ++b)
            for (int c = 0; c < k; ++c) own->inertia[(size_t)b * k + c] += L[b] * row[c];
    }
}

/* The motion that has the least inertia is named. */
static int refuse_not_unique(const ScaledSystem *system, const Factors *own, Instance *instance, const char *what)
{
    int n = system->n, r = system->independent, k = n - r, missing = 0;
    double *values = own->first, *vectors = own->product, *motion = own->second;
    char words[WORDS];
    symmetric_eigen(own->inertia, k, values, vectors);
    for (int i = 0; i < k; ++i) missing += values[i] <= SINGULAR_INERTIA;
    for (int i = 0; i < n; ++i) {
        motion[i] = 0.0;
        for (int c = 0; c < k; ++c) motion[i] += own->Q[(size_t)i * n + r + c] * vectors[(size_t)c * k];
    }
    words_for_motion(motion, n, words);
    return fail(instance,
                "%s: the accelerations are not unique: the rank of [M A^T] is %d of %d, so %s has neither inertia nor a constraint; "
                "give what moves there mass or inertia, or a constraint",
                what, n - (missing ? missing : 1), n, words);
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m, least = m < n ? m : n, rank = 0;
    Factors own = factors(system);
    double *tau = own.first, *size = own.first, largest = 0.0;
    pivoted_qr(system->A, n, m, own.order, tau);
    qr_basis(system->A, n, m, least, tau, own.Q);
    for (int i = 0; i < least; ++i) rank += system->A[(size_t)i * m + i] * system->A[(size_t)i * m + i] > LOST;
    system->independent = rank;
    for (int i = 0; i < rank; ++i)
        for (int j = 0; j <= i; ++j) own.Rt[(size_t)i * rank + j] = system->A[(size_t)j * m + i];
    project(system, &own);
    for (int i = 0; i < n; ++i) largest = largest > system->M[(size_t)i * n + i] ? largest : system->M[(size_t)i * n + i];
    for (int i = 0; i < n - rank; ++i) size[i] = largest;
    return factor_inertia(own.inertia, n - rank, size, own.second) ? refuse_not_unique(system, &own, instance, what) : 0;
}

/* into = v - M a */
static void subtract_product(const ScaledSystem *system, const double *v, const double *a, double *into)
{
    for (int i = 0; i < system->n; ++i) into[i] = v[i] - dot(system->M + (size_t)i * system->n, a, system->n);
}

/* into (count) = columns `from` to `from + count` of Q, transposed, times v. */
static void along(const ScaledSystem *system, const double *Q, int from, int count, const double *v, double *into)
{
    for (int c = 0; c < count; ++c) into[c] = 0.0;
    for (int i = 0; i < system->n; ++i)
        for (int c = 0; c < count; ++c) into[c] += v[i] * Q[(size_t)i * system->n + from + c];
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    int n = system->n, m = system->m, r = system->independent, k = n - r;
    Factors own = factors(system);
    double *a = own.first, *y = own.second, *left = own.product;
    for (int i = 0; i < r; ++i) y[i] = b[own.order[i]];
    lower_solve(own.Rt, r, y, 1);
    for (int i = 0; i < n; ++i) a[i] = dot(own.Q + (size_t)i * n, y, r);
    subtract_product(system, f, a, left);
    along(system, own.Q, r, k, left, y);
    cholesky_solve(own.inertia, k, y, 1);
    for (int i = 0; i < n; ++i) a[i] += dot(own.Q + (size_t)i * n + r, y, k);
    subtract_product(system, f, a, left);
    along(system, own.Q, 0, r, left, y);
    lower_transposed_solve(own.Rt, r, y, 1);
    for (int i = 0; i < m; ++i) b[i] = 0.0;
    for (int i = 0; i < r; ++i) b[own.order[i]] = -y[i];
    for (int i = 0; i < n; ++i) f[i] = a[i];
}

const ConstraintMethod IN_TANGENT_SPACE = {space, factorize, solve, &IN_TANGENT_SPACE};

static int tangent_space_run(const void *step, Instance *instance) { return constrained_run(&IN_TANGENT_SPACE, step, instance); }
static int tangent_space_tangent(const void *step, Instance *instance) { return constrained_tangent(&IN_TANGENT_SPACE, step, instance); }
static int tangent_space_adjoint(const void *step, Instance *instance) { return constrained_adjoint(&IN_TANGENT_SPACE, step, instance); }
static size_t tangent_space_scratch(const void *step) { return constrained_scratch(&IN_TANGENT_SPACE, step); }

const StepKind TANGENT_SPACE = {tangent_space_run, tangent_space_tangent, tangent_space_adjoint, tangent_space_scratch};
