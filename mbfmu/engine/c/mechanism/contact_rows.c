/* contact_rows.c: see contact_rows.h. */

#include "contact_rows.h"

#include "directions.h"
#include "mechanism.h"
#include "scaled_rows.h"

/* Independent rows of other constraints, then normals of contacts, then their tangential rows; how many. */
static int in_order(const Instance *instance, const Mechanism *mechanism, int *order)
{
    int count = 0, first = first_contact_row(mechanism);
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i)
        if (mechanism->order[i] < first && is_independent(instance, mechanism, mechanism->order[i])) order[count++] = mechanism->order[i];
    for (int tangential = 0; tangential < 2; ++tangential)
        for (int c = 0; c < mechanism->contacts; ++c)
            for (int i = tangential; i < (tangential ? mechanism->contact[c].rows : 1); ++i) order[count++] = mechanism->contact[c].row + i;
    return count;
}

static int choose(Instance *instance, const Mechanism *mechanism)
{
    int m = mechanism->rows, *order = scratch_alloc_ints(instance, (size_t)m), first = first_contact_row(mechanism);
    double *least = scratch_alloc(instance, (size_t)m), *flags = at(instance, mechanism->independent);
    ScaledRows raw;
    Directions directions;
    if (mechanism_evaluate(instance, mechanism) || raw_rows(instance, mechanism, find_mass_metric, &raw)) return -1;
    for (int i = 0; i < m; ++i) least[i] = i < first ? 0.0 : RANK_DEPENDENT * raw.scale[i];
    const SparseRows rows = sparse_rows(&raw);
    Search search = {.count = in_order(instance, mechanism, order), .near = 1, .order = order, .least = least};
    if (find_directions(instance, &rows, search, &directions)) return -1;
    for (int i = first; i < m; ++i) flags[i] = raw.scale[i] > 0.0 && directions.place[i] >= 0 ? 1.0 / raw.scale[i] : 0.0;
    return 0;
}

int choose_contact_rows(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = mechanism->contacts ? choose(instance, mechanism) : 0;
    instance->scratch_used = mark;
    return failed;
}
