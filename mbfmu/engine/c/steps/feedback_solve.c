/* feedback_solve.c: what forces read of other forces, on which they act back.

   With the feedback B, by which what is found changes with what is assumed, the residual has the Jacobian B - 1. Forces that grow from nothing
   lead to one solution as long as det(1 - B) stays positive. Friction reads the size of a force, so that B changes its sign with it: where
   det(1 - B) is not positive at the solution or at what is opposite to it, there are several solutions or, with other loads, none
   (P. Painleve, Sur les lois du frottement de glissement, Comptes Rendus 121, 1895). */

#include <string.h>

#include "linear_algebra.h"
#include "newton_solve.h"
#include "schedule.h"

static int refuse_undetermined(const FeedbackSolve *step, Instance *instance)
{
    const double *determined = at(instance, step->determined);
    for (int i = 0; i < step->determined.size; ++i)
        if (!(determined[i] > 0.5))
            return fail(instance, "%s: redundant constraints leave that open; take constraints away until it follows from the equations",
                        step->newton.what);
    return 0;
}

static int linearize(const void *given, Instance *instance)
{
    const FeedbackSolve *feedback = given;
    const NewtonSolve *step = &feedback->newton;
    size_t n = (size_t)step->unknown.size;
    double *seed = instance->tangent + step->unknown.start, *found = instance->tangent + step->residual.start, *jacobian = at(instance, step->jacobian);
    if (refuse_undetermined(given, instance)) return -1;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    memset(jacobian, 0, n * n * sizeof(double));
    for (int k = 0; k < feedback->tangents; ++k) {
        const int *column = feedback->columns + (size_t)k * n;
        for (size_t i = 0; i < n; ++i)
            if (column[i] >= 0) seed[column[i]] = 1.0;
        if (run_tangent(instance, step->evaluate)) return -1;
        for (size_t i = 0; i < n; ++i)
            if (column[i] >= 0) jacobian[(size_t)column[i] * n + i] = found[i];
        memset(seed, 0, n * sizeof(double));
    }
    return 0;
}

/* Whether det(1 - B) is positive. */
static int is_positive(const NewtonSolve *step, Instance *instance)
{
    int n = step->unknown.size, sign = 1;
    size_t before = instance->scratch_used;
    double *LU = scratch_copy(instance, at(instance, step->jacobian), (size_t)n * n);
    int *pivots = scratch_alloc_ints(instance, (size_t)n);
    for (int i = 0; i < n * n; ++i) LU[i] = -LU[i];
    if (lu(LU, n, pivots)) sign = 0;
    for (int i = 0; sign && i < n; ++i)
        if ((LU[(size_t)i * n + i] < 0.0) != (pivots[i] != i)) sign = -sign;
    instance->scratch_used = before;
    return sign > 0;
}

/* The same at what is opposite to the solution; afterwards everything is as it was. */
static int look_opposite(const void *given, Instance *instance, int *positive)
{
    const NewtonSolve *step = given;
    int n = step->unknown.size;
    size_t before = instance->scratch_used;
    double *unknown = at(instance, step->unknown), *jacobian = at(instance, step->jacobian), *kept = scratch_copy(instance, jacobian, (size_t)n * n);
    for (int i = 0; i < n; ++i) unknown[i] = -unknown[i];
    int failed = run(instance, step->evaluate) || linearize(given, instance);
    if (!failed) *positive = is_positive(step, instance);
    for (int i = 0; i < n; ++i) unknown[i] = -unknown[i];
    memcpy(jacobian, kept, (size_t)n * n * sizeof(double));
    instance->scratch_used = before;
    return failed || run(instance, step->evaluate) ? -1 : 0;
}

/* From the last solution; where that is no start, since it is one of a step too long that was refused, from nothing. */
static int solve(const void *given, Instance *instance)
{
    const NewtonSolve *step = given;
    double *unknown = at(instance, step->unknown);
    if (!newton_solve(given, instance, linearize)) return 0;
    memset(unknown, 0, (size_t)step->unknown.size * sizeof(double));
    return newton_solve(given, instance, linearize);
}

static int feedback_run(const void *given, Instance *instance)
{
    const NewtonSolve *step = given;
    if (solve(given, instance)) return -1;
    int positive = is_positive(step, instance);
    if (positive && look_opposite(given, instance, &positive)) return -1;
    if (positive) return 0;
    return fail(instance, "at t = %.9g s %s: it acts back on that so strongly that there are several solutions or none (Painleve's paradox); weaken it, as by less friction",
                *at(instance, instance->problem->t), step->what);
}

static size_t feedback_scratch(const void *step)
{
    size_t n = (size_t)((const NewtonSolve *)step)->unknown.size;
    return newton_scratch(step) + 2 * n * n + n;
}

const StepKind FEEDBACK_SOLVE = {feedback_run, newton_tangent, newton_adjoint, feedback_scratch};
