/* row_reselection.c: see row_reselection.h. */

#include "row_reselection.h"

#include "row_independence.h"
#include "row_products.h"
#include "singularity_monitor.h"

#define DEGRADED 100.0 /* how much more the weakest row of a fresh choice must have left for it to replace the present one */
#define SURE 0.1       /* what independent rows add at least, in any order, where no other choice is worth looking at */

/* Of a superelement's rows that are independent leave those with the most left, as many as count as independent; what the last of them has left. */
static double weakest_of(const Directions *directions, Rows rows, int independent, int *chosen)
{
    int count = 0, weakest = -1;
    for (int i = 0; i < rows.count; ++i) count += chosen[rows.number[i]] = directions->place[rows.number[i]] >= 0;
    for (; count >= independent; --count) {
        weakest = -1;
        for (int i = 0; i < rows.count; ++i)
            if (chosen[rows.number[i]] && (weakest < 0 || directions->left[rows.number[i]] < directions->left[weakest])) weakest = rows.number[i];
        if (count > independent) chosen[weakest] = 0;
    }
    return weakest < 0 ? 0.0 : directions->left[weakest];
}

/* Where the independent rows of a superelement have become nearly dependent and others are not, take those instead; whether any changed. `present` are found
   among independent rows alone, `fresh` among all. */
static int improve(const Instance *instance, const Mechanism *mechanism, const double *scale, Rows rows, const Directions *present,
                   const Directions *fresh, int *chosen)
{
    double *flags = at(instance, mechanism->independent), least = INFINITY;
    int independent = 0;
    for (int i = 0; i < rows.count; ++i) {
        if (!is_independent(instance, mechanism, rows.number[i])) continue;
        ++independent;
        least = fmin(least, present->left[rows.number[i]]);
    }
    if (independent == 0 || independent == rows.count || !(weakest_of(fresh, rows, independent, chosen) > DEGRADED * least)) return 0;
    for (int i = 0; i < rows.count; ++i) flags[rows.number[i]] = chosen[rows.number[i]] ? 1.0 / scale[rows.number[i]] : 0.0;
    return 1;
}

/* Whether all independent rows are clearly independent: no other choice could be so much better. */
static int check_clearly_independent(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled, int *clearly)
{
    size_t mark = instance->scratch_used;
    int *independent = scratch_alloc_ints(instance, (size_t)mechanism->rows), count = 0;
    RowProducts products;
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i)
        if (mechanism->order[i] < mechanism->rows && is_independent(instance, mechanism, mechanism->order[i])) independent[count++] = mechanism->order[i];
    if (factor_products(instance, scaled, independent, count, &products)) return -1;
    instance->scratch_used = mark;
    *clearly = products.smallest > SURE;
    return 0;
}

/* Those that hold at all times. */
static Rows without_contacts(const Mechanism *mechanism, Rows rows)
{
    Rows left = {0, rows.number};
    for (int i = 0; i < rows.count; ++i)
        if (rows.number[i] < first_contact_row(mechanism)) left.number[left.count++] = rows.number[i];
    return left;
}

static int choose_in_superelements(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled, int *changed)
{
    int m = mechanism->rows, *all = scratch_alloc_ints(instance, (size_t)m), *independent = scratch_alloc_ints(instance, (size_t)m), *chosen = scratch_alloc_ints(instance, (size_t)m);
    Rows *groups = superelements(instance, mechanism);
    Directions present, fresh;
    for (int i = 0; i < m; ++i) {
        all[i] = i < first_contact_row(mechanism);
        independent[i] = all[i] && is_independent(instance, mechanism, i);
    }
    if (find_independent(instance, mechanism, scaled, independent, 0.0, &present)) return -1;
    if (find_independent(instance, mechanism, scaled, all, RANK_DEPENDENT, &fresh)) return -1;
    for (int g = 0; g < mechanism->superelements; ++g) groups[g] = without_contacts(mechanism, groups[g]);
    for (int g = 0; g < mechanism->superelements; ++g)
        *changed |= improve(instance, mechanism, scaled->scale, groups[g], &present, &fresh, chosen);
    return 0;
}

int reselect_rows(Instance *instance, const Mechanism *mechanism, int *changed)
{
    size_t mark = instance->scratch_used;
    Rows all = {mechanism->rows, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    ScaledRows scaled;
    int failed = 0, clearly = 1;
    *changed = 0;
    for (int i = 0; i < mechanism->rows; ++i) all.number[i] = i;
    if (any_spare(instance, mechanism))
        failed = measured_rows(instance, mechanism, find_mass_metric, all, &scaled) || singularity_monitor_follow(instance, mechanism, all, &scaled)
                 || check_clearly_independent(instance, mechanism, &scaled, &clearly);
    if (!failed && !clearly) failed = choose_in_superelements(instance, mechanism, &scaled, changed);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
