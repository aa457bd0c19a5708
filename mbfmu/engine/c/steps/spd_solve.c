/* spd_solve.c: A x = b, A symmetric and positive definite, by Cholesky.

   Its derivative is A x' = b' - A' x. */

#include <string.h>

#include "instance.h"
#include "linear_algebra.h"

/* Takes a factor of A from the scratch space. */
static double *factor(const SpdSolve *spd, Instance *instance)
{
    size_t n = (size_t)spd->unknown.size;
    double *L = scratch_alloc(instance, n * n);
    memcpy(L, at(instance, spd->matrix), n * n * sizeof *L);
    int row = cholesky(L, spd->unknown.size);
    if (row) {
        fail(instance, "%s: the matrix is not positive definite at row %d of %d; look for a direction without inertia", spd->what, row,
             spd->unknown.size);
        return NULL;
    }
    return L;
}

/* The right side (n, in scratch space) becomes the unknown. */
static int solve(const SpdSolve *spd, Instance *instance, double *right_side)
{
    size_t before = instance->scratch_used;
    double *L = factor(spd, instance);
    instance->scratch_used = before;
    if (L) cholesky_solve(L, spd->unknown.size, right_side, 1);
    return L ? 0 : -1;
}

static int spd_run(const void *step, Instance *instance)
{
    const SpdSolve *spd = step;
    size_t before = instance->scratch_used, bytes = (size_t)spd->unknown.size * sizeof(double);
    double *x = scratch_alloc(instance, (size_t)spd->unknown.size);
    memcpy(x, at(instance, spd->right_side), bytes);
    int status = solve(spd, instance, x);
    if (!status) memcpy(at(instance, spd->unknown), x, bytes);
    instance->scratch_used = before;
    return status;
}

static int spd_tangent(const void *step, Instance *instance)
{
    const SpdSolve *spd = step;
    int n = spd->unknown.size;
    size_t before = instance->scratch_used;
    double *changed = scratch_alloc(instance, (size_t)n);
    const double *x = at(instance, spd->unknown), *A = instance->tangent + spd->matrix.start;
    for (int i = 0; i < n; ++i) changed[i] = instance->tangent[spd->right_side.start + i] - dot(A + (size_t)i * n, x, n);
    int status = solve(spd, instance, changed);
    if (!status) memcpy(instance->tangent + spd->unknown.start, changed, (size_t)n * sizeof *changed);
    instance->scratch_used = before;
    return status;
}

static int spd_adjoint(const void *step, Instance *instance)
{
    const SpdSolve *spd = step;
    int n = spd->unknown.size;
    size_t before = instance->scratch_used;
    double *w = scratch_alloc(instance, (size_t)n), *adjoint = instance->adjoint + spd->unknown.start;
    const double *x = at(instance, spd->unknown);
    memcpy(w, adjoint, (size_t)n * sizeof *w);
    int status = solve(spd, instance, w);
    memset(adjoint, 0, (size_t)n * sizeof *adjoint);
    for (int i = 0; i < n && !status; ++i) {
        double *A = instance->adjoint + spd->matrix.start + (size_t)i * n;
        instance->adjoint[spd->right_side.start + i] += w[i];
        for (int j = 0; j < n; ++j) A[j] -= w[i] * x[j];
    }
    instance->scratch_used = before;
    return status;
}

static size_t spd_scratch(const void *step)
{
    size_t n = (size_t)((const SpdSolve *)step)->unknown.size;
    return n * n + n;
}

const StepKind SPD_SOLVE = {spd_run, spd_tangent, spd_adjoint, spd_scratch};
