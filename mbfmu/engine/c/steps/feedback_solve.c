/* feedback_solve.c: what forces read of other forces, on which they act back.

   With the feedback B, by which what is found changes with what is assumed, the residual has the Jacobian B - 1. Forces that grow from nothing
   lead to one solution as long as det(1 - B) stays positive. Friction reads the size of a force, so that B changes its sign with it: where
   det(1 - B) is not positive at the solution or at what is opposite to it, there are several solutions or, with other loads, none
   (P. Painleve, Sur les lois du frottement de glissement, Comptes Rendus 121, 1895). */

#include <math.h>
#include <string.h>

#include "linear_algebra.h"
#include "newton_solve.h"
#include "schedule.h"
#include "sentence.h"

#define ROUNDS 5  /* of what is linear */
#define FAR 10.0  /* of an unknown: a larger correction has lost digits */

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
    const double *acting = at(instance, feedback->acting), *found = instance->tangent + step->residual.start;
    double *seed = instance->tangent + step->unknown.start, *jacobian = at(instance, step->jacobian);
    if (refuse_undetermined(given, instance)) return -1;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    memset(jacobian, 0, n * n * sizeof(double));
    for (int k = 0; k < feedback->tangents; ++k) {
        const int *column = feedback->columns + (size_t)k * n;
        int any = 0;
        for (size_t i = 0; i < n; ++i)
            if (column[i] >= 0 && acting[column[i]] != 0.0) any = seed[column[i]] = 1.0;
        if (!any) continue;
        if (run_tangent(instance, step->evaluate)) return -1;
        for (size_t i = 0; i < n; ++i)
            if (column[i] >= 0) jacobian[(size_t)column[i] * n + i] = found[i];
        memset(seed, 0, n * sizeof(double));
    }
    for (size_t i = 0; i < n; ++i)
        if (acting[i] == 0.0) {
            memset(jacobian + i * n, 0, n * sizeof(double));
            jacobian[i * n + i] = -1.0;
        }
    return 0;
}

/* (1 - B)^T in factors, and whether its determinant is positive. */
typedef struct {
    double *LU;
    int *pivots, is_positive;
} Factors;

static Factors factor(const NewtonSolve *step, Instance *instance)
{
    int n = step->unknown.size, sign = 1;
    Factors found = {scratch_copy(instance, at(instance, step->jacobian), (size_t)n * n), scratch_alloc_ints(instance, (size_t)n), 0};
    for (int i = 0; i < n * n; ++i) found.LU[i] = -found.LU[i];
    if (lu(found.LU, n, found.pivots)) sign = 0;
    for (int i = 0; sign && i < n; ++i)
        if ((found.LU[(size_t)i * n + i] < 0.0) != (found.pivots[i] != i)) sign = -sign;
    found.is_positive = sign > 0;
    return found;
}

static int is_positive(const NewtonSolve *step, Instance *instance)
{
    size_t before = instance->scratch_used;
    const Factors factors = factor(step, instance);
    instance->scratch_used = before;
    return factors.is_positive;
}

/* One correction, in the factors; whether what it started from may have cost digits, or an unknown of nothing that acts was not zero yet. */
static int correct(const FeedbackSolve *feedback, Instance *instance, const Factors *factors)
{
    const NewtonSolve *step = &feedback->newton;
    int n = step->unknown.size, far = 0;
    const double *acting = at(instance, feedback->acting);
    double *unknown = at(instance, step->unknown), *correction = scratch_copy(instance, at(instance, step->residual), (size_t)n);
    lu_transposed_solve(factors->LU, factors->pivots, n, correction);
    for (int i = 0; i < n; ++i) {
        far |= acting[i] == 0.0 && unknown[i] != 0.0;
        unknown[i] += correction[i];
        far |= !(fabs(correction[i]) <= FAR * fmax(step->nominal[i], fabs(unknown[i])));
    }
    return far;
}

/* What is linear takes one correction; what follows in the schedule evaluates behind it. Whether there is one solution, and it is found: else what has
   been looked at tells why not, in the way of all others. */
static int solved_at_once(const FeedbackSolve *feedback, Instance *instance)
{
    const NewtonSolve *step = &feedback->newton;
    size_t before = instance->scratch_used;
    int n = step->unknown.size, far = feedback->linear;
    for (int round = 0; round < ROUNDS && far; ++round) {
        if (run(instance, step->evaluate) || linearize(feedback, instance)) return 0;
        if (!all_finite(at(instance, step->residual), n) || !all_finite(at(instance, step->jacobian), n * n)) return 0;
        const Factors factors = factor(step, instance);
        if (!factors.is_positive) break;
        far = correct(feedback, instance, &factors);
        instance->scratch_used = before;
    }
    instance->scratch_used = before;
    return feedback->linear && !far;
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

/* Those who read what acts, each once. */
static int refuse_paradox(const FeedbackSolve *step, Instance *instance)
{
    const double *acting = at(instance, step->acting);
    Sentence readers = {"", 0};
    for (int i = 0, last = -1; i < step->acting.size; ++i) {
        if (acting[i] == 0.0 || (last >= 0 && !strcmp(step->reader[i], step->reader[last]))) continue;
        say(&readers, "%s%s", last < 0 ? "" : "; ", step->reader[i]);
        last = i;
    }
    return fail(instance, "at t = %.9g s %s: it acts back on that so strongly that there are several solutions or none (Painleve's paradox); weaken it, as by less friction",
                *at(instance, instance->problem->t), readers.text);
}

static int feedback_run(const void *given, Instance *instance)
{
    const NewtonSolve *step = given;
    if (solved_at_once(given, instance)) return 0;
    if (solve(given, instance)) return -1;
    int positive = is_positive(step, instance);
    if (positive && look_opposite(given, instance, &positive)) return -1;
    return positive ? 0 : refuse_paradox(given, instance);
}

static size_t feedback_scratch(const void *step)
{
    size_t n = (size_t)((const NewtonSolve *)step)->unknown.size;
    return newton_scratch(step) + 2 * n * n + 2 * n;
}

const StepKind FEEDBACK_SOLVE = {feedback_run, newton_tangent, newton_adjoint, feedback_scratch};
