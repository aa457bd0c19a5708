/* discrete_states.c: what happens in Event Mode: changed parameters are taken in, mechanisms go to where inputs and constraints want them,
   modes agree with their indicators, and time events happen that are due. */

#include <string.h>

#include "component.h"
#include "model.h"

static int update(Component *component)
{
    Instance *instance = component->instance;
    int moved = 0, changed;
    if (model_validate(instance) || model_follow(instance) || model_settle(instance, &changed)) return -1;
    if (event_is_due_at(instance, *at(instance, instance->problem->t)) && (model_do_events(instance) || model_settle(instance, &changed))) return -1;
    if (!instance->problem->mechanisms || !(model_drift(instance) > 1)) return 0;
    if (model_reproject(instance, &moved)) return -1;
    return model_settle(instance, &changed);
}

Status update_discrete_states(Component *component, int *states_changed, double *next)
{
    Instance *instance = component->instance;
    State *state = instance->state;
    size_t size = (size_t)instance->problem->x.size * sizeof(double);
    *states_changed = 0;
    if (with_parameters(component, update)) return outcome(component, -1, ERROR);
    feel_without_step(component);
    *next = next_event(instance);
    *states_changed = state->states_moved || memcmp(at(instance, instance->problem->x), instance->before->numbers + instance->problem->x.start, size);
    state->states_moved = 0;
    has_changed(component);
    return OK;
}

/* States that parameters have moved without anyone having been told would be overwritten by an integrator that does not know. */
Status leave_event_mode(Component *component, Mode mode)
{
    if (take_in_parameters(component)) return outcome(component, -1, ERROR);
    if (component->instance->state->states_moved && component->instance->state->interface == MODEL_EXCHANGE)
        return refuse(component, "changed parameters have moved the states of %s: update the discrete states first, and ask for the states",
                      component->problem->name);
    return enter_mode(component, mode);
}
