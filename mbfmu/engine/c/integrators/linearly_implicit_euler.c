/* linearly_implicit_euler.c: one stage, order 1, L-stable. */

#include "linearly_implicit_euler.h"

#include "linearly_implicit_step.h"

#define GAMMA 1.0
static const double NODES[] = {0.0}, GAMMAS[] = {GAMMA}, A[] = {0.0}, C[] = {0.0}, EVALUATED[] = {0.0}, M[] = {1.0};

static const RosenbrockFormula FORMULA = {1, GAMMA, NODES, GAMMAS, A, C, EVALUATED, M};

static size_t memory_of(const Problem *problem) { return fixed_step_memory(problem, FORMULA.stages); }

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    return linearly_implicit_step(&FORMULA, derivative, instance, h, error);
}

const Integrator LINEARLY_IMPLICIT_EULER = {
    .fixed = 1,
    .to_the_end = 1,
    .memory = memory_of,
    .scratch = linearly_implicit_scratch,
    .restart = fixed_step_forget,
    .evaluated = fixed_step_evaluated,
    .moved = fixed_step_forget,
    .begin = fixed_step_begin,
    .attempt = attempt,
    .at = fixed_step_dense,
};
