/* co_simulation.c: a communication step. */

#include <math.h>

#include "component.h"
#include "model.h"

#define SAME_TIME 1e-3
#define ULPS 64 /* of the time, besides SAME_TIME of the step: an environment that sums up steps may be off by roundoff, not by more */

static double near_to(double t, double size) { return SAME_TIME * size + ULPS * (fabs(t) - nextafter(fabs(t), 0.0)); }

static int is_next(Component *component, double point, double size)
{
    const State *state = component->instance->state;
    double t = *at(component->instance, component->problem->t);
    if (!(size >= 0 && size < HUGE_TIME && isfinite(point) && fabs(point - t) <= near_to(t, size)))
        return refuse(component, "a step of %g s from t = %.9g s was asked for, but the FMU is at t = %.9g s", size, point, t) == OK;
    if (point + size > state->stop_time + near_to(state->stop_time, size))
        return refuse(component, "a step to t = %.9g s was asked for, but the stop time is %.9g s", point + size, state->stop_time) == OK;
    return 1;
}

Status do_step(Component *component, double point, double size, Stop *stop)
{
    Instance *instance = component->instance;
    double *t = at(instance, instance->problem->t);
    int stopped = 0;
    if (!is_next(component, point, size)) return ERROR;
    if (take_in_parameters(component)) {
        model_undo_parameters(instance);
        has_changed(component);
        return outcome(component, -1, ERROR);
    }
    double end = fmax(*t, point + size);
    instance->inputs_at = component->ask_for_inputs;
    int failed = advance(instance, end, component->event_mode_used && component->early_return_allowed, &stopped);
    instance->inputs_at = NULL;
    if (failed) return outcome(component, failed, DISCARD);
    stop->event = (stopped & AT_EVENT) != 0 || (component->event_mode_used && event_is_due_at(instance, *t));
    stop->early = stopped && *t < end;
    stop->time = *t;
    return OK;
}
