/* initialize.c: see initialize.h. */

#include "initialize.h"

#include <string.h>

#include "inputs.h"
#include "modes.h"
#include "outputs.h"
#include "schedule.h"
#include "singular_start.h"
#include "singularity_monitor.h"
#include "starting.h"
#include "validity.h"

int model_initialize(Instance *instance, double t)
{
    const Problem *problem = instance->problem;
    int changed;
    *at(instance, problem->t) = instance->state->start_time = t;
    instance->state->updates = 0;
    model_latch_inputs(instance);
    memset(at(instance, problem->m), 0, (size_t)problem->m.size * sizeof(double));
    memset(instance->memory, 0, instance->memory_size * sizeof(double));
    if (model_rederive(instance)) return -1;
    if (run(instance, problem->initialize) || run(instance, problem->post_assembly)) return -1; /* where drives are, mechanisms are assembled */
    for (int i = 0; i < problem->mechanisms; ++i)
        if (start_on_manifold(instance, &problem->mechanism[i])) return -1;
    if (run(instance, problem->post_assembly)) return -1; /* what is measured is measured there */
    if (refuse_no_numbers(instance, problem->x, "the initial state") || model_settle(instance, &changed)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (refuse_singular_start(instance, &problem->mechanism[i])) return -1;
    if (model_outputs(instance, 0)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) singularity_monitor_reset(instance, &problem->mechanism[i]);
    return 0;
}
