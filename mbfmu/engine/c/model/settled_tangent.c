/* settled_tangent.c: see settled_tangent.h. */

#include "settled_tangent.h"

#include <string.h>

#include "derivative.h"
#include "schedule.h"

#define KEPT 1e-6         /* relative: what of the rates may be left, since neutral motions are known to roundoff only */
#define NOTHING_LEFT 1e-9 /* the same beside the largest seed, in SI units */

static void lay_states(Instance *instance, const double *seeds, const double *change)
{
    const Problem *problem = instance->problem;
    copy_numbers(instance->tangent, seeds, (size_t)problem->numbers);
    copy_numbers(instance->tangent + problem->x.start, change, (size_t)problem->x.size);
}

/* States of elements on which nothing depends start from where the others are. */
static int change_others(Instance *instance, const Balance *balance, const double *seeds, double *change)
{
    const Problem *problem = instance->problem;
    if (!problem->post_assembly.count) return 0;
    lay_states(instance, seeds, change);
    if (run_tangent(instance, problem->post_assembly)) return -1;
    for (int k = 0; k < balance->states.others; ++k)
        if (!counts(balance, k)) change[balance->states.other[k]] = instance->tangent[problem->x.start + balance->states.other[k]];
    return 0;
}

/* Constraints first: what they ask for is a change of states beside which the balance is kept. */
static int find_change(Instance *instance, const Balance *balance, const double *seeds, double *change, double *restoring)
{
    const Problem *problem = instance->problem;
    double largest = 0.0;
    memset(change, 0, (size_t)problem->x.size * sizeof(double));
    lay_states(instance, seeds, change);
    if (follow_constraints(instance, &balance->states, change)) return -1;
    lay_states(instance, seeds, change);
    if (model_rates_tangent(instance)) return -1;
    const double *rates = instance->tangent + problem->x_dot.start;
    for (int j = 0; j < problem->numbers; ++j) largest = fmax(largest, fabs(seeds[j]));
    if (restoring_change(instance, balance, rates, restoring) > KEPT * norm(rates, problem->x.size) + NOTHING_LEFT * largest)
        return fail(instance, "the equilibrium of %s at t = %.9g s has no derivative in this direction: nothing brings back what it moves",
                    problem->name, *at(instance, problem->t));
    for (int j = 0; j < problem->x.size; ++j) change[j] += restoring[j];
    return change_others(instance, balance, seeds, change);
}

int model_settled_tangent(Instance *instance, const Balance *balance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, n = (size_t)problem->x.size;
    if (problem->input_time.size) instance->tangent[problem->input_time.start] = instance->tangent[problem->t.start];
    if (run_tangent(instance, problem->derive)) return -1;
    double *seeds = scratch_alloc_reserved(instance, (size_t)problem->numbers + 2 * n);
    if (!seeds) return -1;
    copy_numbers(seeds, instance->tangent, (size_t)problem->numbers);
    double *change = seeds + problem->numbers;
    int failed = find_change(instance, balance, seeds, change, change + n);
    if (!failed) lay_states(instance, seeds, change);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
