/* lifecycle.c: from start to end. */

#include <math.h>

#include "component.h"
#include "model.h"

Status setup_experiment(Component *component, const double *tolerance, double start, const double *stop)
{
    State *state = component->instance->state;
    if (tolerance && !(*tolerance > 0 && *tolerance < 1)) return refuse(component, "the tolerance must be > 0 and < 1, not %g", *tolerance);
    if (!isfinite(start)) return refuse(component, "the start time must be a finite number, not %g s", start);
    if (stop && !(*stop >= start)) return refuse(component, "the stop time must not be before the start time %g s, but it is %g s", start, *stop);
    state->tolerance = tolerance ? *tolerance : component->problem->tolerance;
    state->start_time = start;
    state->stop_time = stop ? *stop : HUGE_TIME;
    *at(component->instance, component->problem->t) = start;
    return OK;
}

Status enter_initialization_mode(Component *component)
{
    has_changed(component);
    component->instance->state->settled = 0;
    return enter_mode(component, INITIALIZATION_MODE);
}

static int confirm_start(Component *component) { return model_confirm_start(component->instance); }

Status exit_initialization_mode(Component *component, Mode next)
{
    if (bring_up_to_date(component, DIRTY_RATES | DIRTY_OUTPUTS)) return outcome(component, -1, ERROR);
    if (safely(component, confirm_start)) return outcome(component, -1, ERROR);
    if (model_report_moved_starts(component->instance)) return outcome(component, -1, ERROR);
    if (model_report_locked(component->instance)) return outcome(component, -1, ERROR);
    return enter_mode(component, next);
}

Status terminate(Component *component) { return enter_mode(component, TERMINATED); }

Status enter_mode(Component *component, Mode mode)
{
    component->instance->state->mode = mode;
    return OK;
}

Status reset(Component *component)
{
    int interface = component->instance->state->interface;
    instance_reset(component->instance);
    take_up_interface(component, interface);
    component->last_step = OK;
    return OK;
}
