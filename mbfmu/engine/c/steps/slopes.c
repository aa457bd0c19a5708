/* slopes.c: derivatives that are numbers of the model themselves, such as how the acceleration of a port follows the force there.

   They are tangents of a schedule, so that they are exact, with constraints and in every formulation. They are found where the inputs concerned are
   zero, so that what is found does not depend on them, not even by roundoff. Their own derivatives are second ones, which no step has:
   central differences take their place. */

#include <math.h>
#include <string.h>

#include "schedule.h"

#define APART 1e-5 /* relative, of a central difference: its own error and that of rounding are then about 1e-10 */

static size_t slopes_count(const Slopes *step) { return 2 * (size_t)step->of.size * (size_t)step->by.size; }
static size_t found(const Slopes *step) { return slopes_count(step) + 2 * (size_t)step->of.size; }

/* How `of` changes along what was laid into the tangents. */
static int along(const Slopes *step, Instance *instance, double *column)
{
    if (run_tangent(instance, step->evaluate)) return -1;
    copy_numbers(column, instance->tangent + step->of.start, (size_t)step->of.size);
    return 0;
}

/* Column by column: by each number, and how the rate changes with it; then `of` and its rate. */
static int differentiate(const Slopes *step, Instance *instance, double *slopes)
{
    const Problem *problem = instance->problem;
    size_t bytes = (size_t)problem->numbers * sizeof(double), n = (size_t)step->of.size, k = (size_t)step->by.size, nx = (size_t)problem->x.size;
    size_t before = instance->scratch_used;
    double *tangent = instance->tangent, *x = tangent + problem->x.start, *x_dot = scratch_alloc(instance, nx), *free = slopes + slopes_count(step);
    int failed = 0;
    for (size_t j = 0; j < k && !failed; ++j) {
        memset(tangent, 0, bytes);
        tangent[(size_t)step->by.start + j] = 1.0;
        failed = along(step, instance, slopes + j * n);
        copy_numbers(x_dot, tangent + problem->x_dot.start, nx);
        memset(tangent, 0, bytes);
        copy_numbers(x, x_dot, nx);
        if (!failed) failed = along(step, instance, slopes + (k + j) * n);
    }
    memset(tangent, 0, bytes);
    copy_numbers(x, at(instance, problem->x_dot), nx);
    tangent[problem->t.start] = 1.0;
    copy_numbers(free, at(instance, step->of), n);
    if (!failed) failed = along(step, instance, free + n);
    instance->scratch_used = before;
    return failed;
}

/* All that is found, where the inputs are zero; the numbers stay. */
static int find(const Slopes *step, Instance *instance, double *all)
{
    size_t before = instance->scratch_used, count = (size_t)instance->problem->numbers;
    double *numbers = scratch_copy(instance, instance->numbers, count);
    for (int i = 0; i < step->inputs; ++i) memset(at(instance, step->input[i]), 0, (size_t)step->input[i].size * sizeof(double));
    int failed = run(instance, step->evaluate) || differentiate(step, instance, all);
    copy_numbers(instance->numbers, numbers, count);
    instance->scratch_used = before;
    return failed ? -1 : 0;
}

static int slopes_run(const void *given, Instance *instance)
{
    const Slopes *step = given;
    size_t before = instance->scratch_used;
    double *all = scratch_alloc(instance, found(step));
    int failed = find(step, instance, all);
    copy_numbers(at(instance, step->slopes), all, slopes_count(step));
    copy_numbers(at(instance, step->free), all + slopes_count(step), found(step) - slopes_count(step));
    instance->scratch_used = before;
    return failed;
}

/* How far the numbers may go along a tangent. */
static double reach(const Instance *instance, const double *tangent)
{
    double fastest = 0.0;
    for (int i = 0; i < instance->problem->numbers; ++i) {
        double speed = fabs(tangent[i]) / fmax(1.0, fabs(instance->numbers[i]));
        if (speed > fastest) fastest = speed;
    }
    return fastest > 0.0 ? APART / fastest : 0.0;
}

static int slopes_tangent(const void *given, Instance *instance)
{
    const Slopes *step = given;
    size_t count = (size_t)instance->problem->numbers, before = instance->scratch_used, all = found(step);
    double *numbers = scratch_copy(instance, instance->numbers, count), *tangent = scratch_copy(instance, instance->tangent, count);
    double *ends[2] = {scratch_alloc(instance, all), scratch_alloc(instance, all)}, far = reach(instance, tangent);
    int failed = 0;
    for (int end = 0; end < 2 && far > 0.0 && !failed; ++end) {
        for (size_t i = 0; i < count; ++i) instance->numbers[i] = numbers[i] + (end ? far : -far) * tangent[i];
        failed = find(step, instance, ends[end]);
    }
    copy_numbers(instance->numbers, numbers, count);
    copy_numbers(instance->tangent, tangent, count);
    for (size_t i = 0; i < all && !failed; ++i) {
        size_t place = i < slopes_count(step) ? (size_t)step->slopes.start + i : (size_t)step->free.start + i - slopes_count(step);
        instance->tangent[place] = far > 0.0 ? (ends[1][i] - ends[0][i]) / (2.0 * far) : 0.0;
    }
    instance->scratch_used = before;
    return failed ? -1 : 0;
}

static int slopes_adjoint(const void *given, Instance *instance)
{
    const Slopes *step = given;
    double asked = 0.0;
    for (int i = 0; i < step->slopes.size; ++i) asked = fmax(asked, fabs(instance->adjoint[step->slopes.start + i]));
    for (int i = 0; i < step->free.size; ++i) asked = fmax(asked, fabs(instance->adjoint[step->free.start + i]));
    if (asked > 0.0)
        return fail(instance, "an interface mass has no adjoint derivatives: ask for directional ones, or leave interface_mass out");
    return 0;
}

static size_t slopes_scratch(const void *given)
{
    const Slopes *step = given;
    return 3 * found(step) + 4 * (size_t)step->numbers + schedule_scratch(step->evaluate);
}

const StepKind SLOPES = {slopes_run, slopes_tangent, slopes_adjoint, slopes_scratch};
