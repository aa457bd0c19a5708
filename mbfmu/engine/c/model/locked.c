/* locked.c: see locked.h. A superelement is locked where as many rows are independent as there are speeds in them. */

#include "locked.h"

#include <string.h>

#include "mechanism.h"
#include "sentence.h"

/* The rows of a superelement, and whether each speed (nv) is in any of them. */
typedef struct {
    const Mechanism *mechanism;
    const int *row;
    int count, *moved;
} Superelement;

static Superelement superelement(Instance *instance, const Mechanism *mechanism, int number)
{
    const int first = mechanism->superelement_start[number], *row = mechanism->superelement_rows + first;
    Superelement found = {mechanism, row, mechanism->superelement_start[number + 1] - first, take_whole(instance, (size_t)mechanism->nv)};
    const Pattern of = mechanism->A_pattern;
    memset(found.moved, 0, (size_t)mechanism->nv * sizeof *found.moved);
    for (int i = 0; i < found.count; ++i)
        for (int p = of.start[row[i]]; p < of.start[row[i] + 1]; ++p) found.moved[of.column[p]] |= at(instance, mechanism->A)[p] != 0.0;
    return found;
}

static int is_locked(const Instance *instance, const Superelement *of)
{
    int independent = 0, driven = 0, speeds = 0;
    for (int i = 0; i < of->count; ++i) {
        independent += is_independent(instance, of->mechanism, of->row[i]);
        driven = driven || (of->mechanism->row[of->row[i]].driven && is_active(instance, of->mechanism, of->row[i]));
    }
    for (int j = 0; j < of->mechanism->nv; ++j) speeds += of->moved[j];
    return independent == speeds && !driven;
}

/* How many speeds its joints have, those that close loops included. */
static int count_speeds(const Instance *instance, const Superelement *of)
{
    const Pattern starts = of->mechanism->A_start_pattern;
    int count = 0;
    for (int i = 0; i < of->mechanism->starts; ++i) {
        int is_in = 0;
        for (int p = starts.start[i]; p < starts.start[i + 1]; ++p)
            is_in = is_in || (of->moved[starts.column[p]] && at(instance, of->mechanism->A_start)[p] != 0.0);
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
    if (mechanism_evaluate(instance, mechanism)) return -1;
    for (int g = 0; g < mechanism->superelements; ++g) {
        size_t mark = instance->scratch_used;
        const Superelement one = superelement(instance, mechanism, g);
        int speeds = is_locked(instance, &one) ? count_speeds(instance, &one) : 0;
        if (speeds)
            report(instance, "constraints leave no motion: 0 of %d speeds are free; if this is no structure, look at %s", speeds, suspects(&one).text);
        instance->scratch_used = mark;
    }
    return 0;
}

int model_report_locked(Instance *instance)
{
    for (int i = 0; i < instance->problem->mechanisms; ++i)
        if (report_locked(instance, &instance->problem->mechanism[i])) return -1;
    return 0;
}
