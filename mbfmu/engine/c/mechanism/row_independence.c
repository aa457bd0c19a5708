/* row_independence.c: see row_independence.h. All superelements are looked at in one sweep. */

#include "row_independence.h"

#include "linear_algebra.h"

Rows *superelements(Instance *instance, const Mechanism *mechanism)
{
    Rows *all = (Rows *)scratch_alloc(instance, (size_t)mechanism->superelements * (sizeof(Rows) / sizeof(double)));
    for (int g = 0; g < mechanism->superelements; ++g) {
        int first = mechanism->superelement_start[g], count = mechanism->superelement_start[g + 1] - first;
        Rows rows = {count, scratch_alloc_ints(instance, (size_t)count)};
        for (int i = 0; i < count; ++i) rows.number[i] = mechanism->superelement_rows[first + i];
        all[g] = rows;
    }
    return all;
}

/* The superelement of each row, -1 of those in none. */
static int *groups_of_rows(Instance *instance, const Mechanism *mechanism)
{
    int *group = scratch_alloc_ints(instance, (size_t)mechanism->rows);
    for (int i = 0; i < mechanism->rows; ++i) group[i] = -1;
    for (int g = 0; g < mechanism->superelements; ++g)
        for (int k = mechanism->superelement_start[g]; k < mechanism->superelement_start[g + 1]; ++k) group[mechanism->superelement_rows[k]] = g;
    return group;
}

int find_independent(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled, const int *chosen, double tolerance, Directions *directions)
{
    int m = mechanism->rows, *group = groups_of_rows(instance, mechanism), *order = scratch_alloc_ints(instance, (size_t)m), count = 0;
    double *longest = scratch_alloc(instance, (size_t)mechanism->superelements), *least = scratch_alloc(instance, (size_t)m);
    const SparseRows rows = sparse_rows(scaled);
    for (int g = 0; g < mechanism->superelements; ++g) longest[g] = 0.0;
    for (int i = 0; i < m + mechanism->starts; ++i) {
        int row = mechanism->order[i];
        if (row >= m || group[row] < 0 || !chosen[row]) continue;
        int first = rows.pattern.start[row];
        longest[group[row]] = fmax(longest[group[row]], norm(rows.numbers + first, rows.pattern.start[row + 1] - first));
        order[count++] = row;
    }
    for (int i = 0; i < count; ++i) least[order[i]] = tolerance * longest[group[order[i]]];
    Search search = {.count = count, .near = NEIGHBOURS, .order = order, .least = least};
    return find_directions(instance, &rows, search, directions);
}

int count_independent(const Directions *directions, Rows rows)
{
    int count = 0;
    for (int i = 0; i < rows.count; ++i) count += directions->place[rows.number[i]] >= 0;
    return count;
}
