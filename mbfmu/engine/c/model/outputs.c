/* outputs.c: see outputs.h. */

#include "outputs.h"

#include <stdio.h>
#include <string.h>

#include "constraints.h"
#include "inputs.h"
#include "modes.h"
#include "no_numbers.h"
#include "schedule.h"
#include "variable.h"
#include "words.h"

static int refuse_beyond_limits(Instance *instance)
{
    const Problem *problem = instance->problem;
    char names[MESSAGE / 2] = "", value[QUANTITY_TEXT], limit[QUANTITY_TEXT], text[NAME_TEXT];
    for (int i = 0; i < problem->limits; ++i) {
        const Limit *of = &problem->limit[i];
        double found = *at(instance, of->value), most = *at(instance, of->limit);
        if (fabs(found) <= most) continue;
        snprintf(text, sizeof text, "%s = %s (limit %s)", of->name, quantity_text(value, found, of->unit),
                 quantity_text(limit, most, of->unit));
        add_name(names, sizeof names, text);
    }
    if (!names[0]) return 0;
    return fail(instance,
                "%s at t = %.9g s is beyond its limits: %s; compute it with a tighter tolerance or shorter steps, or allow for more",
                problem->name, *at(instance, problem->t), names);
}

/* Outputs that are no real numbers must be what their type says. */
static int refuse_other_types(Instance *instance)
{
    char demand[DEMAND_TEXT], value[DEMAND_TEXT], name[NAME_TEXT];
    for (const Variable *const *looked_at = instance->looked_at; *looked_at; ++looked_at) {
        const Variable *variable = *looked_at;
        const double *values = at(instance, variable->ref);
        for (int i = 0; variable->causality == OUTPUT && i < values_of(variable); ++i)
            if (!is_allowed(variable, &values[i]))
                return fail(instance, "the output %s = %s at t = %.9g s must be %s", element_name(name, variable, i),
                            value_text(value, variable, values[i]), *at(instance, instance->problem->t), demand_text(demand, variable, values[i]));
    }
    return 0;
}

int model_held_outputs(Instance *instance)
{
    if (run(instance, instance->problem->output) || refuse_no_numbers(instance, instance->problem->y, "the outputs")) return -1;
    return refuse_other_types(instance) || refuse_beyond_limits(instance) ? -1 : 0;
}

int model_held_pictures(Instance *instance)
{
    return run(instance, instance->problem->picture) || refuse_no_numbers(instance, instance->problem->pictures, "the poses and forces of pictures") ? -1 : 0;
}

/* Numbers to where they are kept, or `back`; how many they are. Nothing is copied where `kept` is NULL. */
static size_t move(const Instance *instance, Ref ref, double *kept, int back)
{
    double *numbers = at(instance, ref);
    if (kept) copy_numbers(back ? numbers : kept, back ? kept : numbers, (size_t)ref.size);
    return (size_t)ref.size;
}

/* What modes of contacts that come to agree take with them. */
static size_t move_contacts(const Instance *instance, const Mechanism *mechanism, double *kept, int back)
{
    size_t moved = 0;
    if (!mechanism->contacts) return 0;
    const Ref of_rows[] = {mechanism->independent, mechanism->indeterminate};
    for (int i = 0; i < 2; ++i) moved += move(instance, of_rows[i], kept ? kept + moved : NULL, back);
    for (int c = 0; c < mechanism->contacts; ++c) {
        const Ref of_point[] = {mechanism->contact[c].offset, mechanism->contact[c].direction, mechanism->contact[c].held};
        for (int i = 0; i < 3; ++i) moved += move(instance, of_point[i], kept ? kept + moved : NULL, back);
    }
    return moved;
}

/* What asking for outputs may change on its way; some of it by state events only. */
static size_t move_touched(const Instance *instance, double *kept, int back)
{
    const Problem *problem = instance->problem;
    const Ref refs[] = {problem->x, problem->u, problem->m, problem->z, problem->n, problem->r, problem->next};
    size_t moved = 0;
    for (int i = 0; i < (problem->state_events ? 7 : 4); ++i) moved += move(instance, refs[i], kept ? kept + moved : NULL, back);
    for (int i = 0; i < problem->mechanisms; ++i) moved += move_contacts(instance, &problem->mechanism[i], kept ? kept + moved : NULL, back);
    return moved;
}

double *model_remember(Instance *instance)
{
    double *kept = scratch_alloc(instance, move_touched(instance, NULL, 0));
    move_touched(instance, kept, 0);
    return kept;
}

void model_put_back(Instance *instance, double *kept) { move_touched(instance, kept, 1); }

int model_arrive(Instance *instance)
{
    int changed;
    return model_extrapolate(instance) || model_follow(instance) || model_settle(instance, &changed) ? -1 : 0;
}

static int arrive_without_rates(Instance *instance) { return model_extrapolate(instance) || model_follow(instance) ? -1 : 0; }

static int look(Instance *instance, int (*arrive)(Instance *instance), int (*held)(Instance *instance))
{
    size_t used = instance->scratch_used;
    double *kept = model_remember(instance);
    int failed = arrive(instance) || held(instance);
    model_put_back(instance, kept);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int model_outputs(Instance *instance, int evaluated) { return evaluated ? model_held_outputs(instance) : look(instance, model_arrive, model_held_outputs); }

int outputs_are_apart(const Problem *problem) { return !problem->m.size && !problem->outputs_need_derivative; }

int model_outputs_apart(Instance *instance) { return look(instance, arrive_without_rates, model_held_outputs); }

int model_pictures(Instance *instance) { return look(instance, model_arrive, model_held_pictures); }
