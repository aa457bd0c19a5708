/* contact_rows.c: see contact_rows.h. */

#include "contact_rows.h"

#include "directions.h"
#include "load_groups.h"
#include "mechanism.h"
#include "scaled_rows.h"

/* Contacts, those with the largest normal forces first: so points that bear nothing hold nothing where others can. */
static int *by_load(Instance *instance, const Mechanism *mechanism)
{
    int *sorted = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0, k; c < mechanism->contacts; ++c) {
        double load = *at(instance, mechanism->contact[c].multipliers);
        for (k = c; k > 0 && load > *at(instance, mechanism->contact[sorted[k - 1]].multipliers); --k) sorted[k] = sorted[k - 1];
        sorted[k] = c;
    }
    return sorted;
}

/* Independent rows of other constraints, then normals of contacts, then their tangential rows; how many. */
static int in_order(Instance *instance, const Mechanism *mechanism, int *order)
{
    int count = 0, first = first_contact_row(mechanism);
    const int *loaded = by_load(instance, mechanism);
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i)
        if (mechanism->order[i] < first && is_independent(instance, mechanism, mechanism->order[i])) order[count++] = mechanism->order[i];
    for (int c = 0; c < mechanism->contacts; ++c) order[count++] = mechanism->contact[c].row;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[loaded[c]];
        for (int i = 1; i < contact->rows; ++i) order[count++] = contact->row + i;
    }
    return count;
}

/* The rows, not divided, that are independent in a metric, and how many. */
static int look(Instance *instance, const Mechanism *mechanism, const ScaledRows *raw, int *chosen, int *count)
{
    size_t mark = instance->scratch_used;
    int m = mechanism->rows, *order = scratch_alloc_ints(instance, (size_t)m), first = first_contact_row(mechanism);
    double *least = scratch_alloc(instance, (size_t)m);
    Directions directions;
    for (int i = 0; i < m; ++i) least[i] = i < first ? 0.0 : RANK_DEPENDENT * raw->scale[i];
    const SparseRows rows = sparse_rows(raw);
    Search search = {.count = in_order(instance, mechanism, order), .near = 1, .order = order, .least = least};
    if (find_directions(instance, &rows, search, &directions)) return -1;
    *count = 0;
    for (int i = first; i < m; ++i) *count += chosen[i] = raw->scale[i] > 0.0 && directions.place[i] >= 0;
    instance->scratch_used = mark;
    return 0;
}

/* In the mass metric, and where rows seem dependent there in that of coordinates, as in rank.c. */
static int choose(Instance *instance, const Mechanism *mechanism)
{
    size_t m = (size_t)mechanism->rows;
    int *chosen = scratch_alloc_ints(instance, m), *others = scratch_alloc_ints(instance, m), count, more = 0, active = 0, first = first_contact_row(mechanism);
    double *flags = at(instance, mechanism->independent);
    ScaledRows by_mass, even;
    if (mechanism_evaluate(instance, mechanism) || raw_rows(instance, mechanism, find_mass_metric, &by_mass)) return -1;
    if (look(instance, mechanism, &by_mass, chosen, &count)) return -1;
    for (int i = first; i < mechanism->rows; ++i) active += by_mass.scale[i] > 0.0;
    if (count < active && (raw_rows(instance, mechanism, find_coordinate_metric, &even) || look(instance, mechanism, &even, others, &more))) return -1;
    const int *best = more > count ? others : chosen;
    for (int i = first; i < mechanism->rows; ++i) flags[i] = best[i] ? 1.0 / by_mass.scale[i] : 0.0;
    return 0;
}

int choose_contact_rows(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = mechanism->contacts && (choose(instance, mechanism) || find_load_groups(instance, mechanism));
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
