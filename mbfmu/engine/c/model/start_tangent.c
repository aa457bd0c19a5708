/* start_tangent.c: see start_tangent.h. */

#include "start_tangent.h"

#include <string.h>

#include "schedule.h"
#include "settled_start.h"
#include "settled_tangent.h"

/* The balance is found by tangents, which take the place of the seeds meanwhile. */
static int settled(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, count = (size_t)problem->p.size;
    double *seeds = scratch_alloc_reserved(instance, count), *laid = instance->tangent + problem->p.start;
    Balance balance;
    if (seeds) copy_numbers(seeds, laid, count);
    int failed = !seeds || find_balance(instance, &balance);
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    if (!failed) copy_numbers(laid, seeds, count);
    failed = failed || model_settled_tangent(instance, &balance);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int model_start_tangent(Instance *instance)
{
    const Problem *problem = instance->problem;
    if (starts_in_equilibrium(instance)) return settled(instance);
    if (run_tangent(instance, problem->derive) || run_tangent(instance, problem->initialize)) return -1;
    return run_tangent(instance, problem->post_assembly);
}
