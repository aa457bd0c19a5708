/* impact_positions.c: see impact_positions.h. */

#include "impact_positions.h"

#include <string.h>

#include "mechanism.h"

int find_impact_positions(const ImpactRows *rows, ImpactPositions *found)
{
    if (reserve(rows->instance, (size_t)rows->m + impact_products_size(rows->m))) return -1;
    *found = (ImpactPositions){.place = scratch_alloc_ints(rows->instance, (size_t)rows->m)};
    for (int i = 0; i < rows->m; ++i)
        if (rows->mechanism->row[rows->row[i]].holonomic) found->place[found->count++] = i;
    found->factors = factor_impact_products(rows, found->place, found->count);
    return 0;
}

/* The displacements at all rows (m) that take back what they are off. */
static void find_displacements(const ImpactRows *of, const ImpactPositions *positions, double *all, double *apart, int *farthest)
{
    const double *phi = of->instance->tangent + of->mechanism->phi.start;
    double *asked = scratch_alloc(of->instance, (size_t)of->m), *found = scratch_alloc(of->instance, (size_t)of->m);
    *apart = 0.0;
    memset(all, 0, (size_t)of->m * sizeof(double));
    for (int k = 0; k < positions->count; ++k) {
        int i = positions->place[k], row = of->row[i];
        asked[k] = -phi[row] / of->scale[i];
        if (i < of->others || fabs(phi[row]) <= *apart) continue;
        *apart = fabs(phi[row]);
        *farthest = of->contact[i];
    }
    smallest_solution(&positions->factors, asked, found);
    for (int k = 0; k < positions->count; ++k) all[positions->place[k]] = found[k] / of->scale[positions->place[k]];
}

int move_positions(const ImpactRows *of, const ImpactPositions *positions, double *apart, int *farthest)
{
    Instance *instance = of->instance;
    size_t mark = instance->scratch_used;
    double *all = scratch_alloc(instance, (size_t)of->m), *change = scratch_alloc(instance, (size_t)of->n);
    find_displacements(of, positions, all, apart, farthest);
    speeds_from_impulses(of, all, change);
    int failed = displace_tangent(instance, of->mechanism, change);
    instance->scratch_used = mark;
    return failed;
}

size_t move_positions_size(const ImpactRows *of) { return 3 * (size_t)of->m + (size_t)of->n + (size_t)of->mechanism->nq; }
