/* strong_rows.c: what is weak is found by a pivoted Cholesky factorization of the products of rows, which costs far less than singular values;
   where rows in the order of a band are clearly independent, nothing is.

   Weak is what accelerations do not see (DEPENDENT), and no more. What they see must not be left off: a row of length s that is off by c is fulfilled
   on a hyperbola, which an integration follows from one branch of a singular position to the other where it comes as near as s^2 = c. */

#include "strong_rows.h"

#include "constraint_method.h"
#include "linear_algebra.h"
#include "row_products.h"

#define SURE 1e-2 /* a pivot relative to the largest, in any order: above it none is weak */

/* The independent rows of a level, those near each other that share speeds. */
static Rows independent_in_order(const Level *level)
{
    const Mechanism *mechanism = level->mechanism;
    Rows independent = {0, scratch_alloc_ints(level->instance, (size_t)mechanism->rows)};
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i) {
        int row = mechanism->order[i];
        if (row < mechanism->rows && (level->all || mechanism->row[row].holonomic) && is_independent(level->instance, mechanism, row)) independent.number[independent.count++] = row;
    }
    return independent;
}

static int factor_by_pivots(Instance *instance, StrongRows *strong)
{
    int m = strong->rows.count;
    if (reserve(instance, (size_t)m * m)) return -1;
    double largest = 0.0, *factor = scratch_alloc(instance, (size_t)m * m);
    all_products(&strong->scaled, factor);
    for (int i = 0; i < m; ++i) largest = fmax(largest, factor[(size_t)i * m + i]);
    strong->rank = pivoted_cholesky(factor, m, DEPENDENT * largest, strong->order);
    for (int i = 1; i < strong->rank; ++i) /* rows as long as the factor has */
        for (int j = 0; j <= i; ++j) factor[(size_t)i * strong->rank + j] = factor[(size_t)i * m + j];
    strong->width = 0;
    strong->factor = factor;
    return 0;
}

int find_strong_rows(const Level *level, StrongRows *strong)
{
    Instance *instance = level->instance;
    RowProducts products;
    strong->rows = independent_in_order(level);
    strong->order = scratch_alloc_ints(instance, (size_t)strong->rows.count);
    if (usual_rows(instance, level->mechanism, strong->rows, &strong->scaled)) return -1;
    for (int i = 0; i < strong->rows.count; ++i) strong->order[i] = i;
    if (factor_products(instance, &strong->scaled, strong->order, strong->rows.count, &products)) return -1;
    strong->rank = products.count;
    strong->width = products.width;
    strong->factor = products.band;
    return products.smallest > SURE * products.longest ? 0 : factor_by_pivots(instance, strong);
}

void shortest(const StrongRows *strong, double *asked, double *y)
{
    const Pattern of = strong->scaled.pattern;
    if (strong->width)
        band_solve(strong->factor, strong->rank, strong->width, asked, 1);
    else
        cholesky_solve(strong->factor, strong->rank, asked, 1);
    for (int j = 0; j < strong->scaled.n; ++j) y[j] = 0.0;
    for (int k = 0; k < strong->rank; ++k)
        for (int p = of.start[strong->order[k]]; p < of.start[strong->order[k] + 1]; ++p) y[of.column[p]] += strong->scaled.rows[p] * asked[k];
}
