/* no_numbers.c: see no_numbers.h. */

#include "no_numbers.h"

#include <stdio.h>

#include "linear_algebra.h"
#include "variable.h"
#include "words.h"

/* The name of number i of a slot: of a state, a discrete state, an output, else by its place. */
static void name_number(const Instance *instance, Ref slot, int i, char name[NAME_TEXT])
{
    const Problem *problem = instance->problem;
    if (problem->x.size && slot.start == problem->x.start) {
        snprintf(name, NAME_TEXT, "%s", problem->state_name[i]);
        return;
    }
    if (problem->r.size && slot.start == problem->r.start) {
        snprintf(name, NAME_TEXT, "%s", problem->held_name[i]);
        return;
    }
    snprintf(name, NAME_TEXT, "y[%d]", i + 1);
    for (int v = 0; v < problem->variables; ++v) {
        const Variable *variable = &problem->variable[v];
        int index = slot.start + i - variable->ref.start;
        if (variable->causality == OUTPUT && index >= 0 && index < variable->ref.size) element_name(name, variable, index);
    }
}

int refuse_no_numbers(Instance *instance, Ref slot, const char *what)
{
    const double *values = at(instance, slot);
    if (all_finite(values, slot.size)) return 0;
    char names[MESSAGE / 2] = "", name[NAME_TEXT];
    for (int i = 0; i < slot.size; ++i)
        if (!isfinite(values[i])) {
            name_number(instance, slot, i, name);
            add_name(names, sizeof names, name);
        }
    return fail(instance, "%s at t = %.9g s are not all numbers: %s", what, *at(instance, instance->problem->t), names);
}
