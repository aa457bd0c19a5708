/* initialize.c: see initialize.h.

   1. Derive numbers from parameters, and validate them.
   2. If the model starts in equilibrium and has been there: follow the inputs to the equilibrium nearby; done if that is found.
   3. Else start values, with drives where they are; assembled on the constraints; sensors of there; modes that agree with their indicators.
   4. If the model starts in equilibrium: go there. Else refuse a singular start.
   5. Evaluate the outputs. */

#include "initialize.h"

#include <string.h>

#include "contact_event.h"
#include "equilibrium.h"
#include "inputs.h"
#include "mechanism_start.h"
#include "modes.h"
#include "no_numbers.h"
#include "outputs.h"
#include "schedule.h"
#include "settled_start.h"
#include "singular_start.h"
#include "singularity_monitor.h"
#include "validity.h"

/* Numbers that are held between events start anew, wherever the states go on from. */
static int start_held(Instance *instance)
{
    size_t used = instance->scratch_used;
    double *kept = model_remember(instance);
    int failed = run(instance, instance->problem->initialize);
    model_put_back(instance, kept);
    instance->scratch_used = used;
    return failed;
}

/* Assembled from the start values, and then settled where that is wanted. */
static int put_at_start(Instance *instance)
{
    const Problem *problem = instance->problem;
    int changed;
    memset(at(instance, problem->m), 0, (size_t)problem->m.size * sizeof(double));
    if (run(instance, problem->initialize)) return -1;
    instance->state->started_from = digest_of_states(instance);
    instance->state->settled = 0;
    if (run(instance, problem->post_assembly)) return -1; /* where drives are, mechanisms are assembled */
    for (int i = 0; i < problem->mechanisms; ++i)
        if (start_on_manifold(instance, &problem->mechanism[i])) return -1;
    if (run(instance, problem->post_assembly)) return -1; /* what is measured is measured there */
    if (refuse_no_numbers(instance, problem->x, "the initial state")) return -1;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (contacts_start(instance, &problem->mechanism[i])) return -1;
    if (model_settle_modes(instance, &changed)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) contacts_started(instance, &problem->mechanism[i]);
    if (starts_in_equilibrium(instance)) return model_settle_start(instance);
    for (int i = 0; i < problem->mechanisms; ++i)
        if (refuse_singular_start(instance, &problem->mechanism[i])) return -1;
    return 0;
}

int model_initialize(Instance *instance, double t)
{
    const Problem *problem = instance->problem;
    int settled = 0;
    *at(instance, problem->t) = instance->state->start_time = t;
    model_latch_inputs(instance);
    memset(instance->memory, 0, instance->memory_size * sizeof(double));
    memset(at(instance, problem->r), 0, (size_t)problem->r.size * sizeof(double)); /* terrain has no memory of earlier runs */
    if (model_rederive(instance)) return -1;
    if (starts_in_equilibrium(instance) && (start_held(instance) || model_settle_again(instance, &settled))) return -1;
    if (!settled && put_at_start(instance)) return -1;
    if (model_outputs(instance, 0)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) singularity_monitor_reset(instance, &problem->mechanism[i]);
    return 0;
}

static int confirm(Instance *instance)
{
    const Problem *problem = instance->problem;
    State *followed = scratch_alloc_state(instance);
    if (!followed) return -1;
    state_copy(instance, followed);
    if (put_at_start(instance)) return -1;
    if (!is_elsewhere(instance, followed->numbers + problem->x.start)) return state_restore(instance, followed);
    report(instance, "%s has several equilibria: it starts in that to which its start values lead, which is not the one that has followed its inputs",
           problem->name);
    return model_outputs(instance, 0);
}

int model_confirm_start(Instance *instance)
{
    size_t used = instance->scratch_used;
    if (!starts_in_equilibrium(instance) || is_settled_anew(instance)) return 0;
    int failed = confirm(instance);
    instance->scratch_used = used;
    return failed;
}
