/* newton_solve.c: algebraic unknowns whose residual must vanish.

   Newton's method with Deuflhard's affine-invariant damping: a step is accepted when the correction that the old Jacobian predicts behind
   it has shrunk, so only the unknowns need a scale, not the residuals. Source: P. Deuflhard, Newton Methods for Nonlinear Problems, 2011,
   section 3.3. With J z' = -(residual)' where the unknowns z are held, derivatives are implicit. */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linear_algebra.h"
#include "newton_solve.h"
#include "schedule.h"

#define ITERATIONS 50
#define SMALLEST_DAMPING 1e-8
#define ROUNDOFF (8 * DBL_EPSILON) /* of the nominal size: a correction that is no longer worth making */
#define NEARLY 1e-7                /* of the nominal size: corrections this small that stop shrinking have met roundoff */
#define SHOWN 256

/* What one solve works with, all in scratch: n numbers each, LU n * n. */
typedef struct {
    const NewtonSolve *step;
    Instance *instance;
    int n;
    double *unknown; /* in the numbers themselves */
    double *LU, *start, *origin, *correction, *predicted;
    int *pivots;
} Newton;

static Newton newton_of(const NewtonSolve *step, Instance *instance)
{
    size_t n = (size_t)step->unknown.size;
    Newton newton = {.step = step, .instance = instance, .n = (int)n, .unknown = at(instance, step->unknown)};
    newton.LU = scratch_alloc(instance, n * n);
    newton.start = scratch_alloc(instance, n);
    newton.origin = scratch_alloc(instance, n);
    newton.correction = scratch_alloc(instance, n);
    newton.predicted = scratch_alloc(instance, n);
    newton.pivots = (int *)scratch_alloc(instance, n);
    return newton;
}

static const char *shown(const double *values, int n, char text[SHOWN])
{
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < n && i < 8; ++i) length += snprintf(text + length, (size_t)(SHOWN - length), "%s%.6g", i ? ", " : "", values[i]);
    if (n > 8) snprintf(text + length, (size_t)(SHOWN - length), ", ...");
    return text;
}

/* The largest correction, relative to the unknown or its nominal; infinite if it is not a number. */
static double size_of(const Newton *newton, const double *correction)
{
    double size = 0.0;
    for (int i = 0; i < newton->n; ++i) {
        double relative = fabs(correction[i]) / fmax(newton->step->nominal[i], fabs(newton->unknown[i]));
        if (!isfinite(relative)) return INFINITY;
        size = fmax(size, relative);
    }
    return size;
}

static int factorize(const Newton *newton)
{
    const double *jacobian = at(newton->instance, newton->step->jacobian), *residual = at(newton->instance, newton->step->residual);
    int n = newton->n;
    char text[SHOWN];
    if (!all_finite(residual, n) || !all_finite(jacobian, n * n))
        return fail(newton->instance, "%s: the residual is not a number at %s", newton->step->what, shown(newton->unknown, n, text));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) newton->LU[(size_t)i * n + j] = jacobian[(size_t)j * n + i];
    int column = lu(newton->LU, n, newton->pivots);
    if (!column) return 0;
    return fail(newton->instance, "%s: the Jacobian is singular at %s (column %d)", newton->step->what, shown(newton->unknown, n, text),
                column);
}

/* What the factors at hand say of the present residual; its size. */
static double correct(const Newton *newton, double *correction)
{
    const double *residual = at(newton->instance, newton->step->residual);
    for (int i = 0; i < newton->n; ++i) correction[i] = -residual[i];
    lu_solve(newton->LU, newton->pivots, newton->n, correction);
    return size_of(newton, correction);
}

/* Go along the correction, as far as it makes the next one smaller. */
static int move(const Newton *newton, double size)
{
    char text[SHOWN];
    memcpy(newton->origin, newton->unknown, (size_t)newton->n * sizeof(double));
    for (double damping = 1.0; damping >= SMALLEST_DAMPING; damping /= 2) {
        for (int i = 0; i < newton->n; ++i) newton->unknown[i] = newton->origin[i] + damping * newton->correction[i];
        if (run(newton->instance, newton->step->evaluate)) return -1;
        double following = correct(newton, newton->predicted);
        if (following <= (1 - damping / 4) * size || fmax(size, following) <= NEARLY) return 0;
    }
    return fail(newton->instance, "%s: no solution near the last one; Newton's method stalls at %s", newton->step->what,
                shown(newton->origin, newton->n, text));
}

static int solve(const Newton *newton, Linearize *linearize)
{
    double before = INFINITY, size = INFINITY;
    if (run(newton->instance, newton->step->evaluate)) return -1;
    for (int i = 0; i < ITERATIONS; ++i) {
        if ((linearize && linearize(newton->step, newton->instance)) || factorize(newton)) return -1;
        size = correct(newton, newton->correction);
        if (size <= ROUNDOFF || (size <= NEARLY && size >= 0.5 * before)) return 0;
        if (move(newton, size)) return -1;
        before = size;
    }
    return fail(newton->instance, "%s: no solution after %d Newton iterations (last correction %.2g of nominal)", newton->step->what,
                ITERATIONS, size);
}

int newton_solve(const void *step, Instance *instance, Linearize *linearize)
{
    size_t before = instance->scratch_used;
    Newton newton = newton_of(step, instance);
    memcpy(newton.start, newton.unknown, (size_t)newton.n * sizeof(double));
    int status = solve(&newton, linearize);
    if (status) memcpy(newton.unknown, newton.start, (size_t)newton.n * sizeof(double));
    instance->scratch_used = before;
    return status;
}

static int newton_run(const void *step, Instance *instance) { return newton_solve(step, instance, NULL); }

int newton_tangent(const void *step, Instance *instance)
{
    size_t before = instance->scratch_used;
    Newton newton = newton_of(step, instance);
    double *changed = instance->tangent + newton.step->unknown.start;
    memset(changed, 0, (size_t)newton.n * sizeof *changed);
    int status = factorize(&newton) || run_tangent(instance, newton.step->evaluate) ? -1 : 0;
    if (!status) {
        for (int i = 0; i < newton.n; ++i) changed[i] = -instance->tangent[newton.step->residual.start + i];
        lu_solve(newton.LU, newton.pivots, newton.n, changed);
    }
    instance->scratch_used = before;
    return status;
}

/* The residual's adjoint is -J^-T of what the unknowns were; where the unknowns were before the solve does not matter. */
int newton_adjoint(const void *step, Instance *instance)
{
    size_t before = instance->scratch_used;
    Newton newton = newton_of(step, instance);
    size_t bytes = (size_t)newton.n * sizeof(double);
    double *adjoint = instance->adjoint + newton.step->unknown.start, *residual = instance->adjoint + newton.step->residual.start;
    int status = factorize(&newton);
    if (!status) {
        for (int i = 0; i < newton.n; ++i) residual[i] = -adjoint[i];
        lu_transposed_solve(newton.LU, newton.pivots, newton.n, residual);
        memset(adjoint, 0, bytes);
        status = run_adjoint(instance, newton.step->evaluate);
    }
    memset(adjoint, 0, bytes);
    instance->scratch_used = before;
    return status;
}

size_t newton_scratch(const void *step)
{
    const NewtonSolve *newton = step;
    size_t n = (size_t)newton->unknown.size;
    return n * n + 5 * n + schedule_scratch(newton->evaluate);
}

const StepKind NEWTON_SOLVE = {newton_run, newton_tangent, newton_adjoint, newton_scratch};
