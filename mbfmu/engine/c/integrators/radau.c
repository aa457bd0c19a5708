/* radau.c: Radau IIA with three stages, order 5: implicit, for stiff problems. The Jacobian is exact and kept, across communication points
   too, while Newton's method converges well.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.8; error estimate (8.20), which is of order 3. */

#include "radau.h"

#include <string.h>

#include "error_control.h"
#include "linear_algebra.h"
#include "radau_stages.h"
#include "slow_sliding.h"

#define ERROR_ORDER 4

/* Values at the nodes to coefficients of theta, theta^2, theta^3 of the polynomial through them that starts at 0. */
static const double DENSE[STAGES][STAGES] = {
    {(13 + 7 * S6) / 3, (13 - 7 * S6) / 3, 1.0 / 3},
    {(-23 - 22 * S6) / 3, (-23 + 22 * S6) / 3, -8.0 / 3},
    {(10 + 15 * S6) / 3, (10 - 15 * S6) / 3, 10.0 / 3},
};

static void forget_rate(Instance *instance) { instance->memory[KNOWN] = 0.0; }

static void keep_rate(Instance *instance)
{
    Ref x_dot = instance->problem->x_dot;
    copy_numbers(kept_work(instance).rate, at(instance, x_dot), (size_t)x_dot.size);
    instance->memory[KNOWN] = 1.0;
}

/* The Jacobian stays: it is renewed where Newton's method tells that it no longer fits. */
static void restart(Instance *instance)
{
    forget_rate(instance);
    instance->memory[LAST] = 0.0;
}

static int begin(const Derivative *derivative, Instance *instance)
{
    const Problem *problem = instance->problem;
    Work work = kept_work(instance);
    double *memory = instance->memory;
    sum_begin(work.sum, at(instance, problem->x), work.n);
    if (memory[KNOWN] == 0.0) {
        if (derivative->evaluate(instance)) return -1;
        keep_rate(instance);
    }
    memory[KNOWN] = memory[CURRENT] = 0.0;
    return memory[DIFFERENTIATED] == 0.0 || memory[SLOW] != 0.0 ? differentiate(derivative, instance) : 0;
}

/* The estimated error in units of the tolerance, filtered once more for very stiff components where it is large. */
static int estimate(const Derivative *derivative, Instance *instance, const Work *work, double h, double *error)
{
    int n = work->n;
    double *filtered = work->change, *end = work->change + n;
    for (int i = 0; i < n; ++i) {
        work->slope[i] = across(RADAU_ERROR, work->stages, n, i) / h;
        filtered[i] = work->rate[i] + work->slope[i];
        end[i] = work->sum.start[i] + work->stages[2 * n + i];
    }
    solve_real(instance, work, filtered);
    *error = relative_size(instance, filtered, work->sum.start, end);
    if (*error <= 1.0) return 0;
    if (evaluate_at(derivative, instance, instance->memory[START_T], work->sum.start, filtered)) return -1;
    const double *x_dot = at(instance, instance->problem->x_dot);
    for (int i = 0; i < n; ++i) filtered[i] = x_dot[i] + work->slope[i];
    solve_real(instance, work, filtered);
    *error = relative_size(instance, filtered, work->sum.start, end);
    return 0;
}

static int evaluate_end(const Derivative *derivative, Instance *instance, const Work *work)
{
    sum_end(work->sum, work->stages + 2 * work->n, at(instance, instance->problem->x), work->n);
    at(instance, instance->problem->t)[0] = instance->memory[END_T];
    return derivative->evaluate(instance);
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
static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    size_t used = instance->scratch_used;
    Work work = work_in_scratch(instance);
    int found, status = solve_stages(derivative, instance, &work, h, &found);
    if (!status && !found && instance->memory[CURRENT] == 0.0)
        status = differentiate(derivative, instance) || solve_stages(derivative, instance, &work, h, &found) ? -1 : 0;
    *error = INFINITY;
    if (!status && found) {
        status = estimate(derivative, instance, &work, h, error);
        if (!status) status = evaluate_end(derivative, instance, &work);
        *error *= slow_sliding(instance);
        if (!all_finite(at(instance, instance->problem->x_dot), work.n)) *error = INFINITY;
        if (!status && *error <= 1.0) accept(instance, &work, h);
    }
    instance->scratch_used = used;
    if (!status) instance->memory[NEXT_SIZE] = size_by_error(instance, ERROR_ORDER, h, *error);
    return status;
}

/* The collocation polynomial, of order 3. */
static void dense(Instance *instance, double theta)
{
    Work work = kept_work(instance);
    double *x = at(instance, instance->problem->x);
    for (int i = 0, n = work.n; i < n; ++i) {
        const double *p = work.polynomial + i;
        x[i] = work.sum.start[i] + theta * (p[0] + theta * (p[n] + theta * p[2 * n]));
    }
    at(instance, instance->problem->t)[0] = instance->memory[START_T] + theta * instance->memory[SIZE];
}

const Integrator RADAU = {
    .throughout = 0,
    .to_the_end = 1,
    .error_order = ERROR_ORDER,
    .memory = radau_memory,
    .scratch = radau_scratch,
    .restart = restart,
    .evaluated = keep_rate,
    .moved = forget_rate,
    .begin = begin,
    .attempt = attempt,
    .at = dense,
    .refine = NULL,
};
