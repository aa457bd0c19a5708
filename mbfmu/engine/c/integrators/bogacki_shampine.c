/* bogacki_shampine.c: the formula of order 3 by Bogacki and Shampine: three evaluations a step, and one at its end where modes or the dense output ask
   for it. So a communication step, at the start of which inputs jump, takes three.

   Their own formula of order 2 takes the rate at the end. Ours does without: whatever c is, the error weights (c, -3 c, 2 c) belong to a formula of
   order 2. With c = 1/18 its error is h^3/24 times the Jacobian squared times the rate, and h^3/48 times the curvature of the rates along the solution: theirs has
   these two numbers the other way round. The dense output is Hermite's cubic polynomial, of order 3.

   Source: Bogacki, Shampine, A 3(2) pair of Runge-Kutta formulas, Applied Mathematics Letters 2 (1989). */

#include "bogacki_shampine.h"

#include "explicit_pair.h"

#define STAGES 4
#define ERROR_ORDER 3

static const double NODES[STAGES - 1] = {1.0 / 2, 3.0 / 4, 1.0};
static const double WEIGHTS[STAGES - 1][STAGES - 1] = {{1.0 / 2}, {0.0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}};
static const double ERROR[STAGES] = {1.0 / 18, -1.0 / 6, 1.0 / 9, 0.0};

static const ExplicitPair PAIR = {.stages = STAGES, .nodes = NODES, .weights = WEIGHTS[0], .error = ERROR, .order = ERROR_ORDER};

static size_t memory_of(const Problem *problem) { return explicit_memory(problem, STAGES); }

static void evaluated(Instance *instance)
{
    explicit_keep(instance, STAGES - 1);
    instance->memory[KNOWN] = 1.0;
}

static int begin(const Derivative *derivative, Instance *instance) { return explicit_begin(&PAIR, derivative, instance); }

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    return explicit_attempt(&PAIR, derivative, instance, h, error);
}

static void dense(Instance *instance, double theta)
{
    double rest = 1.0 - theta, solution = theta * theta * (3.0 - 2.0 * theta), weights[STAGES];
    for (int s = 0; s < STAGES - 1; ++s) weights[s] = solution * WEIGHTS[STAGES - 2][s];
    weights[0] += theta * rest * rest;
    weights[STAGES - 1] = -theta * theta * rest;
    explicit_dense(instance, theta, weights, STAGES);
}

/* The rate at the end, where no mode asked for it. */
static int refine(const Derivative *derivative, Instance *instance)
{
    if (instance->memory[REFINED] != 0.0 || instance->problem->m.size) return 0;
    double end[STAGES - 1];
    for (int s = 0; s < STAGES - 1; ++s) end[s] = WEIGHTS[STAGES - 2][s];
    explicit_dense(instance, 1.0, end, STAGES - 1);
    if (derivative->evaluate(instance)) return -1;
    explicit_keep(instance, STAGES - 1);
    instance->memory[REFINED] = 1.0;
    return 0;
}

const Integrator BOGACKI_SHAMPINE = {
    .throughout = 1,
    .to_the_end = 0,
    .error_order = ERROR_ORDER,
    .memory = memory_of,
    .scratch = no_scratch,
    .restart = explicit_forget,
    .evaluated = evaluated,
    .moved = explicit_forget,
    .begin = begin,
    .attempt = attempt,
    .at = dense,
    .refine = refine,
};
