/* model_exchange.c: time and states are given, rates are asked for. */

#include <math.h>
#include <string.h>

#include "component.h"
#include "contact_modes.h"
#include "drift_check.h"
#include "mechanism.h"
#include "model.h"
#include "row_reselection.h"
#include "singularity_monitor.h"
#include "state_events.h"
#include "switching_distances.h"

Status set_time(Component *component, double time)
{
    Instance *instance = component->instance;
    double *t = at(instance, instance->problem->t);
    if (!isfinite(time)) return refuse(component, "time must be a finite number, not %g s", time);
    if (time == *t) return OK;
    *t = time;
    model_latch_inputs(instance);
    has_changed(component);
    return OK;
}

static int is_vector(Component *component, const double *values, size_t count, int size, const char *what)
{
    if (count == (size_t)size && (values || !size)) return 1;
    return refuse(component, "%s has %d %s, not %zu%s", component->problem->name, size, what, count, values ? "" : ", and there is no array of them") == OK;
}

Status set_continuous_states(Component *component, const double *states, size_t count)
{
    double *x = at(component->instance, component->problem->x);
    if (!is_vector(component, states, count, component->problem->x.size, "continuous states")) return ERROR;
    if (!count || !memcmp(x, states, count * sizeof(double))) return OK;
    memcpy(x, states, count * sizeof(double));
    has_changed(component);
    return OK;
}

Status get_continuous_states(Component *component, double *states, size_t count)
{
    if (!is_vector(component, states, count, component->problem->x.size, "continuous states")) return ERROR;
    if (bring_up_to_date(component, states_need(component->instance->state->mode))) return outcome(component, -1, ERROR);
    if (count) memcpy(states, at(component->instance, component->problem->x), count * sizeof(double));
    return OK;
}

/* An integrator that meets a rate or an indicator that is no number goes back and takes a shorter step. */
static int are_numbers(Instance *instance, Ref slot, const char *what, const char *const *name)
{
    const double *value = at(instance, slot);
    for (int i = 0; i < slot.size; ++i)
        if (!isfinite(value[i])) return fail(instance, "at t = %.9g s the %s of %s is not a number", *at(instance, instance->problem->t), what, name[i]) == 0;
    return 1;
}

Status get_derivatives(Component *component, double *derivatives, size_t count)
{
    Instance *instance = component->instance;
    if (!is_vector(component, derivatives, count, instance->problem->x.size, "derivatives")) return ERROR;
    if (bring_up_to_date(component, DIRTY_RATES) || !are_numbers(instance, instance->problem->x_dot, "derivative", instance->problem->state_name))
        return outcome(component, -1, failed_evaluation(component));
    if (count) memcpy(derivatives, at(instance, instance->problem->x_dot), count * sizeof(double));
    return OK;
}

Status get_event_indicators(Component *component, double *indicators, size_t count)
{
    if (!is_vector(component, indicators, count, component->problem->g.size, "event indicators")) return ERROR;
    if (!count) return OK;
    if (bring_up_to_date(component, DIRTY_RATES) || !are_numbers(component->instance, component->problem->g, "indicator", component->problem->mode_name))
        return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; i < count; ++i) indicators[i] = model_indicator(component->instance, (int)i);
    return OK;
}

Status get_nominals(Component *component, double *nominals, size_t count)
{
    if (!is_vector(component, nominals, count, component->problem->x.size, "continuous states")) return ERROR;
    if (count) memcpy(nominals, component->problem->nominal, count * sizeof(double));
    return OK;
}

/* Whether a contact is past where it should have opened or closed: the environment has missed that, as it does where jumps are shorter than its steps. */
static int any_contact_left(const Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->mechanisms; ++i)
        for (int c = 0; c < problem->mechanism[i].contacts; ++c)
            if (switching_distance(instance, problem->mechanism[i].contact[c].closed.start - problem->m.start) < -NOISE) return 1;
    return 0;
}

/* Constraints that have drifted past their bound are met again in Event Mode only, for states are the environment's to change; where other
   rows are the independent ones from here on, its integrator starts anew. */
static int after_accepted_step(Component *component)
{
    Instance *instance = component->instance;
    int *events = &instance->state->events_wanted, changed = 0;
    *events = 0;
    if (bring_up_to_date(component, DIRTY_RATES)) return -1;
    *events = any_contact_left(instance);
    for (int i = 0; i < instance->problem->mechanisms; ++i) {
        const Mechanism *mechanism = &instance->problem->mechanism[i];
        if (mechanism_evaluate(instance, mechanism) || singularity_monitor_report(instance, mechanism)) return -1;
        turn_axes(instance, mechanism);
        if (singularity_monitor_follow_independent(instance, mechanism) || reselect_rows(instance, mechanism, &changed)) return -1;
        *events |= changed || drift(instance, mechanism) > 1;
    }
    if (model_do_accepted(instance)) return -1;
    if (*events || instance->problem->accepted.count) has_changed(component);
    return 0;
}

Status completed_integrator_step(Component *component, int *enter_event_mode)
{
    *enter_event_mode = 0;
    feel_without_step(component);
    if (!component->problem->mechanisms && !component->problem->accepted.count) return OK;
    if (safely(component, after_accepted_step)) return outcome(component, -1, ERROR);
    *enter_event_mode = component->instance->state->events_wanted;
    return OK;
}
