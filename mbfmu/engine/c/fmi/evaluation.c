/* evaluation.c: what follows from the numbers, computed when it is asked for.

   In Initialization Mode everything follows inputs and parameters from the start. In Model Exchange rates and outputs are those of the
   modes held, in Co-Simulation outputs are those of the modes that agree with the present inputs. Only Event Mode and the start
   take changed parameters in; in Co-Simulation whoever asks does. Where they cannot be taken in, that call fails, and those before are back. */

#include <string.h>

#include "component.h"
#include "model.h"

void has_changed(Component *component)
{
    component->instance->state->dirty = ALL_DIRTY;
    component->instance->state->set_since_step = 1;
}

Status failed_evaluation(const Component *component)
{
    return component->instance->state->mode == CONTINUOUS_TIME_MODE ? DISCARD : ERROR;
}

int safely(Component *component, int (*compute)(Component *component))
{
    Instance *instance = component->instance;
    state_copy(instance, instance->before);
    if (!compute(component)) return 0;
    memcpy(instance->state, instance->before, state_size(instance));
    return -1;
}

static int start(Component *component)
{
    feel(component->instance, 0.0);
    return model_initialize(component->instance, component->instance->state->start_time);
}

static int validate(Component *component)
{
    Instance *instance = component->instance;
    const double *before = instance->before->numbers + instance->problem->x.start;
    if (model_validate(instance)) return -1;
    if (memcmp(at(instance, instance->problem->x), before, (size_t)instance->problem->x.size * sizeof(double))) instance->state->states_moved = 1;
    return 0;
}

int with_parameters(Component *component, int (*compute)(Component *component))
{
    Instance *instance = component->instance;
    int changed = model_parameters_changed(instance);
    if (!safely(component, compute)) return 0;
    if (changed && model_inputs_are_allowed(instance)) {
        model_undo_parameters(instance);
        has_changed(component);
    }
    return -1;
}

int take_in_parameters(Component *component)
{
    return model_parameters_changed(component->instance) ? with_parameters(component, validate) : 0;
}

static int in_step_mode(Component *component)
{
    return model_validate(component->instance) || model_outputs(component->instance, 0) ? -1 : 0;
}

/* Guesses of algebraic unknowns are all that a failing evaluation could spoil. */
static int with_modes_held(Component *component, int what)
{
    Instance *instance = component->instance;
    State *state = instance->state;
    size_t guesses = (size_t)instance->problem->z.size * sizeof(double);
    double *z = at(instance, instance->problem->z), *before = instance->before->numbers + instance->problem->z.start;
    if (state->mode == EVENT_MODE && take_in_parameters(component)) return -1;
    memcpy(before, z, guesses);
    if (state->dirty & DIRTY_RATES && model_evaluate(instance)) {
        memcpy(z, before, guesses);
        return -1;
    }
    state->dirty &= ~DIRTY_RATES;
    if (what & DIRTY_OUTPUTS && model_held_outputs(instance)) return -1;
    if (what & DIRTY_PICTURES && model_held_pictures(instance)) return -1;
    state->dirty &= ~what;
    return 0;
}

/* They are what they are, except that they follow parameters from the start, and in Event Mode changed ones. */
int states_need(int mode) { return mode == CONTINUOUS_TIME_MODE ? 0 : DIRTY_RATES; }

static int look_at_pictures(Component *component) { return model_pictures(component->instance); }

static int bring_outputs_up_to_date(Component *component)
{
    State *state = component->instance->state;
    int failed;
    if (state->mode == INTERMEDIATE_UPDATE_MODE)
        failed = model_outputs(component->instance, 0); /* `before` is what the step goes back to, and inputs are all that may change */
    else
        failed = state->mode == INITIALIZATION_MODE ? safely(component, start) : with_parameters(component, in_step_mode);
    if (!failed) state->dirty = DIRTY_PICTURES;
    return failed;
}

int bring_up_to_date(Component *component, int what)
{
    State *state = component->instance->state;
    if (!(state->dirty & what)) return 0;
    if (state->interface == MODEL_EXCHANGE && state->mode != INITIALIZATION_MODE) return with_modes_held(component, what);
    if (state->dirty & what & ~DIRTY_PICTURES && bring_outputs_up_to_date(component)) return -1;
    if (!(what & DIRTY_PICTURES)) return 0;
    int failed = state->mode == INTERMEDIATE_UPDATE_MODE ? look_at_pictures(component) : safely(component, look_at_pictures);
    if (!failed) state->dirty &= ~DIRTY_PICTURES;
    return failed;
}
