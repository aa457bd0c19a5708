/* stiffest.c: see stiffest.h. */

#include "stiffest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ITERATED 40       /* of the rates: the second half of them tells, since the fastest mode may swing */
#define DIFFERENCE 1e-7 /* of the nominal values */
#define SHORTENS 0.1    /* of the time in which the fastest mode answers: longer steps are those that it allows */

size_t stiffest_scratch(const Problem *problem) { return 3 * (size_t)problem->x.size; }

/* How much faster the rates at x + d are than `rate`, for each unit of d, in nominal values; d becomes their direction. */
static int growth(const Derivative *derivative, Instance *instance, const double *x, const double *rate, double *d, double *found)
{
    const Problem *problem = instance->problem;
    double *states = at(instance, problem->x), sum = 0.0;
    const double *rates = at(instance, problem->x_dot);
    int n = problem->x.size;
    for (int i = 0; i < n; ++i) states[i] = x[i] + DIFFERENCE * d[i] * problem->nominal[i];
    if (derivative->evaluate(instance)) return -1;
    for (int i = 0; i < n; ++i) {
        d[i] = (rates[i] - rate[i]) / (DIFFERENCE * problem->nominal[i]);
        sum += d[i] * d[i];
    }
    *found = sqrt(sum);
    for (int i = 0; i < n && *found > 0.0; ++i) d[i] /= *found;
    return 0;
}

/* How fast the fastest mode is [1/s], with its states in d; 0 where there is none. */
static int fastest(const Derivative *derivative, Instance *instance, const double *x, const double *rate, double *d, double *speed)
{
    double logarithms = 0.0, found = 0.0;
    int n = instance->problem->x.size;
    for (int i = 0; i < n; ++i) d[i] = 1.0 / sqrt((double)n);
    *speed = 0.0;
    for (int round = 0; round < ITERATED; ++round) {
        if (growth(derivative, instance, x, rate, d, &found)) return -1;
        if (!(found > 0.0 && found < INFINITY)) return 0;
        if (round >= ITERATED / 2) logarithms += log(found);
    }
    *speed = exp(logarithms / (ITERATED - ITERATED / 2));
    return 0;
}

int say_stiffest(const Derivative *derivative, Instance *instance, double step, char *cause)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size, most = 0;
    size_t used = instance->scratch_used;
    double *x = scratch_copy(instance, at(instance, problem->x), (size_t)n), *d = scratch_alloc(instance, (size_t)n), speed = 0.0;
    cause[0] = '\0';
    int failed = derivative->evaluate(instance);
    double *rate = scratch_copy(instance, at(instance, problem->x_dot), (size_t)n);
    if (!failed) failed = fastest(derivative, instance, x, rate, d, &speed);
    memcpy(at(instance, problem->x), x, (size_t)n * sizeof(double));
    instance->scratch_used = used;
    if (failed) return -1;
    for (int i = 1; i < n; ++i)
        if (fabs(d[i]) > fabs(d[most])) most = i;
    if (speed * step > SHORTENS)
        snprintf(cause, MESSAGE, "%s has a time constant of %.2g s: look there for a mass that is too small, or a stiffness or damping that is too large",
                 problem->state_name[most], 1.0 / speed);
    return 0;
}
