/* pivots.c: see pivots.h. */

#include "pivots.h"

#include "linear_algebra.h"

void find_pivots(Instance *instance, const double *matrix, int n, Rows rows, int *order, double *pivots)
{
    size_t mark = instance->scratch_used;
    int count = rows.count;
    double *columns = take(instance, (size_t)n * count), *tau = take(instance, (size_t)count);
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < n; ++j) columns[(size_t)j * count + i] = matrix[(size_t)rows.number[i] * n + j];
    pivoted_qr(columns, n, count, order, tau);
    for (int i = 0; i < count; ++i) pivots[i] = i < n ? fabs(columns[(size_t)i * count + i]) : 0.0;
    instance->scratch_used = mark;
}

int rank_of_pivots(const double *pivots, int count)
{
    int rank = 0;
    while (rank < count && pivots[rank] > RANK_DEPENDENT * pivots[0]) ++rank;
    return rank;
}

int rank_of_rows(Instance *instance, const double *matrix, int n, Rows rows)
{
    size_t mark = instance->scratch_used;
    int *order = take_whole(instance, (size_t)rows.count), rank;
    double *pivots = take(instance, (size_t)rows.count);
    find_pivots(instance, matrix, n, rows, order, pivots);
    rank = rank_of_pivots(pivots, rows.count);
    instance->scratch_used = mark;
    return rank;
}
