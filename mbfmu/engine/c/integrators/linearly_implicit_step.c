/* linearly_implicit_step.c: see linearly_implicit_step.h. */

#include "linearly_implicit_step.h"

#include <float.h>
#include <math.h>

#include "block_lu.h"
#include "jacobian.h"

#define ASIDE 1e-5 /* of a step: by so much later the rate is evaluated once more for its derivative by time */

typedef struct {
    double *jacobian, *matrix, *by_time, *rate, *room; /* two of the problem's blocks; n, n, n */
    int *pivots;
} Work;

size_t linearly_implicit_scratch(const Problem *problem)
{
    size_t n = (size_t)problem->x.size;
    return 2 * block_numbers(&problem->blocks, 1) + 4 * n;
}

static Work work_in_scratch(Instance *instance)
{
    size_t n = (size_t)instance->problem->x.size, numbers = block_numbers(&instance->problem->blocks, 1);
    Work work = {scratch_alloc(instance, numbers), scratch_alloc(instance, numbers), scratch_alloc(instance, n),
                 scratch_alloc(instance, n),       scratch_alloc(instance, n),       scratch_alloc_ints(instance, n)};
    return work;
}

/* At the start, which x and t are. */
static int differentiate(const Derivative *derivative, Instance *instance, const FixedStep *step, const Work *work, double h)
{
    const Problem *problem = instance->problem;
    double *t = at(instance, problem->t), start = *t;
    const double *x_dot = at(instance, problem->x_dot);
    *t = start + fmax(ASIDE * h, DBL_EPSILON * fabs(start));
    double aside = *t - start;
    if (derivative->evaluate(instance)) return -1;
    for (int i = 0; i < step->n; ++i) work->by_time[i] = (x_dot[i] - step->first[i]) / aside;
    *t = start;
    return rates_by_states(derivative, instance, work->jacobian);
}

/* Factors of 1/(gamma h) - J; 0 if there are any. */
static int factorize(const StateBlocks *blocks, const Work *work, double diagonal)
{
    block_put(blocks, 1, work->matrix, 0, 0, -1.0, work->jacobian);
    block_add_on_diagonal(blocks, 1, work->matrix, &diagonal);
    return block_lu(blocks, 1, work->matrix, work->pivots);
}

/* to = sum over the stages before of weights times what they give. */
static void combine(const FixedStep *step, const double *weights, int stages, double *to)
{
    for (int i = 0; i < step->n; ++i) to[i] = 0.0;
    for (int s = 0; s < stages; ++s)
        for (int i = 0; i < step->n; ++i) to[i] += weights[s] * step->stages[s * step->n + i];
}

static int evaluate_stage(const RosenbrockFormula *formula, const Derivative *derivative, Instance *instance, const FixedStep *step, double h, int s)
{
    double *x = at(instance, instance->problem->x);
    combine(step, formula->a + s * formula->stages, s, x);
    for (int i = 0; i < step->n; ++i) x[i] += step->sum.start[i];
    *at(instance, instance->problem->t) = instance->memory[START_T] + formula->nodes[s] * h;
    return derivative->evaluate(instance);
}

static int find_stages(const RosenbrockFormula *formula, const Derivative *derivative, Instance *instance, const FixedStep *step, const Work *work,
                       double h)
{
    int n = step->n;
    copy_numbers(work->rate, step->first, (size_t)n);
    for (int s = 0; s < formula->stages; ++s) {
        double *k = step->stages + s * n;
        if (formula->evaluated[s] != 0.0) {
            if (evaluate_stage(formula, derivative, instance, step, h, s)) return -1;
            copy_numbers(work->rate, at(instance, instance->problem->x_dot), (size_t)n);
        }
        combine(step, formula->c + s * formula->stages, s, k);
        for (int i = 0; i < n; ++i) k[i] = k[i] / h + work->rate[i] + formula->gammas[s] * h * work->by_time[i];
        block_lu_solve(&instance->problem->blocks, 1, work->matrix, work->pivots, k, work->room);
    }
    return 0;
}

int linearly_implicit_step(const RosenbrockFormula *formula, const Derivative *derivative, Instance *instance, double h, double *error)
{
    FixedStep step = fixed_step_of(instance);
    size_t used = instance->scratch_used;
    Work work = work_in_scratch(instance);
    double *x = at(instance, instance->problem->x);
    int status = differentiate(derivative, instance, &step, &work, h);
    *error = INFINITY;
    if (!status && !factorize(&instance->problem->blocks, &work, 1.0 / (formula->gamma * h))) {
        status = find_stages(formula, derivative, instance, &step, &work, h);
        if (!status) {
            combine(&step, formula->m, formula->stages, x);
            fixed_step_end(instance, h, x, error);
        }
    }
    instance->scratch_used = used;
    return status;
}
