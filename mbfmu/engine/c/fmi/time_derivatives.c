/* time_derivatives.c: derivatives by time: of inputs, which a step follows, and of outputs. */

#include <math.h>
#include <string.h>

#include "component.h"
#include "linear_algebra.h"
#include "model.h"

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
    if (!in_table(component, selection, NULL, numbers, function)) return ERROR;
    if (!have(component, selection, OUTPUT, orders, 1, function)) return ERROR;
    if (numbers && !values) return refuse(component, "%s: there is no place for the values", function);
    if (!selection.count) return OK;
    if (bring_up_to_date(component, DIRTY_RATES | DIRTY_OUTPUTS)) return outcome(component, -1, ERROR);
    if (model_output_rates(instance, pictures_among(component, selection))) return outcome(component, -1, ERROR);
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
    if (!in_table(component, selection, NULL, selection.count, function)) return ERROR;
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
