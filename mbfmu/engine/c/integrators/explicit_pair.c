/* explicit_pair.c: see explicit_pair.h.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.4. */

#include "explicit_pair.h"

#include <string.h>

#include "error_control.h"
#include "linear_algebra.h"
#include "slow_sliding.h"

size_t explicit_memory(const Problem *problem, int rates) { return SUM + (size_t)(SUMMED + rates) * (size_t)problem->x.size; }

void explicit_forget(Instance *instance) { instance->memory[KNOWN] = 0.0; }

void explicit_keep(Instance *instance, int stage)
{
    Ref x_dot = instance->problem->x_dot;
    copy_numbers(rates_of(instance, stage), at(instance, x_dot), (size_t)x_dot.size);
}

/* The first stage: the last one of the step before, unless something jumped. */
int explicit_begin(const ExplicitPair *pair, const Derivative *derivative, Instance *instance)
{
    Ref states = instance->problem->x;
    size_t n = (size_t)states.size;
    if (instance->memory[KNOWN] != 0.0) {
        copy_numbers(rates_of(instance, 0), rates_of(instance, pair->stages - 1), n);
    } else {
        if (derivative->evaluate(instance)) return -1;
        explicit_keep(instance, 0);
    }
    sum_begin(sum_of(instance), at(instance, states), states.size);
    explicit_forget(instance);
    instance->memory[REFINED] = 0.0;
    return 0;
}

/* to (n) = sum of weights[s] times the rates of stage s. */
static void combine(const Instance *instance, const double *weights, int stages, double *restrict to)
{
    int n = instance->problem->x.size;
    const double *restrict rates = rates_of(instance, 0);
    for (int i = 0; i < n; ++i) to[i] = weights[0] * rates[i];
    for (int s = 1; s < stages; ++s) {
        const double *restrict rate = rates + (size_t)s * (size_t)n;
        if (weights[s] == 0.0) continue;
        for (int i = 0; i < n; ++i) to[i] += weights[s] * rate[i];
    }
}

/* x = start + h times the weighed rates. */
static void move(const Instance *instance, const double *weights, int stages, double h)
{
    int n = instance->problem->x.size;
    const double *restrict start = sum_of(instance).start;
    double *restrict x = at(instance, instance->problem->x);
    combine(instance, weights, stages, x);
    for (int i = 0; i < n; ++i) x[i] = start[i] + h * x[i];
}

/* The same to the end of the step. */
static void move_to_end(const Instance *instance, const double *weights, int stages, double h)
{
    int n = instance->problem->x.size;
    double *x = at(instance, instance->problem->x);
    combine(instance, weights, stages, x);
    for (int i = 0; i < n; ++i) x[i] *= h;
    sum_end(sum_of(instance), x, x, n);
}

/* The error in units of the tolerance; x_dot is its work space and left as it was. */
static double error_of(const ExplicitPair *pair, const Instance *instance, int stages, double h)
{
    Ref x_dot = instance->problem->x_dot;
    double *error = at(instance, x_dot);
    combine(instance, pair->error, stages, error);
    double size = h * slow_sliding(instance) * relative_size(instance, error, sum_of(instance).start, at(instance, instance->problem->x));
    copy_numbers(error, rates_of(instance, stages - 1), (size_t)x_dot.size);
    return size;
}

int explicit_attempt(const ExplicitPair *pair, const Derivative *derivative, Instance *instance, double h, double *error)
{
    const Problem *problem = instance->problem;
    double *t = at(instance, problem->t), *memory = instance->memory;
    int last = pair->stages - 1, at_end = pair->error[last] != 0.0 || problem->m.size > 0; /* modes are looked at there */
    for (int s = 1; s <= last; ++s) {
        (s == last ? move_to_end : move)(instance, pair->weights + (s - 1) * last, s, h);
        *t = pair->nodes[s - 1] == 1.0 ? memory[END_T] : memory[START_T] + pair->nodes[s - 1] * h;
        if (s == last && !at_end) break;
        if (derivative->evaluate(instance)) return -1;
        explicit_keep(instance, s);
    }
    int known = !at_end || all_finite(rates_of(instance, last), problem->x.size); /* else no step could begin there */
    *error = known ? error_of(pair, instance, last + at_end, h) : INFINITY;
    memory[KNOWN] = at_end && *error <= 1.0;
    memory[NEXT_SIZE] = size_by_error(instance, pair->order, h, *error);
    return 0;
}

void explicit_dense(Instance *instance, double theta, const double *weights, int rates)
{
    double *memory = instance->memory;
    move(instance, weights, rates, memory[SIZE]);
    *at(instance, instance->problem->t) = memory[START_T] + theta * memory[SIZE];
}
