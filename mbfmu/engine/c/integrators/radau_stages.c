/* radau_stages.c: see radau_stages.h. */

#include "radau_stages.h"

#include <float.h>
#include <string.h>

#include "block_lu.h"
#include "complex_lu.h"
#include "jacobian.h"
#include "linear_algebra.h"

#define ITERATIONS 6

const double RADAU_NODES[STAGES] = {(4 - S6) / 10, (4 + S6) / 10, 1.0};
const double RADAU_ERROR[STAGES] = {(-13 - 7 * S6) / 3, (-13 + 7 * S6) / 3, -1.0 / 3};
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
static const double ALPHA = 2.6810828736277523, BETA = 3.0504301992474105;

/* One block alone is eliminated by complex numbers, which is twice as fast; its rows and columns are in the order of states. */
static int is_whole(const Problem *problem) { return problem->blocks.count < 2; }
static size_t complex_numbers(const Problem *problem) { return is_whole(problem) ? 2 * block_numbers(&problem->blocks, 1) : block_numbers(&problem->blocks, 2); }

size_t radau_memory(const Problem *problem)
{
    size_t n = (size_t)problem->x.size;
    return SUM + (SUMMED + 4) * n + block_numbers(&problem->blocks, 1);
}

size_t radau_scratch(const Problem *problem)
{
    size_t n = (size_t)problem->x.size;
    return block_numbers(&problem->blocks, 1) + complex_numbers(problem) + 13 * n;
}

Work kept_work(const Instance *instance)
{
    int n = instance->problem->x.size;
    double *sum = instance->memory + SUM, *rate = sum + SUMMED * n;
    Work work = {.n = n, .sum = summed_at(sum, n), .rate = rate, .polynomial = rate + n, .jacobian = rate + 4 * n};
    return work;
}

Work work_in_scratch(Instance *instance)
{
    Work work = kept_work(instance);
    size_t n = (size_t)work.n;
    work.real = scratch_alloc(instance, block_numbers(&instance->problem->blocks, 1));
    work.complex = scratch_alloc(instance, complex_numbers(instance->problem));
    work.pivots = scratch_alloc_ints(instance, 3 * n);
    work.complex_pivots = work.pivots + n;
    work.stages = scratch_alloc(instance, STAGES * n);
    work.change = scratch_alloc(instance, STAGES * n);
    work.pair = scratch_alloc(instance, 2 * n);
    work.slope = scratch_alloc(instance, n);
    work.room = scratch_alloc(instance, 2 * n);
    return work;
}

int evaluate_at(const Derivative *derivative, Instance *instance, double t, const double *start, const double *change)
{
    Ref states = instance->problem->x;
    for (int i = 0; i < states.size; ++i) at(instance, states)[i] = start[i] + change[i];
    at(instance, instance->problem->t)[0] = t;
    return derivative->evaluate(instance);
}

int differentiate(const Derivative *derivative, Instance *instance)
{
    const Problem *problem = instance->problem;
    Work work = kept_work(instance);
    memcpy(at(instance, problem->x), work.sum.start, (size_t)work.n * sizeof(double));
    at(instance, problem->t)[0] = instance->memory[START_T];
    if (rates_by_states(derivative, instance, work.jacobian)) return -1;
    instance->memory[DIFFERENTIATED] = instance->memory[CURRENT] = 1.0;
    instance->memory[SLOW] = 0.0;
    return 0;
}

/* Factors of (ALPHA + i BETA)/h - J; 0 if there are any. */
static int factorize_complex(const Instance *instance, const Work *work, double h)
{
    const StateBlocks *blocks = &instance->problem->blocks;
    const double small[] = {ALPHA / h, -BETA / h, BETA / h, ALPHA / h};
    int n = work->n;
    if (!is_whole(instance->problem)) {
        memset(work->complex, 0, block_numbers(blocks, 2) * sizeof(double));
        block_put(blocks, 2, work->complex, 0, 0, -1.0, work->jacobian);
        block_put(blocks, 2, work->complex, 1, 1, -1.0, work->jacobian);
        block_add_on_diagonal(blocks, 2, work->complex, small);
        return block_lu(blocks, 2, work->complex, work->complex_pivots);
    }
    for (int i = 0; i < n * n; ++i) {
        work->complex[2 * i] = -work->jacobian[i];
        work->complex[2 * i + 1] = 0.0;
    }
    for (int i = 0; i < n; ++i) {
        work->complex[2 * (i * n + i)] += ALPHA / h;
        work->complex[2 * (i * n + i) + 1] = BETA / h;
    }
    return complex_lu(work->complex, n, work->complex_pivots);
}

/* Those, and factors of GAMMA/h - J. */
static int factorize(const Instance *instance, const Work *work, double h)
{
    const StateBlocks *blocks = &instance->problem->blocks;
    const double diagonal = GAMMA / h;
    block_put(blocks, 1, work->real, 0, 0, -1.0, work->jacobian);
    block_add_on_diagonal(blocks, 1, work->real, &diagonal);
    return block_lu(blocks, 1, work->real, work->pivots) || factorize_complex(instance, work, h);
}

void solve_real(const Instance *instance, const Work *work, double *values)
{
    block_lu_solve(&instance->problem->blocks, 1, work->real, work->pivots, values, work->room);
}

static void solve_complex(const Instance *instance, const Work *work, double *pairs)
{
    if (is_whole(instance->problem))
        complex_lu_solve(work->complex, work->complex_pivots, work->n, pairs);
    else
        block_lu_solve(&instance->problem->blocks, 2, work->complex, work->complex_pivots, pairs, work->room);
}

/* The increments of the stages by the polynomial of the last step, prolonged. */
static void predict(const Instance *instance, const Work *work, double h)
{
    double last = instance->memory[LAST];
    int n = work->n;
    for (int s = 0; s < STAGES; ++s)
        for (int i = 0; i < n; ++i) {
            const double *p = work->polynomial + i, a = last != 0.0 ? 1 + RADAU_NODES[s] * h / last : 0.0;
            work->stages[s * n + i] = last != 0.0 ? a * (p[0] + a * (p[n] + a * p[2 * n])) - (p[0] + p[n] + p[2 * n]) : 0.0;
        }
}

/* Makes of the rates in `change` the correction of the stages that Newton's method asks for. */
static void correct(const Instance *instance, const Work *work, double h)
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
    solve_real(instance, work, real);
    solve_complex(instance, work, pair);
    for (int i = 0; i < n; ++i)
        for (int s = 0; s < STAGES; ++s) change[s * n + i] = T[s][0] * real[i] + T[s][1] * pair[2 * i] + T[s][2] * pair[2 * i + 1];
}

/* One iteration of Newton's method: the size of its correction, infinite if it is not a number. */
static int iterate(const Derivative *derivative, Instance *instance, const Work *work, double h, double *size)
{
    const double *memory = instance->memory;
    int n = work->n;
    double square = 0.0;
    for (int s = 0; s < STAGES; ++s) {
        double t = s == STAGES - 1 ? memory[END_T] : memory[START_T] + RADAU_NODES[s] * h;
        if (evaluate_at(derivative, instance, t, work->sum.start, work->stages + s * n)) return -1;
        memcpy(work->change + s * n, at(instance, instance->problem->x_dot), (size_t)n * sizeof(double));
    }
    correct(instance, work, h);
    for (int s = 0; s < STAGES; ++s) {
        double part = relative_size(instance, work->change + s * n, work->sum.start, work->sum.start);
        square += part * part / STAGES;
        for (int i = 0; i < n; ++i) work->stages[s * n + i] += work->change[s * n + i];
    }
    *size = sqrt(square);
    return 0;
}

int solve_stages(const Derivative *derivative, Instance *instance, const Work *work, double h, int *found)
{
    double tolerance = instance->state->tolerance, enough = fmax(10 * DBL_EPSILON / tolerance, fmin(0.03, sqrt(tolerance)));
    double size, before = 0.0;
    *found = 0;
    if (factorize(instance, work, h)) return 0; /* singular */
    predict(instance, work, h);
    for (int iteration = 0; iteration < ITERATIONS; ++iteration) {
        if (iterate(derivative, instance, work, h, &size)) return -1;
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
