/* directions_probe.c: the directions of a matrix's rows alone, for tests. */

#include "along_directions.h"

static Instance *new_instance(void)
{
    static const Problem problem = {.token = ""};
    return instance_new(&problem, (Room){0, 1024, 1024}, NULL);
}

/* The nonzeros of C (m x n), taken from scratch. */
static SparseRows nonzeros(Instance *instance, const double *C, int m, int n)
{
    reserve(instance, 2 * (size_t)m * n + (size_t)m + 4);
    int *start = scratch_alloc_ints(instance, (size_t)m + 1), *column = scratch_alloc_ints(instance, (size_t)m * n), count = 0;
    double *numbers = scratch_alloc(instance, (size_t)m * n);
    for (int i = 0; i < m; ++i) {
        start[i] = count;
        for (int j = 0; j < n; ++j)
            if (C[i * n + j] != 0.0) {
                column[count] = j;
                numbers[count++] = C[i * n + j];
            }
    }
    start[m] = count;
    return (SparseRows){m, n, {start, column}, numbers};
}

/* How many rows of C (m x n) are independent; which (m), and what each has left (m). */
int probe_independent(const double *C, int m, int n, const int *order, int preferred, const double *least, int *chosen, double *left)
{
    Instance *instance = new_instance();
    const SparseRows rows = nonzeros(instance, C, m, n);
    const Search search = {m, NEIGHBOURS, order, preferred, least, NULL};
    Directions found;
    find_directions(instance, &rows, search, &found);
    for (int i = 0; i < m; ++i) {
        chosen[i] = found.place[i];
        left[i] = found.left[i];
    }
    instance_free(instance);
    return found.rank;
}

/* The shortest y (n) with the sum of squares of weight (C y + residual) least. */
void probe_shortest(const double *C, int m, int n, const int *order, const double *least, const double *weight, const double *residual, double *y)
{
    Instance *instance = new_instance();
    const SparseRows rows = nonzeros(instance, C, m, n);
    const Search search = {m, NEIGHBOURS, order, 0, least, NULL};
    Directions found;
    find_directions(instance, &rows, search, &found);
    reserve(instance, (size_t)found.rank);
    double *parts = scratch_alloc(instance, (size_t)found.rank);
    least_squares(instance, &found, m, weight, residual, parts);
    sum_of_directions(&rows, &found, parts, y);
    instance_free(instance);
}

/* The shortest x (m) with C^T x nearest to a vector (n). */
void probe_combination(const double *C, int m, int n, const int *order, const double *least, const double *vector, double *x)
{
    Instance *instance = new_instance();
    const SparseRows rows = nonzeros(instance, C, m, n);
    const Search search = {m, NEIGHBOURS, order, 0, least, vector};
    Directions found;
    find_directions(instance, &rows, search, &found);
    shortest_combination(instance, &found, m, x);
    instance_free(instance);
}
