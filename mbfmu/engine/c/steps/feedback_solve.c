/* feedback_solve.c: what forces read of other forces, on which they act back.

   With the feedback B, by which what is found changes with what is assumed, the residual has the Jacobian B - 1. Forces that grow from nothing
   lead to one solution as long as det(1 - B) stays positive. Friction reads the size of a force, so that B changes its sign with it: where
   det(1 - B) is not positive at the solution or at what is opposite to it, there are several solutions or, with other loads, none
   (P. Painleve, Sur les lois du frottement de glissement, Comptes Rendus 121, 1895).
   Unknowns that do not act on each other are islands, each with a determinant of its own. */

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

/* Fills the numbers of the Jacobian in its pattern; it has zeros elsewhere, always. */
static int linearize(const void *given, Instance *instance)
{
    const FeedbackSolve *feedback = given;
    const NewtonSolve *step = &feedback->newton;
    size_t n = (size_t)step->unknown.size;
    const double *acting = at(instance, feedback->acting), *found = instance->tangent + step->residual.start;
    double *seed = instance->tangent + step->unknown.start, *jacobian = at(instance, step->jacobian);
    if (refuse_undetermined(given, instance)) return -1;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    for (int k = 0; k < feedback->tangents; ++k) {
        const int *column = feedback->columns + (size_t)k * n;
        int any = 0;
        for (size_t i = 0; i < n; ++i)
            if (column[i] >= 0 && acting[column[i]] != 0.0) any = seed[column[i]] = 1.0;
        if (any && run_tangent(instance, step->evaluate)) return -1;
        for (size_t i = 0; i < n; ++i) {
            int j = column[i];
            if (j >= 0) jacobian[(size_t)j * n + i] = acting[j] != 0.0 ? found[i] : j == (int)i ? -1.0 : 0.0;
        }
        memset(seed, 0, n * sizeof(double));
    }
    return 0;
}

/* The unknowns in islands (n, one behind the other) that act on each other, and where each island begins (islands + 1). */
typedef struct {
    int islands, *unknown, *start;
} Islands;

static int first_in(int *of, int i)
{
    while (of[i] != i) i = of[i] = of[of[i]];
    return i;
}

static Islands find_islands(const FeedbackSolve *feedback, Instance *instance)
{
    int n = feedback->newton.unknown.size, *of = scratch_alloc_ints(instance, (size_t)n), *number = scratch_alloc_ints(instance, (size_t)n);
    const double *jacobian = at(instance, feedback->newton.jacobian);
    Islands found = {0, scratch_alloc_ints(instance, (size_t)n), scratch_alloc_ints(instance, (size_t)n + 2)};
    for (int i = 0; i < n; ++i) of[i] = i;
    for (int k = 0; k < feedback->tangents; ++k)
        for (int i = 0; i < n; ++i) {
            int j = feedback->columns[(size_t)k * n + i];
            if (j >= 0 && j != i && jacobian[(size_t)j * n + i] != 0.0) of[first_in(of, i)] = first_in(of, j);
        }
    for (int i = 0; i < n; ++i)
        if (of[i] == i) number[i] = found.islands++;
    for (int g = 0; g < n + 2; ++g) found.start[g] = 0;
    for (int i = 0; i < n; ++i) ++found.start[number[first_in(of, i)] + 2];
    for (int g = 2; g < found.islands + 2; ++g) found.start[g] += found.start[g - 1];
    for (int i = 0; i < n; ++i) found.unknown[found.start[number[first_in(of, i)] + 1]++] = i;
    return found;
}

/* The correction of an island by the factors of (1 - B)^T, and whether their determinant is positive. */
static int correct_island(const NewtonSolve *step, Instance *instance, const int *unknown, int m, double *correction)
{
    size_t before = instance->scratch_used, n = (size_t)step->unknown.size;
    int *pivots = scratch_alloc_ints(instance, (size_t)m), sign = 1;
    double *LU = scratch_alloc(instance, (size_t)m * m), *part = scratch_alloc(instance, (size_t)m);
    for (int j = 0; j < m; ++j) {
        for (int i = 0; i < m; ++i) LU[j * m + i] = -at(instance, step->jacobian)[(size_t)unknown[j] * n + unknown[i]];
        part[j] = at(instance, step->residual)[unknown[j]];
    }
    if (!all_finite(LU, m * m) || !all_finite(part, m) || lu(LU, m, pivots)) sign = 0;
    for (int i = 0; sign && i < m; ++i)
        if ((LU[i * m + i] < 0.0) != (pivots[i] != i)) sign = -sign;
    if (sign > 0) lu_transposed_solve(LU, pivots, m, part);
    for (int i = 0; sign > 0 && i < m; ++i) correction[unknown[i]] = part[i];
    instance->scratch_used = before;
    return sign > 0;
}

/* The correction of all unknowns (n), unless there is an island where det(1 - B) is not positive. */
static int find_correction(const FeedbackSolve *feedback, Instance *instance, double *correction)
{
    size_t before = instance->scratch_used;
    const Islands of = find_islands(feedback, instance);
    int positive = 1;
    for (int g = 0; g < of.islands && positive; ++g)
        positive = correct_island(&feedback->newton, instance, of.unknown + of.start[g], of.start[g + 1] - of.start[g], correction);
    instance->scratch_used = before;
    return positive;
}

static int is_positive(const FeedbackSolve *feedback, Instance *instance)
{
    size_t before = instance->scratch_used;
    int positive = find_correction(feedback, instance, scratch_alloc(instance, (size_t)feedback->newton.unknown.size));
    instance->scratch_used = before;
    return positive;
}

/* Corrects the unknowns; whether what they started from may have cost digits, or one of nothing that acts was not zero yet. */
static int correct(const FeedbackSolve *feedback, Instance *instance, const double *correction)
{
    const NewtonSolve *step = &feedback->newton;
    const double *acting = at(instance, feedback->acting);
    double *unknown = at(instance, step->unknown);
    int far = 0;
    for (int i = 0; i < step->unknown.size; ++i) {
        far |= acting[i] == 0.0 && unknown[i] != 0.0;
        unknown[i] += correction[i];
        far |= !(fabs(correction[i]) <= FAR * fmax(step->nominal[i], fabs(unknown[i])));
    }
    return far;
}

/* What is linear takes one correction; what follows in the schedule evaluates behind it. Whether it is found; `positive` says whether there is one solution,
   as seen from where it was looked for. */
static int solved_at_once(const FeedbackSolve *feedback, Instance *instance, int *positive)
{
    const NewtonSolve *step = &feedback->newton;
    size_t before = instance->scratch_used;
    int far = feedback->linear;
    double *correction = scratch_alloc(instance, (size_t)step->unknown.size);
    for (int round = 0; round < ROUNDS && far; ++round) {
        if (run(instance, step->evaluate) || linearize(feedback, instance)) break;
        *positive = find_correction(feedback, instance, correction);
        if (!*positive) break;
        far = correct(feedback, instance, correction);
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
    if (!failed) *positive = is_positive(given, instance);
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
    int positive = 1;
    if (solved_at_once(given, instance, &positive)) return 0;
    if (solve(given, instance)) return positive ? -1 : refuse_paradox(given, instance);
    positive = is_positive(given, instance);
    if (positive && look_opposite(given, instance, &positive)) return -1;
    return positive ? 0 : refuse_paradox(given, instance);
}

static size_t feedback_scratch(const void *step)
{
    size_t n = (size_t)((const NewtonSolve *)step)->unknown.size;
    return newton_scratch(step) + 2 * n * n + 10 * n + 2;
}

const StepKind FEEDBACK_SOLVE = {feedback_run, newton_tangent, newton_adjoint, feedback_scratch};
