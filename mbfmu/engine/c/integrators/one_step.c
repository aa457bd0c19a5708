/* one_step.c: see one_step.h. */

#include "one_step.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

#define NAMED 5 /* of the states whose rates are not numbers */

/* The start of a step and the rate there, besides what the method takes. */
size_t one_step_scratch(const Integrator *integrator, const Problem *problem)
{
    return 2 * (size_t)problem->x.size + integrator->scratch(problem);
}

static void go_back(Instance *instance, const double *start)
{
    at(instance, instance->problem->t)[0] = instance->memory[START_T];
    memcpy(at(instance, instance->problem->x), start, (size_t)instance->problem->x.size * sizeof(double));
}

/* The second derivative along the first guess of a step, relative to what is allowed; the instance is left where it was. */
static int curvature(const Derivative *derivative, Instance *instance, const double *start, double *rate, double guess, double *size)
{
    Ref states = instance->problem->x;
    double *x = at(instance, states), *x_dot = at(instance, instance->problem->x_dot);
    for (int i = 0; i < states.size; ++i) x[i] = start[i] + guess * rate[i];
    at(instance, instance->problem->t)[0] = instance->memory[START_T] + guess;
    if (derivative->evaluate(instance)) return -1;
    for (int i = 0; i < states.size; ++i) rate[i] = x_dot[i] - rate[i];
    *size = relative_size(instance, rate, start, start) / guess;
    go_back(instance, start);
    return 0;
}

/* Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.4. */
static int first_size(const Integrator *integrator, const Derivative *derivative, Instance *instance, const double *start, double remaining,
                      double *h)
{
    Ref states = instance->problem->x;
    size_t used = instance->scratch_used;
    double *rate = scratch_alloc(instance, (size_t)states.size), d2 = 0.0;
    int status = 0;
    *h = remaining;
    if (states.size && !(status = derivative->evaluate(instance))) {
        memcpy(rate, at(instance, instance->problem->x_dot), (size_t)states.size * sizeof(double));
        double d0 = relative_size(instance, start, start, start), d1 = relative_size(instance, rate, start, start);
        double guess = fmin(d0 > 1e-5 && d1 > 1e-5 ? 0.01 * d0 / d1 : 1e-6, remaining);
        if (!(guess > 0 && guess < INFINITY)) {
            *h = fmin(1e-6, remaining);
        } else if (!(status = curvature(derivative, instance, start, rate, guess, &d2))) {
            double steepest = fmax(d1, d2);
            double size = steepest > 1e-15 ? pow(0.01 / steepest, 1.0 / integrator->error_order) : fmax(1e-6, guess * 1e-3);
            *h = isfinite(size) ? fmin(fmin(100 * guess, size), remaining) : guess;
        }
    }
    instance->scratch_used = used;
    return status;
}

static const char *state_name(const Instance *instance, int i) { return instance->problem->state_name[i]; }

/* Whether there is such a rate. */
static int say_not_finite(const Instance *instance, char *cause)
{
    const double *x_dot = at(instance, instance->problem->x_dot);
    char names[MESSAGE / 2] = "";
    for (int i = 0, found = 0; i < instance->problem->x.size && found < NAMED; ++i)
        if (!isfinite(x_dot[i])) {
            add_name(names, sizeof names, state_name(instance, i));
            ++found;
        }
    if (names[0])
        snprintf(cause, MESSAGE, "the rate of %s is not a number; look for a division by zero, a root of a negative number, or frames that meet",
                 names);
    return names[0] != '\0';
}

int say_steepest(const Derivative *derivative, Instance *instance, char *cause)
{
    const Problem *problem = instance->problem;
    const double *x = at(instance, problem->x), *x_dot = at(instance, problem->x_dot);
    int most = 0;
    if (derivative->evaluate(instance)) return -1;
    for (int i = 1; i < problem->x.size; ++i)
        if (fabs(x_dot[i]) / problem->nominal[i] > fabs(x_dot[most]) / problem->nominal[most]) most = i;
    snprintf(cause, MESSAGE, "%s = %.6g changes too fast (%.3g per second) to meet the tolerance", state_name(instance, most),
             x[most], x_dot[most]);
    return 0;
}

/* What stops it: rates here that are no numbers, else what stopped the last attempt. */
static int say_why(const Derivative *derivative, Instance *instance, const char *attempt, char *cause)
{
    if (!derivative->evaluate(instance) && say_not_finite(instance, cause)) return 0;
    if (!attempt[0]) return say_steepest(derivative, instance, cause);
    memcpy(cause, attempt, MESSAGE);
    return 0;
}

/* The error of an attempt; where it fails, that is infinite, and `cause` says why where that is more than too steep a change. */
static double tried(const Integrator *integrator, const Derivative *derivative, Instance *instance, double h, char *cause)
{
    size_t used = instance->scratch_used;
    double error = INFINITY;
    cause[0] = '\0';
    if (integrator->attempt(derivative, instance, h, &error)) {
        instance->scratch_used = used;
        instance->memory[NEXT_SIZE] = SLOWEST * h;
        memcpy(cause, instance->message, MESSAGE);
        return INFINITY;
    }
    if (!(error < INFINITY)) say_not_finite(instance, cause);
    return error;
}

/* Methods that know no error do not see that a step was too long. */
static int refuse_fixed(Instance *instance, double t, const char *cause)
{
    return fail(instance, "the integration cannot go on from t = %.9g s: %s; or steps of %.3g s are too long: shorten step_size, or choose rosenbrock", t, cause,
                instance->problem->step_size);
}

/* Attempts of size h and smaller, until one is accepted: its size. */
static int attempts(const Integrator *integrator, const Derivative *derivative, Instance *instance, const double *start, double t_end, double *h,
                    double *taken)
{
    double *memory = instance->memory, remaining = t_end - memory[START_T];
    char attempt[MESSAGE], cause[MESSAGE];
    for (;;) {
        *taken = *h < 0.999 * remaining ? *h : remaining;
        memory[END_T] = *taken == remaining ? t_end : memory[START_T] + *taken;
        if (tried(integrator, derivative, instance, *taken, attempt) <= 1.0) return 0;
        go_back(instance, start);
        *h = integrator->fixed ? 0.0 : memory[NEXT_SIZE];
        if (!(*h > 16 * DBL_EPSILON * fmax(fabs(memory[START_T]), remaining))) {
            if (say_why(derivative, instance, attempt, cause)) return -1;
            if (integrator->fixed) return refuse_fixed(instance, memory[START_T], cause);
            return fail(instance, "the integration cannot go on from t = %.9g s: %s", memory[START_T], cause);
        }
    }
}

int refuse_infinite_rates(Instance *instance)
{
    char cause[MESSAGE];
    if (!say_not_finite(instance, cause)) return 0;
    return refuse_fixed(instance, *at(instance, instance->problem->t), cause);
}

int one_step(const Integrator *integrator, const Derivative *derivative, Instance *instance, double t_end)
{
    Ref states = instance->problem->x;
    double *memory = instance->memory, h = integrator->fixed ? INFINITY : memory[NEXT_SIZE], taken = 0.0;
    size_t used = instance->scratch_used;
    double *start = scratch_alloc(instance, (size_t)states.size);
    memcpy(start, at(instance, states), (size_t)states.size * sizeof(double));
    memory[START_T] = at(instance, instance->problem->t)[0];
    int status = h > 0.0 ? 0 : first_size(integrator, derivative, instance, start, t_end - memory[START_T], &h);
    if (!status) status = integrator->begin(derivative, instance);
    double first = h;
    if (!status) status = attempts(integrator, derivative, instance, start, t_end, &h, &taken);
    instance->scratch_used = used;
    if (status) return -1;
    memory[SIZE] = taken;
    if (h != first) memory[NEXT_SIZE] = fmin(memory[NEXT_SIZE], taken); /* tried again: not longer at once */
    else if (taken < h) memory[NEXT_SIZE] = fmax(memory[NEXT_SIZE], h); /* cut short, which says nothing against the size that was due */
    return 0;
}
