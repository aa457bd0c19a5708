/* dormand_prince.c: Dormand-Prince 5(4): explicit, for problems that are not stiff.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.6 (dense output). Its dense output is of order 4. The
   refined one, of order 5, is the polynomial through both ends that has their rates, and in between those at two points of the other: Enright,
   Jackson, Norsett, Thomsen, Interpolants for Runge-Kutta formulas, ACM Transactions on Mathematical Software 12 (1986). */

#include "dormand_prince.h"

#include <string.h>

#include "dormand_prince_pair.h"
#include "error_control.h"

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

/* Behind PACE: whether the last stage is the rate at the present point; whether the dense output is refined; the start of the step; the rates of
   the stages and of the points in between (PAIR_STAGES + INNER, n). */
enum { KNOWN = PACE, REFINED, START };

static double *start_of(const Instance *instance) { return instance->memory + START; }

static double *rates_of(const Instance *instance) { return start_of(instance) + instance->problem->x.size; }

static size_t memory_of(const Problem *problem) { return START + (1 + PAIR_STAGES + INNER) * (size_t)problem->x.size; }

static size_t no_scratch(const Problem *problem)
{
    (void)problem;
    return 0;
}

static void forget(Instance *instance) { instance->memory[KNOWN] = 0.0; }

static void keep_rate(Instance *instance)
{
    Ref x_dot = instance->problem->x_dot;
    copy_numbers(rates_of(instance) + (PAIR_STAGES - 1) * x_dot.size, at(instance, x_dot), (size_t)x_dot.size);
    instance->memory[KNOWN] = 1.0;
}

/* The first stage: the last one of the step before, unless something jumped. */
static int begin(const Derivative *derivative, Instance *instance)
{
    Ref states = instance->problem->x;
    size_t size = (size_t)states.size * sizeof(double);
    double *rates = rates_of(instance);
    if (instance->memory[KNOWN] == 0.0) {
        if (derivative->evaluate(instance)) return -1;
        keep_rate(instance);
    }
    memcpy(rates, rates + (PAIR_STAGES - 1) * states.size, size);
    memcpy(start_of(instance), at(instance, states), size);
    forget(instance);
    instance->memory[REFINED] = 0.0;
    return 0;
}

/* to (n) = sum of weights[s] times the rates of stage s. */
static void combine(const Instance *instance, const double *weights, int stages, double *to)
{
    int n = instance->problem->x.size;
    const double *rates = rates_of(instance);
    for (int i = 0; i < n; ++i) to[i] = weights[0] * rates[i];
    for (int s = 1; s < stages; ++s) {
        const double *rate = rates + s * n;
        if (weights[s] == 0.0) continue;
        for (int i = 0; i < n; ++i) to[i] += weights[s] * rate[i];
    }
}

/* The error in units of the tolerance; x_dot, which the last stage keeps, is its work space. */
static double error_of(const Instance *instance, double h)
{
    int n = instance->problem->x.size;
    double *error = at(instance, instance->problem->x_dot);
    combine(instance, PAIR_ERROR, PAIR_STAGES, error);
    double size = h * relative_size(instance, error, start_of(instance), at(instance, instance->problem->x));
    memcpy(error, rates_of(instance) + (PAIR_STAGES - 1) * n, (size_t)n * sizeof(double));
    return size;
}

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size;
    const double *start = start_of(instance);
    double *t = at(instance, problem->t), *x = at(instance, problem->x), *memory = instance->memory;
    for (int s = 0; s < PAIR_STAGES - 1; ++s) {
        combine(instance, PAIR_WEIGHTS[s], s + 1, x);
        for (int i = 0; i < n; ++i) x[i] = start[i] + h * x[i];
        *t = PAIR_NODES[s] == 1.0 ? memory[END_T] : memory[START_T] + PAIR_NODES[s] * h;
        if (derivative->evaluate(instance)) return -1;
        memcpy(rates_of(instance) + (s + 1) * n, at(instance, problem->x_dot), (size_t)n * sizeof(double));
    }
    *error = error_of(instance, h);
    memory[KNOWN] = *error <= 1.0;
    memory[NEXT_SIZE] = size_by_error(instance, ERROR_ORDER, h, *error);
    return 0;
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
    const Problem *problem = instance->problem;
    const double *start = start_of(instance);
    double *x = at(instance, problem->x), weights[PAIR_STAGES + INNER], size = instance->memory[SIZE];
    if (instance->memory[REFINED] != 0.0) weigh_refined(theta, weights);
    else weigh(theta, weights);
    combine(instance, weights, PAIR_STAGES + INNER, x);
    for (int i = 0; i < problem->x.size; ++i) x[i] = start[i] + size * x[i];
    *at(instance, problem->t) = instance->memory[START_T] + theta * size;
}

static int refine(const Derivative *derivative, Instance *instance)
{
    Ref x_dot = instance->problem->x_dot;
    for (int i = 0; i < INNER; ++i) {
        dense(instance, POINTS[i]);
        if (derivative->evaluate(instance)) return -1;
        copy_numbers(rates_of(instance) + (PAIR_STAGES + i) * x_dot.size, at(instance, x_dot), (size_t)x_dot.size);
    }
    instance->memory[REFINED] = 1.0;
    return 0;
}

const Integrator DORMAND_PRINCE = {1, ERROR_ORDER, memory_of, no_scratch, forget, keep_rate, forget, begin, attempt, dense, refine};
