/* contact_rows.c: see contact_rows.h. */

#include "contact_rows.h"

#include "contact_modes.h"
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

/* Independent rows of other constraints, then normals of contacts, then their tangential rows, and last the normals of points that are `relieved`; how many. */
static int in_order(Instance *instance, const Mechanism *mechanism, const int *relieved, int *order)
{
    int count = 0, first = first_contact_row(mechanism);
    const int *loaded = by_load(instance, mechanism);
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i)
        if (mechanism->order[i] < first && is_independent(instance, mechanism, mechanism->order[i])) order[count++] = mechanism->order[i];
    for (int c = 0; c < mechanism->contacts; ++c)
        if (!relieved[c]) order[count++] = mechanism->contact[c].row;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[loaded[c]];
        for (int i = 1; i < contact->rows; ++i) order[count++] = contact->row + i;
    }
    for (int c = 0; c < mechanism->contacts; ++c)
        if (relieved[c]) order[count++] = mechanism->contact[c].row;
    return count;
}

/* The rows, not divided, that are independent in a metric, and how many. */
static int look(Instance *instance, const Mechanism *mechanism, const ScaledRows *raw, const int *relieved, int *chosen, int *count)
{
    size_t mark = instance->scratch_used;
    int m = mechanism->rows, *order = scratch_alloc_ints(instance, (size_t)m), first = first_contact_row(mechanism);
    double *least = scratch_alloc(instance, (size_t)m);
    Directions directions;
    for (int i = 0; i < m; ++i) least[i] = i < first ? 0.0 : RANK_DEPENDENT * raw->scale[i];
    const SparseRows rows = sparse_rows(raw);
    Search search = {.count = in_order(instance, mechanism, relieved, order), .near = 1, .order = order, .least = least};
    if (find_directions(instance, &rows, search, &directions)) return -1;
    *count = 0;
    for (int i = first; i < m; ++i) *count += chosen[i] = raw->scale[i] > 0.0 && directions.place[i] >= 0;
    instance->scratch_used = mark;
    return 0;
}

/* In the mass metric, and where rows seem dependent there in that of coordinates, as in rank.c. */
static int choose(Instance *instance, const Mechanism *mechanism, const int *relieved)
{
    size_t m = (size_t)mechanism->rows;
    int *chosen = scratch_alloc_ints(instance, m), *others = scratch_alloc_ints(instance, m), count, more = 0, active = 0, first = first_contact_row(mechanism);
    double *flags = at(instance, mechanism->independent);
    ScaledRows by_mass, even;
    if (mechanism_evaluate(instance, mechanism) || raw_rows(instance, mechanism, find_mass_metric, &by_mass)) return -1;
    if (look(instance, mechanism, &by_mass, relieved, chosen, &count)) return -1;
    for (int i = first; i < mechanism->rows; ++i) active += by_mass.scale[i] > 0.0;
    if (count < active && (raw_rows(instance, mechanism, find_coordinate_metric, &even) || look(instance, mechanism, &even, relieved, others, &more))) return -1;
    const int *best = more > count ? others : chosen;
    for (int i = first; i < mechanism->rows; ++i) flags[i] = best[i] ? 1.0 / by_mass.scale[i] : 0.0;
    return 0;
}

/* Closed points that never slide, and bear nothing because others hold them: their normals depend on other rows, and share no loads. */
static int *find_relieved(Instance *instance, const Mechanism *mechanism)
{
    int *relieved = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    const double *groups = at(instance, mechanism->load_groups);
    for (int c = 0; c < mechanism->contacts; ++c) {
        int row = mechanism->contact[c].row;
        relieved[c] = mechanism->load_groups.size && never_slides(&mechanism->contact[c]) && is_active(instance, mechanism, row) &&
                      !is_independent(instance, mechanism, row) && groups[row] == 0.0;
    }
    return relieved;
}

static int choose_relieving(Instance *instance, const Mechanism *mechanism, int contact)
{
    int *relieved = find_relieved(instance, mechanism), fails = 0;
    relieved[contact] = 1;
    if (choose(instance, mechanism, relieved) || find_load_groups(instance, mechanism)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        if (!relieved[c]) continue;
        fails |= is_independent(instance, mechanism, mechanism->contact[c].row);
        at(instance, mechanism->load_groups)[mechanism->contact[c].row] = 0.0;
    }
    return !fails;
}

int relieve_contact(Instance *instance, const Mechanism *mechanism, int contact)
{
    size_t mark = instance->scratch_used;
    int relieves = mechanism->load_groups.size ? choose_relieving(instance, mechanism, contact) : 0;
    instance->scratch_used = mark;
    return relieves;
}

int choose_contact_rows(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int *relieved = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < mechanism->contacts; ++c) relieved[c] = 0;
    int failed = mechanism->contacts && (choose(instance, mechanism, relieved) || find_load_groups(instance, mechanism));
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
