/* dormand_prince.c: Dormand-Prince 5(4): explicit, for problems that are not stiff.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.6 (dense output). Its dense output is of order 4. The
   refined one, of order 5, is the polynomial through both ends that has their rates, and in between those at two points of the other: Enright,
   Jackson, Norsett, Thomsen, Interpolants for Runge-Kutta formulas, ACM Transactions on Mathematical Software 12 (1986). */

#include "dormand_prince.h"

#include "dormand_prince_pair.h"
#include "explicit_pair.h"

#define ERROR_ORDER 5

static const double DENSE[PAIR_STAGES][4] = { /* weight of each stage, as polynomials in theta without a constant term */
    {1.0, -8048581381.0 / 2820520608, 8663915743.0 / 2820520608, -12715105075.0 / 11282082432},
    {0.0, 0.0, 0.0, 0.0},
    {0.0, 131558114200.0 / 32700410799, -68118460800.0 / 10900136933, 87487479700.0 / 32700410799},
    {0.0, -1754552775.0 / 470086768, 14199869525.0 / 1410260304, -10690763975.0 / 1880347072},
    {0.0, 127303824393.0 / 49829197408, -318862633887.0 / 49829197408, 701980252875.0 / 199316789632},
    {0.0, -282668133.0 / 205662961, 2019193451.0 / 616988883, -1453857185.0 / 822651844},
    {0.0, 40617522.0 / 29380423, -110615467.0 / 29380423, 69997945.0 / 29380423},
};

#define INNER 2 /* points between the ends whose rates the refined dense output has */
static const double POINTS[INNER] = {1.0 / 5, 4.0 / 5};
static const double ADVANCE[5] = {0.0, -12.0, 58.0, -75.0, 30.0}; /* weight of the solution's whole change, as DENSE */
static const double RATES[2 + INNER][5] = {                         /* of the rates at the start, the end, and the points in between */
    {1.0, -31.0 / 8, 43.0 / 8, -25.0 / 8, 5.0 / 8},
    {0.0, 1.0 / 4, -7.0 / 8, 0.0, 5.0 / 8},
    {0.0, 125.0 / 12, -875.0 / 24, 125.0 / 3, -125.0 / 8},
    {0.0, 125.0 / 24, -625.0 / 24, 875.0 / 24, -125.0 / 8},
};

static const ExplicitPair PAIR = {.stages = PAIR_STAGES, .nodes = PAIR_NODES, .weights = PAIR_WEIGHTS[0], .error = PAIR_ERROR, .order = ERROR_ORDER};

static size_t memory_of(const Problem *problem) { return explicit_memory(problem, PAIR_STAGES + INNER); }

static void evaluated(Instance *instance)
{
    explicit_keep(instance, PAIR_STAGES - 1);
    instance->memory[KNOWN] = 1.0;
}

static int begin(const Derivative *derivative, Instance *instance) { return explicit_begin(&PAIR, derivative, instance); }

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    return explicit_attempt(&PAIR, derivative, instance, h, error);
}

/* A polynomial without a constant term. */
static double polynomial(const double *coefficients, int count, double theta)
{
    double sum = 0.0;
    for (int i = count - 1; i >= 0; --i) sum = theta * (sum + coefficients[i]);
    return sum;
}

static void weigh(double theta, double weights[PAIR_STAGES + INNER])
{
    for (int s = 0; s < PAIR_STAGES; ++s) weights[s] = polynomial(DENSE[s], 4, theta);
    for (int s = PAIR_STAGES; s < PAIR_STAGES + INNER; ++s) weights[s] = 0.0;
}

static void weigh_refined(double theta, double weights[PAIR_STAGES + INNER])
{
    double part = polynomial(ADVANCE, 5, theta);
    for (int s = 0; s < PAIR_STAGES - 1; ++s) weights[s] = part * PAIR_WEIGHTS[PAIR_STAGES - 2][s];
    weights[0] += polynomial(RATES[0], 5, theta);
    for (int s = 1; s < 2 + INNER; ++s) weights[PAIR_STAGES - 2 + s] = polynomial(RATES[s], 5, theta);
}

static void dense(Instance *instance, double theta)
{
    double weights[PAIR_STAGES + INNER];
    if (instance->memory[REFINED] != 0.0) weigh_refined(theta, weights);
    else weigh(theta, weights);
    explicit_dense(instance, theta, weights, PAIR_STAGES + INNER);
}

static int refine(const Derivative *derivative, Instance *instance)
{
    for (int i = 0; i < INNER; ++i) {
        dense(instance, POINTS[i]);
        if (derivative->evaluate(instance)) return -1;
        explicit_keep(instance, PAIR_STAGES + i);
    }
    instance->memory[REFINED] = 1.0;
    return 0;
}

const Integrator DORMAND_PRINCE = {
    .throughout = 1,
    .to_the_end = 1,
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
