/* inputs.c: see inputs.h. */

#include "inputs.h"

#include <string.h>

void model_latch_inputs(Instance *instance)
{
    if (instance->problem->input_time.size) *at(instance, instance->problem->input_time) = *at(instance, instance->problem->t);
    if (instance->state->extrapolated == EXTRAPOLATED) instance->state->extrapolated = HELD;
}

void model_input_rate(Instance *instance, int input, int order, double rate)
{
    Ref rates = instance->problem->input_rates;
    State *state = instance->state;
    if (state->extrapolated != RATES_GIVEN) memset(at(instance, rates), 0, (size_t)rates.size * sizeof(double)); /* those of the step before */
    at(instance, rates)[(order - 1) * instance->problem->u.size + input] = rate;
    state->extrapolated = RATES_GIVEN;
    state->set_since_step = 1;
}

/* What ports feel of each other is of the inputs of the last step (last_inputs.c in fmi): where these change within it, of those at its end. */
static void feel_changed(Instance *instance)
{
    Ref last_inputs = instance->problem->last_inputs, u = instance->problem->u;
    if (last_inputs.size && *at(instance, last_inputs) > 0.0) copy_numbers(at(instance, last_inputs) + 1, at(instance, u), (size_t)u.size);
}

int model_extrapolate(Instance *instance)
{
    const Problem *problem = instance->problem;
    int n = problem->u.size;
    double *u = at(instance, problem->u), t = *at(instance, problem->t), elapsed = t - instance->state->latched_at;
    if (instance->input_callback) {
        if (instance->input_callback(instance->host, t)) return fail(instance, "the inputs of t = %.9g s could not be had", t);
        feel_changed(instance);
        return 0;
    }
    if (instance->state->extrapolated != EXTRAPOLATED) return 0;
    const double *base = at(instance, problem->latched_inputs), *rates = at(instance, problem->input_rates);
    for (int i = 0; i < n; ++i) {
        double sum = 0.0;
        for (int order = ORDERS; order > 0; --order) sum = elapsed / order * (rates[(order - 1) * n + i] + sum);
        u[i] = base[i] + sum;
    }
    if (problem->input_time.size) *at(instance, problem->input_time) = t;
    feel_changed(instance);
    return 0;
}
