/* radau.c: Radau IIA with three stages, order 5: implicit, for stiff problems. The Jacobian is exact and kept, across communication points
   too, while Newton's method converges well.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.8: simplified Newton iterations, transformed to a real and
   a complex system (8.13); error estimate (8.20), which is of order 3. */

#include <float.h>
#include <math.h>
#include <string.h>

#include "complex_lu.h"
#include "integrator.h"
#include "linear_algebra.h"
#include "model.h"

#define S6 2.449489742783178 /* square root */
#define STAGES 3
#define ITERATIONS 6

static const double NODES[STAGES] = {(4 - S6) / 10, (4 + S6) / 10, 1.0};
static const double ERROR[STAGES] = {(-13 - 7 * S6) / 3, (-13 + 7 * S6) / 3, -1.0 / 3};
/* Values at the nodes to coefficients of theta, theta^2, theta^3 of the polynomial through them that starts at 0. */
static const double DENSE[STAGES][STAGES] = {
    {(13 + 7 * S6) / 3, (13 - 7 * S6) / 3, 1.0 / 3},
    {(-23 - 22 * S6) / 3, (-23 + 22 * S6) / 3, -8.0 / 3},
    {(10 + 15 * S6) / 3, (10 - 15 * S6) / 3, 10.0 / 3},
};
/* The inverse of the method's matrix is T diag(GAMMA, [ALPHA, -BETA; BETA, ALPHA]) INVERSE. */
static const double T[STAGES][STAGES] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1.0, 0.0},
};
static const double INVERSE[STAGES][STAGES] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497},
};
static const double GAMMA = 3.637834252744496, ALPHA = 2.6810828736277523, BETA = 3.0504301992474105;

/* Behind PACE: whether there is a Jacobian, it is of this very start, it made Newton's method converge slowly; whether the rate at the
   present point is known; the size of the step that the polynomial is of, or 0; start, rate, polynomial (3 x n), Jacobian. */
enum { DIFFERENTIATED = PACE, CURRENT, SLOW, KNOWN, LAST, START };

typedef struct {
    int n;
    double *start, *rate, *polynomial, *jacobian; /* that survive */
    double *real, *complex;                       /* factors, n x n */
    int *pivots, *complex_pivots;
    double *stages, *change, *pair, *slope; /* 3 n, 3 n, 2 n, n */
} Work;

static size_t memory_of(const Problem *problem)
{
    size_t n = (size_t)problem->x.size;
    return START + 5 * n + n * n;
}

static size_t scratch_of(const Problem *problem)
{
    size_t n = (size_t)problem->x.size;
    return 3 * n * n + 10 * n;
}

static Work kept(const Instance *instance)
{
    int n = instance->problem->x.size;
    double *start = instance->memory + START;
    Work work = {n, start, start + n, start + 2 * n, start + 5 * n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    return work;
}

static Work with_scratch(Instance *instance)
{
    Work work = kept(instance);
    size_t n = (size_t)work.n;
    work.real = take(instance, n * n);
    work.complex = take(instance, 2 * n * n);
    work.pivots = (int *)take(instance, n);
    work.complex_pivots = work.pivots + n;
    work.stages = take(instance, STAGES * n);
    work.change = take(instance, STAGES * n);
    work.pair = take(instance, 2 * n);
    work.slope = take(instance, n);
    return work;
}

static void forget_rate(Instance *instance) { instance->memory[KNOWN] = 0.0; }

/* The Jacobian stays: it is renewed where Newton's method tells that it no longer fits. */
static void restart(Instance *instance)
{
    forget_rate(instance);
    instance->memory[LAST] = 0.0;
}

static int evaluate_at(Instance *instance, double t, const double *start, const double *change)
{
    Ref states = instance->problem->x;
    for (int i = 0; i < states.size; ++i) at(instance, states)[i] = start[i] + change[i];
    at(instance, instance->problem->t)[0] = t;
    return model_evaluate(instance);
}

/* The Jacobian at the start, column by column. */
static int differentiate(Instance *instance)
{
    const Problem *problem = instance->problem;
    Work work = kept(instance);
    double *seed = instance->tangent + problem->x.start, *column = instance->tangent + problem->x_dot.start;
    memcpy(at(instance, problem->x), work.start, (size_t)work.n * sizeof(double));
    at(instance, problem->t)[0] = instance->memory[START_T];
    if (model_evaluate(instance)) return -1;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < work.n; ++j) {
        seed[j] = 1.0;
        if (model_rates_tangent(instance)) return -1;
        for (int i = 0; i < work.n; ++i) work.jacobian[i * work.n + j] = column[i];
        seed[j] = 0.0;
    }
    instance->memory[DIFFERENTIATED] = instance->memory[CURRENT] = 1.0;
    instance->memory[SLOW] = 0.0;
    return 0;
}

static int begin(Instance *instance)
{
    const Problem *problem = instance->problem;
    Work work = kept(instance);
    size_t size = (size_t)work.n * sizeof(double);
    double *memory = instance->memory;
    memcpy(work.start, at(instance, problem->x), size);
    if (memory[KNOWN] == 0.0) {
        if (model_evaluate(instance)) return -1;
        memcpy(work.rate, at(instance, problem->x_dot), size);
    }
    memory[KNOWN] = memory[CURRENT] = 0.0;
    return memory[DIFFERENTIATED] == 0.0 || memory[SLOW] != 0.0 ? differentiate(instance) : 0;
}

/* Factors of GAMMA/h - J and (ALPHA + i BETA)/h - J; 0 if there are any. */
static int factorize(const Work *work, double h)
{
    int n = work->n;
    for (int i = 0; i < n * n; ++i) {
        work->real[i] = work->complex[2 * i] = -work->jacobian[i];
        work->complex[2 * i + 1] = 0.0;
    }
    for (int i = 0; i < n; ++i) {
        work->real[i * n + i] += GAMMA / h;
        work->complex[2 * (i * n + i)] += ALPHA / h;
        work->complex[2 * (i * n + i) + 1] = BETA / h;
    }
    return lu(work->real, n, work->pivots) || complex_lu(work->complex, n, work->complex_pivots);
}

/* The increments of the stages by the polynomial of the last step, prolonged. */
static void predict(const Instance *instance, const Work *work, double h)
{
    double last = instance->memory[LAST];
    int n = work->n;
    for (int s = 0; s < STAGES; ++s)
        for (int i = 0; i < n; ++i) {
            const double *p = work->polynomial + i, a = last != 0.0 ? 1 + NODES[s] * h / last : 0.0;
            work->stages[s * n + i] = last != 0.0 ? a * (p[0] + a * (p[n] + a * p[2 * n])) - (p[0] + p[n] + p[2 * n]) : 0.0;
        }
}

/* sum of row[s] * stages[s][i] */
static double across(const double *row, const double *stages, int n, int i)
{
    return row[0] * stages[i] + row[1] * stages[n + i] + row[2] * stages[2 * n + i];
}

/* Makes of the rates in `change` the correction of the stages that Newton's method asks for. */
static void correct(const Work *work, double h)
{
    int n = work->n;
    double *change = work->change, *pair = work->pair, *real = work->slope;
    for (int i = 0; i < n; ++i) {
        double w[STAGES], f[STAGES];
        for (int s = 0; s < STAGES; ++s) {
            w[s] = across(INVERSE[s], work->stages, n, i) / h;
            f[s] = across(INVERSE[s], change, n, i);
        }
        real[i] = f[0] - GAMMA * w[0];
        pair[2 * i] = f[1] - ALPHA * w[1] + BETA * w[2];
        pair[2 * i + 1] = f[2] - ALPHA * w[2] - BETA * w[1];
    }
    lu_solve(work->real, work->pivots, n, real);
    complex_lu_solve(work->complex, work->complex_pivots, n, pair);
    for (int i = 0; i < n; ++i)
        for (int s = 0; s < STAGES; ++s) change[s * n + i] = T[s][0] * real[i] + T[s][1] * pair[2 * i] + T[s][2] * pair[2 * i + 1];
}

/* One iteration of Newton's method: the size of its correction, infinite if it is not a number. */
static int iterate(Instance *instance, const Work *work, double h, double *size)
{
    const double *memory = instance->memory;
    int n = work->n;
    double square = 0.0;
    for (int s = 0; s < STAGES; ++s) {
        double t = s == STAGES - 1 ? memory[END_T] : memory[START_T] + NODES[s] * h;
        if (evaluate_at(instance, t, work->start, work->stages + s * n)) return -1;
        memcpy(work->change + s * n, at(instance, instance->problem->x_dot), (size_t)n * sizeof(double));
    }
    correct(work, h);
    for (int s = 0; s < STAGES; ++s) {
        double part = relative_size(instance, work->change + s * n, work->start, work->start);
        square += part * part / STAGES;
        for (int i = 0; i < n; ++i) work->stages[s * n + i] += work->change[s * n + i];
    }
    *size = sqrt(square);
    return 0;
}

/* The increments of the three stages (3 x n); `found` says whether Newton's method converges. */
static int solve_stages(Instance *instance, const Work *work, double h, int *found)
{
    double tolerance = instance->state->tolerance, enough = fmax(10 * DBL_EPSILON / tolerance, fmin(0.03, sqrt(tolerance)));
    double size, before = 0.0;
    *found = 0;
    if (factorize(work, h)) return 0; /* singular */
    predict(instance, work, h);
    for (int iteration = 0; iteration < ITERATIONS; ++iteration) {
        if (iterate(instance, work, h, &size)) return -1;
        double rate = iteration ? size / before : 0.0;
        if (!(size < INFINITY) || (iteration && !(rate < 1 && pow(rate, ITERATIONS - iteration) / (1 - rate) * size <= enough))) return 0;
        before = size;
        *found = size == 0 || (iteration && rate / (1 - rate) * size < enough);
        if (!*found) continue;
        instance->memory[SLOW] = iteration > 1 && rate > 1e-3;
        break;
    }
    return 0;
}

/* The estimated error in units of the tolerance, filtered once more for very stiff components where it is large. */
static int estimate(Instance *instance, const Work *work, double h, double *error)
{
    int n = work->n;
    double *filtered = work->change, *end = work->change + n;
    for (int i = 0; i < n; ++i) {
        work->slope[i] = across(ERROR, work->stages, n, i) / h;
        filtered[i] = work->rate[i] + work->slope[i];
        end[i] = work->start[i] + work->stages[2 * n + i];
    }
    lu_solve(work->real, work->pivots, n, filtered);
    *error = relative_size(instance, filtered, work->start, end);
    if (*error <= 1.0) return 0;
    if (evaluate_at(instance, instance->memory[START_T], work->start, filtered)) return -1;
    const double *x_dot = at(instance, instance->problem->x_dot);
    for (int i = 0; i < n; ++i) filtered[i] = x_dot[i] + work->slope[i];
    lu_solve(work->real, work->pivots, n, filtered);
    *error = relative_size(instance, filtered, work->start, end);
    return 0;
}

static void accept(Instance *instance, const Work *work, double h)
{
    int n = work->n;
    for (int i = 0; i < n; ++i)
        for (int s = 0; s < STAGES; ++s) work->polynomial[s * n + i] = across(DENSE[s], work->stages, n, i);
    memcpy(work->rate, at(instance, instance->problem->x_dot), (size_t)n * sizeof(double));
    instance->memory[LAST] = h;
    instance->memory[KNOWN] = 1.0;
}

/* A Jacobian from an earlier step is renewed before the step is given up. */
static int attempt(Instance *instance, double h, double *error)
{
    size_t used = instance->scratch_used;
    Work work = with_scratch(instance);
    int found, status = solve_stages(instance, &work, h, &found);
    if (!status && !found && instance->memory[CURRENT] == 0.0)
        status = differentiate(instance) || solve_stages(instance, &work, h, &found) ? -1 : 0;
    *error = INFINITY;
    if (!status && found) {
        status = estimate(instance, &work, h, error);
        if (!status) status = evaluate_at(instance, instance->memory[END_T], work.start, work.stages + 2 * work.n);
        if (!all_finite(at(instance, instance->problem->x_dot), work.n)) *error = INFINITY;
        if (!status && *error <= 1.0) accept(instance, &work, h);
    }
    instance->scratch_used = used;
    return status;
}

/* The collocation polynomial, of order 3. */
static void dense(Instance *instance, double theta)
{
    Work work = kept(instance);
    double *x = at(instance, instance->problem->x);
    for (int i = 0, n = work.n; i < n; ++i) {
        const double *p = work.polynomial + i;
        x[i] = work.start[i] + theta * (p[0] + theta * (p[n] + theta * p[2 * n]));
    }
    at(instance, instance->problem->t)[0] = instance->memory[START_T] + theta * instance->memory[SIZE];
}

const Integrator RADAU = {4, memory_of, scratch_of, restart, forget_rate, begin, attempt, dense};
