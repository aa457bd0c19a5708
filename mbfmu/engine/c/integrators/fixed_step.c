/* fixed_step.c: see fixed_step.h. */

#include "fixed_step.h"

#include "linear_algebra.h"

enum { FIRST, RATE, PLACE, STAGE };

FixedStep fixed_step_of(const Instance *instance)
{
    int n = instance->problem->x.size;
    double *numbers = instance->memory + SUM, *behind = numbers + SUMMED * n;
    return (FixedStep){n, summed_at(numbers, n), behind + FIRST * n, behind + RATE * n, behind + PLACE * n, behind + STAGE * n};
}

size_t fixed_step_memory(const Problem *problem, int stages) { return SUM + (size_t)(SUMMED + STAGE + stages) * (size_t)problem->x.size; }

void fixed_step_forget(Instance *instance) { instance->memory[KNOWN] = 0.0; }

void fixed_step_evaluated(Instance *instance)
{
    FixedStep step = fixed_step_of(instance);
    copy_numbers(step.rate, at(instance, instance->problem->x_dot), (size_t)step.n);
    copy_numbers(step.x, at(instance, instance->problem->x), (size_t)step.n);
    instance->memory[KNOWN] = 1.0;
}

int fixed_step_begin(const Derivative *derivative, Instance *instance)
{
    FixedStep step = fixed_step_of(instance);
    if (instance->memory[KNOWN] == 0.0) {
        if (derivative->evaluate(instance)) return -1;
        fixed_step_evaluated(instance);
    }
    copy_numbers(step.first, step.rate, (size_t)step.n);
    sum_begin(step.sum, at(instance, instance->problem->x), step.n);
    fixed_step_forget(instance);
    return 0;
}

void fixed_step_end(Instance *instance, double h, const double *change, double *error)
{
    FixedStep step = fixed_step_of(instance);
    double *x = at(instance, instance->problem->x);
    sum_end(step.sum, change, x, step.n);
    *at(instance, instance->problem->t) = instance->memory[END_T];
    *error = all_finite(x, step.n) ? 0.0 : INFINITY;
    instance->memory[NEXT_SIZE] = h;
}

void fixed_step_dense(Instance *instance, double theta)
{
    FixedStep step = fixed_step_of(instance);
    double *x = at(instance, instance->problem->x), h = instance->memory[SIZE], rest = 1.0 - theta, over = theta * theta * (3.0 - 2.0 * theta);
    for (int i = 0; i < step.n; ++i)
        x[i] = step.sum.start[i] + over * (step.x[i] - step.sum.start[i]) + h * theta * rest * (rest * step.first[i] - theta * step.rate[i]);
    *at(instance, instance->problem->t) = instance->memory[START_T] + theta * h;
}
