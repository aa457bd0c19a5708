/* sensitivity.c: directional derivatives through the whole schedule, exact: each step differentiates itself with the factors it has. */

#include "sensitivity.h"

#include <string.h>

#include "derivative.h"
#include "inputs.h"
#include "outputs.h"
#include "schedule.h"

static int any(const double *values, int n)
{
    for (int i = 0; i < n; ++i)
        if (values[i] != 0.0) return 1;
    return 0;
}

static int all_tangents(Instance *instance, int pictures)
{
    const Problem *problem = instance->problem;
    if (any(instance->tangent + problem->p.start, problem->p.size) && run_tangent(instance, problem->derive)) return -1;
    if (model_rates_tangent(instance) || run_tangent(instance, problem->output)) return -1;
    return pictures ? run_tangent(instance, problem->picture) : 0;
}

/* Whoever moves time and keeps the inputs means that they are what they are then: input_time follows t. */
int model_tangent(Instance *instance, int pictures)
{
    const Problem *problem = instance->problem;
    if (problem->input_time.size) instance->tangent[problem->input_time.start] = instance->tangent[problem->t.start];
    return all_tangents(instance, pictures);
}

int model_adjoint(Instance *instance, int pictures)
{
    const Problem *problem = instance->problem;
    double *adjoint = instance->adjoint;
    if (pictures && run_adjoint(instance, problem->picture)) return -1;
    if (run_adjoint(instance, problem->output) || run_adjoint(instance, problem->derivative)) return -1;
    if (run_adjoint(instance, problem->derive)) return -1;
    if (problem->input_time.size) {
        adjoint[problem->t.start] += adjoint[problem->input_time.start];
        adjoint[problem->input_time.start] = 0.0;
    }
    return 0;
}

/* The rates of the inputs into their tangents: what carries them on, from latched_at or, where a step is still to come, from here. */
static void seed_inputs(Instance *instance)
{
    const Problem *problem = instance->problem;
    int n = problem->u.size, extrapolated = instance->state->extrapolated == EXTRAPOLATED;
    double *u = instance->tangent + problem->u.start, elapsed = extrapolated ? *at(instance, problem->t) - instance->state->latched_at : 0.0;
    const double *rates = at(instance, problem->input_rates);
    if (instance->state->extrapolated == HELD) return;
    for (int i = 0; i < n; ++i) {
        double sum = 0.0;
        for (int order = ORDERS; order > 1; --order) sum = elapsed / (order - 1) * (rates[(order - 1) * n + i] + sum);
        u[i] = rates[i] + sum;
    }
    if (problem->input_time.size) instance->tangent[problem->input_time.start] = 1.0;
}

int model_output_rates(Instance *instance, int pictures)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *kept = model_remember(instance);
    int failed = model_arrive(instance) || model_held_outputs(instance) || (pictures && model_held_pictures(instance));
    if (!failed) {
        memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
        memcpy(instance->tangent + problem->x.start, at(instance, problem->x_dot), (size_t)problem->x.size * sizeof(double));
        instance->tangent[problem->t.start] = 1.0;
        seed_inputs(instance);
        failed = all_tangents(instance, pictures);
    }
    model_put_back(instance, kept);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
