/* variables.c: values of variables, through the table. */

#include <math.h>
#include <string.h>

#include "component.h"
#include "mechanism.h"
#include "model.h"
#include "variable.h"
#include "words.h"

static const char *const TYPE_NAME[] = {[REAL] = "Real", [INTEGER] = "Integer", [BOOLEAN] = "Boolean", [ENUMERATION] = "Enumeration", [STRING] = "String"};

static int refuse_type(Component *component, const Variable *variable, const ValueCodec *codec, const char *function)
{
    const char *type = TYPE_NAME[variable->type], *wanted = component->version->forms[variable->type];
    if (!codec) return refuse(component, "%s: %s is of type %s, which has no derivatives", function, variable->name, type) == OK;
    return refuse(component, "%s: %s is of type %s: call %.7s%s", function, variable->name, type, function, wanted) == OK;
}

/* More value references than there are variables are refused before they are read: the count is wrong then. */
int in_table(Component *component, Selection selection, const ValueCodec *codec, size_t count, const char *function)
{
    size_t needed = 0;
    unsigned types = (codec ? codec : &DOUBLES)->types;
    if (selection.count > (size_t)component->problem->variables)
        return refuse(component, "%s: %zu value references were given, but %s has %d variables", function, selection.count, component->problem->name,
                      component->problem->variables) == OK;
    if (selection.count && !selection.references) return refuse(component, "%s: the value references are missing", function) == OK;
    for (size_t i = 0; i < selection.count; ++i) {
        if (selection.references[i] >= (unsigned)component->problem->variables)
            return refuse(component, "%s: unknown value reference %u: modelDescription.xml has 0 to %d", function, selection.references[i],
                          component->problem->variables - 1) == OK;
        const Variable *variable = variable_of(component, selection.references[i]);
        if (!(types >> variable->type & 1u)) return refuse_type(component, variable, codec, function);
        needed += (size_t)values_of(variable);
    }
    return needed == count || refuse(component, "%s: these variables have %zu values, but there are %zu", function, needed, count) == OK;
}

int pictures_among(const Component *component, Selection selection)
{
    for (size_t i = 0; i < selection.count; ++i)
        if (is_picture(component->problem, variable_of(component, selection.references[i]))) return DIRTY_PICTURES;
    return 0;
}

static int needs(const Component *component, const Variable *variable)
{
    switch (variable->causality) {
    case OUTPUT: return is_picture(component->problem, variable) ? DIRTY_OUTPUTS | DIRTY_PICTURES : DIRTY_OUTPUTS;
    case DERIVATIVE:
    case INDICATOR: return DIRTY_RATES;
    case CALCULATED_PARAMETER:
    case STATE: return states_need(component->instance->state->mode);
    default: return 0;
    }
}

/* Most variables are one real number. */
static int is_plain(const Variable *variable, const ValueCodec *codec) { return codec == &DOUBLES && variable->ref.size == 1 && variable->causality != INDICATOR; }

static void give_values(const Instance *instance, const Variable *variable, const ValueCodec *codec, char *values)
{
    const double *numbers = at(instance, variable->ref);
    if (is_plain(variable, codec)) {
        *(double *)values = *numbers;
        return;
    }
    for (int i = 0; i < variable->ref.size; i += width_of(variable), values += codec->size) {
        double indicator = variable->causality == INDICATOR ? model_indicator(instance, variable->ref.start - instance->problem->g.start + i) : 0.0;
        codec->give(variable->causality == INDICATOR ? &indicator : numbers + i, values);
    }
}

/* Before Initialization Mode, where there are start values only. */
static int may_get(Component *component, const Variable *variable, const char *function)
{
    int mode = component->instance->state->mode;
    return !needs(component, variable)
           || refuse(component, "%s: %s has no value in %s; enter Initialization Mode first", function, variable->name, mode_name(mode)) == OK;
}

/* Outputs are looked at where they are computed. */
static int is_number(Instance *instance, const Variable *variable)
{
    double value = *at(instance, variable->ref);
    if ((variable->causality != DERIVATIVE && variable->causality != INDICATOR) || isfinite(value)) return 1;
    return fail(instance, "at t = %.9g s %s is not a number", *at(instance, instance->problem->t), variable->name) == 0;
}

/* Outputs that lie at these places. */
static Status get_again(Component *component, const int *places, double *values, size_t count)
{
    if (bring_up_to_date(component, DIRTY_OUTPUTS)) return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; i < count; ++i) values[i] = component->instance->numbers[places[i]];
    return OK;
}

Status get_values(Component *component, Selection selection, const ValueCodec *codec, void *values, size_t count, const char *function)
{
    int what = 0, known = codec == &DOUBLES && values && component->instance->state->mode != INSTANTIATED;
    char *place = values;
    const int *places = known && count == selection.count ? reference_cache_places(&component->got, selection) : NULL;
    if (places) return get_again(component, places, values, count);
    if (!in_table(component, selection, codec, count, function)) return ERROR;
    if (count && !values) return refuse(component, "%s: there is no place for the values", function);
    for (size_t i = 0; i < selection.count; ++i) what |= needs(component, variable_of(component, selection.references[i]));
    for (size_t i = 0; component->instance->state->mode == INSTANTIATED && i < selection.count; ++i)
        if (!may_get(component, variable_of(component, selection.references[i]), function)) return ERROR;
    if (bring_up_to_date(component, what)) return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; what & DIRTY_RATES && i < selection.count; ++i)
        if (!is_number(component->instance, variable_of(component, selection.references[i])))
            return outcome(component, -1, failed_evaluation(component));
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        give_values(component->instance, variable, codec, place);
        place += (size_t)values_of(variable) * codec->size;
    }
    if (known) reference_cache_remember(&component->got, component->problem, selection, OUTPUT);
    return OK;
}

static int may_set(Component *component, const Variable *variable, const char *function)
{
    const State *state = component->instance->state;
    if (settable_in(variable, state->interface, state->mode, component->event_mode_used)) return 1;
    const char *advice = variable->causality == PARAMETER && !variable->tunable  ? ": it is a fixed parameter; reset to change it"
                         : variable->causality == INPUT && variable->type != REAL ? ": it is a discrete input; set it in Event Mode"
                         : variable->causality == CALCULATED_PARAMETER            ? ": it is a calculated parameter; set those that it follows from"
                                                                                  : "";
    return refuse(component, "%s: %s cannot be set in %s%s", function, variable->name, mode_name(state->mode), advice) == OK;
}

/* Where one may be set, the other may. */
static int of_one_kind(const Variable *one, const Variable *other)
{
    return one->causality == other->causality && one->type == other->type && one->tunable == other->tunable;
}

/* Of what is no real number, which is looked at when time moves on: nothing else can stand for what it is not. */
static int may_take(Component *component, const Variable *variable, const ValueCodec *codec, const char *values, const char *function)
{
    char demand[DEMAND_TEXT], shown[DEMAND_TEXT], name[NAME_TEXT];
    for (int i = 0; i < values_of(variable); ++i, values += codec->size) {
        const char *unfit = codec->unfit ? codec->unfit(values) : NULL;
        double taken[TEXT / sizeof(double)];
        if (unfit) return refuse(component, "%s: the text for %s is %s", function, variable->name, unfit) == OK;
        codec->take(taken, values);
        if (!is_allowed(variable, taken))
            return refuse(component, "%s: %s = %s must be %s (%s)", function, element_name(name, variable, i), value_text(shown, variable, *taken),
                          demand_text(demand, variable, *taken), variable->description) == OK;
    }
    return 1;
}

/* Whether a number of it is another then. */
static int store(Instance *instance, const Variable *variable, const ValueCodec *codec, const char *values)
{
    double taken[TEXT / sizeof(double)], *number = at(instance, variable->ref);
    int changed = 0, width = width_of(variable);
    if (variable->causality == PARAMETER) instance->state->parameters_dirty = 1;
    if (is_plain(variable, codec)) {
        changed = memcmp(number, values, sizeof *number) != 0;
        *number = *(const double *)values;
        return changed;
    }
    for (int i = 0; i < variable->ref.size; i += width, values += codec->size) {
        codec->take(taken, values);
        for (int k = 0; k < width; ++k, ++number) {
            changed |= memcmp(number, &taken[k], sizeof *number) != 0;
            *number = taken[k];
        }
    }
    return changed;
}

/* Whether inputs that were given are others though their numbers are the same: where they were extrapolated, and where constraints go on from when
   they were given. */
static int latch_inputs(Instance *instance)
{
    int changed = instance->state->extrapolated == EXTRAPOLATED || any_mechanism_input_driven(instance->problem);
    model_latch_inputs(instance);
    return changed;
}

/* The integrator need not start anew for what is set again at every communication point. In that mode inputs go on smoothly. */
static Status were_set(Component *component, int inputs, int changed)
{
    if (inputs) changed |= latch_inputs(component->instance);
    if (changed && component->instance->state->mode != INTERMEDIATE_INPUT_MODE) has_changed(component);
    return OK;
}

/* Inputs that lie at these places; where one may be set, all may. */
static Status set_again(Component *component, const unsigned *references, const int *places, const double *values, size_t count, const char *function)
{
    int changed = 0;
    if (!may_set(component, variable_of(component, *references), function)) return ERROR;
    for (size_t i = 0; i < count; ++i) {
        double *number = component->instance->numbers + places[i];
        changed |= memcmp(number, &values[i], sizeof *number) != 0;
        *number = values[i];
    }
    return were_set(component, 1, changed);
}

Status set_values(Component *component, Selection selection, const ValueCodec *codec, const void *values, size_t count, const char *function)
{
    const char *value = values;
    const Variable *before = NULL;
    int changed = 0, inputs = 0, known = codec == &DOUBLES && values;
    const int *places = known && count == selection.count ? reference_cache_places(&component->set, selection) : NULL;
    if (places) return set_again(component, selection.references, places, values, count, function);
    if (!in_table(component, selection, codec, count, function)) return ERROR;
    if (count && !values) return refuse(component, "%s: the values are missing", function);
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        if (!(before && of_one_kind(before, variable)) && !may_set(component, variable, function)) return ERROR;
        if (variable->type != REAL && !may_take(component, variable, codec, value, function)) return ERROR;
        before = variable;
        value += (size_t)values_of(variable) * codec->size;
    }
    value = values;
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        changed |= store(component->instance, variable, codec, value);
        inputs |= variable->causality == INPUT;
        value += (size_t)values_of(variable) * codec->size;
    }
    if (known) reference_cache_remember(&component->set, component->problem, selection, INPUT);
    return were_set(component, inputs, changed);
}
