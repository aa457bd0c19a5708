/* variables.c: values of variables, through the table. */

#include <math.h>
#include <string.h>

#include "component.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "model.h"

/* More value references than there are variables are refused before they are read: the count is wrong then. */
int in_table(Component *component, Selection selection, size_t numbers, const char *function)
{
    size_t needed = 0;
    if (selection.count > (size_t)component->problem->variables)
        return refuse(component, "%s: %zu value references were given, but %s has %d variables", function, selection.count, component->problem->name,
                      component->problem->variables) == OK;
    if (selection.count && !selection.references) return refuse(component, "%s: the value references are missing", function) == OK;
    for (size_t i = 0; i < selection.count; ++i) {
        if (selection.references[i] >= (unsigned)component->problem->variables)
            return refuse(component, "%s: unknown value reference %u: modelDescription.xml has 0 to %d", function, selection.references[i],
                          component->problem->variables - 1) == OK;
        needed += (size_t)variable_of(component, selection.references[i])->ref.size;
    }
    return needed == numbers
           || refuse(component, "%s: these variables have %zu numbers, but there are %zu values", function, needed, numbers) == OK;
}

static int needs(const Variable *variable, int mode)
{
    switch (variable->causality) {
    case OUTPUT: return STALE_OUTPUTS;
    case DERIVATIVE:
    case INDICATOR: return STALE_RATES;
    case STATE: return states_need(mode);
    default: return 0;
    }
}

static void copy_values(const Instance *instance, const Variable *variable, double *values)
{
    if (variable->causality == INDICATOR)
        for (int i = 0; i < variable->ref.size; ++i) values[i] = model_indicator(instance, variable->ref.start - instance->problem->g.start + i);
    else
        memcpy(values, at(instance, variable->ref), (size_t)variable->ref.size * sizeof(double));
}

/* Before Initialization Mode there are start values only. */
static int may_get(Component *component, const Variable *variable, const char *function)
{
    int mode = component->instance->state->mode;
    return mode != INSTANTIATED || !needs(variable, mode)
           || refuse(component, "%s: %s has no value in %s; enter Initialization Mode first", function, variable->name, mode_name(mode)) == OK;
}

/* Outputs are looked at where they are computed. */
static int is_number(Instance *instance, const Variable *variable)
{
    double value = *at(instance, variable->ref);
    if ((variable->causality != DERIVATIVE && variable->causality != INDICATOR) || isfinite(value)) return 1;
    return fail(instance, "at t = %.9g s %s is not a number", *at(instance, instance->problem->t), variable->name) == 0;
}

Status get_values(Component *component, Selection selection, double *values, size_t numbers, const char *function)
{
    int what = 0;
    if (!in_table(component, selection, numbers, function)) return ERROR;
    if (numbers && !values) return refuse(component, "%s: there is no place for the values", function);
    for (size_t i = 0; i < selection.count; ++i) {
        if (!may_get(component, variable_of(component, selection.references[i]), function)) return ERROR;
        what |= needs(variable_of(component, selection.references[i]), component->instance->state->mode);
    }
    if (bring_up_to_date(component, what)) return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; i < selection.count; ++i)
        if (!is_number(component->instance, variable_of(component, selection.references[i])))
            return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        copy_values(component->instance, variable, values);
        values += variable->ref.size;
    }
    return OK;
}

static int may_set(Component *component, const Variable *variable, const char *function)
{
    const State *state = component->instance->state;
    if (settable_in(variable, state->interface, state->mode)) return 1;
    return refuse(component, "%s: %s cannot be set in %s%s", function, variable->name, mode_name(state->mode),
                  variable->causality == PARAMETER && !variable->tunable ? ": it is a fixed parameter; reset to change it" : "") == OK;
}

/* Whether anything is another then: the integrator need not start anew for what is set again at every communication point, unless inputs were
   extrapolated or constraints go on from when they were given. */
static int store(Instance *instance, const Variable *variable, const double *values)
{
    size_t size = (size_t)variable->ref.size * sizeof(double);
    int changed = memcmp(at(instance, variable->ref), values, size) != 0;
    memcpy(at(instance, variable->ref), values, size);
    if (variable->causality != INPUT) return changed;
    changed |= instance->state->extrapolated == EXTRAPOLATED || any_mechanism_input_driven(instance->problem);
    model_given(instance);
    return changed;
}

Status set_values(Component *component, Selection selection, const double *values, size_t numbers, const char *function)
{
    int changed = 0;
    if (!in_table(component, selection, numbers, function)) return ERROR;
    if (numbers && !values) return refuse(component, "%s: the values are missing", function);
    for (size_t i = 0; i < selection.count; ++i)
        if (!may_set(component, variable_of(component, selection.references[i]), function)) return ERROR;
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        changed |= store(component->instance, variable, values);
        values += variable->ref.size;
    }
    if (changed && component->instance->state->mode != INTERMEDIATE_INPUT_MODE) has_changed(component); /* there they go on smoothly */
    return OK;
}

static int have(Component *component, Selection selection, Causality causality, const int *orders, int most, const char *function)
{
    if (selection.count && !orders) return refuse(component, "%s: the orders are missing", function) == OK;
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        if (variable->causality != causality)
            return refuse(component, "%s: %s is no %s", function, variable->name, causality == INPUT ? "input" : "output") == OK;
        if (orders[i] < 1 || orders[i] > most)
            return refuse(component, "%s: the order of a derivative of %s must be from 1 to %d, not %d", function, variable->name, most,
                          orders[i]) == OK;
    }
    return 1;
}

Status output_derivatives(Component *component, Selection selection, const int *orders, double *values, size_t numbers, const char *function)
{
    Instance *instance = component->instance;
    if (!in_table(component, selection, numbers, function)) return ERROR;
    if (!have(component, selection, OUTPUT, orders, 1, function)) return ERROR;
    if (numbers && !values) return refuse(component, "%s: there is no place for the values", function);
    if (!selection.count) return OK;
    if (bring_up_to_date(component, STALE_RATES | STALE_OUTPUTS)) return outcome(component, -1, ERROR);
    if (model_output_rates(instance)) return outcome(component, -1, ERROR);
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        const double *rates = instance->tangent + variable->ref.start;
        size_t count = (size_t)variable->ref.size;
        if (!all_finite(rates, variable->ref.size)) return refuse(component, "%s: the derivative of %s is not a number", function, variable->name);
        memcpy(values, rates, count * sizeof(double));
        values += count;
    }
    return OK;
}

Status input_derivatives(Component *component, Selection selection, const int *orders, const double *values, const char *function)
{
    if (!in_table(component, selection, selection.count, function)) return ERROR;
    if (!have(component, selection, INPUT, orders, ORDERS, function)) return ERROR;
    if (selection.count && !values) return refuse(component, "%s: the values are missing", function);
    for (size_t i = 0; i < selection.count; ++i)
        if (!isfinite(values[i]))
            return refuse(component, "%s: a derivative of %s is %g", function, variable_of(component, selection.references[i])->name, values[i]);
    for (size_t i = 0; i < selection.count; ++i)
        model_input_rate(component->instance, variable_of(component, selection.references[i])->ref.start - component->problem->u.start, orders[i], values[i]);
    if (selection.count) has_changed(component); /* what extrapolated inputs until now does so no longer */
    return OK;
}
