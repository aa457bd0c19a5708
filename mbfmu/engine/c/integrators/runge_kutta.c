/* runge_kutta.c: four stages, order 4.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.1. */

#include "runge_kutta.h"

#include "explicit_fixed_step.h"

static const double NODES[] = {0.5, 0.5, 1.0};
static const double WEIGHTS[] = {0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
static const ExplicitFormula FORMULA = {4, NODES, WEIGHTS};

static size_t memory_of(const Problem *problem) { return fixed_step_memory(problem, FORMULA.stages - 1); }

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    return explicit_fixed_step(&FORMULA, derivative, instance, h, error);
}

const Integrator RUNGE_KUTTA = {
    .fixed = 1,
    .to_the_end = 1,
    .memory = memory_of,
    .scratch = no_scratch,
    .restart = fixed_step_forget,
    .evaluated = fixed_step_evaluated,
    .moved = fixed_step_forget,
    .begin = fixed_step_begin,
    .attempt = attempt,
    .at = fixed_step_dense,
};
