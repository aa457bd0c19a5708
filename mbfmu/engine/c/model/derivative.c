/* derivative.c: see derivative.h. */

#include "derivative.h"

#include <string.h>

#include "inputs.h"
#include "schedule.h"
#include "singularity_monitor.h"
#include "switching_distances.h"

int model_evaluate_within_step(Instance *instance)
{
    ++instance->evaluations;
    return model_extrapolate(instance) || run(instance, instance->problem->derivative) ? -1 : 0;
}

int model_evaluate(Instance *instance)
{
    const Problem *problem = instance->problem;
    if (model_evaluate_within_step(instance)) return -1;
    if (instance->switching_distances) switching_distances_note(instance);
    for (int i = 0; i < problem->mechanisms; ++i) singularity_monitor_observe(instance, &problem->mechanism[i]);
    return 0;
}

void model_seed_motion(Instance *instance)
{
    const Problem *problem = instance->problem;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    copy_numbers(instance->tangent + problem->x.start, at(instance, problem->x_dot), (size_t)problem->x.size);
    instance->tangent[problem->t.start] = 1.0;
}

int model_rates_tangent(Instance *instance) { return run_tangent(instance, instance->problem->derivative); }
