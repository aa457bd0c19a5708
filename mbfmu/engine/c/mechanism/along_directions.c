/* along_directions.c: see along_directions.h. */

#include "along_directions.h"

/* b (rank) becomes the x with R x = b, where R's columns are those of the independent rows in their order. */
static void solve_triangle(const Directions *directions, double *b)
{
    const Pattern of = directions->along;
    for (int k = directions->rank - 1; k >= 0; --k) {
        for (int p = of.start[k] + 1; p < of.start[k + 1]; ++p)
            if (directions->place[of.column[p]] > k) b[k] -= directions->parts[p] * b[directions->place[of.column[p]]];
        b[k] /= directions->parts[of.start[k]];
    }
}

void sum_of_directions(const SparseRows *rows, const Directions *directions, double *parts, double *y)
{
    const Pattern of = rows->pattern;
    solve_triangle(directions, parts);
    for (int j = 0; j < rows->n; ++j) y[j] = 0.0;
    for (int k = 0; k < directions->rank; ++k)
        for (int p = of.start[directions->row[k]]; p < of.start[directions->row[k] + 1]; ++p) y[of.column[p]] += rows->numbers[p] * parts[k];
}

void rows_times(const SparseRows *rows, const double *y, double *result)
{
    const Pattern of = rows->pattern;
    for (int i = 0; i < rows->m; ++i) {
        result[i] = 0.0;
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) result[i] += rows->numbers[p] * y[of.column[p]];
    }
}

/* The directions of R's rows (rank x m), which are independent; R's columns are `weight` times as long. */
static int directions_of_triangle(Instance *instance, const Directions *directions, int m, const double *weight, const double *vector,
                                  SparseRows *triangle, Directions *found)
{
    int rank = directions->rank, total = directions->along.start[rank];
    if (reserve(instance, 2 * (size_t)rank + (size_t)total + 2)) return -1;
    int *order = scratch_alloc_ints(instance, (size_t)rank);
    double *nothing = scratch_alloc(instance, (size_t)rank), *weighted = scratch_alloc(instance, (size_t)total);
    for (int k = 0; k < rank; ++k) {
        nothing[k] = 0.0;
        order[k] = k;
    }
    for (int p = 0; p < total; ++p) weighted[p] = (weight ? weight[directions->along.column[p]] : 1.0) * directions->parts[p];
    SparseRows rows = {rank, m, directions->along, weighted};
    Search all = {.count = rank, .near = 1, .order = order, .least = nothing, .vector = vector};
    *triangle = rows;
    return find_directions(instance, triangle, all, found);
}

int least_squares(Instance *instance, const Directions *directions, int m, const double *weight, const double *residual, double *z)
{
    size_t mark = instance->scratch_used;
    SparseRows triangle;
    Directions found;
    if (reserve(instance, (size_t)m)) return -1;
    double *vector = scratch_alloc(instance, (size_t)m);
    for (int i = 0; i < m; ++i) vector[i] = -weight[i] * residual[i];
    if (directions_of_triangle(instance, directions, m, weight, vector, &triangle, &found)) return -1;
    solve_triangle(&found, found.resolved); /* C Q = R^T has the columns that were found to be the directions of */
    for (int k = 0; k < directions->rank; ++k) z[k] = 0.0;
    for (int k = 0; k < found.rank; ++k) z[found.row[k]] = found.resolved[k];
    instance->scratch_used = mark;
    return 0;
}

int shortest_combination(Instance *instance, const Directions *directions, int m, double *x)
{
    size_t mark = instance->scratch_used;
    SparseRows triangle;
    Directions found;
    if (directions_of_triangle(instance, directions, m, NULL, NULL, &triangle, &found)) return -1;
    const Pattern of = found.along;
    double *b = found.resolved; /* of what R x is to be, in the order in which the triangle's rows were found */
    for (int k = 0; k < found.rank; ++k) b[k] = directions->resolved[found.row[k]];
    for (int k = 0; k < found.rank; ++k) {
        b[k] /= found.parts[of.start[k]];
        for (int p = of.start[k] + 1; p < of.start[k + 1]; ++p)
            if (found.place[of.column[p]] > k) b[found.place[of.column[p]]] -= found.parts[p] * b[k];
    }
    sum_of_directions(&triangle, &found, b, x);
    instance->scratch_used = mark;
    return 0;
}
