/* locked_joints.c: see locked_joints.h. A superelement is locked where as many rows are independent as there are speeds in them. */

#include "locked_joints.h"

#include <string.h>

#include "mechanism.h"
#include "sentence.h"

/* The rows of superelement `number`, and in which of all each speed (nv) is. */
typedef struct {
    const Mechanism *mechanism;
    const int *row;
    int count, number, *superelement;
} Superelement;

/* Whether there are as many independent rows as speeds that they can depend on, and nothing drives them. A number that is zero at the start
   only, as of a distance along an axis, does not make its speed less free. */
static int is_locked(const Instance *instance, const Superelement *of)
{
    const Pattern speeds = of->mechanism->A_pattern;
    int independent = 0, driven = 0, moved = 0;
    for (int i = 0; i < of->count; ++i) {
        int row = of->row[i];
        independent += row < first_contact_row(of->mechanism) && is_independent(instance, of->mechanism, row); /* contacts open */
        driven = driven || (of->mechanism->row[row].driven && is_active(instance, of->mechanism, row));
        for (int p = speeds.start[row]; p < speeds.start[row + 1]; ++p) {
            int *superelement = &of->superelement[speeds.column[p]];
            if (*superelement == of->number) continue;
            *superelement = of->number;
            ++moved;
        }
    }
    return independent == moved && !driven;
}

/* How many speeds its joints have, those that close loops included. */
static int count_speeds(const Instance *instance, const Superelement *of)
{
    const Pattern starts = of->mechanism->A_start_pattern;
    int count = 0;
    for (int i = 0; i < of->mechanism->starts; ++i) {
        int is_in = 0;
        for (int p = starts.start[i]; p < starts.start[i + 1]; ++p)
            is_in = is_in || (of->superelement[starts.column[p]] == of->number && at(instance, of->mechanism->A_start)[p] != 0.0);
        count += is_in;
    }
    return count;
}

/* The axes of its loops where they are known, else its elements. */
static Sentence suspects(const Superelement *of)
{
    Sentence axes = {"", 0}, elements = {"", 0};
    for (int i = 0; i < of->count; ++i) {
        const Row *row = &of->mechanism->row[of->row[i]];
        if (i > 0 && !strcmp(row->element, of->mechanism->row[of->row[i - 1]].element)) continue;
        say(&elements, "%s%s", elements.length ? ", " : "", row->element);
        if (*row->axes)
            say(&axes, "%sthe axes of %s (in the world with all coordinates at zero: %s)", axes.length ? ", " : "", row->loop, row->axes);
    }
    return axes.length ? axes : elements;
}

static int report_locked(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const int *start = mechanism->superelement_start;
    int *superelement = scratch_alloc_ints(instance, (size_t)mechanism->nv);
    if (mechanism_evaluate_starts(instance, mechanism)) return -1;
    for (int j = 0; j < mechanism->nv; ++j) superelement[j] = -1;
    for (int g = 0; g < mechanism->superelements; ++g) {
        const Superelement one = {.mechanism = mechanism, .row = mechanism->superelement_rows + start[g], .count = start[g + 1] - start[g],
                                  .number = g, .superelement = superelement};
        int speeds = is_locked(instance, &one) ? count_speeds(instance, &one) : 0;
        if (speeds)
            report(instance, "constraints leave no motion: 0 of %d speeds are free; if this is no structure, look at %s", speeds, suspects(&one).text);
    }
    instance->scratch_used = mark;
    return 0;
}

int model_report_locked(Instance *instance)
{
    for (int i = 0; i < instance->problem->mechanisms; ++i)
        if (report_locked(instance, &instance->problem->mechanism[i])) return -1;
    return 0;
}
