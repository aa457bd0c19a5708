/* derivative.c: see derivative.h. */

#include "derivative.h"

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

int model_rates_tangent(Instance *instance) { return run_tangent(instance, instance->problem->derivative); }
