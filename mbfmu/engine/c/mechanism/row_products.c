/* row_products.c: see row_products.h. */

#include "row_products.h"

#include "linear_algebra.h"
#include "sparse.h"

/* How far apart rows are that share a speed, and one more: the height of the band. */
static int width_of(Instance *instance, const ScaledRows *scaled, const int *chosen, int count)
{
    size_t mark = instance->scratch_used;
    int *first = scratch_alloc_ints(instance, (size_t)scaled->n), width = 1;
    for (int j = 0; j < scaled->n; ++j) first[j] = count;
    for (int i = 0; i < count; ++i)
        for (int p = scaled->pattern.start[chosen[i]]; p < scaled->pattern.start[chosen[i] + 1]; ++p) {
            int *of = first + scaled->pattern.column[p];
            if (i < *of) *of = i;
            if (i - *of >= width) width = i - *of + 1;
        }
    instance->scratch_used = mark;
    return width;
}

/* Row number i times a row that lies in `dense` (n). */
static double product_with(const ScaledRows *scaled, int i, const double *dense)
{
    double sum = 0.0;
    for (int p = scaled->pattern.start[i]; p < scaled->pattern.start[i + 1]; ++p) sum += scaled->rows[p] * dense[scaled->pattern.column[p]];
    return sum;
}

/* Row number i into `dense` (n zeros); zeros again. */
static void lay(const ScaledRows *scaled, int i, double *dense)
{
    for (int p = scaled->pattern.start[i]; p < scaled->pattern.start[i + 1]; ++p) dense[scaled->pattern.column[p]] = scaled->rows[p];
}

static void clear(const ScaledRows *scaled, int i, double *dense)
{
    for (int p = scaled->pattern.start[i]; p < scaled->pattern.start[i + 1]; ++p) dense[scaled->pattern.column[p]] = 0.0;
}

int factor_products(Instance *instance, const ScaledRows *scaled, const int *chosen, int count, RowProducts *products)
{
    int width = width_of(instance, scaled, chosen, count);
    if (reserve(instance, (size_t)count * width)) return -1;
    RowProducts found = {.count = count, .width = width, .band = scratch_alloc(instance, (size_t)count * width), .longest = 0.0, .smallest = 0.0};
    double *dense = scaled->metric.work, smallest = INFINITY;
    for (int j = 0; j < count; ++j) {
        double *column = found.band + (size_t)j * width;
        lay(scaled, chosen[j], dense);
        for (int i = j; i < count && i < j + width; ++i) column[i - j] = product_with(scaled, chosen[i], dense);
        clear(scaled, chosen[j], dense);
        found.longest = fmax(found.longest, sqrt(column[0]));
    }
    if (!band_cholesky(found.band, count, width)) {
        for (int j = 0; j < count; ++j) smallest = fmin(smallest, found.band[(size_t)j * width]);
        found.smallest = smallest;
    }
    *products = found;
    return 0;
}

void products_of(const ScaledRows *scaled, const int *chosen, int count, double *P)
{
    double *dense = scaled->metric.work;
    for (int i = 0; i < count; ++i) {
        lay(scaled, chosen[i], dense);
        for (int j = 0; j <= i; ++j) P[(size_t)j * count + i] = P[(size_t)i * count + j] = product_with(scaled, chosen[j], dense);
        clear(scaled, chosen[i], dense);
    }
}

void all_products(const ScaledRows *scaled, double *P)
{
    double *dense = scaled->metric.work;
    for (int i = 0; i < scaled->m; ++i) {
        lay(scaled, i, dense);
        for (int j = 0; j <= i; ++j) P[(size_t)i * scaled->m + j] = product_with(scaled, j, dense);
        clear(scaled, i, dense);
    }
}
