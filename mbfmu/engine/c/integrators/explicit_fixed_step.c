/* explicit_fixed_step.c: see explicit_fixed_step.h. */

#include "explicit_fixed_step.h"

#include "linear_algebra.h"

/* to = h times the weighed rates, of which the first is that of the start. */
static void combine(const FixedStep *step, const double *weights, int stages, double h, double *to)
{
    for (int i = 0; i < step->n; ++i) to[i] = weights[0] * step->first[i];
    for (int s = 1; s < stages; ++s)
        for (int i = 0; i < step->n; ++i) to[i] += weights[s] * step->stages[(s - 1) * step->n + i];
    for (int i = 0; i < step->n; ++i) to[i] *= h;
}

int explicit_fixed_step(const ExplicitFormula *formula, const Derivative *derivative, Instance *instance, double h, double *error)
{
    const Problem *problem = instance->problem;
    FixedStep step = fixed_step_of(instance);
    double *x = at(instance, problem->x);
    int most = formula->stages - 1;
    for (int s = 1; s <= most; ++s) {
        combine(&step, formula->weights + (s - 1) * most, s, h, x);
        for (int i = 0; i < step.n; ++i) x[i] += step.sum.start[i];
        *at(instance, problem->t) = instance->memory[START_T] + formula->nodes[s - 1] * h;
        if (derivative->evaluate(instance)) return -1;
        copy_numbers(step.stages + (s - 1) * step.n, at(instance, problem->x_dot), (size_t)step.n);
    }
    combine(&step, formula->weights + most * most, formula->stages, h, x);
    fixed_step_end(instance, h, x, error);
    return 0;
}
